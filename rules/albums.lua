#!/usr/bin/env -S shotflow run
-- Albums with cover and count, as an album browser lists them.
return pipeline {
  about = "Lists albums with their covers and how many images are in each.",
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
}
