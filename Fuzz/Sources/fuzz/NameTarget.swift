import Files
internal import Media

/// File names, asked for what they tell.
enum NameTarget {
  static func feed(_ input: UnsafeRawBufferPointer) -> Int32 {
    _ = ScreenshotName.match(input)
    _ = ScreenRecordingName.match(input)
    _ = FilenameDate.parse(input)
    _ = BurstName.parse(input)
    return 0
  }
}
