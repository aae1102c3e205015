"""Checks of a room's settings (`wire.room_settings`), conversions of variants, and why a race is not ranked."""

from gaprace.errors import BadText, Refusal
from gaprace.rules.codes import parse_code
from gaprace.rules.variants import Variant, variant_named
from gaprace.wire import RoomView, Settings, Unranked, VariantChoice

SOLO_SEATS = 1
CHANGEABLE_WHILE_RACING = ("listed", "locked", "audience")


def variant_of(choice: VariantChoice) -> Variant:
    """Return the variant of a choice."""
    return variant_named(choice.name).customised(shuffles=choice.shuffles, right_fill=choice.right_fill)


def choice_of(variant: Variant) -> VariantChoice:
    """Return the choice for a variant, with only the values that a custom room has changed."""
    shuffles = variant.shuffles if "shuffles" in variant.changes else None
    right_fill = variant.right_fill if "right_fill" in variant.changes else None
    return VariantChoice(variant.name, shuffles, right_fill)


def checked(settings: Settings) -> Settings:
    """Return settings in canonical form. Raises `bad_settings`."""
    try:
        variant = choice_of(variant_of(settings.variant))
        code = None if settings.code is None else parse_code(settings.code)
    except BadText as error:
        raise Refusal("bad_settings", error.message) from None
    if settings.limit_minutes is None and settings.seats != SOLO_SEATS:
        raise Refusal("bad_settings", "Only a solo room (seats = 1) can have no time limit: choose 1 to 120 minutes.")
    if settings.best_of % 2 == 0:
        raise Refusal("bad_settings", f"A series of {settings.best_of} races may end level: choose an odd number.")
    if settings.teams == 1 or settings.teams > settings.seats:
        raise Refusal(
            "bad_settings",
            f"{settings.teams} teams cannot race with {settings.seats} seats: allow 2 to 4, or 0 for none.",
        )
    alone: dict[str, object] = {"best_of": 1} if is_solo(settings) else {}
    return replace_settings(settings, variant=variant, code=code, **alone)


def replace_settings(settings: Settings, **changes: object) -> Settings:
    """Return settings with some fields changed. `settings` may be a subclass; the result is plain `Settings`."""
    values = {name: getattr(settings, name) for name in Settings.__struct_fields__}
    return Settings(**{**values, **changes})


def is_solo(settings: Settings) -> bool:
    """Whether the room is solo: it has one seat."""
    return settings.seats == SOLO_SEATS


def may_change_while_racing(before: Settings, after: Settings) -> bool:
    """Whether the change from `before` to `after` does not affect a running race."""
    neutral = {name: getattr(before, name) for name in CHANGEABLE_WHILE_RACING}
    return replace_settings(after, **neutral) == before


def why_unranked(room: RoomView) -> Unranked | None:
    """Return the reason why the next race of a room is not ranked; None if it is ranked.

    In a ranked race, the server chose the deal, the rules are those of a variant, and nobody can use the solver. In a
    race of several players, one player's hints would help another one, so it is unranked if hints are allowed; a solo
    game is ranked until its first hint.
    """
    settings = room.settings
    if room.ghost or (room.event and not room.event.ranked):
        return "practice"
    if room.event:
        return None
    if settings.code is not None:
        return "chosen_deal"
    if variant_of(settings.variant).is_custom:
        return "custom_rules"
    return "hints" if settings.hints and not is_solo(settings) else None
