"""The meta tags of pages: any text in them is read again as it was."""

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from gaprace.web.pages.document import with_meta_tags
from gaprace.web.social.previews import Preview

PAGE = '<head><meta name="description" content="usual" /><title>A &amp; B</title><link></head><body>body</body>'
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=60)


class Read(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.metas: dict[str, str] = {}
        self.title = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        named = dict(attrs)
        if tag == "meta":
            self.metas[named.get("property") or named["name"] or ""] = named["content"] or ""

    def handle_data(self, data: str) -> None:
        if self.seen[-1] == "title":
            self.title += data


@given(name=TEXTS, statement=TEXTS, line=TEXTS, address=TEXTS, picture=TEXTS)
def test_any_text_stays_a_text_and_is_read_again_as_it_was(
    name: str, statement: str, line: str, address: str, picture: str
) -> None:
    preview = Preview(statement, line, name)
    read = Read(with_meta_tags(PAGE, preview, address, picture))
    title = preview.title or "A & B"
    assert read.title.strip() == (f"{title} \u00b7 A & B" if preview.title else title).strip()
    assert (read.metas["og:title"], read.metas["og:image:alt"]) == (title, title)
    assert read.metas["og:site_name"] == "A & B"
    assert read.metas["description"] == read.metas["og:description"] == line
    assert (read.metas["og:url"], read.metas["og:image"]) == (address, picture)
    assert set(read.seen) == {"head", "title", "meta", "link", "body"}
    assert read.seen.count("title") == 1
