"""Where jobs run, behind the concurrent.futures interface: processes of this machine or a Dask cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from factory.errors import FactoryError
from factory.executors.local import LocalPool, usable_cores
from factory.executors.log import log_to
from factory.executors.parcel import Parcel
from factory.executors.pool import Pool, WorkersLost

if TYPE_CHECKING:
    from factory.executors.cluster import DaskPool

__all__ = ["LocalPool", "Parcel", "Pool", "WorkersLost", "dask_pool", "log_to", "usable_cores"]


def dask_pool(address: str, parcel: Parcel) -> DaskPool:
    """The pool of a Dask scheduler at host:port, whose workers get the parcel.

    Raises:
        FactoryError: Dask is not installed.
    """
    try:
        from factory.executors.cluster import DaskPool
    except ImportError as error:
        raise FactoryError(
            f"--executor dask: Dask is not installed ({error}); pip install 'krizovkaren[dask]'"
        ) from error
    return DaskPool(address, parcel)
