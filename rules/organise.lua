#!/usr/bin/env -S shotflow run
-- Moves or copies pictures and movies into folders by year and month, or by other fields.
local o = options {
  selection = true,
  to = { "", "the folder; in it one for each month, unless it has fields: ~/Sorted/{cameraModel}", "folder" },
  copy = { false, "copy instead of moving" },
  representative = { false, "of a burst only the picture that represents it" },
  all = { false, "print the pictures, too, whose files were in place" },
}

local put = o.copy and copy or move
local hasFields = o.to:gsub("{{", ""):find("{", 1, true)
local to = hasFields and o.to or o.to .. "/{localDate:%Y}/{localDate:%m}"

local stages = {}
if to:gsub("{{", ""):find("{n[:}]") then
  -- Numbers follow the dates, whatever the names were.
  stages[1] = filter { sortedBy = { "creationDate", "filename" } }
end
if o.to ~= "" then
  stages[#stages + 1] = put {
    to = to .. "/",
    representative = o.representative,
    inPlace = o.all,
    edited = o.copy and "both" or nil,
  }
end

return pipeline {
  about = "Sorts pictures into folders, by date or any other field.",
  wants = o.to ~= "" and { write = "to sort the pictures into folders" } or nil,
  source {},
  stages,
}
