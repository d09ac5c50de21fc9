internal import Media

/// The form in which a catalogue writes dates.
public enum CatalogueDateForm: String, Hashable, Sendable, CaseIterable {
  case secondsSince1970 = "seconds since 1970"
  case millisecondsSince1970 = "milliseconds since 1970"
  case microsecondsSince1970 = "microseconds since 1970"
  case secondsSince2001 = "seconds since 2001"
  case microsecondsSince0001 = "microseconds since 0001"
  /// A text of ISO 8601; in UTC if it has no zone.
  case iso
  /// A text of ISO 8601 in local time; without a zone, that of this computer counts.
  case clock
  /// Seconds from 1970 to a local time, read in the zone of this computer.
  case clockSecondsSince1970 = "clock seconds since 1970"
  case clockSecondsSince2001 = "clock seconds since 2001"
  case clockMicrosecondsSince0001 = "clock microseconds since 0001"

  /// True if dates are written as text of ISO 8601, false for numbers.
  var isText: Bool { self == .iso || self == .clock }

  /// True if the form is a local time, which is read in the zone of this computer.
  var isOfClock: Bool {
    switch self {
    case .clock, .clockSecondsSince1970, .clockSecondsSince2001, .clockMicrosecondsSince0001: true
    default: false
    }
  }

  /// The number of units in a second, and the start of the count in milliseconds since 1970.
  private var scale: (unitsPerSecond: Int64, start: Int64) {
    switch self {
    case .secondsSince1970, .clockSecondsSince1970, .iso, .clock: (1, 0)
    case .millisecondsSince1970: (1000, 0)
    case .microsecondsSince1970: (1_000_000, 0)
    case .secondsSince2001, .clockSecondsSince2001: (1, 978_307_200_000)
    case .microsecondsSince0001, .clockMicrosecondsSince0001: (1_000_000, -62_135_596_800_000)
    }
  }

  /// Units in a second, and the start in milliseconds since 1970; nil for text and local time.
  var moments: (units: Int64, start: Int64)? {
    isText || isOfClock ? nil : (scale.unitsPerSecond, scale.start)
  }

  /// The greatest distance of a date from 1970 in milliseconds, about 285,000 years.
  private static let limit: Int64 = 9_000_000_000_000_000

  /// Returns the moment of a whole number, in milliseconds since 1970; nil if it is too far away.
  func milliseconds(_ number: Int64, in zone: LocalTimeZone) -> Int64? {
    let (units, start) = scale
    let moment: Int64
    if units > 1000 {
      moment = floorDivide(number, units / 1000).quotient
    } else {
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 1000 / units)
      if isTooLarge { return nil }
      moment = product
    }
    return placed(moment, start, zone)
  }

  /// Returns the moment of a number, in milliseconds since 1970; nil if it is too far away.
  func milliseconds(_ number: Double, in zone: LocalTimeZone) -> Int64? {
    let moment = (number * 1000 / Double(scale.unitsPerSecond)).rounded(.down)
    guard moment.magnitude < Double(Self.limit) else { return nil }
    return placed(Int64(moment), scale.start, zone)
  }

  private func placed(_ moment: Int64, _ start: Int64, _ zone: LocalTimeZone) -> Int64? {
    let (sum, isTooLarge) = moment.addingReportingOverflow(start)
    guard !isTooLarge, sum.magnitude < Self.limit.magnitude else { return nil }
    return isOfClock ? zone.millisecondsSince1970(wallClockMilliseconds: sum) : sum
  }

  /// Returns the stored number for a moment in milliseconds since 1970, within a day.
  func stored(_ moment: Int64) -> Double {
    (Double(moment) - Double(scale.start)) / 1000 * Double(scale.unitsPerSecond)
  }

  /// Returns the moment of a text, in milliseconds since 1970; nil if it is no date.
  func milliseconds(_ text: UnsafeRawBufferPointer, in zone: LocalTimeZone) -> Int64? {
    guard let read = Instant.reading(text) else { return nil }
    if read.hasZone || !isOfClock { return read.milliseconds }
    return placed(read.milliseconds, 0, zone)
  }
}
