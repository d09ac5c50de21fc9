#!/usr/bin/env -S shotflow run
-- Gives pictures and movies names from their dates or other fields, in the folders where they are.
local o = options {
  selection = true,
  to = { "", "the name, such as {localDate:%Y-%m-%d_%H%M%S}; without it the assets are listed" },
  representative = { false, "of a burst only the picture that represents it" },
  all = { false, "print the pictures, too, whose files were in place" },
}

local stages = {}
if o.to:gsub("{{", ""):find("{n[:}]") then
  -- Numbers follow the dates, whatever the names were.
  stages[1] = filter { sortedBy = { "creationDate", "filename" } }
end
if o.to ~= "" then
  stages[#stages + 1] = move { name = o.to, representative = o.representative, inPlace = o.all }
end

return pipeline {
  about = "Renames pictures in their folders, by date or any other field.",
  wants = o.to ~= "" and { write = "to rename the pictures" } or nil,
  source {},
  stages,
}
