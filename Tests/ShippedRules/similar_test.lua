return {
  rule = "similar",
  tests = {
    {
      name = "of pictures that look alike all but one are listed",
      files = { "pictures/second.png", "again.png" },
      options = { keep = "first" },
      expect = { { filename = "again.png", similarDistance = 0 } },
    },
  },
}
