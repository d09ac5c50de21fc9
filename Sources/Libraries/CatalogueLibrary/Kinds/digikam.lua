-- digiKam's database: https://www.digikam.org
local internal = "(SELECT id FROM Tags WHERE name = '_Digikam_Internal_Tags_' AND pid = 0)"
local label = "FROM ImageTags x JOIN Tags l ON l.id = x.tagid WHERE x.imageid = i.id AND l.pid IN " .. internal
local function comment(type)
  return "SELECT c.comment FROM ImageComments c WHERE c.imageid = i.id AND c.type = " .. type
    .. " ORDER BY c.language <> 'x-default', c.id LIMIT 1"
end
local nobody = "SELECT tagid FROM TagProperties WHERE property IN ('unknownPerson', 'unconfirmedPerson', 'ignoredPerson')"
local tags = "t.id NOT IN " .. internal .. " AND t.pid NOT IN " .. internal .. " AND t.id NOT IN (" .. nobody .. ")"

return library {
  name = "digikam", api = 1, program = "digiKam", summary = "a catalogue of digiKam: digikam4.db",
  file = "digikam4.db", usual = { "~/Pictures/digikam4.db", "~/.local/share/digikam/digikam4.db" },
  is = "SELECT value FROM Settings WHERE keyword = 'DBVersion'", newest = 15,
  atOnce = true, -- as it has a rollback journal, and writes at any time
  assets = {
    from = "Images i LEFT JOIN Albums a ON a.id = i.album LEFT JOIN ImageInformation n ON n.imageid = i.id"
      .. " LEFT JOIN ImageMetadata m ON m.imageid = i.id LEFT JOIN ImagePositions p ON p.imageid = i.id",
    -- 1 is visible and 2 hidden, 3 is in the trash; the categories are pictures, films and sounds.
    where = "i.status IN (1, 2) AND i.category IN (1, 2, 3) AND a.id IS NOT NULL",
    row = "i.id", root = "a.albumRoot", path = "ltrim(a.relativePath || '/' || i.name, '/')",
    fields = {
      filename = "i.name", fileSize = "i.fileSize", isHidden = "i.status = 2",
      mediaType = "CASE i.category WHEN 1 THEN 'image' WHEN 2 THEN 'video' WHEN 3 THEN 'audio' END",
      creationDate = { "n.creationDate", date = "clock" }, orientation = "n.orientation",
      pixelWidth = "CASE WHEN n.orientation >= 5 THEN n.height ELSE n.width END",
      pixelHeight = "CASE WHEN n.orientation >= 5 THEN n.width ELSE n.height END",
      rating = "CASE WHEN EXISTS (SELECT 1 " .. label .. " AND l.name = 'Pick Label Rejected') THEN -1"
        .. " WHEN n.rating >= 0 THEN n.rating END",
      isFavorite = "EXISTS (SELECT 1 " .. label .. " AND l.name = 'Pick Label Accepted')",
      colorLabel = "SELECT substr(l.name, 13) " .. label .. " AND l.name LIKE 'Color Label %'"
        .. " AND l.name <> 'Color Label None' ORDER BY l.id LIMIT 1",
      title = comment(3), description = comment(1),
      location = { latitude = "p.latitudeNumber", longitude = "p.longitudeNumber" },
      cameraMake = "m.make", cameraModel = "m.model", lensModel = "m.lens",
    },
    lists = {
      keywords = { value = "t.name", asset = "x.imageid", from = "ImageTags x JOIN Tags t ON t.id = x.tagid",
        where = tags, order = "t.name, t.id" },
      persons = { value = "t.name", asset = "x.imageid", from = "ImageTags x JOIN Tags t ON t.id = x.tagid",
        where = tags .. " AND t.id IN (SELECT tagid FROM TagProperties WHERE property = 'person')", order = "t.name, t.id" },
    },
  },
  albums = {
    { kind = "album", from = "Albums a JOIN AlbumRoots r ON r.id = a.albumRoot", id = "a.id", caption = "a.caption",
      title = "coalesce(nullif(r.label, ''), 'Pictures') || a.relativePath", separator = "/", order = "r.id, a.relativePath",
      members = { from = "Images i", where = "i.status IN (1, 2)", album = "i.album", asset = "i.id", order = "i.id" } },
    { kind = "tag", folder = "Tags", from = "Tags t", where = tags, id = "t.id", parent = "t.pid", title = "t.name",
      order = "t.name, t.id", members = { from = "ImageTags x", album = "x.tagid", asset = "x.imageid", order = "x.imageid" } },
  },
  -- A root is a path, a network share, or a path on a disk; that of one that is not mounted is tried as it is.
  roots = { id = "r.id", from = "AlbumRoots r", path = "CASE"
    .. " WHEN r.identifier LIKE 'volumeid:?path=%' THEN unescaped(substr(r.identifier, 16)) || rtrim(r.specificPath, '/')"
    .. " WHEN r.identifier LIKE 'networkshareid:?mountpath=%' THEN unescaped(substr(r.identifier, 27)) || rtrim(r.specificPath, '/')"
    .. " WHEN r.identifier LIKE 'volumeid:?uuid=%' THEN"
    .. " coalesce(nullif(rtrim(rtrim(mount_point(substr(r.identifier, 16)), '/') || r.specificPath, '/'), ''), r.specificPath)"
    .. " ELSE r.specificPath END" },
}
