/// Gathers EXIF's GPS tags (EXIF 2.32, section 4.6.6).
struct ExifPosition {
  private var latitude: Double?
  private var longitude: Double?
  private var altitude: Double?
  private var latitudeReference: UInt8 = 0
  private var longitudeReference: UInt8 = 0
  private var isBelowSea = false

  mutating func take(
    _ entry: TIFFEntry, of block: TIFFBlock, _ window: inout HeaderWindow
  ) throws(MediaError) {
    switch entry.tag {
    case TIFFTag.gpsLatitude: latitude = try degrees(entry, of: block, &window)
    case TIFFTag.gpsLongitude: longitude = try degrees(entry, of: block, &window)
    case TIFFTag.gpsLatitudeReference:
      latitudeReference = try block.value(entry, limit: 1, &window)?.byte(0) ?? 0
    case TIFFTag.gpsLongitudeReference:
      longitudeReference = try block.value(entry, limit: 1, &window)?.byte(0) ?? 0
    case TIFFTag.gpsAltitude: altitude = try block.rational(entry, &window)
    case TIFFTag.gpsAltitudeReference: isBelowSea = try block.unsigned(entry, &window) == 1
    default: break
    }
  }

  /// Nil unless both coordinates came with their hemisphere.
  var location: MediaLocation? {
    guard let latitude, let longitude,
      let north = Self.sign(latitudeReference, positive: "N", negative: "S"),
      let east = Self.sign(longitudeReference, positive: "E", negative: "W")
    else { return nil }
    return MediaLocation(
      latitude: latitude * north, longitude: longitude * east,
      altitude: altitude.map { isBelowSea ? -$0 : $0 })
  }

  private static func sign(
    _ reference: UInt8, positive: Unicode.Scalar, negative: Unicode.Scalar
  ) -> Double? {
    switch reference & ~0x20 {
    case UInt8(ascii: positive): 1
    case UInt8(ascii: negative): -1
    default: nil
    }
  }

  private func degrees(
    _ entry: TIFFEntry, of block: TIFFBlock, _ window: inout HeaderWindow
  ) throws(MediaError) -> Double? {
    guard let degrees = try block.rational(entry, index: 0, &window) else { return nil }
    let minutes = try block.rational(entry, index: 1, &window) ?? 0
    let seconds = try block.rational(entry, index: 2, &window) ?? 0
    return degrees + minutes / 60 + seconds / 3600
  }
}
