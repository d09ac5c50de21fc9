#include "cfuzzer.h"

// libFuzzer's own main, which is linked but never run, asks for it.
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  (void)bytes;
  (void)count;
  return 0;
}
