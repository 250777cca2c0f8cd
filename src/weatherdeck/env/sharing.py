"""Arrays in a GPU's memory that other libraries use as they are, without a copy.

A `DeviceArray` speaks both protocols for this: `__cuda_array_interface__` (PyTorch, CuPy, Numba) and DLPack (JAX, and
those too):

    torch.as_tensor(array, device="cuda")       cupy.asarray(array)       jax.dlpack.from_dlpack(array.T).T

(JAX takes arrays that lie row by row only, and ours lie column by column; and it makes int32 of int64, by a copy.)

Numba's arrays speak only the first, hence the lines below. They follow the `DLManagedTensor` of dlpack.h.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from ..kernel import cuda

CUDA_DEVICE = 2
"""DLPack's number for memory of a CUDA device."""
KINDS = {"i": 0, "u": 1, "f": 2}
"""DLPack's numbers for kinds of elements, by NumPy's letters."""


class DeviceArray:
    """An array in the device's memory. What is written to it by one library, all others see."""

    def __init__(self, array: Any) -> None:
        self.array = array  # as Numba has it

    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each dimension, as in NumPy."""
        return tuple(self.array.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its elements."""
        found: np.dtype[Any] = np.dtype(self.array.dtype)
        return found

    @property
    def T(self) -> DeviceArray:  # noqa: N802  # as NumPy calls it
        """Its transpose: the same memory."""
        kind: Any = type(self.array)
        return DeviceArray(kind(self.shape[::-1], self.array.strides[::-1], self.dtype, gpu_data=self.array.gpu_data))

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        found: dict[str, Any] = self.array.__cuda_array_interface__
        return found

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<DeviceArray of shape {self.shape}, {self.dtype}>"

    def numpy(self) -> Any:
        """A copy in NumPy, after everything that was asked of the device is done."""
        return cuda.to_host(self.array)

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA_DEVICE, cuda.device_number()

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        """A capsule for another library. The device has then done everything that was asked of it, on any stream."""
        if self.dtype.kind not in KINDS:
            raise BufferError(f"DLPack has no elements of {self.dtype}: use its bytes")
        if stream != -1:  # -1: whoever asks takes care of that
            cuda.synchronize()
        return _capsule(self)


# ---------------------------------------------------------------- dlpack.h


class _Device(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class _Element(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("dimensions", ctypes.c_int32),
        ("element", _Element),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))

_lent: dict[int, Any] = {}
"""What others hold, by the address of its description: kept alive until they give it back."""


def _take_back(managed: Any) -> None:
    _lent.pop(ctypes.addressof(managed.contents), None)


_Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


def _forget(capsule: int) -> None:
    """A capsule was thrown away. If nobody took what it holds (they rename it then), nobody will give it back."""
    api = ctypes.pythonapi
    api.PyCapsule_IsValid.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    api.PyCapsule_GetPointer.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    api.PyCapsule_GetPointer.restype = ctypes.c_void_p
    if api.PyCapsule_IsValid(capsule, b"dltensor"):
        _lent.pop(api.PyCapsule_GetPointer(capsule, b"dltensor"), None)


_given_back = _Deleter(_take_back)  # kept here: C calls them when nobody else holds them
_never_taken = _Destructor(_forget)


def _capsule(array: DeviceArray) -> Any:
    size, dimensions = array.dtype.itemsize, len(array.shape)
    row = ctypes.c_int64 * dimensions
    shape = row(*array.shape)
    strides = row(*(step // size for step in array.array.strides))
    managed = _Managed(
        _Tensor(
            array.__cuda_array_interface__["data"][0],
            _Device(*array.__dlpack_device__()),
            dimensions,
            _Element(KINDS[array.dtype.kind], 8 * size, 1),
            shape,
            strides,
            0,
        ),
        None,
        _given_back,
    )
    _lent[ctypes.addressof(managed)] = (managed, shape, strides, array)
    new = ctypes.pythonapi.PyCapsule_New
    new.argtypes, new.restype = [ctypes.c_void_p, ctypes.c_char_p, _Destructor], ctypes.py_object
    return new(ctypes.addressof(managed), b"dltensor", _never_taken)
