import AssetSupport
import Files
import Foundation
import PhotosSamples
import PipelineSupport
import Samples
import TestSupport
import Testing

@testable import Assets
@testable import PhotosLibrary

/// The tests that a library answers and those left to the run pass together exactly when the rule's
/// tests do.
@Suite struct PhotosPushdownTests {
  @Test(arguments: PhotosRelease.all)
  func lawHoldsForAnythingStored(release: PhotosRelease) throws {
    var random = RandomPhotos(seed: 17)
    let world = try PhotosWorld(PhotosSampleLibrary(release, (0..<150).map { _ in random.asset() }))
    let found = try check(world.open(), &random, predicates: Effort.isFull ? 500 : 200)
    #expect(found > 1000)
  }

  @Test(
    .enabled(if: SharedData.has("photoslibraries")),
    arguments: [
      "Test-15.4.1", "Test-10.15.1", "Test-Media-Types-15.7.2", "Test-13.5.1-compare-1",
    ])
  func lawHoldsForRealLibraries(name: String) throws {
    let copy = try SharedLibrary(name)
    var random = RandomPhotos(seed: 18)
    _ = try check(
      PhotosLibrary(path: copy.path), &random, predicates: Effort.isFull ? 1000 : 300)
  }

  /// Orders, pages and albums come out as they do where the library gives everything and the run does
  /// the rest, which a limit in front has it do.
  @Test(arguments: [PhotosRelease.macOS10, .macOS15, .macOS27])
  func queriesGiveWhatTheRunAloneWould(release: PhotosRelease) throws {
    var random = RandomPhotos(seed: 19)
    let assets = (0..<120).map { _ in random.asset() }
    let albums = [
      PhotosSampleAlbum("M", uuid: "M", assets: assets.prefix(50).map(\.uuid).reversed()),
      PhotosSampleAlbum("N", uuid: "N", assets: assets.suffix(50).map(\.uuid)),
    ]
    let world = try PhotosWorld(PhotosSampleLibrary(release, assets, albums: albums))
    var found = 0
    for _ in 0..<(Effort.isFull ? 400 : 150) {
      let (source, filter) = (random.source(), random.filter())
      let answered = try world.uuids(source, filter)
      let done = try Scenario(
        [
          StageCall("source", source), StageCall("filter", ["limit": 100_000]),
          StageCall("filter", filter),
        ], library: world.path
      ).run().names.map { $0.replacing("/L0/001", with: "") }
      #expect(answered == done, "\(source) \(filter)")
      found += done.count
    }
    #expect(found > 500)
  }

  /// The words that a page searches for, which may be a part of an album's path.
  @Test(arguments: [PhotosRelease.macOS10, .macOS15, .macOS27])
  func assetsOfAlbumsByTheirPathsAreFoundBySQL(release: PhotosRelease) throws {
    let assets = GeneratedPhotos(count: 60, seed: 5)
    let world = try PhotosWorld(
      PhotosSampleLibrary(
        release, assets,
        albums: [
          PhotosSampleAlbum("Travel", uuid: "F", kind: 4000),
          PhotosSampleAlbum("Rome", uuid: "R", parent: 0, assets: assets.prefix(20).map(\.uuid)),
          PhotosSampleAlbum("Oslo", uuid: "O", assets: assets.suffix(10).map(\.uuid)),
        ]))
    let library = try world.open()
    func passing(_ predicate: AssetPredicate) throws -> Int64? {
      var fetch = AssetFetch()
      fetch.predicate = predicate
      let statement = try PhotosStatement(fetch.selection(of: library), library.schema)
      return try library.connect().connection.integer(statement.count)
    }
    func mention(_ word: String) -> AssetPredicate {
      .any([
        .has(.filename, TextConstant(word, ignoringCase: true)),
        .like(.albumPaths, LikePattern("*\(word)*", ignoringCase: true)),
      ])
    }
    let known = try PhotosWorld.assets(of: library, PhotosSelection())
    for predicate: AssetPredicate in [
      mention("travel/ro"), mention("osl"), mention("nowhere"), .present(.albumPaths),
      .has(.albumPaths, TextConstant("Oslo")), .equals(.albumPaths, .text(TextConstant("Oslo"))),
    ] {
      let wanted = known.count { predicate.matches($0) }
      #expect(try passing(predicate) == Int64(wanted), "\(predicate)")
    }
    #expect(try passing(mention("travel/ro")) ?? 0 > 10)
    #expect(try passing(.not(mention("travel"))) == Int64(known.count))
  }

