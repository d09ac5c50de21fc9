#include "CTestSupport.h"

#if !defined(__has_feature)
#define __has_feature(name) 0
#endif

ctest_sanitizer ctest_built_with(void) {
#if __has_feature(address_sanitizer) || defined(__SANITIZE_ADDRESS__)
  return CTEST_ADDRESS_SANITIZER;
#elif __has_feature(thread_sanitizer) || defined(__SANITIZE_THREAD__)
  return CTEST_THREAD_SANITIZER;
#else
  return CTEST_NO_SANITIZER;
#endif
}
