"""One Hypothesis profile for all tests: no deadline (kernels compile at first), the same cases each time."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "factory",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("factory")
