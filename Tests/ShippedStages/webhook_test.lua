return {
  stage = "webhook { url = 'https://chat.example.org/hooks/pictures', json = { text = 'New: {filename}' } }",
  tests = {
    {
      name = "nothing is sent, and records pass",
      assets = { { filename = "new.png" } },
      expect = { { filename = "new.png" } },
    },
    {
      name = "what was delivered stays so",
      assets = { { filename = "told.png", webhook = "delivered" } },
      expect = { { filename = "told.png", webhook = "delivered" } },
    },
  },
}
