#!/usr/bin/env -S shotflow run
-- The picker: files or records that the shell hands over, as PHPickerViewController gives them.
local kinds = {
  images = { mediaType = "image" },
  livePhotos = { mediaSubtypes = "photoLive" },
  videos = { mediaType = "video" },
}
local names = { "images", "livePhotos", "videos" }

local o = options {
  filter = { names, "the kinds that may be picked", names },
  limit = { 4, "how many pictures may be picked in all" },
  selected = { 0, "how many of them are picked already" },
}

local wanted = {}
for _, name in ipairs(o.filter) do
  wanted[#wanted + 1] = kinds[name]
end

-- None left means none: a limit of 0 is no limit to PHPickerViewController.
local pictures = math.max(0, math.min(o.limit - o.selected, o.limit))
local videos = math.max(0, math.min(1 - o.selected, 1, o.limit))

return pipeline {
  about = "Takes the pictures, or the video, that the shell hands over.",
  source { stdin = true },
  filter { mediaType = { "image", "video" }, remark = "neither a picture nor a video" },
  filter { any = wanted, remark = "not of the kinds that --filter names" },
  filter {
    either = {
      { mediaType = "image", limit = pictures },
      { mediaType = "video", limit = videos },
    },
  },
  classify {
    gif = { uniformTypeIdentifier = "com.compuserve.gif" },
    webp = { uniformTypeIdentifier = "org.webmproject.webp" },
  },
  load { when = { mediaType = "image" }, data = "size", metadata = true },
  load { when = { mediaType = "video" }, file = "reference" },
}
