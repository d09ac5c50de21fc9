return {
  rule = "albums",
  tests = {
    {
      name = "albums have counts and covers, and smart albums come first",
      now = "2015-09-27T21:29:40Z",
      library = "pictures",
      expect = {
        { kind = "album", subtype = "smartAlbumScreenshots", count = 1 },
        { kind = "album", subtype = "smartAlbumUserLibrary", count = 3 },
        { kind = "album", subtype = "smartAlbumRecentlyAdded", count = 3 },
        { kind = "album", subtype = "albumRegular", title = "Holiday", count = 1, cover = { localIdentifier = "Holiday/plain.png" } },
      },
    },
  },
}
