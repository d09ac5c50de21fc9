"""Tables that are made of records, by pandas and pyarrow where they are there."""

import datetime
import importlib.util
import unittest

import shotflow

RECORDS = shotflow.Records([
    {"filename": "a.jpg", "creationDate": "2015-09-27T21:29:28.500Z", "pixelWidth": 3,
     "localDate": "2015-09-27T23:29:28.500+02:00", "location": {"latitude": 52.5}},
    {"filename": "b.jpg", "creationDate": None, "keywords": ["Work"]},
])
MOMENT = datetime.datetime(2015, 9, 27, 21, 29, 28, 500000, datetime.timezone.utc)
NAMES = ["filename", "creationDate", "pixelWidth", "localDate", "location", "keywords"]


def has(module):
    return importlib.util.find_spec(module) is not None


class TableTests(unittest.TestCase):
    @unittest.skipUnless(has("pyarrow"), "pyarrow is not installed")
    def test_a_table_of_arrow_has_a_column_for_each_member(self):
        table = RECORDS.to_arrow()
        self.assertEqual(table.column_names, NAMES)
        self.assertEqual(table["creationDate"].to_pylist(), [MOMENT, None])
        self.assertEqual(table["localDate"].to_pylist(), [RECORDS[0]["localDate"], None])
        self.assertEqual(table["keywords"].to_pylist(), [None, ["Work"]])

    @unittest.skipUnless(has("pandas"), "pandas is not installed")
    def test_a_table_of_pandas_has_a_row_for_each_record(self):
        table = RECORDS.to_pandas()
        self.assertEqual(list(table.columns), NAMES)
        self.assertEqual(table["creationDate"][0], MOMENT)
        self.assertEqual(str(table["creationDate"].dtype.tz), "UTC")
        self.assertEqual(list(table["filename"]), ["a.jpg", "b.jpg"])

    def test_a_missing_module_is_named_with_its_remedy(self):
        for module, method in ("pandas", "to_pandas"), ("pyarrow", "to_arrow"):
            if has(module):
                continue
            with self.assertRaisesRegex(
                    ImportError, rf"{method}\(\) needs {module}.*pip install {module}"):
                getattr(RECORDS, method)()


if __name__ == "__main__":
    unittest.main()
