"""The reasons why a race is not ranked. Pure."""

from gaprace.play.live.settings import is_solo, variant_of
from gaprace.wire import RoomView, Unranked


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
