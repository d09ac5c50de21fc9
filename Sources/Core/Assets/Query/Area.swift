internal import Platform

/// An area of the Earth's surface.
public enum Area: Hashable, Sendable {
  /// The places within a distance from a point, along the great circle of a sphere.
  case circle(Circle)
  /// The places between two parallels and two meridians.
  case box(Box)

  /// A point in degrees of WGS 84, and a distance in metres.
  public struct Circle: Hashable, Sendable {
    public let latitude: Double
    public let longitude: Double
    public let metres: Double

    package init(latitude: Double, longitude: Double, metres: Double) {
      self.latitude = latitude
      self.longitude = longitude
      self.metres = metres
    }
  }

  /// An area between two parallels and two meridians, in degrees of WGS 84. It extends eastwards
  /// from `west` to `east`, across the date line if `west` is greater than `east`.
  public struct Box: Hashable, Sendable {
    public let south: Double
    public let west: Double
    public let north: Double
    public let east: Double

    package init(south: Double, west: Double, north: Double, east: Double) {
      self.south = south
      self.west = west
      self.north = north
      self.east = east
    }
  }

  private static let radius = 6_371_008.8
  /// The margin added to a circle's box for rounding, in degrees: a hundredth of a millimetre.
  private static let margin = 1e-10

  /// Returns true if the location is in the area or on its border.
  package func contains(_ place: Location) -> Bool {
    switch self {
    case .circle(let circle):
      Self.metres(from: circle, to: place) <= circle.metres
    case .box(let box):
      (box.south...box.north).contains(place.latitude)
        && box.longitudes.contains { $0.contains(place.longitude) }
    }
  }

  /// The smallest box around the area, with a small margin for rounding.
  package var box: Box {
    switch self {
    case .box(let box): return box
    case .circle(let circle):
      let angle = circle.metres / Self.radius
      let height = angle * 180 / .pi + Self.margin
      let south = circle.latitude - height
      let north = circle.latitude + height
      // A circle that contains a pole reaches round the Earth.
      guard south > -90, north < 90, angle < .pi / 2 else {
        return Box(south: max(-90, south), west: -180, north: min(90, north), east: 180)
      }
      let ratio = min(1, sin(angle) / cos(circle.latitude * .pi / 180))
      let width = asin(ratio) * 180 / .pi + Self.margin
      guard width < 180 else { return Box(south: south, west: -180, north: north, east: 180) }
      return Box(
        south: south, west: Self.wrapped(circle.longitude - width), north: north,
        east: Self.wrapped(circle.longitude + width))
    }
  }

  private static func wrapped(_ longitude: Double) -> Double {
    longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude
  }

  private static func metres(from circle: Circle, to place: Location) -> Double {
    func half(_ degrees: Double) -> Double { degrees * .pi / 360 }
    let height = sin(half(place.latitude - circle.latitude))
    let width = sin(half(place.longitude - circle.longitude))
    let share =
      height * height
      + cos(circle.latitude * .pi / 180) * cos(place.latitude * .pi / 180) * width * width
    return 2 * radius * asin(min(1, share.squareRoot()))
  }
}

extension Area.Box {
  /// The longitudes within, in ranges that don't cross the date line. The meridian of 180 degrees
  /// is that of -180; both are included or neither.
  package var longitudes: [ClosedRange<Double>] {
    var ranges = west <= east ? [west...east] : [west...180, -180...east]
    if ranges.contains(where: { $0.contains(180) }) { ranges.append(-180 ... -180) }
    if ranges.contains(where: { $0.contains(-180) }) { ranges.append(180...180) }
    return ranges
  }
}

extension Area: CustomStringConvertible {
  /// The area as written in a rule, such as `near(52.5, 13.4, "5km")`.
  public var description: String {
    switch self {
    case .circle(let circle):
      "near(\(circle.latitude), \(circle.longitude), \"\(Self.text(circle.metres))\")"
    case .box(let box): "inside(\(box.south), \(box.west), \(box.north), \(box.east))"
    }
  }

  private static func text(_ metres: Double) -> String {
    let (number, unit) = metres < 1000 ? (metres, "m") : (metres / 1000, "km")
    return (Int(exactly: number).map { "\($0)" } ?? "\(number)") + unit
  }
}

extension Area.Circle {
  /// Returns the metres of `5km`, `300m`, `2.5mi` or a number of metres; nil for anything else.
  package static func metres(_ value: ArgumentValue) -> Double? {
    let metres: Double?
    switch value {
    case .text(let text):
      let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      let unit = text.dropFirst(digits.count).drop { $0 == " " }
      metres = Double(digits).flatMap { amount in units[String(unit)].map { amount * $0 } }
    default: metres = value.number
    }
    guard let metres, metres.isFinite, metres >= 0 else { return nil }
    return metres
  }

  private static let units = ["m": 1, "km": 1000, "mi": 1609.344]
}
