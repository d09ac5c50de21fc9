#!/usr/bin/env -S shotflow run
-- The files that are empty, cut short or of no known format; with --deep the damaged pictures, too.
local o = options {
  selection = true,
  deep = { false, "decode each picture, which finds damage in its middle; else only start and end are read" },
  moveTo = { "", "the folder to move them to; without it they are listed", "folder" },
}

local stages = {
  about = "Lists damaged files, or moves them away.",
  wants = o.moveTo ~= "" and { write = "to move damaged files away" } or nil,
  source {},
  filter { damage = present },
  o.moveTo ~= "" and move { to = o.moveTo .. "/" } or nil,
}
if o.deep then
  table.insert(stages, 2, verify {})
end

return pipeline(stages)
