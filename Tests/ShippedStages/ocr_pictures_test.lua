return {
  stage = "ocr { lowercase = true }",
  tests = {
    {
      name = "the words of pictures are found",
      files = { "pictures/pass.png", "pictures/list.png" },
      expect = {
        { filename = "pass.png", text = "boarding pass\ngate ten" },
        { filename = "list.png", text = "shopping list" },
      },
    },
  },
}
