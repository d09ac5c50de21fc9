/// Where an asset was taken, in degrees of WGS 84.
public struct Location: Hashable, Sendable {
  public let latitude: Double
  public let longitude: Double
  /// Metres above the sea; nil when the file does not say.
  public let altitude: Double?

  public init(latitude: Double, longitude: Double, altitude: Double? = nil) {
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
  }
}
