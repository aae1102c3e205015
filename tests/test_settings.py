import re
from dataclasses import fields
from itertools import takewhile
from pathlib import Path

import pytest

from gaprace.errors import BadSetting
from gaprace.settings import (
    EDITABLE,
    PREFIX,
    ServerSettings,
    read_settings,
    text_of,
    unknown_variables,
    with_stored,
)


def test_without_variables_the_settings_are_the_defaults() -> None:
    assert read_settings({}) == ServerSettings()
    assert read_settings({"GAPRACE_PORT": "", "OTHER": "x"}) == ServerSettings()


def test_every_setting_has_its_variable() -> None:
    as_written = {
        "host": "::",
        "port": 0,
        "database_url": "postgresql://ann:secret@host/name",
        "bus_url": "local:",
        "trusted_hops": 2,
        "connections_per_address": 1,
        "rooms_per_minute": 2,
        "identities_per_minute": 3,
        "commands_per_second": 4,
        "solvers": 5,
        "requests_per_minute": 6,
        "metrics_token": "fedcba9876543210",
        "log_format": "json",
        "log_level": "debug",
    }
    several = {
        "secret_key": ("0123456789abcdef", "fedcba9876543210"),
        "hosts": frozenset({"race.example.org", "*.b.org"}),
        "origins": frozenset({"https://example.org", "http://[::1]:8080"}),
    }
    texts = {PREFIX + name.upper(): str(value) for name, value in as_written.items()}
    texts |= {
        "GAPRACE_SECRET_KEY": "0123456789abcdef, fedcba9876543210",
        "GAPRACE_HOSTS": "Race.example.org., *.b.org",
        "GAPRACE_ORIGINS": "https://Example.org/, http://[::1]:8080,",
    }
    assert read_settings(texts) == ServerSettings(**as_written, **several)


def test_an_option_comes_before_its_variable() -> None:
    assert read_settings({"GAPRACE_PORT": "1"}, port="2", host=None).port == 2
    assert read_settings({"GAPRACE_PORT": "1"}, port=None).port == 1


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("GAPRACE_PORT", "65536"),
        ("GAPRACE_PORT", "-1"),
        ("GAPRACE_PORT", "http"),
        ("GAPRACE_PORT", "٣"),
        ("GAPRACE_PORT", "9" * 5_000),
        ("GAPRACE_HOST", " "),
        ("GAPRACE_LOG_FORMAT", "xml"),
        ("GAPRACE_LOG_LEVEL", "LOUD"),
        ("GAPRACE_HOST", "a\nb"),
        ("GAPRACE_TRUSTED_HOPS", "many"),
        ("GAPRACE_SOLVERS", "65"),
        ("GAPRACE_ORIGINS", "example.org"),
        ("GAPRACE_ORIGINS", "https://a.org,https://b.org/path"),
        ("GAPRACE_ORIGINS", "null"),
        ("GAPRACE_CONNECTIONS_PER_ADDRESS", "0"),
        ("GAPRACE_DATABASE_URL", "gaprace.db"),
        ("GAPRACE_BUS_URL", "redis"),
        ("GAPRACE_NEWEST_VERSION", "latest"),
        *(("GAPRACE_SITE_NAME", text) for text in (" ", "a\nb", "n" * 31)),
        ("GAPRACE_CONTACT", "nobody"),
        ("GAPRACE_IMPRINT_URL", "javascript:alert(1)"),
        ("GAPRACE_PRIVACY_URL", 'https://a.org/" onload="x'),
        ("GAPRACE_OIDC_CLAIMS", "groups"),
        ("GAPRACE_OIDC_DOMAINS", "example.org,@"),
    ],
)
def test_a_bad_value_is_one_sentence_with_variable_and_value(variable: str, value: str) -> None:
    with pytest.raises(BadSetting) as caught:
        read_settings({variable: value})
    message = caught.value.message
    assert message.startswith(variable)
    assert ascii(value)[1:5] in message or ascii(value.partition(",")[2]) in message
    assert message.isprintable()
    assert len(message) < 200


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("GAPRACE_SECRET_KEY", "0123456789abcdef,hunter2"),
        ("GAPRACE_ADMIN_TOKENS", "0123456789abcdef"),
        ("GAPRACE_ADMIN_TOKENS", "anna:hunter2"),
        ("GAPRACE_ADMIN_TOKENS", "an na:0123456789abcdef"),
        ("GAPRACE_ADMIN_TOKENS", "anna:0123456789 abcdef"),
        ("GAPRACE_INVITATIONS", "hunter2"),
        ("GAPRACE_INVITATIONS", "with space 0123456789"),
        ("GAPRACE_INVITATIONS", "semi;colon0123456789"),
    ],
)
def test_a_secret_is_long_and_of_its_form_or_it_is_refused_and_not_shown(variable: str, value: str) -> None:
    with pytest.raises(BadSetting, match=variable) as caught:
        read_settings({variable: value})
    assert value.rpartition(",")[2] not in caught.value.message


