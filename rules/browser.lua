#!/usr/bin/env -S shotflow run
-- An album browser from its start: run it for the albums, then with --album for what is in one.
local o = options {
  album = { "", "the localIdentifier of an album that was listed; without it the albums" },
  offset = { 0, "how many images of the album are left out first" },
  limit = { 100, "at most so many images of the album" },
}

if o.album == "" then
  return pipeline {
    about = "Lists albums, or gives the images of one.",
    source {
      albums = {
        "smartAlbumPanoramas",
        "smartAlbumScreenshots",
        "smartAlbumUserLibrary",
        "smartAlbumRecentlyAdded",
        "albumRegular",
      },
    },
    filter { mediaType = "image", sortedBy = "-creationDate" },
    load { cover = { 150, 150 }, deliveryMode = "fastFormat" },
  }
end

local newest = o.album == "smartAlbumRecentlyAdded" and "-addedDate" or "-creationDate"

return pipeline {
  about = "Lists albums, or gives the images of one.",
  source { album = o.album },
  filter { mediaType = "image", sortedBy = newest, offset = o.offset, limit = o.limit },
  load { size = { 150, 150 }, deliveryMode = "fastFormat" },
}
