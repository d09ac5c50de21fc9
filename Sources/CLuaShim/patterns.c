#include "internal.h"

void shot_add_patterns(lua_State *L) {
  static const char *const plain[] = {"find", "match", "gmatch", "gsub", NULL};
  for (const char *const *name = plain; *name; name++) {
    lua_getfield(L, -2, *name);
    lua_setfield(L, -2, *name);
  }
}
