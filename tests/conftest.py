"""How hard Hypothesis tries: `ci` always, `nightly` by `HYPOTHESIS_PROFILE=nightly make test`."""

import os

from hypothesis import HealthCheck, settings

# The same examples on every machine, so that a red build is red for everyone; and no deadline, since
# a slow shared runner is no bug.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)

# New examples every night, and far more of them. What fails is printed as a blob to reproduce it with.
settings.register_profile(
    "nightly",
    deadline=None,
    derandomize=False,
    print_blob=True,
    max_examples=5_000,
    suppress_health_check=[HealthCheck.too_slow],
)

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
