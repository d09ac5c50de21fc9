return {
  rule = "organise",
  tests = {
    {
      name = "without folders the assets are listed",
      files = { "pictures/second.png", "notes.txt" },
      expect = { { filename = "second.png" } },
    },
    {
      name = "a folder without fields is for years and months",
      files = { "pictures/second.png" },
      options = { to = "sorted", copy = true },
      expect = { { filename = "second.png", acts = { { stage = "copy" } } } },
    },
    {
      name = "copies are copies",
      files = { "pictures/second.png" },
      options = { to = "sorted/{localDate:%Y}", copy = true },
      expect = { { filename = "second.png", acts = { { stage = "copy" } } } },
    },
  },
}