  /// Returns how many assets were found in all.
  private func check(
    _ library: PhotosLibrary, _ random: inout RandomPhotos, predicates: Int
  ) throws -> Int {
    var selection = PhotosSelection()
    selection.includesHidden = true
    let assets = try PhotosWorld.assets(of: library, selection)
    let known = assets.map { $0.string(of: .localIdentifier) }
    let connection = try library.connect().connection
    var count = 0
    for _ in 0..<predicates {
      let predicate = random.predicate()
      let (_, rest) = predicate.split(PhotosLibrary.answers)
      selection.predicate = predicate
      let sql = PhotosStatement(selection, library.schema).parts[0]
      let pushed = try Self.identifiers(of: sql, connection)
      for (asset, identifier) in zip(assets, known) {
        let expected = predicate.matches(asset)
        let answer = pushed.contains(identifier) && rest.matches(asset)
        count += expected ? 1 : 0
        guard answer == expected else {
          Issue.record(
            "\(predicate): \(answer) for \(identifier), left: \(rest); \(sql.literal)")
          return count
        }
      }
    }
    return count
  }

  private static func identifiers(
    of sql: SQLText, _ connection: SQLiteConnection
  ) throws -> Set<String> {
    var found: Set<String> = []
    let place = Int32(PhotosColumn.uuid.rawValue)
    try connection.forEachRow(of: sql) { row in
      if let uuid = row.text(place) { found.insert(uuid + "/L0/001") }
    }
    return found
  }

