internal import Media

/// The screenshot tools that name themselves in a picture. gnome-screenshot, GNOME Shell,
/// mate-screenshot and Shutter write a PNG text chunk `Software` (gdk-pixbuf's `tEXt::Software`),
/// Greenshot the EXIF tag 0x0131 of the same meaning. Spectacle 22, Flameshot 12, scrot, grim,
/// ksnip and xfce4-screenshooter write nothing.
package enum ScreenshotSoftware: String, CaseIterable, Sendable, CustomStringConvertible {
  case gnomeScreenshot = "gnome-screenshot"
  case greenshot = "Greenshot"
  case mateScreenshot = "mate-screenshot"
  case shutter = "Shutter"

  /// Returns the tool that wrote `value` under `key`, a PNG keyword or the EXIF tag's name in any
  /// case, or nil. Spaces, NUL bytes and a version after the tool's name are ignored.
  package static func match(
    key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer
  ) -> ScreenshotSoftware? {
    let key = NameBytes(key)
    guard key.count == 8, key.has("software", at: 0) else { return nil }
    let value = NameBytes(value)
    switch value.lower(0) {
    case UInt8(ascii: "g") where opens("greenshot", value): return .greenshot
    case UInt8(ascii: "g") where opens("gnome-screenshot", value): return .gnomeScreenshot
    case UInt8(ascii: "m") where opens("mate-screenshot", value): return .mateScreenshot
    case UInt8(ascii: "s") where opens("shutter", value): return .shutter
    default: return nil
    }
  }

  /// The evidence in messages, such as "written by Shutter".
  package var description: String { "written by \(rawValue)" }

  private static func opens(_ tool: StaticString, _ value: NameBytes) -> Bool {
    guard value.has(tool, at: 0) else { return false }
    let end = value.skippingSpaces(tool.utf8CodeUnitCount)
    if value[end] == 0 { return true }
    let version = value.lower(end) == UInt8(ascii: "v") ? end + 1 : end
    return end > tool.utf8CodeUnitCount && value.isDigit(version)
  }
}
