#!/usr/bin/env -S shotflow run
-- A contact sheet: a folder with a page of small pictures for any browser.
local o = options {
  selection = true,
  to = { "", "the folder to make; without it the assets are listed", "folder" },
  size = { 200, "pixels of the longer side of the pictures", between(16, 2048) },
  heading = { "", "the words above the pictures; without it the rule's name" },
  caption = { "{filename}", "the words below each picture, with fields in braces" },
}

return pipeline {
  about = "Makes a contact sheet, a page of small pictures.",
  wants = o.to ~= "" and { write = "to write the contact sheet" } or nil,
  source {},
  o.to ~= "" and sheet {
    to = o.to, size = o.size, caption = o.caption, title = o.heading ~= "" and o.heading or nil,
  } or nil,
}
