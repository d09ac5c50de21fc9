/// A place on Earth, in degrees and metres.
package struct Position: Sendable, Hashable {
  /// North is positive.
  package var latitude: Double
  /// East is positive.
  package var longitude: Double
  package var altitude: Double?

  package init(latitude: Double, longitude: Double, altitude: Double? = nil) {
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
  }

  /// The GPS directory (Exif 2.32, section 4.6.6), exact to a ten-thousandth of a second of arc.
  var directory: TIFFDirectory {
    var directory = TIFFDirectory([
      0x0000: .byte([2, 3, 0, 0]),
      0x0001: .ascii(latitude < 0 ? "S" : "N"),
      0x0002: Self.sexagesimal(latitude),
      0x0003: .ascii(longitude < 0 ? "W" : "E"),
      0x0004: Self.sexagesimal(longitude),
    ])
    if let altitude {
      directory[0x0005] = .byte([altitude < 0 ? 1 : 0])
      directory[0x0006] = .rational([(UInt32((altitude.magnitude * 100).rounded()), UInt32(100))])
    }
    return directory
  }

  private static func sexagesimal(_ degrees: Double) -> TIFFValue {
    let units = Int((degrees.magnitude * 36_000_000).rounded())
    return .rational([
      (UInt32(units / 36_000_000), UInt32(1)), (UInt32(units / 600_000 % 60), UInt32(1)),
      (UInt32(units % 600_000), UInt32(10_000)),
    ])
  }
}
