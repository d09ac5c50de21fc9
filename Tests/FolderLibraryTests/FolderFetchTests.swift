import AssetSupport
import FolderLibrary
import Foundation
import PipelineSupport
import Samples
import TestSupport
import Testing

@testable import Assets
@testable import Engine
@testable import Files

/// A fetch result of a folder gives any range, as the whole list has it.
@Suite struct FolderFetchTests {
  private let folder: TemporaryDirectory
  private var generator = SeededGenerator(seed: 11)

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func library(
    lanes: Int = 2, bounds: FetchBounds = FetchBounds(), clock: CatalogueClock = .system
  ) -> FetchLibrary {
    FetchLibrary(
      path: folder.path, in: Scenario.context, lanes: lanes, bounds: bounds, clock: clock)
  }

  /// A clock that has gone on far enough for every file to be left alone.
  private static let later = CatalogueClock { CatalogueClock.systemTime() + 60_000_000_000 }

  private func picture(_ second: Int) -> any SampleFile {
    JPEGPicture(width: 16, height: 16) { picture in
      picture.exif = EXIFBlock {
        $0.dateTimeOriginal = "2015:09:27 21:\(10 + second / 60 % 50):\(10 + second % 50)"
      }
    }
  }

  private mutating func write(_ count: Int) throws {
    for number in 0..<count {
      let place = ["", "A/", "A/B/", "C/"].randomElement(using: &generator) ?? ""
      let second = Int.random(in: 0..<200, using: &generator)
      if generator.chance(0.2) {
        try folder.write(PNGPicture(width: 2, height: 2), to: "\(place)\(number).png")
      } else {
        try folder.write(picture(second), to: "\(place)\(number).jpg")
      }
    }
  }

  private func expected(_ fetch: AssetFetch) throws -> [String] {
    let opened = try FolderLibrary(path: folder.path)
    var selection = try fetch.selection(of: opened)
    selection.predicate = .always
    let reader = FolderReader(opened, selection, in: Scenario.context)
    var assets: [Asset] = []
    while let pending = try reader.next() {
      assets += pending.unfold().filter(fetch.predicate.matches)
    }
    if !fetch.order.isEmpty {
      let order = AssetOrder(fetch.order)
      assets = assets.enumerated().map { order.entry(for: $1, place: $0) }
        .sorted { order.precedes($0, $1) }.map(\.asset)
    }
    return Asset.identifiers(
      of:
        Array(assets.dropFirst(fetch.offset).prefix(fetch.limit ?? .max)))
  }

  private mutating func fetch() -> AssetFetch {
    let predicates: [AssetPredicate] = [
      .always, .equals(.mediaType, .text(TextConstant("image"))),
      .like(.filename, LikePattern("*1*")),
      .equals(.uniformTypeIdentifier, .text(TextConstant("public.png"))),
    ]
    let orders: [[SortKey]] = [
      [], [SortKey(.creationDate, isDescending: true)], [SortKey(.filename)],
      [SortKey(.fileSize), SortKey(.filename, isDescending: true)],
    ]
    let albums: [String?] = [nil, nil, "A", "A/B", "albumRegular"]
    var fetch = AssetFetch(
      album: albums.randomElement(using: &generator) ?? nil,
      predicate: predicates.randomElement(using: &generator) ?? .always,
      order: orders.randomElement(using: &generator) ?? [])
    if generator.chance(0.2) { fetch.offset = Int.random(in: 0...30, using: &generator) }
    if generator.chance(0.2) { fetch.limit = Int.random(in: 0...50, using: &generator) }
    return fetch
  }

