return {
  rule = "browser",
  now = "2015-09-27T21:29:40Z",
  tests = {
    { name = "albums come, then the images of one", library = "pictures", options = { album = "Holiday" }, count = 5 },
  },
}
