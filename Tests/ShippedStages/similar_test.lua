return {
  stage = "similar { keep = 'largest' }",
  tests = {
    {
      name = "of a picture and its copies of other sizes, the largest is kept",
      library = "pictures",
      expect = { { filename = "large.jpg" }, { filename = "other.jpg" } },
    },
    {
      name = "the copies are shown",
      stage = "similar { keep = 'largest', show = 'dropped' }",
      library = "pictures",
      expect = { { filename = "small.jpg", similarTo = "large.jpg" } },
    },
    {
      name = "without assets, there are no groups",
      assets = {},
      expect = "nothing",
    },
  },
}