  @Test mutating func rangesAreThoseOfTheWholeList() throws {
    try write(400)
    let library = library()
    for _ in 0..<60 {
      let fetch = fetch()
      let expected = try expected(fetch)
      let result = try library.fetchAssets(fetch)
      for _ in 0..<5 {
        let start = Int.random(in: 0...420, using: &generator)
        let range = start..<start + Int.random(in: 0...90, using: &generator)
        #expect(
          Asset.identifiers(of: try result.objects(within: range))
            == Array(expected.dropFirst(range.lowerBound).prefix(range.count)))
      }
      #expect(try result.count == expected.count)
      if let some = expected.randomElement(using: &generator) {
        #expect(try result.index(of: some) == expected.firstIndex(of: some))
      }
      #expect(try result.index(of: "A/none.jpg") == nil)
    }
  }

  @Test(arguments: [false, true])
  mutating func changesAreNoticedBetweenAnyTwoCalls(isSettled: Bool) throws {
    try write(120)
    let library = library(clock: isSettled ? Self.later : .system)
    var fetch = fetch()
    for round in 0..<60 {
      let before = try library.fetchAssets(fetch)
      let known = Asset.identifiers(of: try before.objects(within: 0..<200))
      let change = Int.random(in: 0..<5, using: &generator)
      // Times of folders have a grain, which a clock that is far ahead does not wait for.
      if isSettled { usleep(12_000) }
      switch change {
      case 0: try folder.write(picture(round), to: "A/new\(round).jpg")
      case 1:
        try FileManager.default.removeItem(atPath: folder.path(known.isEmpty ? "C" : known[0]))
      case 2: try folder.write(picture(round), to: "New \(round)/x.jpg")
      default: break
      }
      let expected = try expected(fetch)
      do {
        #expect(Asset.identifiers(of: try before.objects(within: 0..<200)) == expected)
      } catch FetchProblem.changed {
        #expect(change < 3)
      }
      let after = try library.fetchAssets(fetch)
      #expect(Asset.identifiers(of: try after.objects(within: 0..<200)) == expected)
      if change > 2 { #expect(after === before) }
      if round % 5 == 0 { fetch = self.fetch() }
    }
  }

  @Test func aFileThatIsWrittenInPlaceIsNoticedWhenItIsAskedFor() throws {
    for number in 10..<90 { try folder.write(picture(number), to: "\(number).jpg") }
    let library = library()
    let fetch = AssetFetch(order: [SortKey(.creationDate)])
    let result = try library.fetchAssets(fetch)
    let first = try #require(try result.object(at: 0).pathBytes)
    let path = String(decoding: first, as: UTF8.self)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: picture(150).encoded() + [0])
    try handle.close()
    #expect(try result.objects(at: 70..<71).count == 1)
    #expect(throws: FetchProblem.changed) { try result.object(at: 0) }
    #expect(!result.isCurrent)
    #expect(
      Asset.identifiers(of: try library.fetchAssets(fetch).objects(at: 0..<80))
        == (try expected(fetch)))
  }

  @Test(arguments: [[], [SortKey(.creationDate)]])
  func aFileThatWasBeingWrittenIsReadAgain(order: [SortKey]) throws {
    try folder.write(picture(1), to: "1.jpg")
    try folder.write([], to: "2.jpg")
    let library = library()
    let image = AssetPredicate.equals(.mediaType, .text(TextConstant("image")))
    let fetch = AssetFetch(predicate: image, order: order)
    #expect(try library.fetchAssets(fetch).count == 1)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("2.jpg")))
    try handle.write(contentsOf: picture(2).encoded())
    try handle.close()
    #expect(try library.fetchAssets(fetch).count == 2)
    #expect(try library.fetchAssets(fetch).failures.isEmpty)
  }

  @Test(arguments: [[], [SortKey(.creationDate)]])
  func aListIsReadAgainAfterAnInterruptionAndOthersStay(order: [SortKey]) throws {
    for number in 0..<30 { try folder.write(picture(number), to: "\(number % 3)/\(number).jpg") }
    var context = Scenario.context
    let cancellation = Cancellation()
    context.cancellation = cancellation
    let library = FetchLibrary(path: folder.path, in: context)
    let all = try library.fetchAssets(AssetFetch())
    #expect(try all.count == 30)
    let image = AssetPredicate.equals(.mediaType, .text(TextConstant("image")))
    let fetch = AssetFetch(predicate: image, order: order)
    let part = try library.fetchAssets(fetch)
    cancellation.interrupt()
    #expect(throws: RunProblem.cancelled) { try part.count }
    cancellation.resume()
    #expect(try library.fetchAssets(fetch).count == 30)
    #expect(try library.fetchAssets(AssetFetch()) === all)
  }

  @Test func whatWasReadIsNotReadAgain() throws {
    for number in 0..<64 { try folder.write(picture(number), to: "\(number).jpg") }
    let library = library()
    let result = try library.fetchAssets(AssetFetch())
    let first = try result.objects(at: 0..<64)
    #expect(library.heldRows == 64)
    let second = try result.objects(at: 0..<64)
    for (one, other) in zip(first, second) {
      let facts = (one as? FileAsset)?.known?.facts
      #expect(facts != nil && facts === (other as? FileAsset)?.known?.facts)
      #expect(one !== other)
    }
  }

  @Test func rowsInMemoryAreBounded() throws {
    for number in 0..<300 { try folder.write(PNGPicture(width: 2, height: 2), to: "\(number).png") }
    let library = library(bounds: FetchBounds(rows: 128))
    let result = try library.fetchAssets(AssetFetch())
    try result.enumerateObjects { _, _, _ in #expect(library.heldRows <= 128) }
    #expect(library.heldRows == 128)
  }

  @Test func theFirstPageOpensNoFileBehindIt() throws {
    for number in 0..<2000 { try folder.write([0xFF, 0xD8], to: "\(number).jpg") }
    let result = try library().fetchAssets(AssetFetch())
    _ = try result.objects(at: 0..<60)
    #expect(result.knownCount == nil)
    #expect(try result.count == 2000)
  }

  @Test func threadsReadWhileFilesComeAndGo() throws {
    for number in 0..<200 { try folder.write(picture(number), to: "A/\(number).jpg") }
    let library = library()
    let fetch = AssetFetch(order: [SortKey(.filename)])
    let readers = (0..<3).map { seed in
      ReadingThread {
        var generator = SeededGenerator(seed: UInt64(seed))
        var pages = 0
        while pages < 60 {
          do {
            let result = try library.fetchAssets(fetch)
            let start = Int.random(in: 0..<100, using: &generator)
            let names = Asset.identifiers(of: try result.objects(at: start..<start + 80))
            if names != names.sorted() || Set(names).count != 80 { return "not one list" }
            pages += 1
          } catch FetchProblem.changed {
          } catch {
            return "\(error)"
          }
        }
        return nil
      }
    }
    for number in 0..<40 {
      try folder.write(picture(number), to: "A/new \(number).jpg")
      usleep(4000)
    }
    for reader in readers { #expect(reader.wait() == nil) }
  }

  @Test func aMissingFolderIsReported() throws {
    let library = FetchLibrary(path: folder.path("none"), in: Scenario.context)
    #expect(throws: LibraryProblem.self) { try library.fetchAssets(AssetFetch()) }
    #expect(throws: LibraryProblem.self) { try self.library().fetchAssets(AssetFetch(album: "x")) }
  }
}
