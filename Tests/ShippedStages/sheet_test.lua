return {
  stage = "sheet { to = 'holiday', caption = '{filename}' }",
  tests = {
    {
      name = "pictures and videos pass as they are",
      assets = { { filename = "beach.jpg" }, { filename = "film.mov", mediaType = "video" } },
      expect = { { filename = "beach.jpg" }, { filename = "film.mov" } },
    },
    {
      name = "no sheet is made of a library",
      library = "pictures",
      count = 3,
    },
  },
}
