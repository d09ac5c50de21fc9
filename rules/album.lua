#!/usr/bin/env -S shotflow run
-- The images of one album, newest first, as an album browser shows them when the album is opened.
local o = options {
  album = { "smartAlbumUserLibrary", "the album: its subtype, identifier or title" },
  offset = { 0, "how many images are left out first", at_least(0) },
  limit = { 0, "at most so many images; 0 for all", at_least(0) },
}

-- What was added last is newest there, whenever it was taken.
local newest = o.album == "smartAlbumRecentlyAdded" and "-addedDate" or "-creationDate"

return pipeline {
  about = "Gives the images of an album with thumbnails, newest first.",
  source { album = o.album },
  filter {
    mediaType = "image",
    sortedBy = newest,
    offset = o.offset,
    limit = o.limit > 0 and o.limit or nil,
  },
  -- An image that can't be shown stays, with an error, so that there are as many as the album counts.
  load { size = { 150, 150 }, deliveryMode = "highQualityFormat", keepFailed = true },
}
