package import Media

/// The time when a picture was taken, from the best available source.
package struct CreationDate {
  package let instant: Instant
  package let source: CreationDateSource
  /// The offset of local time from UTC in minutes; nil if the source of the date does not give it.
  package let offsetMinutes: Int16?

  /// Finds the date in the sidecar, Google Photos, header, file name or file system, in order.
  package init(
    _ header: CaptureDate?, beside sidecar: Sidecar? = nil, name: UnsafeRawBufferPointer,
    status: FileStatus, zone: LocalTimeZone
  ) {
    // A copy keeps the modification time, which is then earlier than the time of the copy.
    let written = min(status.modification, status.change)
    if let sidecar {
      if let date = sidecar.captureDate(beside: header) {
        self.init(date, written: written, zone: zone)
        return
      }
      if let taken = sidecar.takenDate {
        // Google keeps whole seconds; a header with the same second is more precise.
        let recorded = header.map { CreationDate($0, written: written, zone: zone) }
        if let recorded, (0..<1000).contains(recorded.instant.milliseconds &- taken.milliseconds) {
          self = recorded
        } else {
          self.init(taken, .takeout)
        }
        return
      }
    }
    if let header {
      self.init(header, written: written, zone: zone)
    } else {
      self.init(name: name, written: written, zone: zone)
    }
  }

  /// The offset as records have it, such as `+02:00`; absent if unknown.
  package var offset: FieldValue {
    guard let minutes = offsetMinutes else { return .absent }
    let size = minutes.magnitude
    func two(_ number: UInt16) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return .string("\(minutes < 0 ? "-" : "+")\(two(size / 60)):\(two(size % 60))")
  }

  private init(_ date: CaptureDate, written: Instant, zone: LocalTimeZone) {
    instant = Instant(
      milliseconds: date.millisecondsSince1970(zone: zone, written: written.milliseconds))
    source = date.source
    offsetMinutes = date.offsetMinutes
  }

  private init(_ instant: Instant, _ source: CreationDateSource) {
    self.instant = instant
    self.source = source
    offsetMinutes = nil
  }

  private init(name: UnsafeRawBufferPointer, written: Instant, zone: LocalTimeZone) {
    guard let named = FilenameDate.parse(name) else {
      self.init(written, .fileSystem)
      return
    }
    let start = Instant(
      milliseconds: named.millisecondsSince1970
        ?? zone.millisecondsSince1970(
          wallClockMilliseconds: named.wallClockMilliseconds, written: written.milliseconds))
    let day = start..<start.advanced(byMilliseconds: 86_400_000)
    if named.precision == .day, day.contains(written) {
      self.init(written, .fileSystem)
    } else {
      self.init(start, .filename)
    }
  }
}
