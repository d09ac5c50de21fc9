#!/usr/bin/env -S shotflow run
-- Copies new pictures and movies from cards, phones and folders into the library.
local o = options {
  selection = true,
  imports = true,
  to = {
    "{localDate:%Y}/{localDate:%Y-%m-%d}/{filename}",
    "the place in the library; a folder without fields gets one for each year and day in it",
  },
  videosTo = { "", "another place for videos" },
  screenshotsTo = { "", "another place for screenshots" },
  verify = { true, "read each copy back from the disk and compare it" },
  backup = { "", "another folder that gets a copy of each, such as one on another disk", "folder" },
  move = { false, "move files of folders instead of copying" },
  again = { false, "take what was imported before and thrown away since, too" },
  eject = { false, "unmount the card or phone when all is done" },
  all = { false, "print what was not imported, too" },
}

local function place(to)
  if to == "" then return nil end
  local hasFields = to:gsub("{{", ""):find("{", 1, true)
  return hasFields and to or to .. "/{localDate:%Y}/{localDate:%Y-%m-%d}/"
end

return pipeline {
  about = "Imports what is new from cards, phones and folders into the library.",
  wants = { write = "to put files into the library" },
  source {},
  import {
    to = place(o.to),
    videosTo = place(o.videosTo),
    screenshotsTo = place(o.screenshotsTo),
    memory = "import",
    again = o.again,
    verify = o.verify,
    backup = o.backup ~= "" and o.backup or nil,
    move = o.move,
    eject = o.eject,
    all = o.all,
  },
}
