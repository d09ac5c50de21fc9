#!/usr/bin/env -S shotflow run
-- The pictures that look like others, without the one of each that is kept.
local o = options {
  selection = true,
  keep = { "best", "which one stays", { "best", "oldest", "newest", "largest", "sharpest", "first" } },
  keepIn = { {}, "folders of which everything stays" },
  distance = { 10, "the greatest difference of their looks, in bits of a 64-bit hash", between(0, 24) },
  moveTo = { "", "the folder to move the others to; without it and --trash they are listed", "folder" },
  groups = { false, "list what is kept, too: each group with that first; --page shows them in the browser" },
  trash = { false, "move the others into the desktop's trash" },
}

local acts = o.trash or o.moveTo ~= ""
if o.trash and o.moveTo ~= "" then
  error("--trash and --move-to exclude each other", 0)
elseif acts and o.groups then
  error("--groups lists what is kept, too, so it goes with neither --trash nor --move-to", 0)
end

return pipeline {
  about = "Lists pictures that look alike, or moves them away, and keeps one of each.",
  wants = acts and { write = "to move similar pictures away" } or nil,
  source {},
  filter { damage = absent },
  similar {
    keep = o.keep,
    keepIn = #o.keepIn > 0 and o.keepIn or nil,
    distance = o.distance,
    show = o.groups and "groups" or "dropped",
  },
  o.trash and trash {} or o.moveTo ~= "" and move { to = o.moveTo .. "/" } or nil,
}
