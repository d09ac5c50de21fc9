return {
  rule = "duplicates",
  tests = {
    { name = "different files are no duplicates", library = "pictures", expect = "nothing" },
    {
      name = "a file that is there twice is listed once",
      files = { "pictures/second.png", "again.png" },
      options = { keep = "first" },
      expect = { { filename = "again.png" } },
    },
  },
}
