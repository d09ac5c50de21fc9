local now = "2015-09-27T21:29:40Z"
local name = "Screenshot from 2015-09-27 21-29-28.png"

return {
  rule = "recent",
  now = now,
  tests = {
    {
      name = "the screenshot of a moment ago is offered once",
      library = "pictures",
      answers = { "accepted" },
      expect = { { filename = name, prompt = { rule = "recent", outcome = "accepted" } } },
      again = "nothing",
    },
    {
      name = "a refused screenshot is not printed, and not offered again",
      library = "pictures",
      answers = { "dismissed" },
      expect = "nothing",
      again = "nothing",
    },
    { name = "nobody answers", library = "pictures", answers = {}, expect = "nothing" },
    { name = "nobody is asked", library = "pictures", expect = { { prompt = { outcome = "delivered" } } } },
    { name = "an old screenshot is left alone", now = "2015-09-27T21:30:00Z", library = "pictures", expect = "nothing" },
    { name = "the window is an option", options = { window = "5s" }, library = "pictures", expect = "nothing" },
    { name = "a screenshot of the future is not recent", now = "2015-09-27T21:29:00Z", library = "pictures", expect = "nothing" },
  },
}
