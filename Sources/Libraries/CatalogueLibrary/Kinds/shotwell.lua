-- The library of Shotwell, GNOME's photo manager: https://wiki.gnome.org/Apps/Shotwell
local greatest = 2305843009213693951 -- the greatest number of a row that is read
local version = "(SELECT schema_version FROM VersionTable ORDER BY id DESC LIMIT 1)"

-- A bit of a row's flags, which mean something else for videos than for photos.
local function flag(mask, row)
  return ("(typeof(%s.flags) = 'integer' AND %s.flags & %d <> 0)"):format(row or "p", row or "p", mask)
end
-- The date that the user sees, in seconds; earlier releases store 0 for none, later ones NULL.
local function taken(row)
  return ("CASE WHEN typeof(%s.exposure_time) = 'integer' AND (%s.exposure_time <> 0 OR %s >= 24) THEN %s.exposure_time END")
    :format(row, row, version, row)
end
local imported = "CASE WHEN typeof(p.time_created) = 'integer' AND p.time_created <> 0 THEN p.time_created END"
-- Shotwell up to 0.30 stores the encoding of EXIF's comment as a part of it.
local comment = "CASE WHEN substr(p.comment, 1, 8) <> 'charset=' THEN p.comment"
  .. " WHEN instr(p.comment, ' ') > 0 THEN substr(p.comment, instr(p.comment, ' ') + 1) END"

local function isSize(width, height)
  return ("as_whole(%s, 1, 2147483647) IS NOT NULL AND as_whole(%s, 1, 2147483647) IS NOT NULL"):format(width, height)
end
local function crop(side) return "setting(p.transformations, 'crop', '" .. side .. "')" end
local isCropped = ("typeof(p.transformations) = 'text' AND %s BETWEEN 0 AND %s AND %s <= 2147483647"
  .. " AND %s BETWEEN 0 AND %s AND %s <= 2147483647"):format(
  crop "left", crop "right", crop "right", crop "top", crop "bottom", crop "bottom")
-- The width or the height of what Shotwell shows, before it is turned.
local function side(name, first, last)
  return ("CASE WHEN %s THEN %s - %s + 1 WHEN %s THEN e.%s ELSE p.%s END"):format(
    isCropped, crop(last), crop(first), isSize("e.width", "e.height"), name, name)
end
local width, height = side("width", "left", "right"), side("height", "top", "bottom")
-- From 5 on, EXIF's orientations exchange width and height.
local function shown(upright, turned)
  return ("CASE WHEN %s THEN CASE WHEN p.orientation BETWEEN 5 AND 8 THEN %s ELSE %s END END")
    :format(isSize("p.width", "p.height"), turned, upright)
end
local isTransformed = "(as_text(p.transformations) IS NOT NULL OR coalesce(p.orientation <> p.original_orientation, 0))"
local function place(column, most)
  return ("CASE WHEN p.has_gps = 1 AND %s BETWEEN -%d AND %d THEN %s END"):format(column, most, most, column)
end
local function backing(row) return "SELECT b.filepath FROM BackingPhotoTable b WHERE b.id = " .. row end

-- What is in the events: not in the trash. An asset is its row times two, and one more for a video.
local function shownIn(columns)
  return ("(SELECT %s FROM PhotoTable p WHERE p.id BETWEEN 1 AND %d AND NOT %s UNION ALL SELECT %s FROM VideoTable p"
    .. " WHERE p.id BETWEEN 1 AND %d AND NOT %s)"):format(
    columns:format "p.id * 2", greatest, flag(4), columns:format "p.id * 2 + 1", greatest, flag(1))
end

