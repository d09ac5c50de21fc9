internal import Media

/// The wall-clock times at the place where an asset was taken.
extension Asset {
  /// Returns the offset from UTC of the clock by which a date of this asset is shown. For the
  /// creation date this is the clock of the place where the asset was taken, if its zone is known;
  /// a record may carry it in its `localDate`. Otherwise it is the clock of this computer.
  package final func clock(of field: Field, at moment: Instant) -> ClockOffset {
    if field == .creationDate,
      let known = ClockOffset(endOf: sourceValue(of: .creationDateOffset))
        ?? ClockOffset(endOf: sourceValue(of: .localDate))
    {
      return known
    }
    return .ofComputer(at: moment)
  }

  /// Returns the date by the clock of ``clock(of:at:)``, in milliseconds since 1970 as if that
  /// clock had kept UTC; nil when the date is not known.
  final func wallClock(of field: Field) -> Int64? {
    guard case .date(let moment) = value(of: field) else { return nil }
    let clock = clock(of: field, at: moment)
    return moment.advanced(byMilliseconds: clock.seconds * 1000).milliseconds
  }

  /// The creation date in local time with its offset, such as `2015-09-27T23:29:28.000+02:00`.
  @usableFromInline final var localDate: FieldValue {
    guard case .date(let moment) = value(of: .creationDate) else { return .absent }
    return .string(localText(of: moment, in: .creationDate))
  }

  /// Returns a date of this asset in local time with its offset.
  final func localText(of moment: Instant, in field: Field) -> String {
    let clock = clock(of: field, at: moment)
    return String(unsafeUninitializedCapacity: Instant.longestText) { text in
      text.baseAddress.map { moment.write(by: clock, to: $0) } ?? 0
    }
  }
}

extension ClockOffset {
  /// The value of the variable `TZ` (a time zone) if it names no known zone, so that UTC is used
  /// instead; nil otherwise.
  package static var unknownZone: String? { LocalTimeZone.unknownName }

  /// Returns the offset from UTC of this computer's clock at a moment.
  package static func ofComputer(at moment: Instant) -> ClockOffset {
    let seconds = floorDivide(moment.milliseconds, 1000).quotient
    return ClockOffset(seconds: LocalTimeZone.computer.secondsFromUTC(at: seconds))
  }

  /// Reads the offset at the end of a text; nil for a value that is no text or ends in no offset.
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
  mutating func writeLocalDate(of asset: Asset) {
    guard case .date(let moment) = asset.value(of: .creationDate) else { return }
    write("localDate", moment, by: asset.clock(of: .creationDate, at: moment))
  }
}
