/// The value of an asset's field.
///
/// `text` points into the asset's memory and `string` owns its memory; both are texts. `texts` and
/// `subtypes` are sets: a test holds when it holds for one member.
public enum FieldValue: Sendable {
  case absent
  case flag(Bool)
  case integer(Int64)
  case number(Double)
  case date(Instant)
  case text(TextSpan)
  case string(String)
  case texts([String])
  case subtypes(MediaSubtypes)
  case location(Location)
  /// A JSON object.
  case object(TextSpan)
}

/// The place where an asset was taken, in degrees of WGS 84.
public struct Location: Hashable, Sendable {
  /// The latitude, positive in the north.
  public let latitude: Double
  /// The longitude, positive in the east.
  public let longitude: Double
  /// The altitude in metres above the sea; nil when the file does not give it.
  public let altitude: Double?

  public init(latitude: Double, longitude: Double, altitude: Double? = nil) {
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
  }
}

extension FieldValue {
  /// Converts a value that a rule's function returned to a field's type, absent if it can't be; a
  /// number becomes a date as seconds since 1970.
  package func converted(to type: FieldType) -> FieldValue {
    switch (type, self) {
    case (.value, _), (.flag, .flag), (.integer, .integer), (.number, .number), (.text, .string),
      (.texts, .texts):
      self
    case (.number, .integer(let whole)): .number(Double(whole))
    case (.integer, .number(let number)): Int64(exactly: number).map(FieldValue.integer) ?? .absent
    case (.date, .integer(let seconds)): Self.date(seconds: Double(seconds))
    case (.date, .number(let seconds)): Self.date(seconds: seconds)
    default: .absent
    }
  }

  private static func date(seconds: Double) -> FieldValue {
    Int64(exactly: (seconds * 1000).rounded()).map { .date(Instant(milliseconds: $0)) } ?? .absent
  }
}
