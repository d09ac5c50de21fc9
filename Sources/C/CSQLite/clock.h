#pragma once

#include <sqlite3.h>

/// The function `is_on_clock` in SQL, which `csqlite_add_value_functions` describes.
void is_on_clock(sqlite3_context *context, int count, sqlite3_value **values);
