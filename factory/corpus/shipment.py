"""What workers elsewhere need for their jobs: settings, compiled lexicons and jokes as one parcel."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from factory.corpus.equipment import Equipment, House
from factory.errors import FactoryError
from factory.executors.parcel import Parcel, files_below, pack, unpacked
from factory.jokes import read_jokes
from factory.settings import load_settings


@dataclass(frozen=True)
class Shipped:
    """The house that came to this worker as the parcel of a digest."""

    digest: str

    @property
    def house(self) -> House:
        """Its folders on this worker's disk.

        Raises:
            FactoryError: nothing has come.
        """
        return house_in(unpacked(self.digest))


def house_in(folder: Path) -> House:
    """The house in a folder where a parcel was unpacked."""
    return House(folder / "config", folder / "dictionaries", folder / "jokes", compiled=folder / "lexicon")


def ship(house: House, equipments: Iterable[Equipment]) -> Parcel:
    """The parcel that makes a worker with an empty disk as able as this process.

    Raises:
        FactoryError: a file can't be read, or has changed since the equipment was loaded.
    """
    files = {"config/default.yaml": house.config / "default.yaml"}
    for equipment in equipments:
        lang, folder = equipment.index.lang, equipment.index.folder
        assert folder is not None, "a loaded lexicon has a folder"
        settings, jokes = house.config / f"{lang}.yaml", house.jokes / f"{lang}.tsv"
        files |= {f"config/{lang}.yaml": settings, f"jokes/{lang}.tsv": jokes}
        files |= files_below(folder, name=f"lexicon/{lang}")
    parcel = pack(files)
    for equipment in equipments:
        lang = equipment.index.lang
        same_settings = load_settings(house.config, lang).digest == equipment.language.digest
        present = read_jokes(house.jokes / f"{lang}.tsv", equipment.index.orthography)
        if not (same_settings and present.digest == equipment.jokes.digest):
            raise FactoryError(f"settings or jokes of {lang} have changed while the run began; run it again")
    return parcel
