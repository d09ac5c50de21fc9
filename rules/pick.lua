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
  limit = { 4, "how many may be picked in all; 0 for as many as there are", at_least(0) },
  selected = { {}, "what is picked already: how many, or their identifiers or paths, in order" },
}

local wanted = {}
for _, name in ipairs(o.filter) do
  wanted[#wanted + 1] = kinds[name]
end

-- What is picked already is a number, or each has its place in the selection.
local places, taken = {}, 0
local number = #o.selected == 1 and o.selected[1]:match("^%-?%d+$")
if number then
  taken = tonumber(number)
  if taken < 0 then
    error("--selected takes how many are picked already, or their identifiers; not " .. number, 0)
  end
else
  for _, identifier in ipairs(o.selected) do
    if not places[identifier] and (o.limit == 0 or taken < o.limit) then
      taken = taken + 1
      places[identifier] = taken
    end
  end
end

-- A limit of 0 is none, as PHPickerViewController has it; where none are left, none may be picked.
local choice = {}
if o.limit > 0 then
  choice[1] = filter {
    when = taken > 0 and not number and { preselected = absent } or nil,
    limit = math.max(0, o.limit - taken),
    remark = "over the limit of " .. o.limit,
  }
end
if taken > 0 and not number then
  table.insert(choice, 1, classify {
    preselected = function(asset)
      return places[asset.localIdentifier] or places[asset.path]
    end,
  })
  choice[#choice + 1] = filter { sortedBy = "preselected" }
end

return pipeline {
  about = "Takes the pictures and videos that the shell hands over, up to a limit.",
  source { stdin = true, everything = true },
  filter { mediaType = { "image", "video" }, remark = "neither a picture nor a video" },
  filter { any = wanted, remark = "not of the kinds that --filter names" },
  choice,
  classify {
    gif = { uniformTypeIdentifier = "com.compuserve.gif" },
    webp = { uniformTypeIdentifier = "org.webmproject.webp" },
  },
  load { when = { mediaType = "image" }, data = "size", metadata = true },
  load { when = { mediaType = "video" }, file = "reference" },
}
