-- darktable's library and its tags: https://www.darktable.org
local function metadata(key)
  return "SELECT m.value FROM meta_data m WHERE m.id = i.id AND m.key = " .. key .. " AND m.value <> '' LIMIT 1"
end
local function last(path, sign) -- the part of a text behind its last sign
  return ("replace(%s, rtrim(%s, replace(%s, '%s', '')), '')"):format(path, path, path, sign)
end
local isSwapped = "i.orientation > 0 AND i.orientation & 4"

return library {
  name = "darktable", api = 1, program = "darktable", summary = "the library of darktable: library.db and data.db",
  file = "library.db", attach = { data = "data.db" }, folder = true,
  usual = { "~/.config/darktable/library.db", "~/.var/app/org.darktable.Darktable/config/darktable/library.db" },
  is = "SELECT value FROM main.db_info WHERE key = 'version'", newest = 37,
  atOnce = true, -- as it has a rollback journal, and writes at any time
  assets = {
    from = "images i",
    where = "i.flags & 256 = 0", -- that which is about to be removed
    row = "i.id", root = "i.film_id", path = "i.filename",
    fields = {
      filename = "i.filename", mediaType = "'image'", isRAW = "i.flags & 64",
      -- The lowest three bits are the stars; 6 was rejected before there was a bit of its own.
      rating = "CASE WHEN i.flags & 8 OR i.flags & 7 = 6 THEN -1 ELSE i.flags & 7 END",
      creationDate = { "CASE WHEN typeof(i.datetime_taken) = 'text' THEN (strftime('%s', replace(substr(i.datetime_taken, 1, 10),"
        .. " ':', '-') || substr(i.datetime_taken, 11)) + 62135596800) * 1000000 ELSE nullif(i.datetime_taken, 0) END",
        date = "clock microseconds since 0001" },
      addedDate = { "CASE WHEN i.import_timestamp > 0 THEN i.import_timestamp END", date = "microseconds since 0001" },
      pixelWidth = "CASE WHEN " .. isSwapped .. " THEN i.height ELSE i.width END",
      pixelHeight = "CASE WHEN " .. isSwapped .. " THEN i.width ELSE i.height END",
      location = { latitude = "i.latitude", longitude = "i.longitude" },
      creator = metadata(0), title = metadata(2), description = metadata(3), copyright = metadata(4),
      colorLabel = "SELECT CASE min(c.color) WHEN 0 THEN 'Red' WHEN 1 THEN 'Yellow' WHEN 2 THEN 'Green' WHEN 3 THEN 'Blue'"
        .. " WHEN 4 THEN 'Purple' END FROM color_labels c WHERE c.imgid = i.id",
    },
    lists = {
      keywords = { value = last("t.name", "|"), asset = "x.imgid", from = "tagged_images x JOIN data.tags t ON t.id = x.tagid",
        where = "t.name NOT LIKE 'darktable|%'", order = "t.name" },
    },
  },
  albums = {
    { kind = "film", folder = "Film rolls", from = "film_rolls f", id = "f.id", title = "f.folder", separator = "/", order = "f.folder",
      members = { from = "images i", where = "i.flags & 256 = 0", album = "i.film_id", asset = "i.id", order = "i.id" } },
    { kind = "tag", folder = "Tags", from = "data.tags t", where = "t.name NOT LIKE 'darktable|%'", id = "t.id", title = "t.name",
      separator = "|", order = "t.name", members = { from = "tagged_images x", album = "x.tagid", asset = "x.imgid", order = "x.imgid" } },
  },
  roots = { id = "f.id", path = "f.folder", from = "film_rolls f" },
}
