return {
  rule = "upload",
  tests = {
    {
      name = "without a URL the assets are listed",
      files = { "pictures/second.png", "notes.txt" },
      expect = { { filename = "second.png" } },
    },
  },
}
