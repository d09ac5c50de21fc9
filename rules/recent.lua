#!/usr/bin/env -S shotflow run
-- Offers the screenshot taken in the last 30 seconds, once.
local o = options {
  window = { "30s", "how recent the screenshot must be" },
  dismiss = { "3s", "how long the offer stays" },
}

return pipeline {
  about = "Offers the screenshot taken a moment ago, once.",
  source { album = "smartAlbumScreenshots" },
  filter { mediaType = "image", creationDate = within(o.window), sortedBy = "-creationDate", limit = 1 },
  dedupe { by = "sha1", memory = "recent" },
  load { size = "maximum", contentMode = "aspectFit" },
  notify { title = "Send this screenshot?", dismiss = o.dismiss },
}
