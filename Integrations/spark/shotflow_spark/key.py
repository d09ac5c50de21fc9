"""Keys of records as bytes that sort as the records do."""

from __future__ import annotations

import struct
import unicodedata
from typing import Any, Sequence

_FALSE, _TRUE, _NUMBER, _TEXT = b"\x01", b"\x02", b"\x03", b"\x04"
# Not reversed by a descending order: what is absent comes last either way.
_NULL = b"\xff"
_REVERSED = bytes(255 - byte for byte in range(256))


def key_bytes(values: Sequence[Any], descending: Sequence[bool]) -> bytes:
    """The bytes of a key: the values that are sorted by, and then the identifier of the asset.

    Byte by byte they compare as the values do: false, true, numbers, texts, nothing. Numbers
    compare by their value, texts by the scalars of their NFC form, the identifier as it is.
    """
    if len(values) != len(descending) + 1:
        raise ValueError(f"a key of {len(values)} values for {len(descending)} fields")
    parts = []
    for value, is_reversed in zip(values, descending):
        if value is None:
            parts.append(_NULL)
        else:
            part = _value_bytes(value)
            parts.append(part.translate(_REVERSED) if is_reversed else part)
    identifier = values[-1]
    parts.append(_NULL if identifier is None else _TEXT + _text_bytes(str(identifier)))
    return b"".join(parts)


def _value_bytes(value: Any) -> bytes:
    if value is False:
        return _FALSE
    if value is True:
        return _TRUE
    if isinstance(value, str):
        return _TEXT + _text_bytes(unicodedata.normalize("NFC", value))
    if isinstance(value, (int, float)):
        return _NUMBER + _number_bytes(value)
    raise ValueError(f"a key with a {type(value).__name__}")


def _text_bytes(text: str) -> bytes:
    """UTF-8 with an end that sorts before every continuation."""
    return text.encode("utf-8", "surrogatepass").replace(b"\0", b"\0\xff") + b"\0\0"


def _number_bytes(number: float) -> bytes:
    """The nearest double, and how far an integer is from it: at most 512 for 64 bits."""
    rest = 0
    if isinstance(number, int):
        if -(1 << 63) <= number < 1 << 64:
            rest = number - int(float(number))
        number = float(number)
    (bits,) = struct.unpack(">Q", struct.pack(">d", number + 0.0))
    ordered = bits ^ 0xFFFFFFFFFFFFFFFF if bits >> 63 else bits | 1 << 63
    return struct.pack(">QH", ordered, rest + 0x8000)
