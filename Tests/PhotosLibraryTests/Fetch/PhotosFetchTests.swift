import AssetSupport
import Foundation
import PhotosSamples
import PipelineSupport
import Samples
import TestSupport
import Testing

@testable import Assets
@testable import Engine
@testable import PhotosLibrary

/// A fetch result of a Photos library gives any range, as the whole list has it.
@Suite struct PhotosFetchTests {
  private func randomWorld(seed: UInt64, count: Int = 300) throws -> FetchWorld {
    var random = RandomPhotos(seed: seed)
    let assets = (0..<count).map { _ in random.asset() }
    let members = assets.map(\.uuid).filter { $0.utf8.first.map { $0 % 2 == 0 } ?? false }
    return try FetchWorld(
      PhotosSampleLibrary(
        .macOS15, assets,
        albums: [
          PhotosSampleAlbum("Manual", uuid: "B1", assets: members.reversed()),
          PhotosSampleAlbum(
            "Dated", uuid: "B2", assets: members,
            ["ZCUSTOMSORTKEY": 1, "ZCUSTOMSORTASCENDING": 0]),
        ]))
  }

  private var generator = SeededGenerator(seed: 3)

  private static let orders: [[SortKey]] = [
    [], [SortKey(.creationDate, isDescending: true)], [SortKey(.creationDate)],
    [SortKey(.addedDate, isDescending: true)], [SortKey(.filename)],
    [SortKey(.fileSize, isDescending: true), SortKey(.creationDate)],
  ]
  private static let albums: [String?] = [
    nil, nil, "Manual", "Dated", "smartAlbumRecentlyAdded", "smartAlbumVideos", "albumRegular",
    "smartAlbumAllHidden",
  ]

  private mutating func fetch(_ random: inout RandomPhotos) -> AssetFetch {
    var fetch = AssetFetch(
      album: Self.albums.randomElement(using: &generator) ?? nil,
      predicate: generator.chance(0.5) ? .always : random.predicate(),
      order: Self.orders.randomElement(using: &generator) ?? [])
    if generator.chance(0.2) { fetch.offset = Int.random(in: 0...100, using: &generator) }
    if generator.chance(0.2) { fetch.limit = Int.random(in: 0...150, using: &generator) }
    fetch.includesHidden = generator.chance(0.3)
    fetch.includesBurstFrames = generator.chance(0.3)
    return fetch
  }

  @Test mutating func rangesAreThoseOfTheWholeList() throws {
    let world = try randomWorld(seed: 5)
    var random = RandomPhotos(seed: 6)
    var found = 0
    for _ in 0..<200 {
      let fetch = fetch(&random)
      let expected = try world.expected(fetch)
      found += expected.count
      let result = try world.library.fetchAssets(fetch)
      for _ in 0..<6 {
        let start = Int.random(in: 0...350, using: &generator)
        let range = start..<start + Int.random(in: 0...90, using: &generator)
        let assets = try result.objects(within: range)
        guard
          Asset.identifiers(of: assets)
            == Array(expected.dropFirst(range.lowerBound).prefix(range.count))
        else {
          Issue.record("\(fetch): \(range)")
          return
        }
      }
      #expect(try result.count == expected.count)
      #expect(try result.firstObject?.string(of: .localIdentifier) == expected.first)
      #expect(try result.lastObject?.string(of: .localIdentifier) == expected.last)
      if let some = expected.randomElement(using: &generator) {
        #expect(try result.index(of: some) == expected.firstIndex(of: some))
      }
      var seen: [String] = []
      try result.enumerateObjects { asset, index, _ in
        if index == seen.count { seen.append(asset.string(of: .localIdentifier)) }
      }
      #expect(seen == expected)
    }
    #expect(found > 5000)
  }

