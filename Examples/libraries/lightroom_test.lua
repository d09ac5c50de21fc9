-- The tables that lightroom.lua reads, with the columns that it needs.
return {
  catalogue = [[
    CREATE TABLE Adobe_variablesTable (id_local INTEGER PRIMARY KEY, id_global UNIQUE NOT NULL, name, type, value);
    CREATE TABLE Adobe_images (id_local INTEGER PRIMARY KEY, id_global UNIQUE NOT NULL, captureTime, colorLabels NOT NULL DEFAULT '',
      copyName, fileFormat NOT NULL DEFAULT 'unset', fileHeight, fileWidth, masterImage INTEGER, orientation,
      pick NOT NULL DEFAULT 0, rating, rootFile INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE AgLibraryFile (id_local INTEGER PRIMARY KEY, id_global UNIQUE NOT NULL, baseName NOT NULL DEFAULT '',
      extension NOT NULL DEFAULT '', folder INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE AgLibraryFolder (id_local INTEGER PRIMARY KEY, id_global UNIQUE NOT NULL, pathFromRoot NOT NULL DEFAULT '',
      rootFolder INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE AgLibraryRootFolder (id_local INTEGER PRIMARY KEY, id_global UNIQUE NOT NULL, absolutePath UNIQUE NOT NULL DEFAULT '',
      name NOT NULL DEFAULT '', relativePathFromCatalog);
    CREATE TABLE AgHarvestedExifMetadata (id_local INTEGER PRIMARY KEY, image INTEGER, cameraModelRef INTEGER, lensRef INTEGER,
      gpsLatitude, gpsLongitude, hasGPS INTEGER);
    CREATE TABLE AgInternedExifCameraModel (id_local INTEGER PRIMARY KEY, value);
    CREATE TABLE AgInternedExifLens (id_local INTEGER PRIMARY KEY, value);
    CREATE TABLE AgLibraryIPTC (id_local INTEGER PRIMARY KEY, caption, copyright, image INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE AgLibraryKeyword (id_local INTEGER PRIMARY KEY, id_global UNIQUE NOT NULL, keywordType, name, parent INTEGER);
    CREATE TABLE AgLibraryKeywordImage (id_local INTEGER PRIMARY KEY, image INTEGER NOT NULL DEFAULT 0, tag INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE AgLibraryCollection (id_local INTEGER PRIMARY KEY, creationId NOT NULL DEFAULT '', name NOT NULL DEFAULT '',
      parent INTEGER);
    CREATE TABLE AgLibraryCollectionImage (id_local INTEGER PRIMARY KEY, collection INTEGER NOT NULL DEFAULT 0,
      image INTEGER NOT NULL DEFAULT 0, positionInCollection);
    INSERT INTO Adobe_variablesTable VALUES (1, 'v', 'Adobe_DBVersion', 'string', '1300025');
    INSERT INTO AgLibraryRootFolder VALUES (10, 'r', '/Users/me/Pictures/', 'Pictures', NULL);
    INSERT INTO AgLibraryFolder VALUES (20, 'd', '2019/05/', 10), (21, 'e', '', 10);
    INSERT INTO AgLibraryFile VALUES (30, 'f', 'forum', 'CR2', 20), (31, 'g', 'film', 'mov', 21);
    INSERT INTO Adobe_images VALUES
      (40, 'a', '2019-05-04T10:00:00', 'Red', NULL, 'RAW', 3456.0, 5184.0, NULL, 'BC', 1.0, 4.0, 30),
      (41, 'b', '2019-05-04T10:00:00.25', '', 'Copy 1', 'RAW', 3456.0, 5184.0, 40, 'AB', -1.0, NULL, 30),
      (42, 'c', NULL, '', NULL, 'VIDEO', NULL, NULL, NULL, NULL, 0.0, NULL, 31);
    INSERT INTO AgHarvestedExifMetadata VALUES (50, 40, 60, 61, 41.89, 12.49, 1), (51, 41, 60, NULL, 0.0, 0.0, 0);
    INSERT INTO AgInternedExifCameraModel VALUES (60, 'Canon EOS 80D');
    INSERT INTO AgInternedExifLens VALUES (61, 'EF-S18-135mm');
    INSERT INTO AgLibraryIPTC VALUES (70, 'The forum', '© me', 40);
    INSERT INTO AgLibraryKeyword VALUES (80, 'k', NULL, NULL, NULL), (81, 'l', NULL, 'Rome', 80), (82, 'm', 'person', 'Anna', 80);
    INSERT INTO AgLibraryKeywordImage VALUES (90, 40, 81), (91, 40, 82);
    INSERT INTO AgLibraryCollection VALUES (100, 'com.adobe.ag.library.group', 'Trips', NULL),
      (101, 'com.adobe.ag.library.collection', 'Italy', 100), (102, 'com.adobe.ag.library.smart_collection', 'Smart', NULL);
    INSERT INTO AgLibraryCollectionImage VALUES (110, 101, 42, 1.0), (111, 101, 40, 2.0);
  ]],
  tests = {
    {
      name = "values are those of the catalogue",
      expect = {
        { localIdentifier = "40", filename = "forum.CR2", rating = 4, isFavorite = true, colorLabel = "Red",
          description = "The forum", copyright = "© me", keywords = { "Anna", "Rome" }, persons = { "Anna" } },
        { localIdentifier = "41", filename = "forum.CR2", rating = -1, isFavorite = false },
        { localIdentifier = "42", filename = "film.mov", mediaType = "video" },
      },
    },
    {
      name = "a turned picture is as high as its file is wide",
      stage = "filter { pixelHeight = 5184, pixelWidth = 3456 }",
      expect = { { localIdentifier = "40" } },
    },
    {
      name = "collections are albums, in the groups that hold them",
      stage = 'filter { albumPaths = has("Collections/Trips/Italy") }',
      expect = { { localIdentifier = "40" }, { localIdentifier = "42" } },
    },
    {
      name = "folders are albums below the name of their root",
      stage = 'filter { albumPaths = has("Pictures/2019/05") }',
      count = 2,
    },
  },
}
