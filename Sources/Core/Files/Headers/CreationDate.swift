package import Media

/// The time when a picture was taken, from the best available source.
package struct CreationDate {
  package let instant: Instant
  package let source: CreationDateSource
  /// The offset of local time from UTC in minutes; nil if the source of the date does not give it.
  package let offsetMinutes: Int16?

  /// True if the source gives a moment in UTC, and nothing gives the clock of the place.
  package let isMoment: Bool

  /// Finds the date in the sidecar, Google Photos, header, file name or file system, in order, and the
  /// zone in the name or the other half of a live photo where that source has none.
  package init(
    _ facts: MediaFacts, beside sidecar: Sidecar? = nil, half: CaptureDate? = nil,
    name: UnsafeRawBufferPointer, status: FileStatus, zone: LocalTimeZone
  ) {
    // A copy keeps the modification time, which is then earlier than the time of the copy.
    let written = min(status.modification, status.change)
    let header = facts.captureDate
    guard let date = sidecar?.captureDate(beside: header) ?? header else {
      self.init(name: name, written: written, zone: zone)
      return
    }
    guard date.lacksZone else {
      self.init(date, written: written, zone: zone)
      return
    }
    let duration = facts.format.isVideo ? facts.durationMilliseconds ?? 0 : 0
    // Most names can't add to a clock, and reading them takes time.
    let mayAdd =
      date.isMoment || date.source == .quicktime || name.contains(UInt8(ascii: "+"))
    let named = mayAdd ? FilenameDate.parse(name) : nil
    self.init(
      Self.zoned(date, by: named, lasting: duration).zoned(by: half, lasting: duration),
      written: written, zone: zone)
  }

  /// Returns the date with the zone that the clock in the name shows.
  private static func zoned(
    _ date: CaptureDate, by name: FilenameDate?, lasting duration: Int64
  ) -> CaptureDate {
    guard let name, let clock = name.clock else { return date }
    // Of a name alone the offset is not taken for the zone, and neither is it behind what was written
    // beside such a file.
    if name.offsetMinutes != nil, date.source == .xmpSidecar { return date }
    if date.source == .quicktime, !date.isMoment {
      // A camera that is known for its local clock, but the name tells that it keeps UTC.
      let moment = CaptureDate(moment: date.wallClockMilliseconds, source: date.source)
        .zoned(by: clock, lasting: duration)
      if let minutes = moment.offsetMinutes, minutes != 0 { return moment }
    }
    let zoned = date.zoned(by: clock, lasting: duration)
    return date.isMoment && zoned.offsetMinutes == 0 && name.isOfCamera ? date.asClock : zoned
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
    isMoment = date.isMoment
  }

  private init(_ instant: Instant, _ source: CreationDateSource, isMoment: Bool) {
    self.instant = instant
    self.source = source
    offsetMinutes = nil
    self.isMoment = isMoment
  }

  private init(name: UnsafeRawBufferPointer, written: Instant, zone: LocalTimeZone) {
    guard let named = FilenameDate.parse(name) else {
      self.init(written, .fileSystem, isMoment: true)
      return
    }
    let moment = named.millisecondsSince1970
    let start = Instant(
      milliseconds: moment
        ?? zone.millisecondsSince1970(
          wallClockMilliseconds: named.wallClockMilliseconds, written: written.milliseconds))
    let day = start..<start.advanced(byMilliseconds: 86_400_000)
    if named.precision == .day, day.contains(written) {
      self.init(written, .filename, isMoment: true)
    } else {
      self.init(start, .filename, isMoment: moment != nil)
    }
  }
}
