#pragma once

#include <stddef.h>

/// Unpacks raw deflate data (RFC 1951) into `target`. Data that is damaged, truncated or larger than
/// the target ends early. Returns the number of unpacked bytes.
size_t czlib_inflate(const void *source, size_t source_count, void *target, size_t target_count);
