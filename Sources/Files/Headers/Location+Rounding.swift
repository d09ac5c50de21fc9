package import Media

extension Location {
  /// To a hundred-millionth, which is a millimetre: degrees that come as degrees, minutes and
  /// seconds gain digits of noise when they are added up.
  package init(rounding place: MediaLocation) {
    self.init(
      latitude: Self.rounded(place.latitude), longitude: Self.rounded(place.longitude),
      altitude: place.altitude.map(Self.rounded))
  }

  private static func rounded(_ degrees: Double) -> Double { (degrees * 1e8).rounded() / 1e8 }
}
