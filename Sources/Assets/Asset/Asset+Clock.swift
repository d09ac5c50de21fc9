internal import Media

/// What clocks showed where an asset was taken.
extension Asset {
  /// How far the clock that belongs to a date is ahead of UTC.
  ///
  /// For the creation date the clock of the place where the asset was taken, if its zone is known; a
  /// record may say it in its `localDate`. Else the clock of this computer.
  package final func clock(of field: Field, at moment: Instant) -> ClockOffset {
    if field == .creationDate,
      let known = ClockOffset(endOf: sourceValue(of: .creationDateOffset))
        ?? ClockOffset(endOf: sourceValue(of: .localDate))
    {
      return known
    }
    return .ofComputer(at: moment)
  }

  /// What that clock showed, in milliseconds since 1970 as if it had kept UTC; nil when the date is
  /// not known.
  final func wallClock(of field: Field) -> Int64? {
    guard case .date(let moment) = value(of: field) else { return nil }
    let clock = clock(of: field, at: moment)
    return moment.advanced(byMilliseconds: clock.seconds * 1000).milliseconds
  }

  /// The creation date by its clock, such as `2015-09-27T23:29:28.000+02:00`.
  @usableFromInline final var localDate: FieldValue {
    guard case .date(let moment) = value(of: .creationDate) else { return .absent }
    let clock = clock(of: .creationDate, at: moment)
    return .string(
      String(unsafeUninitializedCapacity: Instant.longestText) { text in
        text.baseAddress.map { moment.write(by: clock, to: $0) } ?? 0
      })
  }
}

extension ClockOffset {
  /// What the variable `TZ` says where that names no zone, so that this computer's clock is in UTC.
  package static var unknownZone: String? { LocalTimeZone.unknownName }

  /// How far this computer's clock is ahead of UTC at a moment.
  package static func ofComputer(at moment: Instant) -> ClockOffset {
    let seconds = floorDivide(moment.milliseconds, 1000).quotient
    return ClockOffset(seconds: LocalTimeZone.computer.secondsFromUTC(at: seconds))
  }

  /// Reads the end of a text; nil for anything else.
  fileprivate init?(endOf value: FieldValue) {
    switch value {
    case .text(let text): self.init(endOf: text.bytes)
    case .string(var string):
      guard let offset = string.withUTF8({ Self(endOf: UnsafeRawBufferPointer($0)) }) else {
        return nil
      }
      self = offset
    default: return nil
    }
  }
}

extension RecordWriter {
  /// Writes the creation date by the clock of the place, beside the one in UTC.
  mutating func writeLocalDate(of asset: Asset) {
    guard case .date(let moment) = asset.value(of: .creationDate) else { return }
    write("localDate", moment, by: asset.clock(of: .creationDate, at: moment))
  }
}
