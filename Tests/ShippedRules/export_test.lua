return {
  rule = "export",
  tests = {
    {
      name = "without a folder the assets are listed",
      files = { "pictures/second.png", "notes.txt" },
      expect = { { filename = "second.png" } },
    },
    {
      name = "a size alone writes nothing",
      files = { "pictures/second.png" },
      options = { size = 40 },
      expect = { { filename = "second.png" } },
    },
  },
}
