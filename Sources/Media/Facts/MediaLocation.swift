/// Where a picture was taken, in WGS 84.
public struct MediaLocation: Sendable, Hashable {
  /// Degrees, north positive, -90…90.
  public let latitude: Double
  /// Degrees, east positive, -180…180.
  public let longitude: Double
  /// Metres above sea level, if the file says it.
  public let altitude: Double?

  /// Nil unless both coordinates are numbers within their bounds.
  public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
    guard (-90.0...90.0).contains(latitude), (-180.0...180.0).contains(longitude) else {
      return nil
    }
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
  }
}