def test_secrets_do_not_show_when_settings_are_printed() -> None:
    settings = read_settings(
        {"GAPRACE_SECRET_KEY": "s3cret" * 3, "GAPRACE_DATABASE_URL": "postgresql://ann:s3cret@host/name"}
    )
    shown = repr(settings)
    assert "s3cret" not in shown


def test_the_settings_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        ServerSettings().port = 1


# The owner's page


def test_a_variable_overrides_the_owners_page_and_the_page_overrides_the_default() -> None:
    settings = read_settings({"GAPRACE_SITE_NAME": "Fixed"})
    found = with_stored(settings, {"site_name": "Page", "announcement": "Tonight", "max_rooms": "7"})
    assert (found.site_name, found.announcement, found.max_rooms) == ("Fixed", "Tonight", 7)
    assert with_stored(found, {}) == settings


def test_what_the_owners_page_sets_is_checked_as_a_variable_is() -> None:
    for texts in ({"max_rooms": "many"}, {"private": "on"}, {"oidc_client_id": "x"}):
        with pytest.raises(BadSetting, match="GAPRACE_"):
            with_stored(read_settings({}), texts)


def test_every_setting_of_the_owners_page_has_a_text_that_is_read_as_its_value() -> None:
    given = {
        "oidc_issuer": "https://id.example",
        "oidc_client_id": "x",
        "private": "on",
        "invitations": "a" * 16 + "," + "b" * 16,
        "oidc_domains": "a.org,b.org",
        "push": "off",
    }
    settings = read_settings({PREFIX + name.upper(): text for name, text in given.items()})
    assert {name: text_of(settings, name) for name in given} == given
    everything = {name: text_of(settings, name) for name in EDITABLE}
    assert with_stored(read_settings({}), everything) == settings


# Documentation

ROOT = Path(__file__).parents[1]
HEADER = "| variable | default | meaning |"


def table_in(text: str) -> list[str]:
    """The rows below each header of a table of settings."""
    tables = [part.splitlines()[2:] for part in text.split(HEADER)[1:]]
    return [row for rows in tables for row in takewhile(lambda line: line.startswith("|"), rows)]


