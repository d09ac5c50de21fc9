internal import Engine

extension PluginTemplate {
  /// The content of the test file; its tests pass as long as the plugin is unchanged.
  public var tests: String {
    """
    -- Tests of the plugin: what the stage is given, and what has to come out.
    return {
      stage = '\(call)',
      tests = {
    \(cases)
      },
    }

    """
  }

  private var call: String {
    let plugin = "\(name) { \(option) }"
    return switch role {
    case .key: "dedupe { by = \(plugin), keep = \"first\" }"
    case .text: "notify { title = \(plugin) }"
    default: plugin
    }
  }

  private var cases: String {
    switch role {
    case .filter:
      """
          {
            name = "wide pictures stay, and no others",
            assets = {
              { filename = "wide.jpg", pixelWidth = 400, pixelHeight = 200 },
              { filename = "tall.jpg", pixelWidth = 200, pixelHeight = 400 },
              { filename = "unknown.jpg" },
            },
            expect = { { filename = "wide.jpg" } },
          },
      """
    case .map:
      """
          {
            name = "large pictures get stars, others stay as they are",
            assets = {
              { filename = "large.jpg", pixelWidth = 4000, rating = 1 },
              { filename = "small.jpg", pixelWidth = 400, rating = 1 },
            },
            expect = { { filename = "large.jpg", rating = 5 }, { filename = "small.jpg", rating = 1 } },
          },
      """
    case .key:
      """
          {
            name = "of pictures of nearly the same size, the first is kept",
            assets = {
              { filename = "first.jpg", pixelWidth = 401, pixelHeight = 301 },
              { filename = "second.jpg", pixelWidth = 402, pixelHeight = 302 },
              { filename = "other.jpg", pixelWidth = 800, pixelHeight = 600 },
            },
            expect = { { filename = "first.jpg" }, { filename = "other.jpg" } },
          },
      """
    case .text:
      """
          {
            name = "pictures of which little is known have a text, too",
            assets = { { filename = "known.jpg", pixelWidth = 400 }, { filename = "unknown.jpg" } },
            count = 2,
          },
      """
    default:
      """
          {
            name = "the ratio is rounded",
            assets = { { filename = "known.jpg", pixelWidth = 400, pixelHeight = 300 } },
            expect = { { filename = "known.jpg", \(name)_ratio = 1.33 } },
          },
          {
            name = "a picture of unknown size passes as it is",
            assets = { { filename = "unknown.jpg" } },
            expect = { { filename = "unknown.jpg" } },
          },
      """
    }
  }
}
