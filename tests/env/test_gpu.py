"""The batch on a GPU plays the same games as the one on the CPU, and shares its arrays. Needs a device."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from weatherdeck.env.batch import Batch, IllegalActions
from weatherdeck.env.gpu import GpuBatch
from weatherdeck.env.sharing import DeviceArray
from weatherdeck.games import registry
from weatherdeck.kernel import cuda

ARRAYS = (
    *("states", "generators", "thoughts", "seeds", "moves", "legal", "seats", "observations", "masks", "rewards"),
    *("done", "finished", "lengths"),
)
with_device = pytest.mark.skipif(cuda.why_not() is not None, reason=f"{cuda.why_not()}")
GAME = registry.load("tweedy-tricksters")


def assert_equal(here: Batch, there: GpuBatch) -> None:
    for name in ARRAYS:
        assert getattr(here, name).tobytes() == getattr(there, name).numpy().tobytes(), name


@pytest.mark.skipif(cuda.why_not() is None, reason="there is a device")
def test_without_a_device_one_line_says_so() -> None:
    with pytest.raises(cuda.NoGpu, match="this needs a GPU, and "):
        GpuBatch(GAME, 4)


@with_device
@pytest.mark.parametrize("name", registry.names())
def test_both_batches_play_the_same_games(name: str) -> None:
    game = registry.load(name)
    here, there = Batch(game, 300, seed=5), GpuBatch(game, 300, seed=5)
    assert_equal(here, there)
    for turn in range(400):
        here.step(here.random_actions())
        there.step(there.random_actions())
        if turn % 40 == 0:
            assert_equal(here, there)
    assert_equal(here, there)
    assert here.finished.sum() > 0
    here.redeal()
    there.redeal()
    assert_equal(here, there)
    assert here.observe(1).tobytes() == there.observe(1).numpy().tobytes()
    assert here.redacted(-1).tobytes() == there.redacted(-1).numpy().tobytes()


@with_device
def test_some_tables_are_dealt_anew() -> None:
    here, there = Batch(GAME, 100, seed=1), GpuBatch(GAME, 100, seed=1)
    for batch in (here, there):
        batch.reset(tables=[4, 3], seeds=[77, 78])  # each table gets its own
        batch.reset(tables=np.arange(100) > 90)
    assert_equal(here, there)


@with_device
def test_an_illegal_action_changes_nothing() -> None:
    batch = GpuBatch(GAME, 50)
    before = batch.states.numpy().tobytes()
    actions = batch.random_actions().numpy()
    actions[7] = GAME.rules.ACTIONS
    with pytest.raises(IllegalActions, match="table 7: action 47 is not legal"):
        batch.step(actions)
    assert batch.states.numpy().tobytes() == before


@with_device
def test_a_copy_goes_its_own_way() -> None:
    batch = GpuBatch(GAME, 50)
    copy = batch.copy()
    batch.step(batch.random_actions())
    assert batch.states.numpy().tobytes() != copy.states.numpy().tobytes()
    copy.step(copy.random_actions())
    assert batch.states.numpy().tobytes() == copy.states.numpy().tobytes()


@with_device
def test_compact_observations_are_the_same_but_for_rounding() -> None:
    full, half = GpuBatch(GAME, 64), GpuBatch(GAME, 64, observed="compact")
    assert half.observations.dtype == np.float16
    np.testing.assert_array_equal(full.observations.numpy().astype(np.float16), half.observations.numpy())


@with_device
def test_pytorch_shares_the_arrays_in_both_directions() -> None:
    torch: Any = pytest.importorskip("torch")
    batch = GpuBatch(GAME, 64)
    for tensor in (torch.as_tensor(batch.observations, device="cuda"), torch.from_dlpack(batch.observations)):
        assert tensor.data_ptr() == batch.observations.__cuda_array_interface__["data"][0]
        np.testing.assert_array_equal(tensor.cpu().numpy(), batch.observations.numpy())
    masks = torch.as_tensor(batch.masks, device="cuda")
    actions = torch.multinomial(masks.float(), 1).squeeze(1)
    batch.step(actions)
    assert (batch.moves.numpy() == 1).all()
    np.testing.assert_array_equal(masks.cpu().numpy(), batch.masks.numpy())  # the same memory, written by the step


@with_device
def test_cupy_shares_the_arrays() -> None:
    cupy: Any = pytest.importorskip("cupy")
    batch = GpuBatch(GAME, 64)
    for array in (cupy.asarray(batch.masks), cupy.from_dlpack(batch.masks)):
        assert array.data.ptr == batch.masks.__cuda_array_interface__["data"][0]
        np.testing.assert_array_equal(array.get(), batch.masks.numpy())


@with_device
def test_jax_shares_the_arrays() -> None:
    jax: Any = pytest.importorskip("jax")
    batch = GpuBatch(GAME, 64)
    array = jax.dlpack.from_dlpack(batch.observations.T)
    assert array.unsafe_buffer_pointer() == batch.observations.__cuda_array_interface__["data"][0]
    np.testing.assert_array_equal(np.asarray(array.T), batch.observations.numpy())


@with_device
def test_what_was_lent_is_kept_alive_and_given_back() -> None:
    torch: Any = pytest.importorskip("torch")
    from weatherdeck.env import sharing

    tensor = torch.from_dlpack(DeviceArray(cuda.to_device(np.arange(6))))  # nobody else holds the array
    assert len(sharing._lent) == 1
    assert tensor.cpu().tolist() == [0, 1, 2, 3, 4, 5]
    del tensor
    assert not sharing._lent
    DeviceArray(cuda.to_device(np.arange(6))).__dlpack__()  # nobody takes it
    assert not sharing._lent


def test_records_are_not_for_dlpack() -> None:
    class Records:
        shape, dtype = (1,), GAME.rules.State.dtype

    with pytest.raises(BufferError, match="DLPack has no elements of"):
        DeviceArray(Records()).__dlpack__(stream=-1)
