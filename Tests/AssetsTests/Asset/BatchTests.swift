import AssetSupport
import Assets
import Testing

@Suite struct BatchTests {
  private func batch(_ count: Int) -> Batch {
    Batch(ordinal: 0, assets: (0..<count).map { ValueAsset(named: "\($0)") })
  }

  private func names(_ batch: Batch) -> [String] {
    batch.survivors.map { $0.string(of: .localIdentifier) }
  }

  @Test func keepsInOrderWhatIsAccepted() {
    var batch = batch(6)
    batch.keep { Int($0.string(of: .localIdentifier)).map { $0 % 2 == 1 } ?? false }
    #expect(names(batch) == ["1", "3", "5"])
    batch.keep(verdicts: [true, false, true])
    #expect(names(batch) == ["1", "5"])
    #expect(batch.count == 2)
  }

  @Test func anAssetThatFailsMeanwhileIsDroppedAndReportedOnce() {
    var batch = batch(3)
    batch.keep { asset in
      if asset.displayName == "1" { asset.fail(stage: "read", "is broken") }
      return true
    }
    #expect(names(batch) == ["0", "2"])
    batch.keep { _ in true }
    #expect(batch.failures == [AssetFailure(asset: "1", stage: "read", reason: "is broken")])
  }

  @Test func theFirstReasonStays() {
    let asset = ValueAsset(named: "a")
    asset.fail(stage: "read", "first")
    asset.fail(stage: "load", "second")
    #expect(asset.failure == AssetFailure(asset: "a", stage: "read", reason: "first"))
  }

  @Test func heldAssetsLeaveTheBatch() {
    var batch = batch(2)
    batch.holdAll()
    #expect(batch.count == 0)
    #expect(batch.failures.isEmpty)
  }
}
