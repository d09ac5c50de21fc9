#!/usr/bin/env -S shotflow run
-- Gives pictures and movies names from their dates or other fields, in the folders where they are.
local o = options {
  selection = true,
  to = { "", "the name, such as {localDate:%Y-%m-%d_%H%M%S}; without it the assets are listed" },
  representative = { false, "of a burst only the picture that represents it" },
  all = { false, "print the pictures, too, whose files were in place" },
}

return pipeline {
  about = "Renames pictures in their folders, by date or any other field.",
  wants = o.to ~= "" and { write = "to rename the pictures" } or nil,
  source {},
  o.to ~= "" and move { name = o.to, representative = o.representative, inPlace = o.all } or nil,
}
