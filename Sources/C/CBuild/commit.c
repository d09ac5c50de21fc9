#include "CBuild.h"

#ifndef SHOTFLOW_COMMIT
#define SHOTFLOW_COMMIT ""
#endif

const char *cbuild_commit(void) { return SHOTFLOW_COMMIT; }
