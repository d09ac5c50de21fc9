"""Counts of shards add up to those of one process."""

from shotflow_spark.counts import added


def record(rest: str) -> bytes:
    return ('{"v":1,"kind":"count",' + rest + "}").encode()


def test_groups_with_one_key_are_one() -> None:
    rows = [
        (b"a", record('"key":"a","count":2,"bytes":10,"firstDate":"2015-01-02T00:00:00.000Z",'
                      '"lastDate":"2015-01-03T00:00:00.000Z"')),
        (b"a", record('"key":"a","count":1,"bytes":5')),
        (b"a", record('"key":"a","count":3,"bytes":0,"firstDate":"-000001-12-31T00:00:00.000Z",'
                      '"lastDate":"+010000-01-01T00:00:00.000Z"')),
        (b"b", record('"key":",\\"count\\":1","count":1,"bytes":9223372036854775807')),
        (b"b", record('"key":",\\"count\\":1","count":1,"bytes":1')),
    ]
    assert list(added(rows, True)) == [
        record('"key":"a","count":6,"bytes":15,"firstDate":"-000001-12-31T00:00:00.000Z",'
               '"lastDate":"+010000-01-01T00:00:00.000Z"'),
        record('"key":",\\"count\\":1","count":2,"bytes":9223372036854775807'),
    ]


def test_the_first_spelling_of_a_text_stays() -> None:
    rows = [(b"k", record('"key":"\u00e9","count":1')),
            (b"k", record('"key":"e\u0301","count":1'))]
    assert list(added(rows, True)) == [record('"key":"e\u0301","count":2')]


def test_nothing_has_a_count_without_keys_alone() -> None:
    assert list(added([], True)) == []
    assert list(added([], False)) == [record('"count":0')]