return library {
  name = "shotwell", api = 1, program = "Shotwell", summary = "a library of Shotwell; shotwell: is the user's own",
  file = "photo.db", folder = "data", usual = "$XDG_DATA_HOME/shotwell/data/photo.db",
  needs = { PhotoTable = { "photos", "id", "filename" } },
  optional = {
    PhotoTable = {
      "width", "height", "exposure_time", "orientation", "original_orientation", "event_id", "transformations", "time_created",
      "flags", "rating", "file_format", "title", "editable_id", "developer", "develop_shotwell_id", "develop_camera_id",
      "develop_embedded_id", "comment", "has_gps", "gps_lat", "gps_lon",
    },
    VideoTable = {
      "id", "filename", "width", "height", "clip_duration", "exposure_time", "event_id", "time_created", "rating", "title", "flags",
      "comment",
    },
    BackingPhotoTable = { "id", "filepath", "width", "height" }, EventTable = { "id", "name", "comment" },
    TagTable = { "id", "name", "photo_id_list" }, VersionTable = { "id", "schema_version" },
  },
  is = "coalesce(" .. version .. ", 1)", newest = 24,
  -- Shotwell keeps a rollback journal, so that a lock could keep it from saving.
  atOnce = true, dateSource = "shotwell",
  orFile = { "pixelWidth", "pixelHeight", "orientation", "location" },
  assets = {
    {
      from = "PhotoTable p LEFT JOIN BackingPhotoTable e ON e.id = p.editable_id", row = "p.id", identifier = "thumb%016x",
      -- 4 is in the trash; 1 was hidden before 0.8.
      where = ("p.id BETWEEN 1 AND %d AND NOT %s"):format(greatest, flag(4)), path = "p.filename",
      fields = {
        mediaType = "'image'", creationDate = { taken "p", date = "seconds since 1970" },
        addedDate = { imported, date = "seconds since 1970" }, pixelWidth = shown(width, height),
        pixelHeight = shown(height, width), orientation = "p.original_orientation", isFavorite = flag(16), isHidden = flag(1),
        rating = "p.rating", title = "p.title", description = comment, isRAW = "p.file_format = 1",
        hasAdjustments = isTransformed .. " OR as_text(e.filepath) IS NOT NULL",
        location = { latitude = place("p.gps_lat", 90), longitude = place("p.gps_lon", 180) },
      },
      versions = {
        unsaved = isTransformed, edited = "e.filepath",
        shown = backing "CASE p.developer WHEN 'CAMERA' THEN p.develop_camera_id WHEN 'EMBEDDED' THEN p.develop_embedded_id"
          .. " ELSE p.develop_shotwell_id END",
        pair = backing "p.develop_camera_id" .. " AND p.file_format = 1",
      },
    },
    {
      from = "VideoTable p", row = "p.id", identifier = "video-%016x", path = "p.filename",
      where = ("p.id BETWEEN 1 AND %d AND NOT %s"):format(greatest, flag(1)),
      fields = {
        mediaType = "'video'", creationDate = { taken "p", date = "seconds since 1970" },
        addedDate = { imported, date = "seconds since 1970" },
        pixelWidth = "CASE WHEN " .. isSize("p.width", "p.height") .. " THEN p.width END",
        pixelHeight = "CASE WHEN " .. isSize("p.width", "p.height") .. " THEN p.height END",
        isFavorite = flag(4), isHidden = "0", isRAW = "0", hasAdjustments = "0", rating = "p.rating", title = "p.title",
        description = comment, duration = "p.clip_duration",
      },
    },
    lists = {
      keywords = {
        value = "CASE WHEN t.name LIKE '/%' THEN replace(rtrim(t.name, '/'), rtrim(rtrim(t.name, '/'), replace(t.name, '/', '')), '')"
          .. " ELSE t.name END",
        assets = "t.photo_id_list", from = "TagTable t", sorted = true,
      },
    },
  },
  previews = {
    folder = "../thumbs", usual = "$XDG_CACHE_HOME/shotwell/thumbs", files = { "thumbs360/*.jpg", "thumbs128/*.jpg" },
  },
  albums = {
    {
      kind = "event", identifier = "event-%016x", folder = "Events", id = "e.id", caption = "e.comment", sortedBy = "creationDate",
      title = "coalesce(as_text(e.name), days(s.first, s.last), 'Event ' || e.id)",
      from = "EventTable e JOIN (SELECT a.event_id, min(a.taken) AS first, max(a.taken) AS last FROM "
        .. shownIn("p.event_id, %s AS asset, " .. taken "p" .. " AS taken")
        .. " a GROUP BY a.event_id) s ON s.event_id = e.id",
      where = "e.id > 0", order = "s.first DESC, e.id",
      members = { from = shownIn "p.event_id, %s AS asset" .. " a", where = "a.event_id > 0", album = "a.event_id", asset = "a.asset" },
    },
    {
      kind = "tag", identifier = "tag-%016x", folder = "Tags", from = "TagTable t", id = "t.id", title = "t.name", separator = "/",
      rooted = true, sortedBy = "creationDate",
      -- By names, each followed by the tags within it.
      order = "CASE WHEN t.name LIKE '/%' THEN replace(trim(t.name, '/'), '/', char(1)) ELSE t.name END, t.id",
      members = { from = "TagTable t", album = "t.id", assets = "t.photo_id_list" },
    },
  },
  roots = { path = "'/'", lenient = true },
}