  /// SQL alone finds the assets whose zone is known, and misses none of the others.
  @Test func hoursAndDaysAreThoseOfTheClockOfThePlace() throws {
    // About microseconds, 2001, 1970 and the first and the last years that SQLite knows.
    let dates: [ColumnValue] = [
      559_856_149, 559_856_149.0634, 559_872_799.9999994, 559_872_799.9999997, 0, -0.0005, -1.5,
      -978_307_200, -978_307_200.5, -3_000_000_000.25, -63_113_904_001, 252_423_993_600.75,
      3.0e14, 9.0e15, -9.0e15, 9.1e15, .null, "559856149 s", .blob([0]),
    ]
    let zones: [ColumnValue] = [
      0, 7200, -12_600, 20_700, 3599, -3599, 64_800, -64_800, 64_801, .null, 1.5, "7200 s",
    ]
    let assets = dates.enumerated().flatMap { number, date in
      zones.enumerated().map { place, zone -> PhotosSampleAsset in
        var asset = PhotosSampleAsset(uuid: "D\(number)Z\(place)", filename: "a.jpg", created: 0)
        asset.columns["ZDATECREATED"] = date
        asset.details["ZTIMEZONEOFFSET"] = zone
        return asset
      }
    }
    let world = try PhotosWorld(PhotosSampleLibrary(.macOS15, assets))
    let library = try world.open()
    let known = try PhotosWorld.assets(of: library)
    let connection = try library.connect().connection
    func pushed(_ predicate: AssetPredicate) throws -> Set<String> {
      var selection = PhotosSelection()
      selection.predicate = predicate
      return try Self.identifiers(
        of: PhotosStatement(selection, library.schema).parts[0], connection)
    }
    var cycles: [ClockCycle?] = (0...23).map { ClockCycle("\($0)", as: .hour) }
    cycles += ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map { ClockCycle($0, as: .weekday) }
    cycles += (1...12).map { ClockCycle("\($0)", as: .month) }
    cycles += [
      ClockCycle("02-28..03-01,12-31", as: .monthDay), ClockCycle("23:59..00:00", as: .time),
    ]
    var matching = 0
    for cycle in cycles {
      let predicate = AssetPredicate.cycle(.creationDate, try #require(cycle))
      let found = try pushed(predicate)
      for asset in known {
        let name = asset.string(of: .localIdentifier)
        let isWithoutZone =
          asset.value(of: .creationDate).isPresent
          && !asset.value(of: .creationDateOffset).isPresent
        let matches = predicate.matches(asset)
        if matches { matching += 1 }
        #expect(found.contains(name) == (matches || isWithoutZone), "\(predicate): \(name)")
      }
    }
    // Each moment is in one hour, one weekday and one month.
    let dated = known.count { $0.value(of: .creationDate).isPresent }
    #expect(dated == 15 * zones.count)
    #expect(matching > 3 * dated)
    // SQLite has no function of so many values; the run does this test.
    let many: [String] = (0...23).flatMap { hour in [10, 20, 30, 40, 50].map { "\(hour):\($0)" } }
    let cycle = try #require(ClockCycle(many.joined(separator: ","), as: .time))
    #expect(try pushed(.cycle(.creationDate, cycle)).count == known.count)
  }

  @Test func plainTestsAreAnsweredWhole() {
    let text = TextConstant("IMG_2908.PNG")
    let plain: [AssetPredicate] = [
      .equals(.filename, .text(text)), .equals(.mediaType, .text(TextConstant("image"))),
      .not(.equals(.mediaSubtypes, .text(TextConstant("photoLive")))),
      .ordered(.creationDate, .greater, .date(Scenario.noon)), .equals(.isFavorite, .flag(true)),
      .ordered(.pixelWidth, .atLeast, .integer(1000)), .present(.location),
      .oneOf(.uniformTypeIdentifier, [.text(TextConstant("public.jpeg"))]),
      .like(.mediaType, LikePattern("v*")),
      .equals(.filename, .text(TextConstant("img_2908.png", ignoringCase: true))),
      .place(.location, .circle(Area.Circle(latitude: 54, longitude: 7, metres: 5000))),
      // Texts of several forms.
      .equals(.filename, .text(TextConstant("caf\u{E9}"))),
      .equals(.filename, .text(TextConstant("K"))), .like(.filename, LikePattern("IMG_*")),
      .has(.title, TextConstant("beach", ignoringCase: true)),
      .ordered(.title, .less, .text(TextConstant("m"))),
    ]
    for predicate in plain { #expect(PhotosLibrary.answers(predicate), "\(predicate)") }
  }

  /// Keywords are read as one text, and the file has a path.
  @Test func listsAndPathsAreTestedAgain() throws {
    for predicate: AssetPredicate in [
      .equals(.keywords, .text(TextConstant("Kids"))), .present(.keywords),
      .equals(.path, .text(TextConstant("/a"))),
      .cycle(.creationDate, try #require(ClockCycle("19", as: .hour))),
    ] {
      #expect(!PhotosLibrary.answers(predicate), "\(predicate)")
      #expect(!PhotosLibrary.answers(.not(predicate)), "\(predicate)")
    }
  }

  /// The tests that no statement has room for are left to the run.
  @Test func noTestOfManyIsLost() throws {
    let world = try PhotosWorld(
      PhotosSampleLibrary(
        .macOS15,
        (0..<4).map {
          PhotosSampleAsset(
            uuid: "A\($0)", filename: "\($0).jpg", created: Double($0),
            ["ZWIDTH": .integer(Int64($0)), "ZFAVORITE": $0 % 2 == 0 ? 1 : 0])
        }))
    let widths = ArgumentValue.list((Int64(1)...398).map { .integer($0) })
    #expect(try world.uuids([:], ["pixelWidth": widths]) == ["A1", "A2", "A3"])
    #expect(try world.uuids([:], ["pixelWidth": widths, "isFavorite": true]) == ["A2"])
  }

  @Test func datesAreComparedAsTheyAreStored() throws {
    for milliseconds: Int64 in [0, 1, -1, 978_307_200_000, 1_538_163_349_063, 99_999_999_999_999] {
      let seconds = try #require(PhotosDate.seconds(atLeast: milliseconds))
      #expect(try #require(PhotosDate.milliseconds(seconds)) >= milliseconds)
      #expect(try #require(PhotosDate.milliseconds(seconds.nextDown)) < milliseconds)
    }
    #expect(PhotosDate.milliseconds(559_856_149.063) == 1_538_163_349_063)
    #expect(PhotosDate.milliseconds(.nan) == nil)
    #expect(PhotosDate.milliseconds(.infinity) == nil)
    #expect(PhotosDate.seconds(atLeast: .max) == nil)
    #expect(PhotosDate.seconds(atLeast: .min) == -PhotosDate.limit)
  }

  @Test func datesAreFoundByTheirIndex() throws {
    let assets = (0..<50).map {
      PhotosSampleAsset(uuid: "A\($0)", filename: "\($0).jpg", created: Double($0))
    }
    let world = try PhotosWorld(PhotosSampleLibrary(.macOS15, assets))
    let library = try world.open()
    var selection = PhotosSelection()
    selection.predicate = .ordered(.creationDate, .greater, .date(Scenario.noon))
    let sql = PhotosStatement(selection, library.schema).parts[0]
    var plan = ""
    try library.connect().connection.forEachRow(
      of: SQLText("EXPLAIN QUERY PLAN \(sql.text)", sql.values)
    ) { plan += ($0.text(3) ?? "") + "\n" }
    #expect(plan.contains("ZDATECREATED>"), "\(plan)")
  }
}