def documented_table() -> list[str]:
    """The rows of the one page that has tables of settings."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
    (text,) = [text for page in pages if HEADER in (text := page.read_text())]
    return table_in(text)


def test_the_documented_defaults_are_the_real_ones() -> None:
    rows = [re.fullmatch(r"\| `(\w+)` \|(?: `(.+?)`)? \| .+ \|", row) for row in documented_table()]
    documented = {row[1]: row[2] or "" for row in rows if row}
    assert len(documented) == len(rows)
    assert documented.keys() == {PREFIX + each.name.upper() for each in fields(ServerSettings) if each.compare}
    assert read_settings(documented) == ServerSettings()
    without = [name.removeprefix(PREFIX).lower() for name, text in documented.items() if not text]
    assert all(getattr(ServerSettings(), name) in ("", (), frozenset()) for name in without)


def test_a_secret_may_come_from_a_file(tmp_path: Path) -> None:
    for name, text in (("key", "a" * 32 + "\n"), ("tokens", "anna:0123456789abcdef, ben:fedcba9876543210\r\n")):
        (tmp_path / name).write_text(text)
    files = {"GAPRACE_SECRET_KEY_FILE": str(tmp_path / "key"), "GAPRACE_ADMIN_TOKENS_FILE": str(tmp_path / "tokens")}
    settings = read_settings(files)
    assert settings.secret_key == ("a" * 32,)
    assert settings.admin_tokens == ("anna:0123456789abcdef", "ben:fedcba9876543210")


def test_a_secret_comes_from_one_place(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("a" * 32)
    both = {"GAPRACE_SECRET_KEY": "b" * 32, "GAPRACE_SECRET_KEY_FILE": str(tmp_path / "key")}
    with pytest.raises(BadSetting, match="both set"):
        read_settings(both)


@pytest.mark.parametrize("variable", ["GAPRACE_SECRET_KEY_FILE", "GAPRACE_WORD_LIST"])
def test_a_file_that_cannot_be_read_is_named_once(
    variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("latin").write_bytes(b"\xe4\xf6\xfc")
    for name, reason in (
        ("none", "cannot be read: No such file or directory."),
        ("latin", "is no text: write the file in UTF-8."),
    ):
        with pytest.raises(BadSetting) as refusal:
            read_settings({variable: name})
        assert refusal.value.message == f"{variable} = '{name}' {reason}"


def test_a_variable_that_is_no_setting_is_named_with_the_one_that_may_be_meant() -> None:
    environment = {
        "GAPRACE_SOLVRES": "2",
        "GAPRACE_QQ": "",
        "GAPRACE_SECRET_KEY_FILE": "x",
        "GAPRACE_PORT": "1",
        "A": "b",
    }
    assert unknown_variables(environment) == [
        "'GAPRACE_QQ' is not a setting.",
        "'GAPRACE_SOLVRES' is not a setting: did you mean GAPRACE_SOLVERS?",
    ]


@pytest.mark.parametrize("bad", ["two\nlines", "x" * 201])
def test_an_announcement_is_a_line(bad: str) -> None:
    with pytest.raises(BadSetting, match="GAPRACE_ANNOUNCEMENT has"):
        read_settings({"GAPRACE_ANNOUNCEMENT": bad})


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"OIDC_ISSUER": "https://id.example"}, "GAPRACE_OIDC_CLIENT_ID"),
        ({"OIDC_CLIENT_ID": "x"}, "GAPRACE_OIDC_ISSUER"),
        ({"OIDC_CLIENT_SECRET": "x"}, "GAPRACE_OIDC_ISSUER"),
        ({"OIDC_ISSUER": "http://id.example", "OIDC_CLIENT_ID": "x"}, "https address"),
        ({"OIDC_ISSUER": "https://id.example/?a=b", "OIDC_CLIENT_ID": "x"}, "is not an issuer"),
        ({"PRIVATE": "on"}, "lets nobody in"),
    ],
)
def test_a_sign_in_that_is_half_set_up_is_refused(given: dict[str, str], named: str) -> None:
    with pytest.raises(BadSetting, match=named):
        read_settings({f"GAPRACE_{name}": value for name, value in given.items()})


def test_the_settings_of_a_sign_in_are_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hunter2\n")
    given = {
        "GAPRACE_OIDC_ISSUER": "https://id.example/realms/club",
        "GAPRACE_OIDC_CLIENT_ID": "gaprace",
        "GAPRACE_OIDC_CLIENT_SECRET_FILE": str(tmp_path / "secret"),
        "GAPRACE_OIDC_DOMAINS": "@Example.org, b.example",
        "GAPRACE_OIDC_CLAIMS": "groups=players, hd=example.org",
        "GAPRACE_PRIVATE": "on",
    }
    settings = read_settings(given)
    assert (settings.oidc_client_secret, settings.oidc_domains) == ("hunter2", {"example.org", "b.example"})
    assert settings.oidc_claims == {"groups=players", "hd=example.org"}
    assert "hunter2" not in repr(settings)
