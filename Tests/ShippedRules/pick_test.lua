return {
  rule = "pick",
  tests = {
    {
      name = "up to the limit is picked, in order",
      files = { "pictures/second.png", "pictures/Holiday/plain.png", "notes.txt" },
      options = { limit = 1 },
      expect = { { filename = "second.png" } },
    },
    {
      name = "other kinds are left out",
      files = { "notes.txt", "pictures/second.png" },
      options = { filter = "images" },
      expect = { { filename = "second.png" } },
    },
    {
      name = "what is picked already counts",
      files = { "pictures/second.png", "pictures/Holiday/plain.png" },
      options = { limit = 4, selected = "3" },
      count = 1,
    },
  },
}
