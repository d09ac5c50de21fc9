return {
  rule = "rename",
  tests = {
    {
      name = "without a name the assets are listed",
      files = { "pictures/second.png", "notes.txt" },
      expect = { { filename = "second.png" } },
    },
  },
}
