"""Keys compare as the values do."""

import functools
import itertools
import random
from fractions import Fraction
from typing import Any, List

import pytest

from shotflow_spark.key import key_bytes

NUMBERS = [
    0,
    -0.0,
    1,
    -1,
    0.5,
    -0.5,
    2**53 - 1,
    2**53,
    2**53 + 1,
    float(2**53),
    2**62,
    2**62 + 1,
    2**63 - 1,
    -(2**63),
    -(2**63) + 1,
    float(2**63),
    1e300,
    -1e300,
    5e-324,
    2**64 - 1,
]
TEXTS = [
    "",
    "\0",
    "a",
    "a\0",
    "a\0\0",
    "a\0b",
    "ab",
    "b",
    "é",
    "e\u0301",
    "z",
    "\uffe6",
    "\U0001f600",
]


def both(values: List[Any], descending: bool = False) -> List[bytes]:
    return [key_bytes([value, "same"], [descending]) for value in values]


def test_numbers_compare_by_value() -> None:
    for (a, left), (b, right) in itertools.product(zip(NUMBERS, both(NUMBERS)), repeat=2):
        assert (left < right) == (Fraction(a) < Fraction(b)), (a, b)
        assert (left == right) == (Fraction(a) == Fraction(b)), (a, b)


def test_neighbours_among_large_integers_differ() -> None:
    chance = random.Random(1)
    for _ in range(2000):
        number = chance.randrange(-(2**63), 2**63 - 1)
        low, high, double = both([number, number + 1, float(number)])
        assert low < high
        assert (double < low) == (int(float(number)) < number)


def test_texts_compare_by_the_scalars_of_their_nfc_form() -> None:
    import unicodedata

    for (a, left), (b, right) in itertools.product(zip(TEXTS, both(TEXTS)), repeat=2):
        a, b = (list(map(ord, unicodedata.normalize("NFC", text))) for text in (a, b))
        assert (left < right) == (a < b)
        assert (left == right) == (a == b)


@pytest.mark.parametrize("descending", [False, True])
def test_kinds_have_an_order_and_nothing_comes_last(descending: bool) -> None:
    values = [False, True, -1e300, 7, "", "z"]
    keys = both(values, descending)
    assert keys == sorted(keys, reverse=descending)
    assert all(key < both([None], descending)[0] for key in keys)


def test_a_later_value_decides_only_where_the_earlier_are_equal() -> None:
    keys = [
        key_bytes(values, [False, True])
        for values in (
            ["a", 2, "x"],
            ["a", 1, "x"],
            ["a", 1, "y"],
            ["a", None, "a"],
            ["a\0", 9, ""],
        )
    ]
    assert keys == sorted(keys)


def test_identifiers_compare_by_their_bytes_and_are_not_normalised() -> None:
    composed, decomposed = key_bytes(["é"], []), key_bytes(["e\u0301"], [])
    assert decomposed < composed


def test_random_keys_sort_as_the_reference_does() -> None:
    chance = random.Random(2)
    for _ in range(200):
        descending = [chance.random() < 0.5 for _ in range(chance.randrange(3))]
        rows = [
            [chance.choice([None, True, False, *NUMBERS, *TEXTS]) for _ in descending]
            + [chance.choice(TEXTS)]
            for _ in range(30)
        ]
        expected = sorted(rows, key=functools.cmp_to_key(lambda a, b: compare(a, b, descending)))
        found = sorted(rows, key=lambda row: key_bytes(row, descending))
        assert [key_bytes(row, descending) for row in found] == [
            key_bytes(row, descending) for row in expected
        ]


def compare(left: List[Any], right: List[Any], descending: List[bool]) -> int:
    import unicodedata

    for a, b, is_reversed in zip(left, right, descending):
        if a is None or b is None:
            result = (a is None) - (b is None)
            is_reversed = False
        else:
            ranks = [
                1 + value if isinstance(value, bool) else 4 if isinstance(value, str) else 3
                for value in (a, b)
            ]
            if ranks[0] != ranks[1]:
                result = ranks[0] - ranks[1]
            elif isinstance(a, str):
                a, b = (list(map(ord, unicodedata.normalize("NFC", text))) for text in (a, b))
                result = (a > b) - (a < b)
            else:
                result = (Fraction(a) > Fraction(b)) - (Fraction(a) < Fraction(b))
        if result:
            return -result if is_reversed else result
    a, b = left[-1].encode(), right[-1].encode()
    return (a > b) - (a < b)