  @Test mutating func changesAreNoticedBetweenAnyTwoCalls() throws {
    let world = try randomWorld(seed: 7, count: 200)
    var random = RandomPhotos(seed: 8)
    var isOpen = false
    var kept: [(fetch: AssetFetch, result: FetchResult)] = []
    for round in 0..<120 {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0:
        if isOpen { world.closePhotos() } else { try world.openPhotos() }
        isOpen.toggle()
      case 1:
        try world.change("UPDATE ZASSET SET ZTRASHEDSTATE = 1 WHERE Z_PK = \(round + 1)")
      case 2:
        try world.change("UPDATE ZASSET SET ZDATECREATED = \(round) WHERE Z_PK % 7 = \(round % 7)")
      case 3: try world.change("UPDATE ZASSET SET ZTRASHEDSTATE = 0 WHERE Z_PK % 5 = 0")
      default: break
      }
      // What was kept gives what is there now, or says that it can't.
      for (fetch, result) in kept.suffix(4) {
        let expected = try world.expected(fetch)
        do {
          let assets = try result.objects(within: 20..<80)
          #expect(Asset.identifiers(of: assets) == Array(expected.dropFirst(20).prefix(60)))
          #expect(try result.count == expected.count)
        } catch FetchProblem.changed {
          #expect(!result.isCurrent)
        }
      }
      let fetch = round % 3 == 0 ? self.fetch(&random) : kept.last?.fetch ?? AssetFetch()
      let result = try world.library.fetchAssets(fetch)
      #expect(
        Asset.identifiers(of: try result.objects(within: 0..<200)) == (try world.expected(fetch)))
      kept.append((fetch, result))
    }
  }

  @Test func whatIsFetchedAgainIsTheSame() throws {
    let world = try FetchWorld(PhotosSampleLibrary(.macOS15, GeneratedPhotos(count: 300)))
    try world.openPhotos()
    let fetch = AssetFetch(order: [SortKey(.creationDate, isDescending: true)])
    let first = try world.library.fetchAssets(fetch)
    _ = try first.objects(at: 100..<200)
    let held = world.library.heldRows
    #expect(try world.library.fetchAssets(fetch) === first)
    _ = try first.objects(at: 128..<192)
    #expect(world.library.heldRows == held)
    try world.change("UPDATE ZASSET SET ZFAVORITE = 1 WHERE Z_PK = 3")
    #expect(!first.isCurrent)
    #expect(throws: FetchProblem.changed) { try first.objects(at: 128..<129) }
    #expect(throws: FetchProblem.changed) { try first.count }
    let second = try world.library.fetchAssets(fetch)
    #expect(second !== first)
    #expect(second.state > first.state)
    let assets = try second.objects(at: 0..<300)
    #expect(assets.contains { $0.string(of: .localIdentifier).isEmpty == false })
    let favourites = try world.library.fetchAssets(AssetFetch(album: "smartAlbumFavorites"))
    #expect(try favourites.index(of: assets[297]) != nil)
  }

  @Test func rowsInMemoryAreBounded() throws {
    let world = try FetchWorld(
      PhotosSampleLibrary(.macOS15, GeneratedPhotos(count: 1500)), bounds: FetchBounds(rows: 256))
    let result = try world.library.fetchAssets(AssetFetch())
    for start in stride(from: 0, to: 1500, by: 100) {
      _ = try result.objects(at: start..<start + 100)
      #expect(world.library.heldRows <= 256)
    }
    #expect(world.library.heldRows == 256)
  }

  @Test func aRangeBeyondTheEndSaysHowManyThereAre() throws {
    let world = try FetchWorld(PhotosSampleLibrary(.macOS15, GeneratedPhotos(count: 70)))
    let result = try world.library.fetchAssets(AssetFetch())
    #expect(throws: FetchProblem.outOfRange(count: 70)) { try result.objects(at: 60..<71) }
    #expect(throws: FetchProblem.outOfRange(count: 70)) { try result.object(at: 70) }
    #expect(try result.objects(within: 60..<100).count == 10)
    #expect(try result.objects(within: 100..<200).isEmpty)
  }

  @Test func theFirstPageLooksForNoMoreThanIsWanted() throws {
    let many = (0..<9000).map {
      PhotosSampleAsset(uuid: "A\($0)", filename: "\($0).jpg", created: Double($0))
    }
    let world = try FetchWorld(PhotosSampleLibrary(.macOS15, many))
    let result = try world.library.fetchAssets(
      AssetFetch(order: [SortKey(.creationDate, isDescending: true)]))
    #expect(try result.objects(at: 0..<100).count == 100)
    #expect(result.knownCount == nil)
    #expect(try result.count == 9000)
    #expect(result.knownCount == 9000)
  }

  @Test func aListIsReadAgainAfterAnInterruptionAndOthersStay() throws {
    let world = try FetchWorld(PhotosSampleLibrary(.macOS15, GeneratedPhotos(count: 70)))
    var context = Scenario.context
    let cancellation = Cancellation()
    context.cancellation = cancellation
    let library = FetchLibrary(path: world.photos.path, in: context)
    let all = try library.fetchAssets(AssetFetch())
    let count = try all.count
    // SQL does not give this order.
    let fetch = AssetFetch(order: [SortKey(.filename)])
    let part = try library.fetchAssets(fetch)
    cancellation.interrupt()
    #expect(throws: (any Error).self) { try part.objects(within: 0..<100) }
    cancellation.resume()
    #expect(try library.fetchAssets(fetch).objects(within: 0..<100).count == count)
    #expect(try library.fetchAssets(AssetFetch()) === all)
  }

  @Test func threadsReadWhilePhotosWrites() throws {
    let world = try FetchWorld(
      PhotosSampleLibrary(.macOS15, GeneratedPhotos(count: 2000)), bounds: FetchBounds(rows: 320))
    try world.openPhotos()
    let library = world.library
    let newestFirst = AssetFetch(order: [SortKey(.creationDate, isDescending: true)])
    // Each state has one favourite less: its number tells the state.
    let favourites = AssetFetch(album: "smartAlbumFavorites")
    try world.change("UPDATE ZASSET SET ZFAVORITE = 1")
    let readers = (0..<4).map { seed in
      ReadingThread {
        var generator = SeededGenerator(seed: UInt64(seed))
        var pages = 0
        var least = 2000
        while pages < 150 {
          do {
            let isAll = generator.chance(0.5)
            let result = try library.fetchAssets(isAll ? newestFirst : favourites)
            let start = Int.random(in: 0..<1000, using: &generator)
            let assets = try result.objects(at: start..<start + 150)
            let names = Set(assets.map { $0.string(of: .localIdentifier) })
            guard names.count == 150 else { return "an asset came twice" }
            if !isAll {
              guard assets.allSatisfy({ $0.value(of: .isFavorite).isTrue }) else {
                return "an asset of another state"
              }
              let count = try result.count
              if count > least { return "an older state" }
              least = count
            }
            pages += 1
          } catch FetchProblem.changed {
          } catch {
            return "\(error)"
          }
        }
        return nil
      }
    }
    for row in 1...60 {
      try world.change("UPDATE ZASSET SET ZFAVORITE = 0 WHERE Z_PK = \(row * 3)")
      usleep(3000)
    }
    for reader in readers { #expect(reader.wait() == nil) }
  }

  @Test func whatIsReadIsLeftUntouched() throws {
    let world = try PhotosWorld(PhotosSampleLibrary(.macOS15, GeneratedPhotos(count: 300)))
    try world.expectUntouched {
      let library = FetchLibrary(path: world.path, in: Scenario.context)
      _ = try library.fetchAssets(AssetFetch(album: "smartAlbumVideos")).count
      _ = try library.fetchAssets(AssetFetch()).objects(at: 0..<300)
    }
  }
}

extension FieldValue {
  fileprivate var isTrue: Bool {
    if case .flag(true) = self { return true }
    return false
  }
}
