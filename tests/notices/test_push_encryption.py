"""Push messages against the examples of the standards, and against a browser that reads them."""

import pytest

from gaprace.notices.push_encryption import MAX_TEXT_BYTES, RECORD_BYTES, authorization, encrypted, public_key
from tests.push_service import PushBrowser, claims_of, read, written

NOW = 1_453_523_768_000
PRIVATE = bytes(31) + b"\x07"


def test_a_message_is_that_of_the_example_of_rfc_8291() -> None:
    body = encrypted(
        b"When I grow up, I want to be a watermelon",
        p256dh=read("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        auth=read("BTBZMqHH6r4Tts7J_aSIgg"),
        salt=read("DGv6ra1nlYgDCS1FRnbzlw"),
        sender=read("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    )
    assert written(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru"
        "3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_longest_message_fills_what_push_services_take_and_no_two_are_alike() -> None:
    browser = PushBrowser()
    longest, again = (encrypted(b"x" * MAX_TEXT_BYTES, browser.p256dh, browser.auth) for _ in range(2))
    assert len(longest) == RECORD_BYTES
    assert longest != again
    with pytest.raises(ValueError, match="3993"):
        encrypted(b"x" * (MAX_TEXT_BYTES + 1), browser.p256dh, browser.auth)


@pytest.mark.parametrize("point", [b"", bytes(65), b"\x04" + b"\x01" * 64, bytes(64)])
def test_a_key_that_is_no_point_is_refused(point: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the library's own words
        encrypted(b"", point, bytes(16))


def test_the_server_signs_for_one_push_service_and_half_a_day() -> None:
    key = written(public_key(PRIVATE))
    signed = authorization(PRIVATE, "https://push.example:8443/send/1?2", "mailto:ops@example.org", NOW)
    assert claims_of(signed, key) == {
        "aud": "https://push.example:8443",
        "exp": NOW // 1000 + 12 * 60 * 60,
        "sub": "mailto:ops@example.org",
    }
    assert "sub" not in claims_of(authorization(PRIVATE, "https://push.example/", "", NOW), key)
    with pytest.raises(AssertionError):
        claims_of(signed, written(public_key(bytes(31) + b"\x08")))
