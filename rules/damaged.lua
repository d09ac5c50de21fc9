#!/usr/bin/env -S shotflow run
-- The files that are empty, cut short or of no known format.
local o = options {
  selection = true,
  moveTo = { "", "the folder to move them to; without it they are listed", "folder" },
}

return pipeline {
  about = "Lists damaged files, or moves them away.",
  wants = o.moveTo ~= "" and { write = "to move damaged files away" } or nil,
  source {},
  filter { damage = present },
  o.moveTo ~= "" and move { to = o.moveTo .. "/" } or nil,
}
