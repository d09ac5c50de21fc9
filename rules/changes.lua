#!/usr/bin/env -S shotflow run
-- What changed of an album since a token: removed, inserted, changed, moved; and the next token.
local o = options {
  since = { "", "the token that the run before ended with; without it everything is listed" },
  album = { "smartAlbumUserLibrary", "the album: its subtype, identifier or title" },
  order = { "-creationDate", "the field that it is ordered by; album for the order of the album" },
}

return pipeline {
  about = "Tells what changed of an album since a token.",
  source { album = o.album },
  filter { sortedBy = o.order },
  observe { since = o.since },
}
