#!/usr/bin/env -S shotflow run
-- What an album browser asks for when it starts: the albums, then the images of the one it shows.
local o = options {
  album = { "smartAlbumUserLibrary", "the album that is shown: its subtype, identifier or title" },
  offset = { 0, "how many images of it are left out first", at_least(0) },
  limit = { 100, "at most so many images of it", at_least(0) },
}

-- What was added last is newest there, whenever it was taken.
local newest = o.album == "smartAlbumRecentlyAdded" and "-addedDate" or "-creationDate"

return pipeline {
  about = "Lists albums, then gives the images of one.",
  source {
    albums = {
      "smartAlbumPanoramas",
      "smartAlbumScreenshots",
      "smartAlbumUserLibrary",
      "smartAlbumRecentlyAdded",
      "albumRegular",
    },
  },
  filter { mediaType = "image", sortedBy = "-creationDate", empty = false },
  load { cover = { 150, 150 }, deliveryMode = "fastFormat" },
  next = pipeline {
    source { album = o.album },
    filter { mediaType = "image", sortedBy = newest, offset = o.offset, limit = o.limit },
    -- An image that can't be shown stays, with an error, so that there are as many as the album counts.
    load { size = { 150, 150 }, deliveryMode = "fastFormat", keepFailed = true },
  },
}
