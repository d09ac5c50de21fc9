#include "release.h"

#if __has_include(<lua5.4/lua.h>)
#include <lua5.4/lua.h>
#else
#include <lua.h>
#endif

const char *shotlua_release(void) { return LUA_RELEASE; }
