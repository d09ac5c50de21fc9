return {
  rule = "sheet",
  tests = {
    {
      name = "without a folder the assets are listed",
      files = { "pictures/second.png", "notes.txt" },
      options = { size = 40 },
      expect = { { filename = "second.png" } },
    },
  },
}
