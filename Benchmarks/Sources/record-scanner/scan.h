// The test that records have to pass, on bytes.
#ifndef SCAN_H
#define SCAN_H

#include <stdbool.h>

// Whether a record is an image of at least 2000 pixels in width; false for what is no object.
// `end` is the line feed behind it.
typedef bool record_test(const char *record, const char *end);

// The quickest test for this processor.
record_test *record_test_choose(void);

#endif
