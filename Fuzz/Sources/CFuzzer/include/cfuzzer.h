// What libFuzzer offers to programs with a main of their own.
#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

// Tries inputs until the time is up; ends the process when one breaks the target.
int LLVMFuzzerRunDriver(
    int *argument_count, char ***arguments, int (*target)(const uint8_t *bytes, size_t count));

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

#endif
