import AssetSupport
import PipelineSupport
import Samples
import Testing

@testable import Assets

/// Tests of places: circles and boxes on a round Earth.
@Suite struct PlaceTests {
  private static func asset(_ latitude: Double, _ longitude: Double) -> ValueAsset {
    ValueAsset([.location: .location(Location(latitude: latitude, longitude: longitude))])
  }

  private static func predicate(_ test: ArgumentValue) -> AssetPredicate {
    let filter = CompiledFilter(["location": test])
    #expect(filter.messages == [])
    return filter.predicate
  }

  /// Distances that others worked out on a sphere of the Earth's mean radius.
  @Test(arguments: [
    // Paris and London, 343.6 km.
    (48.8566, 2.3522, 51.5074, -0.1278, 343.5, 343.7),
    // Over the date line: Fiji and Samoa.
    (-18.1416, 178.4419, -13.8333, -171.7667, 1150.6, 1150.8),
    // A degree of latitude, and one of longitude at 60 degrees north.
    (0, 0, 1, 0, 111.1, 111.3), (60, 0, 60, 1, 55.5, 55.7),
    // Over the pole, and to the other side of the Earth.
    (89, 0, 89, 180, 222.3, 222.5), (0, 0, 0, 180, 20_015, 20_016),
  ])
  func distancesAreThoseOfTheGreatCircle(
    _ latitude: Double, _ longitude: Double, _ toLatitude: Double, _ toLongitude: Double,
    _ less: Double, _ more: Double
  ) {
    let place = Self.asset(toLatitude, toLongitude)
    func near(_ kilometres: Double) -> AssetPredicate {
      Self.predicate(
        .calling("near", .number(latitude), .number(longitude), .text("\(kilometres)km")))
    }
    #expect(!near(less).matches(place))
    #expect(near(more).matches(place))
  }

  @Test(arguments: [
    ("5km", 5000.0), ("300m", 300), ("2mi", 3218.688), ("0.5 km", 500), ("0m", 0),
  ])
  func distancesHaveUnits(_ text: String, _ metres: Double) {
    #expect(
      Self.predicate(.calling("near", 1, 2, .text(text)))
        == Self.predicate(.calling("near", 1, 2, .number(metres))))
  }

  @Test func aBoxReachesOverTheDateLine() {
    let box = Self.predicate(.calling("inside", -10, 170, 10, -170))
    for longitude in [170.0, 179.9, 180, -180, -175, -170] {
      #expect(box.matches(Self.asset(0, longitude)), "\(longitude)")
    }
    for longitude in [169.9, 0, -169.9] { #expect(!box.matches(Self.asset(0, longitude))) }
    #expect(!box.matches(Self.asset(10.1, 175)))
    #expect(!Self.predicate(.calling("inside", -10, -170, 10, 170)).matches(Self.asset(0, 175)))
    // The meridian of 180 degrees has two names.
    #expect(Self.predicate(.calling("inside", -10, 170, 10, 180)).matches(Self.asset(0, -180)))
  }

  @Test func whatHasNoPlaceIsNowhere() {
    #expect(!Self.predicate(.calling("near", 0, 0, "30000km")).matches(ValueAsset()))
    #expect(!Self.predicate(.calling("inside", -90, -180, 90, 180)).matches(ValueAsset()))
    #expect(Self.predicate(.calling("absent")).matches(ValueAsset()))
    #expect(Self.predicate(.calling("none", .calling("near", 0, 0, "1m"))).matches(ValueAsset()))
  }

  @Test(
    arguments: [
      (
        .calling("near", 95, 18.64, "5km"),
        "near takes a latitude from -90 to 90, not 95; the latitude comes first"
      ),
      (.calling("near", 54, 181, "5km"), "near takes a longitude from -180 to 180, not 181"),
      (.calling("near", "54", 18, "5km"), "near takes a latitude from -90 to 90, not \"54\""),
      (.calling("near", 54, 18), "near takes 3 values (latitude, longitude, distance), not 2"),
      ([54, 18], "location is tested by near, inside, present or absent, not 54"),
      (
        .calling("near", 54, 18, "5 miles"),
        "near takes a distance such as \"5km\", \"300m\" or \"2mi\", not \"5 miles\""
      ),
      (
        .calling("near", 54, 18, -1),
        "near takes a distance such as \"5km\", \"300m\" or \"2mi\", not -1"
      ),
      (.calling("inside", 54, 18, 91, 19), "inside takes a latitude from -90 to 90, not 91"),
      (.calling("inside", 54, -181, 55, 19), "inside takes a longitude from -180 to 180, not -181"),
      (
        .calling("inside", 55, 18, 54, 19),
        "inside takes the southern latitude before the northern one:"
          + " inside(south, west, north, east)"
      ),
    ] as [(ArgumentValue, String)])
  func whatIsNoPlaceIsRefused(_ test: ArgumentValue, _ message: String) {
    #expect(CompiledFilter(["location": test]).messages.first == message)
  }

  @Test func placesAreTestedOfPlacesOnly() {
    #expect(
      CompiledFilter(["pixelWidth": .calling("near", 1, 2, "3m")]).messages
        == ["near can't test pixelWidth, which is a whole number"])
  }

  /// The box that a library is asked for has all of the circle in it.
  @Test func theBoxOfACircleLosesNothing() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<4000 {
      let circle = Area.Circle(
        latitude: .random(in: -90...90, using: &generator),
        longitude: .random(in: -180...180, using: &generator),
        metres: .random(in: 0...1, using: &generator) < 0.5
          ? .random(in: 0...1000, using: &generator)
          : .random(in: 0...25_000_000, using: &generator))
      let predicate = AssetPredicate.place(.location, .circle(circle))
      let wider = try #require(predicate.wider)
      for _ in 0..<10 {
        // Mostly about as far away as the circle reaches.
        let reach = circle.metres / 111_000
        let place = Self.asset(
          min(90, max(-90, circle.latitude + .random(in: -1...1, using: &generator) * reach)),
          (circle.longitude + .random(in: -1...1, using: &generator) * reach * 2)
            .remainder(dividingBy: 360))
        if predicate.matches(place) { #expect(wider.matches(place), "\(circle) \(place)") }
      }
    }
  }
}
