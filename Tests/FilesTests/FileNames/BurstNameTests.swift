import Assets
import Media
import Testing

@testable import Files

@Suite struct BurstNameTests {
  static func parse(_ name: String) -> (identifier: String, representsBurst: Bool)? {
    withName(name) { bytes in
      BurstName.parse(bytes).map {
        (String(decoding: bytes[$0.identifier], as: UTF8.self), $0.representsBurst)
      }
    }
  }

  @Test(arguments: [
    ("00000IMG_00000_BURST20240101120000123_COVER.jpg", "BURST20240101120000123", true),
    ("00001IMG_00001_BURST20240101120000123.jpg", "BURST20240101120000123", false),
    ("DSC_0002_BURST20180101120000123.JPG", "BURST20180101120000123", false),
    ("IMG_20240101_120000_BURST001_COVER.jpg", "IMG_20240101_120000", true),
    ("IMG_20240101_120000_BURST002.jpg", "IMG_20240101_120000", false),
    ("IMG_20240101_120000_BURST00003.jpg", "IMG_20240101_120000", false),
    ("IMG_20240101_120000_Burst04 (1).jpg", "IMG_20240101_120000", false),
    ("PXL_20240101_120000123.BURST-01.COVER.jpg", "PXL_20240101_120000123", true),
    ("PXL_20240101_120000123.BURST-01.MP.COVER.jpg", "PXL_20240101_120000123", true),
    ("PXL_20240101_120000123.BURST-12.jpg", "PXL_20240101_120000123", false),
    ("DSCPDC_0003_BURST20180619163426901_COVER.JPG", "BURST20180619163426901", true),
    ("00001XTR_00001_BURST20190407204147.jpg", "BURST20190407204147", false),
    ("Birthday_BURST002.jpg", "Birthday", false),
    ("20240101_120000_001.jpg", "20240101_120000", false),
    ("20240101_120000_100.jpg", "20240101_120000", false),
  ])
  func reads(_ name: String, _ identifier: String, _ representsBurst: Bool) {
    let burst = Self.parse(name)
    #expect(burst?.identifier == identifier)
    #expect(burst?.representsBurst == representsBurst)
  }

  @Test func aNumberBehindADateIsNoEvidence() {
    func saysBurst(_ name: String) -> Bool? { withName(name) { BurstName.parse($0)?.saysBurst } }
    #expect(saysBurst("20240101_120000_001.jpg") == false)
    #expect(saysBurst("IMG_20240101_120000_BURST001.jpg") == true)
  }

  private func frames(_ names: String...) -> [[String]] {
    let files = names.map { OwnedBytes(Array($0.utf8)) }
    return withExtendedLifetime(files) {
      BurstName.frames(of: files) { $0.bytes }.map { $0.map(\.string) }
    }
  }

  @Test func framesComeByTheirNumbers() {
    #expect(
      frames("X_1_BURST1.jpg", "X_1_BURST10.jpg", "X_1_BURST2.jpg")
        == [["X_1_BURST1.jpg", "X_1_BURST2.jpg", "X_1_BURST10.jpg"]])
    #expect(frames("X_BURST010.jpg", "X_BURST9.jpg") == [["X_BURST9.jpg", "X_BURST010.jpg"]])
  }

  @Test func aBurstInTwoFormatsIsTwoBursts() {
    #expect(
      frames("X_BURST001.dng", "X_BURST001.jpg", "X_BURST002.DNG", "X_BURST003.jpg") == [
        ["X_BURST001.dng", "X_BURST002.DNG"], ["X_BURST001.jpg", "X_BURST003.jpg"],
      ])
    // No frame is there twice; a live photo's movie is no second format.
    #expect(frames("X_BURST001.heic", "X_BURST002.jpg").count == 1)
    #expect(frames("X_BURST001.jpg", "X_BURST001.mov", "X_BURST002.jpg").count == 1)
  }

  @Test(arguments: [
    "PXL_20240101_120000123.BURST.jpg", "PXL_1.RAW-01.COVER.jpg", "", "_BURST001.jpg",
    "sun_burst.jpg", "sun_burst_1.jpg", "Sunburst01.jpg", "sun_burst01.jpg",
    "IMG_20240101_120000_BURSTING.jpg", "IMG_0001_BURST20241301120000123.jpg",
    "IMG_20240101_120000.jpg", "20240101_120000.jpg", "20240101_120000_000.jpg",
    "20240101_120000_101.jpg", "20240101_120000_13972.jpg", "20241301_120000_001.jpg",
    "20240101_120000_001_edit.jpg", "IMG_0001_BURST123456.jpg",
  ])
  func refuses(_ name: String) {
    #expect(Self.parse(name) == nil)
  }
}
