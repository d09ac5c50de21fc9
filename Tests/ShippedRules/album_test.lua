return {
  rule = "album",
  now = "2015-09-27T21:29:40Z",
  tests = {
    {
      name = "the images of an album come with thumbnails",
      library = "pictures",
      options = { album = "Holiday" },
      expect = { { filename = "plain.png", image = { pixelWidth = 48 } } },
    },
    { name = "a page has a limit", library = "pictures", options = { limit = 2 }, count = 2 },
    { name = "behind the last page is nothing", library = "pictures", options = { offset = 3 }, expect = "nothing" },
  },
}
