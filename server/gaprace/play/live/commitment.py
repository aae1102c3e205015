"""The draw of a room's next race: the server's commitment, and the seeds that the members have sent since.

The commitment is stored and shown before any seed is accepted, and each member's first seed counts. So neither the
server nor a member chooses the deal (`rules.draw`). It is revealed when its seal is lifted (`play.seals`).
"""

from collections.abc import Mapping, Sequence
from typing import Self

from msgspec import field
from msgspec.structs import replace

from gaprace.play.live.settings import variant_of
from gaprace.rules.deal import Deal, parse_secret
from gaprace.rules.draw import NO_SEED, commitment_to, parse_seed
from gaprace.rules.variants import Variant
from gaprace.wire import PlayerId, Settings, VariantChoice, Wire


def is_drawn_ahead(settings: Settings) -> bool:
    """Whether these settings allow a commitment before the start; a certified deal is taken at the start."""
    return settings.code is not None or not settings.certified


class NextDraw(Wire, frozen=True):
    """The secret behind a commitment, and the seeds by member. Only the commitment is public before the reveal."""

    rules: VariantChoice
    secret: str
    """32 bytes as 64 hexadecimal digits."""
    code: str | None = None
    """The deal code, if it is chosen: then the seeds have no effect, and none are taken."""
    seeds: dict[PlayerId, str] = field(default_factory=dict)
    """16 bytes as 32 hexadecimal digits, by member."""

    @classmethod
    def of(cls, settings: Settings, secret: bytes) -> Self:
        """Return the draw for a race with these settings, with a fresh secret."""
        return cls(settings.variant, secret.hex(), settings.code)

    def fits(self, settings: Settings) -> bool:
        """Whether a race with these settings matches the commitment."""
        return (self.rules, self.code) == (settings.variant, settings.code)

    @property
    def commitment(self) -> str:
        """The commitment, which everyone in the room sees."""
        return commitment_to(self._variant, self.code or "", parse_secret(self.secret))

    @property
    def takes_seeds(self) -> bool:
        """Whether the members draw together."""
        return self.code is None

    def with_seeds(self, seeds: Mapping[PlayerId, str]) -> Self:
        """Take the seeds of members who have not sent one yet."""
        return replace(self, seeds={**seeds, **self.seeds})

    def without(self, player: PlayerId) -> Self:
        """Forget the seed of a member who leaves."""
        return replace(self, seeds={each: seed for each, seed in self.seeds.items() if each != player})

    def deal(self, players: Sequence[PlayerId]) -> Deal:
        """Return the deal of a race of these players, in the order of their seats."""
        secret = parse_secret(self.secret)
        if self.code is not None:
            return Deal.chosen(self._variant, self.code, secret)
        known = {player: parse_seed(seed) for player, seed in self.seeds.items()}
        return Deal.drawn(self._variant, secret, [known.get(player, NO_SEED) for player in players])

    @property
    def _variant(self) -> Variant:
        return variant_of(self.rules)
