#!/usr/bin/env -S shotflow run
-- The picker: files handed over on standard input or as arguments, pictures and videos only.
local o = options {
  limit = { 4, "how many may be picked; 0 means none" },
}

return pipeline {
  about = "Takes the pictures and videos that the shell hands over.",
  source { stdin = true },
  filter { mediaType = { "image", "video" }, limit = o.limit },
  load { data = "size" },
}
