return {
  stage = "ocr { lowercase = true }",
  tests = {
    {
      name = "the text of a record is kept",
      assets = { { filename = "pass.png", text = "Boarding pass\ngate ten" } },
      expect = { { filename = "pass.png", text = "Boarding pass\ngate ten" } },
    },
    {
      name = "a video has no text",
      assets = { { filename = "film.mov", mediaType = "video" } },
      expect = { { filename = "film.mov" } },
    },
  },
}
