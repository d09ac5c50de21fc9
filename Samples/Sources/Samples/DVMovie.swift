/// Digital video: the notes of the first frame, and frames of zeros.
package struct DVMovie: SampleFile {
  package var frames = 2
  /// True if it has 25 frames a second of 720 x 576 instead of 29.97 of 720 x 480.
  package var isFifty = true
  /// Two decimal digits each, by the camera's clock.
  package var date: (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int)?

  package init(_ fill: (inout DVMovie) -> Void = { _ in }) { fill(&self) }

  package func encoded() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: frames * (isFifty ? 144_000 : 120_000))
    bytes.replaceSubrange(0..<4, with: [0x1F, 0x07, 0x00, isFifty ? 0xBF : 0x3F])
    let notes = 3 * 80
    bytes.replaceSubrange(notes..<notes + 3, with: [0x50, 0x07, 0x00])
    bytes.replaceSubrange(
      notes + 3..<notes + 8, with: [0x60, 0xFF, 0xFF, isFifty ? 0x20 : 0, 0xFF])
    if let date {
      bytes.replaceSubrange(
        notes + 8..<notes + 13,
        with: [0x62, 0xFF, Self.digits(date.day), Self.digits(date.month), Self.digits(date.year)])
      bytes.replaceSubrange(
        notes + 13..<notes + 18,
        with: [
          0x63, 0xFF, Self.digits(date.second), Self.digits(date.minute), Self.digits(date.hour),
        ])
    }
    return bytes
  }

  private static func digits(_ number: Int) -> UInt8 { UInt8((number / 10) << 4 | number % 10) }
}
