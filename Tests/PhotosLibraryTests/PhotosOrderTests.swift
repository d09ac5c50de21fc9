import AssetSupport
import Files
import PhotosSamples
import PipelineSupport
import Samples
import Testing

@testable import Assets
@testable import PhotosLibrary

/// Orders that a library gives, by the indexes that it has.
@Suite struct PhotosOrderTests {
  private let world: PhotosWorld

  init() throws {
    let assets = (0..<3000).map { place in
      PhotosSampleAsset(
        uuid: "A\(place)", filename: "\(place).jpg", created: Double(place),
        place % 1000 == 7 ? ["ZDATECREATED": .null] : [:])
    }
    world = try PhotosWorld(PhotosSampleLibrary(.wholeMacOS15, assets))
  }

  private static let newest = SortKey(.creationDate, isDescending: true)

  private func statement(_ predicate: AssetPredicate, _ library: PhotosLibrary)
    -> PhotosStatement
  {
    var selection = PhotosSelection()
    selection.predicate = predicate
    selection.order = PhotosDateOrder([Self.newest])
    return PhotosStatement(selection, library.schema)
  }

  private func plan(_ sql: SQLText, _ library: PhotosLibrary) throws -> String {
    var plan = ""
    try library.connect().connection.forEachRow(
      of: SQLText("EXPLAIN QUERY PLAN \(sql.text)", sql.values)
    ) { plan += ($0.text(3) ?? "") + "\n" }
    return plan
  }

  @Test func theDateIsLookedForFirstAmongAllIndexes() throws {
    let library = try world.open()
    let tests: [AssetPredicate] = [
      .equals(.mediaType, .text(TextConstant("image"))),
      .equals(.mediaSubtypes, .text(TextConstant("photoScreenshot"))),
      .equals(.isFavorite, .flag(true)), .equals(.isRAW, .flag(false)),
      .ordered(.fileSize, .atLeast, .integer(1000)),
      .equals(.uniformTypeIdentifier, .text(TextConstant("public.jpeg"))),
      .equals(.playbackStyle, .text(TextConstant("image"))),
      .equals(.sourceType, .text(TextConstant("typeUserLibrary"))),
    ]
    for test in tests {
      for part in statement(test, library).parts {
        let plan = try plan(part, library)
        #expect(!plan.contains("SCAN a\n"), "\(test): \(plan)")
        #expect(plan.contains("(ZDATECREATED"), "\(test): \(plan)")
      }
    }
  }

  @Test func whatHasNoDateIsNotLookedForWhereADateIsAsked() throws {
    let library = try world.open()
    let recent = AssetPredicate.ordered(.creationDate, .greater, .date(Scenario.noon))
    #expect(statement(recent, library).parts.count == 1)
    #expect(statement(.all([.present(.pixelWidth), recent]), library).parts.count == 1)
    #expect(statement(.any([.present(.pixelWidth), recent]), library).parts.count == 2)
    #expect(statement(.not(recent), library).parts.count == 2)
  }

  @Test func whatHasNoDateComesLast() throws {
    let names = try world.uuids([:], ["sortedBy": "-creationDate"])
    #expect(names.count == 3000)
    #expect(names.first == "A2999")
    #expect(names.suffix(3) == ["A1007", "A2007", "A7"])
  }

  @Test func anOrderBehindAFunctionComesFromTheLibraryToo() throws {
    var scenario = Scenario(
      [
        StageCall("source"), StageCall("filter", CountingFunctions.reference),
        StageCall("filter", ["sortedBy": "-creationDate", "limit": 2]),
      ], library: world.path)
    scenario.functions = CountingFunctions { !$0.string(of: .filename).hasPrefix("2999") }
    let outcome = try scenario.run()
    #expect(try outcome.names == ["A2998/L0/001", "A2997/L0/001"])
    #expect(outcome.report.read < 300)
  }

  @Test func anOrderBehindALimitIsNotTheLibrarys() throws {
    let outcome = try Scenario(
      [
        StageCall("source"), StageCall("filter", ["limit": 3]),
        StageCall("filter", ["sortedBy": "-creationDate"]),
      ], library: world.path
    ).run()
    #expect(try outcome.names == ["A2/L0/001", "A1/L0/001", "A0/L0/001"])
  }
}
