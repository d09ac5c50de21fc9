/// The place where a picture was taken, in WGS 84.
public struct MediaLocation: Sendable, Hashable {
  /// Degrees, north positive, -90…90.
  public let latitude: Double
  /// Degrees, east positive, -180…180.
  public let longitude: Double
  /// Metres above sea level; nil if the file does not give them.
  public let altitude: Double?

  /// Creates a location; nil unless both coordinates are within their bounds.
  public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
    guard (-90.0...90.0).contains(latitude), (-180.0...180.0).contains(longitude) else {
      return nil
    }
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
  }

  /// True if the place is 0, 0, in the Atlantic. Cameras and programs without a place write it, so
  /// that it is one only where the same source says how precise it is.
  package var isOrigin: Bool { latitude == 0 && longitude == 0 }
}

extension MediaLocation {
  /// Reads `+37.3317-122.0307+012.345/`, degrees with or without minutes and seconds; else nil.
  init?(iso6709 text: Bytes) {
    var place = 0
    guard let latitude = Self.coordinate(text, &place, degreeDigits: 2),
      let longitude = Self.coordinate(text, &place, degreeDigits: 3)
    else { return nil }
    let altitude = Self.signedNumber(text, &place)?.value
    self.init(latitude: latitude, longitude: longitude, altitude: altitude)
  }

  private static func coordinate(
    _ text: Bytes, _ place: inout Int, degreeDigits: Int
  ) -> Double? {
    guard let (value, digits) = signedNumber(text, &place) else { return nil }
    let magnitude = abs(value)
    let degrees: Double
    switch digits - degreeDigits {
    case 2:
      let whole = (magnitude / 100).rounded(.down)
      degrees = whole + (magnitude - whole * 100) / 60
    case 4:
      let whole = (magnitude / 10_000).rounded(.down)
      let minutes = ((magnitude - whole * 10_000) / 100).rounded(.down)
      degrees = whole + minutes / 60 + (magnitude - whole * 10_000 - minutes * 100) / 3600
    default:
      degrees = magnitude
    }
    return value < 0 ? -degrees : degrees
  }

  /// Reads a signed number, and counts the digits before its point; nil without sign or digits.
  private static func signedNumber(
    _ text: Bytes, _ place: inout Int
  ) -> (value: Double, wholeDigits: Int)? {
    let sign = text.byte(place)
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    place += 1
    var value = 0.0
    var scale = 1.0
    var wholeDigits = 0
    var isFraction = false
    while place < text.count {
      let byte = text.byte(place)
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
      } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        value = value * 10 + Double(byte - UInt8(ascii: "0"))
        if isFraction { scale *= 10 } else { wholeDigits += 1 }
      } else {
        break
      }
      place += 1
    }
    guard wholeDigits > 0 else { return nil }
    return ((sign == UInt8(ascii: "-") ? -value : value) / scale, wholeDigits)
  }
}
