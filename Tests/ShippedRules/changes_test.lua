return {
  rule = "changes",
  now = "2015-09-27T21:29:40Z",
  tests = {
    {
      name = "without a token everything is listed, and a token comes last",
      library = "pictures",
      options = { album = "Holiday" },
      expect = { { kind = "change", type = "inserted", index = 0 }, { kind = "token" } },
    },
  },
}
