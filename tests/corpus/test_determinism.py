"""The small version of `python -m tests.determinism`; Dask has a test of its own."""

from factory.cli.main import main
from tests.determinism import matrix


def test_determinism__export_and_bundle_are_the_same_bytes_in_every_way(home, tmp_path):
    def program(*arguments):
        options = home.options if arguments[0] == "corpus" else []
        assert main([*map(str, arguments), *options]) == 0

    made = list(matrix(program, tmp_path, "sk", "8-10", 4))
    assert len(made) == 6
    assert {one.way: one.export for one in made} == {one.way: made[0].export for one in made}
    assert {one.way: one.bundle for one in made} == {one.way: made[0].bundle for one in made}
