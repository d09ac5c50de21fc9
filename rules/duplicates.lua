#!/usr/bin/env -S shotflow run
-- The files with equal content, without the copy of each that is kept.
local o = options {
  selection = true,
  keep = { "best", "which one stays", { "best", "oldest", "newest", "largest", "first" } },
  keepIn = { {}, "folders of which everything stays" },
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
  about = "Lists duplicates, or moves them away, and keeps one of each.",
  wants = acts and { write = "to move duplicates away" } or nil,
  source {},
  dedupe {
    keep = o.keep,
    keepIn = #o.keepIn > 0 and o.keepIn or nil,
    show = o.groups and "groups" or "dropped",
  },
  o.trash and trash {} or o.moveTo ~= "" and move { to = o.moveTo .. "/" } or nil,
}
