import Testing

@testable import Engine

@Suite struct SlowDiskTests {
  /// Counts how often its header is read; confined to one thread at a time, as assets are.
  private final class CountedAsset: Asset, @unchecked Sendable {
    private(set) var reads = 0
    private(set) var isWarned = false

    override func readAhead(_ facets: FacetSet) {
      if facets.contains(.header) { reads += 1 }
    }

    override func expectSlowReads() { isWarned = true }
  }

  @Test func everyHeaderIsReadOnceWhereTheDiskIsSlow() {
    let assets = (0..<256).map { _ in CountedAsset() }
    SlowDisk(blockLimit: 0).readAhead(.header, of: Batch(ordinal: 0, assets: assets))
    #expect(assets.allSatisfy { $0.reads == 1 && $0.isWarned })
  }

  @Test func onlyAFewAreReadAheadWhereItIsFast() {
    let assets = (0..<256).map { _ in CountedAsset() }
    SlowDisk(blockLimit: .max).readAhead(.header, of: Batch(ordinal: 0, assets: assets))
    #expect(assets.count { $0.reads > 0 } < 10)
    #expect(assets.allSatisfy { !$0.isWarned })
  }

  @Test func assetsThatWereDroppedAreNotRead() {
    let assets = (0..<256).map { _ in CountedAsset() }
    var batch = Batch(ordinal: 0, assets: assets)
    var place = 0
    batch.keep { _ in
      place += 1
      return place.isMultiple(of: 2)
    }
    SlowDisk(blockLimit: 0).readAhead(.header, of: batch)
    #expect(assets.enumerated().allSatisfy { $1.reads == $0 % 2 })
  }
}
