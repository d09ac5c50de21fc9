return {
  rule = "import",
  tests = {
    {
      name = "a picture gets a place by its day",
      files = { "pictures/second.png" },
      expect = { { filename = "second.png", acts = { { stage = "import" } }, importStatus = "imported" } },
    },
    {
      name = "a folder without fields gets days",
      files = { "pictures/second.png" },
      options = { to = "Trip" },
      expect = { { filename = "second.png", acts = { { stage = "import" } } } },
    },
  },
}
