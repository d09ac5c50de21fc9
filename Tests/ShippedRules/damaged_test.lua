return {
  rule = "damaged",
  tests = {
    {
      name = "what is whole is not listed",
      files = { "pictures/second.png" },
      expect = "nothing",
    },
    {
      name = "damaged files are listed",
      assets = { { filename = "a.png", damage = "cut short" }, { filename = "b.png" } },
      expect = { { filename = "a.png", damage = "cut short" } },
    },
  },
}
