import Samples
import ShotwellSamples
import Testing

@testable import CatalogueLibrary
@testable import Engine

/// The library's own answers against the same tests done asset by asset.
@Suite struct ShotwellPushdownTests {
  private static let start: Int64 = 1_559_383_200_000

  private static func text(_ text: String) -> Constant { .text(TextConstant(text)) }

  private static func anyCase(_ text: String) -> TextConstant {
    TextConstant(text, ignoringCase: true)
  }
  private static func date(_ days: Int64) -> Constant {
    .date(Instant(milliseconds: start + days * 86_400_000))
  }

  private static let answered: [AssetPredicate] = [
    .always, .equals(.isFavorite, .flag(true)), .not(.equals(.isFavorite, .flag(true))),
    .equals(.hasAdjustments, .flag(true)), .equals(.isHidden, .flag(false)),
    .equals(.mediaType, text("video")), .equals(.mediaType, text("audio")),
    .not(.equals(.mediaType, text("image"))),
    .equals(.creationDate, date(3)), .ordered(.creationDate, .less, date(3)),
    .ordered(.creationDate, .atMost, date(3)), .ordered(.creationDate, .greater, date(3)),
    .ordered(.creationDate, .atLeast, .date(Instant(milliseconds: start + 1))),
    .ordered(.creationDate, .less, .date(Instant(milliseconds: .max))),
    .ordered(.creationDate, .greater, .date(Instant(milliseconds: .min))),
    .present(.creationDate), .not(.present(.creationDate)), .equals(.creationDate, .integer(5)),
    .ordered(.addedDate, .greater, date(90)), .ordered(.duration, .greater, .integer(1)),
    .equals(.duration, .number(2)), .ordered(.duration, .less, .number(.nan)),
    .not(.ordered(.duration, .less, .number(.nan))),
    .equals(.title, text("Picture 6")), .not(.equals(.title, text("Picture 6"))),
    .oneOf(.title, [text("Picture 3"), text("Picture 9"), text("")]), .present(.title),
    .equals(.localIdentifier, text("video-0000000000000002")),
    .equals(.localIdentifier, text("2")), .present(.localIdentifier),
    .equals(.keywords, text("Italy")), .has(.keywords, TextConstant("Rome")),
    .has(.keywords, TextConstant("none")), .like(.keywords, LikePattern("*o*")),
    .not(.like(.keywords, LikePattern("*o*"))), .present(.keywords), .not(.present(.keywords)),
    .all([.equals(.keywords, text("Trips")), .equals(.isFavorite, .flag(true))]),
    .any([.equals(.keywords, text("Rome")), .equals(.mediaType, text("video"))]),
    .equals(.title, .text(anyCase("pICTURE 6"))), .equals(.keywords, .text(anyCase("iTALY"))),
    .has(.keywords, anyCase("ROME")), .like(.keywords, LikePattern("*O*", ignoringCase: true)),
    .any([]), .all([]),
    .equals(.title, text("Caf\u{E9}")), .like(.title, LikePattern("P*")),
    .has(.title, TextConstant("6")), .ordered(.title, .less, text("M")),
    // The long s and the kelvin sign are letters of s and k, too.
    .equals(.title, .text(anyCase("spring"))), .equals(.title, .text(anyCase("kids"))),
    .present(.caption), .like(.caption, LikePattern("*a*")),
    .ordered(.rating, .atLeast, .integer(3)), .equals(.rating, .integer(-1)),
    .like(.localIdentifier, LikePattern("*3")), .equals(.isRAW, .flag(true)),
  ]

  @Test func lawHolds() throws {
    let world = try ShotwellWorld(count: 90)
    let all = try world.assets()
    #expect(all.count > 60)
    var counts: Set<Int> = []
    for predicate in Self.answered {
      #expect(LibraryKind.shotwell.answers(predicate), "\(predicate)")
      var fetch = AssetFetch()
      fetch.predicate = predicate
      let expected = all.filter { predicate.matches($0) }.map { $0.string(of: .localIdentifier) }
      #expect(try world.identifiers(fetch) == expected, "\(predicate)")
      counts.insert(expected.count)
    }
    // Tests that all or none pass would show little.
    #expect(counts.count > 15)
  }

