from gaprace.rules.board import GAP, TEXT_OF, card_of, deck, parse_card, parse_slot_content, rank_of, suit_of


def test_the_deck_runs_clubs_diamonds_hearts_spades_each_upward() -> None:
    texts = [TEXT_OF[card] for card in deck(13)]
    assert texts[:3] == ["2C", "3C", "4C"]
    assert texts[11:13] == ["KC", "2D"]
    assert texts[-1] == "KS"
    assert len(set(texts)) == 48


def test_a_card_knows_its_rank_and_suit() -> None:
    assert parse_card("TH") == card_of(10, 2)
    assert (rank_of(parse_card("TH")), suit_of(parse_card("TH"))) == (10, 2)


def test_every_card_reads_back_from_its_text() -> None:
    assert all(parse_slot_content(text) == card for card, text in TEXT_OF.items())
    assert parse_slot_content("--") == GAP
