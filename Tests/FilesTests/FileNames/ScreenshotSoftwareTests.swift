import Media
import Testing

@testable import Files

@Suite struct ScreenshotSoftwareTests {
  static func match(_ key: String, _ value: String) -> ScreenshotSoftware? {
    withName(key) { key in withName(value) { ScreenshotSoftware.match(key: key, value: $0) } }
  }

  @Test(arguments: [
    ("Software", "gnome-screenshot", ScreenshotSoftware.gnomeScreenshot),
    ("Software", "Greenshot\0", .greenshot), ("software", "Shutter", .shutter),
    ("Software", "mate-screenshot ", .mateScreenshot), ("Software", "Greenshot 1.2.10", .greenshot),
    ("Software", "Shutter v0.99", .shutter),
  ])
  func recognises(_ key: String, _ value: String, _ tool: ScreenshotSoftware) {
    #expect(Self.match(key, value) == tool)
  }

  @Test(arguments: [
    ("Software", ""), ("Software", "GIMP 2.10"), ("Software", "Shutterfly"), ("Comment", "Shutter"),
    ("Software", "HDR+ 1.0"), ("Software2", "Shutter"), ("", "Shutter"),
    ("Software", "Shutter Speed"),
    ("Software", "My gnome-screenshot"),
  ])
  func refuses(_ key: String, _ value: String) {
    #expect(Self.match(key, value) == nil)
  }

  @Test func reasonsReadAsPhrases() {
    #expect(ScreenshotSoftware.shutter.description == "written by Shutter")
  }
}
