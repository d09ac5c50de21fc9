-- Lightroom Classic's catalogue. It was written from published descriptions of its tables, and not yet tried on a real one:
-- try it on a copy of yours, and mend it. It is read so:
--
--     shotflow albums --library lightroom:~/Pictures/Lightroom/Lightroom.lrcat
local isTurned = "i.orientation IN ('BC', 'DA', 'CB', 'AD')"

return library {
  name = "lightroom", api = 1, program = "Lightroom", summary = "a catalogue of Lightroom Classic: *.lrcat",
  file = "*.lrcat",
  is = "SELECT value FROM Adobe_variablesTable WHERE name = 'Adobe_DBVersion'",
  assets = {
    -- A virtual copy is an image of the same file.
    from = "Adobe_images i JOIN AgLibraryFile f ON f.id_local = i.rootFile JOIN AgLibraryFolder d ON d.id_local = f.folder"
      .. " LEFT JOIN AgHarvestedExifMetadata e ON e.image = i.id_local"
      .. " LEFT JOIN AgInternedExifCameraModel c ON c.id_local = e.cameraModelRef"
      .. " LEFT JOIN AgInternedExifLens l ON l.id_local = e.lensRef LEFT JOIN AgLibraryIPTC t ON t.image = i.id_local",
    row = "i.id_local", root = "d.rootFolder",
    path = "d.pathFromRoot || rtrim(f.baseName || '.' || f.extension, '.')",
    fields = {
      filename = "rtrim(f.baseName || '.' || f.extension, '.')",
      mediaType = "CASE i.fileFormat WHEN 'VIDEO' THEN 'video' ELSE 'image' END",
      isRAW = "i.fileFormat IN ('RAW', 'DNG')",
      rating = "CASE WHEN i.pick = -1 THEN -1 ELSE i.rating END",
      isFavorite = "i.pick = 1",
      -- In the language of the user.
      colorLabel = "i.colorLabels",
      description = "t.caption", copyright = "t.copyright",
      creationDate = { "i.captureTime", date = "clock" },
      pixelWidth = "CASE WHEN " .. isTurned .. " THEN i.fileHeight ELSE i.fileWidth END",
      pixelHeight = "CASE WHEN " .. isTurned .. " THEN i.fileWidth ELSE i.fileHeight END",
      orientation = "CASE i.orientation WHEN 'AB' THEN 1 WHEN 'CD' THEN 3 WHEN 'BC' THEN 6 WHEN 'DA' THEN 8 END",
      location = { latitude = "iif(e.hasGPS, e.gpsLatitude, NULL)", longitude = "iif(e.hasGPS, e.gpsLongitude, NULL)" },
      cameraModel = "c.value", lensModel = "l.value",
    },
    lists = {
      keywords = { value = "k.name", asset = "x.image", order = "k.name",
        from = "AgLibraryKeywordImage x JOIN AgLibraryKeyword k ON k.id_local = x.tag" },
      persons = { value = "k.name", asset = "x.image", where = "k.keywordType = 'person'", order = "k.name",
        from = "AgLibraryKeywordImage x JOIN AgLibraryKeyword k ON k.id_local = x.tag" },
    },
  },
  albums = {
    { kind = "folder", from = "AgLibraryFolder d JOIN AgLibraryRootFolder r ON r.id_local = d.rootFolder", id = "d.id_local",
      title = "r.name || '/' || d.pathFromRoot", separator = "/", order = "r.name, d.pathFromRoot",
      members = { from = "Adobe_images i JOIN AgLibraryFile f ON f.id_local = i.rootFile", album = "f.folder", asset = "i.id_local",
        order = "i.id_local" } },
    -- Smart collections are rules of Lightroom's own, which are not read.
    { kind = "collection", folder = "Collections", from = "AgLibraryCollection a", id = "a.id_local", title = "a.name",
      parent = "a.parent", order = "a.name",
      where = "a.creationId IN ('com.adobe.ag.library.collection', 'com.adobe.ag.library.group')",
      members = { from = "AgLibraryCollectionImage x", album = "x.collection", asset = "x.image", order = "x.positionInCollection" } },
    { kind = "keyword", folder = "Keywords", from = "AgLibraryKeyword k", id = "k.id_local", title = "k.name", parent = "k.parent",
      order = "k.name",
      members = { from = "AgLibraryKeywordImage x", album = "x.tag", asset = "x.image", order = "x.image" } },
  },
  -- A folder from the catalogue's own comes first, so that a catalogue may move with its pictures.
  roots = { id = "r.id", path = "r.path", order = "r.place",
    from = "(SELECT id_local AS id, relativePathFromCatalog AS path, 0 AS place FROM AgLibraryRootFolder"
      .. " UNION ALL SELECT id_local, rtrim(absolutePath, '/'), 1 FROM AgLibraryRootFolder) r" },
}
