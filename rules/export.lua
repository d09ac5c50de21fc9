#!/usr/bin/env -S shotflow run
-- Copies of pictures and movies for elsewhere: as they are, or as smaller pictures.
local o = options {
  selection = true,
  to = { "", "the folder to write to; without it the assets are listed", "folder" },
  size = { 0, "pixels of the longer side of pictures; 0 for the originals", between(0, 16384) },
  as = { "original", "the format of pictures", { "original", "jpeg", "png", "webp" } },
  quality = { 82, "the quality of a jpeg or webp that is made", between(1, 100) },
  allowDegraded = { false, "of a raw file the largest picture inside, where none has the size" },
  stripLocation = { false, "leave out where they were taken; what can't do without it fails" },
  sidecar = { false, "write what is known of each into an XMP file beside it" },
  representative = { false, "of a burst only the picture that represents it" },
  original = { false, "of an edited picture the original, not what its library shows" },
  edited = { "shown", "both: of an edited picture the original, too", { "shown", "both" } },
  all = { false, "print the assets, too, whose copies were in place" },
  byAlbum = { false, "a folder for each album; assets in none are left out" },
}

local isMade = o.size > 0 or o.as ~= "original"

return pipeline {
  about = "Copies pictures for elsewhere: as they are, smaller, or without the place.",
  wants = o.to ~= "" and { write = "to write the copies" } or nil,
  source {},
  o.to ~= "" and copy {
    to = o.to .. (o.byAlbum and "/{album}/{filename}" or "/"),
    each = o.byAlbum and "album" or nil,
    size = o.size > 0 and { o.size, o.size } or nil,
    format = o.as ~= "original" and o.as or nil,
    quality = isMade and o.quality or nil,
    allowDegraded = o.allowDegraded,
    stripLocation = o.stripLocation,
    sidecar = o.sidecar,
    representative = o.representative,
    inPlace = o.all,
    original = o.original,
    edited = o.edited == "both" and "both" or nil,
  } or nil,
}
