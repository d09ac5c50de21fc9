internal import Media

/// When a picture was taken, by the best source that there is.
struct CreationDate {
  let instant: Instant
  let source: CreationDateSource

  /// The header first, then the file's name, then the file system.
  init(
    _ captured: CaptureDate?, name: UnsafeRawBufferPointer, status: FileStatus, zone: LocalTimeZone
  ) {
    // A copy keeps the time of writing, so that it tells more than when the copy was made.
    let written = min(status.modification, status.change)
    if let captured {
      instant = Instant(
        milliseconds: captured.millisecondsSince1970(zone: zone, written: written.milliseconds))
      source = captured.source
      return
    }
    guard let named = FilenameDate.parse(name) else {
      (instant, source) = (written, .fileSystem)
      return
    }
    let wallClock = named.wallClockMilliseconds
    let start = Instant(
      milliseconds: named.isUTC
        ? wallClock
        : zone.millisecondsSince1970(
          wallClockMilliseconds: wallClock, written: written.milliseconds))
    let day = start..<start.advanced(byMilliseconds: 86_400_000)
    if named.precision == .day, day.contains(written) {
      (instant, source) = (written, .fileSystem)
    } else {
      (instant, source) = (start, .filename)
    }
  }
}