  /// Checks that a test finds the same assets with the part left to the run as asset by asset.
  ///
  /// - Returns: how many assets the library gave, and how many pass.
  private func check(
    _ predicate: AssetPredicate, of world: ShotwellWorld
  ) throws -> (read: Int, found: Int) {
    let answer = try world.answer(AssetFetch(predicate: predicate))
    #expect(answer.residual == predicate)
    var read: [Asset] = []
    while let pending = try answer.reader.next() { read += pending.unfold() }
    let names = { (assets: [Asset]) in
      assets.filter { predicate.matches($0) }.map { $0.string(of: .localIdentifier) }
    }
    let found = names(read)
    #expect(try found == names(world.assets()), "\(predicate)")
    return (read.count, found.count)
  }

  @Test func daysNarrowWhatIsRead() throws {
    let world = try ShotwellWorld(count: 90)
    let day = ClockRange(from: Self.start, until: Self.start + 20 * 86_400_000)
    let (read, found) = try check(.clock(.creationDate, day), of: world)
    #expect(try found > 5 && read < world.assets().count)
  }

  /// A place that the table does not have may be in the file.
  @Test func placesNarrowWhatIsRead() throws {
    var database = ShotwellSampleDatabase(version: 24)
    for place in 0..<40 {
      database.insert(
        into: "PhotoTable",
        [
          "filename": .text("/pictures/\(place).jpg"), "has_gps": place % 4 == 0 ? 0 : 1,
          "gps_lat": .real(54.1 + Double(place) / 100),
          "gps_lon": .real(place % 3 == 0 ? -180 : 7.88),
        ])
    }
    let world = try ShotwellWorld(database)
    let circle = Area.circle(Area.Circle(latitude: 54.3, longitude: 7.88, metres: 5000))
    #expect(try check(.place(.location, circle), of: world) == (14, 4))
    let line = Area.box(Area.Box(south: 54, west: 170, north: 54.3, east: -170))
    #expect(try check(.place(.location, line), of: world) == (15, 5))
  }

  @Test(
    arguments: [
      .equals(.filename, text("a.jpg")), .present(.cameraMake), .present(.orientation),
      .ordered(.pixelWidth, .atLeast, .integer(100)),
      .any([.equals(.title, text("a")), .present(.location)]), .not(.present(.fileSize)),
    ] as [AssetPredicate])
  func othersAreLeftToTheRun(predicate: AssetPredicate) {
    #expect(!LibraryKind.shotwell.answers(predicate))
  }

  @Test(arguments: [Field.creationDate, .addedDate, .duration], [true, false])
  func ordersAreThoseOfTheRun(field: Field, isDescending: Bool) throws {
    let key = SortKey(field, isDescending: isDescending)
    let world = try ShotwellWorld(count: 60)
    var fetch = AssetFetch()
    fetch.order = [key]
    let order = AssetOrder([key])
    let expected = try world.assets().enumerated()
      .map { (order.entry(for: $1, place: $0), $1.string(of: .localIdentifier)) }
      .sorted { order.precedes($0.0, $1.0) }.map(\.1)
    #expect(try world.identifiers(fetch) == expected)
  }

  @Test(arguments: [[], [SortKey(.creationDate, isDescending: true)]])
  func onlyTheAssetsOfALimitAreRead(order: [SortKey]) throws {
    let world = try ShotwellWorld(count: 90)
    var fetch = AssetFetch(order: order)
    let all = try world.assets(fetch)
    (fetch.offset, fetch.limit) = (2, 3)
    let some = try world.assets(fetch)
    #expect(some.map(Self.facts) == all.prefix(5).map(Self.facts))
    #expect(all.prefix(5).contains { !$0.keywords.isEmpty })
    // Further tests may refuse what was read.
    fetch.predicate = .present(.cameraMake)
    var read = 0
    let answer = try world.answer(fetch)
    while let pending = try answer.reader.next() { read += pending.unfold().count }
    #expect(read == all.count)
  }

  private static func facts(_ asset: Asset) -> [String] {
    [asset.string(of: .localIdentifier), asset.string(of: .title)] + asset.keywords
  }

  @Test func statementsAreShortEnoughToRead() throws {
    var fetch = AssetFetch()
    fetch.predicate = .equals(.keywords, Self.text("Trips"))
    let world = try ShotwellWorld(count: 120)
    let statements = try world.open().statements(for: fetch)
    // One for photos, one for videos and one for tags, each with its plan.
    #expect(statements.count == 6 && statements.allSatisfy { $0.utf8.count < 1000 })
    #expect(statements[0].contains("AND NOT (typeof(p.flags) = 'integer' AND p.flags & 4 <> 0)"))
  }
}
