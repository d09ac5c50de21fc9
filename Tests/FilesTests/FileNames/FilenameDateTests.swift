import Media
import Testing

@testable import Files

@Suite struct FilenameDateTests {
  static func parse(_ name: String) -> FilenameDate? { withName(name) { FilenameDate.parse($0) } }

  /// 2024-01-01 00:00.
  static let newYear: Int64 = 1_704_067_200_000
  static let noon = newYear + 43_200_000

  @Test(arguments: [
    "Screenshot from 2024-01-01 12-00-00.png",
    "Screenshot 2024-01-01 at 12.00.00.png",
    "Screenshot 2024-01-01 at 12.00.00 PM.png",
    "Screenshot 2024-01-01 at 12.00.00\u{202F}PM.png",
    "Screenshot 2024-01-01 at 12.00.00\u{A0}p.m..png",
    "Bildschirmfoto 2024-01-01 um 12.00.00.png",
    "Bildschirmfoto vom 2024-01-01 12-00-00.png",
    "Capture d’écran 2024-01-01 à 12.00.00.png",
    "Capture d’e\u{301}cran 2024-01-01 a\u{300} 12.00.00.png",
    "Captura de pantalla 2024-01-01 a la(s) 12.00.00 p. m..png",
    "Skärmavbild 2024-01-01 kl. 12.00.00.png",
    "Képernyőfotó 2024-01-01 - 12.00.00.png",
    "Снимок экрана 2024-01-01 в 12.00.00.png",
    "Tangkapan Layar 2024-01-01 pukul 12.00.00.png",
    "Ảnh chụp Màn hình 2024-01-01 lúc 12.00.00.png",
    "Στιγμιότυπο 2024-01-01, 12.00.00 μ.μ..png",
    "スクリーンショット 2024-01-01 12.00.00.png",
    "截屏2024-01-01 下午12.00.00.png",
    "截圖 2024-01-01 中午12.00.00.png",
    "스크린샷 2024-01-01 오후 12.00.00.png",
    "Ekran Resmi 2024-01-01 12 00 00.png",
    "Näyttökuva 2024-1-1 kello 12.00.00.png",
    "Screenshot 2024-01-01 120000.png",
    "Screenshot_20240101-120000.png",
    "Screenshot_20240101_120000_Chrome.jpg",
    "Screenshot_2024-01-01-12-00-00.png",
    "Screenshot_2024-01-01_12-00-00.png",
    "IMG_20240101_120000.jpg",
    "IMG_20240101_120000_HDR.jpg",
    "IMG20240101120000.jpg",
    "VID_20240101_120000.mp4",
    "20240101_120000.jpg",
    "20240101_120000_001.jpg",
    "20240101_120000(0).jpg",
    "20240101 120000.jpg",
    "20240101T120000.jpg",
    "WhatsApp Image 2024-01-01 at 12.00.00.jpeg",
    "WhatsApp Image 2024-01-01 at 12.00.00 (1).jpeg",
    "WhatsApp Image 2024-01-01 at 12.00.00 PM.jpeg",
    "signal-2024-01-01-120000.jpg",
    "signal-2024-01-01-120000_001.jpg",
    "2024-01-01 12.00.00.jpg",
    "2024-01-01 12.00.00-1.jpg",
    "2024-01-01T12:00:00",
    "2024-01-01-120000_1920x1080_scrot.png",
    "2024-01-01 12_00_00-Inbox.png",
    "swappy-20240101-120000.png",
    "20240101_12h00m00s_grim.png",
    "Screen Recording 2024-01-01 at 12.00.00.mov",
    "photo_2024-01-01_12-00-00.jpg",
    "photo_1@01-01-2024_2024-01-01_12-00-00.jpg",
    "Pasted image 20240101120000.png",
    "DSC_0001_20240101_120000.jpg",
    "Desktop Screenshot 2024.01.01 - 12.00.00.png",
    "CleanShot 2024-01-01 at 12.00.00@2x.png",
  ])
  func readsDateAndTime(_ name: String) {
    let date = Self.parse(name)
    #expect(date?.wallClockMilliseconds == Self.noon)
    #expect(date?.precision == .second)
    #expect(date?.isUTC == false)
  }

  @Test(arguments: [
    "Screenshot_2024-01-01-12-00-00-123_com.miui.home.jpg",
    "00000IMG_00000_BURST20240101120000123_COVER.jpg",
    "20240101_120000123.jpg",
    "signal-2024-01-01-12-00-00-123.jpg",
  ])
  func readsMilliseconds(_ name: String) {
    let date = Self.parse(name)
    #expect(date?.wallClockMilliseconds == Self.noon + 123)
    #expect(date?.precision == .millisecond)
  }

  @Test(arguments: [
    "IMG-20240101-WA0001.jpg", "VID-20240101-WA0001.mp4", "2024-01-01.jpg", "20240101.jpg",
    "IMG_20240101.jpg", "2024.01.01 Berlin.jpg", "2024_01_01_0001.jpg", "20240101_7926 (1).jpg",
    "2024-01-01 Version 1.20.30.png", "旅行2024-01-01.jpg", "Screenshot_2024-01-01 Example.png",
  ])
  func readsTheDayAlone(_ name: String) {
    let date = Self.parse(name)
    #expect(date?.wallClockMilliseconds == Self.newYear)
    #expect(date?.precision == .day)
  }

  @Test func readsMinutes() {
    let date = Self.parse("2024-01-01_12-00.png")
    #expect(date?.wallClockMilliseconds == Self.noon)
    #expect(date?.precision == .minute)
  }

  @Test func pixelAndReplayNamesAreInUTC() {
    let names = [
      "PXL_20240101_120000123.MP.jpg", "Copy of PXL_20240101_120000123.jpg",
      "2024-01-01T12:00:00.123Z.jpg",
    ]
    for name in names {
      let date = Self.parse(name)
      #expect(date?.wallClockMilliseconds == Self.noon + 123)
      #expect(date?.precision == .millisecond)
      #expect(date?.isUTC == true)
    }
    let replay = Self.parse("RPReplay_Final1704110400.mp4")
    #expect(replay?.wallClockMilliseconds == Self.noon)
    #expect(replay?.isUTC == true)
  }

  @Test(arguments: [
    ("Screen Shot 2015-09-27 at 2.29.28 PM.png", 14), ("截屏2015-09-27 下午2.29.28.png", 14),
    ("截圖 2015-09-27 晚上2.29.28.png", 14), ("スクリーンショット 2015-09-27 午後2.29.28.png", 14),
    ("스크린샷 2015-09-27 오후 2.29.28.png", 14),
    ("스크린샷 2015-09-27 \u{110B}\u{1169}\u{1112}\u{116E} 2.29.28.png", 14),
    ("Screen Shot 2015-09-27 at 12.29.28 AM.png", 0), ("截屏2015-09-27 上午2.29.28.png", 2),
    ("截圖 2015-09-27 凌晨12.29.28.png", 0), ("Screen Shot 2015-09-27 at 21.29.28pm.png", 21),
    ("Screen Shot 2015-09-27 at 12.29.28 pm.png", 12),
  ])
  func theTwelveHourClockKnowsItsHalves(_ name: String, _ hour: Int64) {
    let midnight: Int64 = 1_443_312_000_000
    let expected = midnight + ((hour * 60 + 29) * 60 + 28) * 1000
    #expect(Self.parse(name)?.wallClockMilliseconds == expected)
  }

  @Test(arguments: [
    "", "IMG_0001.JPG", "DSC01234.JPG", "0123456789.jpg", "123456789012.jpg", "1234567.jpg",
    "20241301_120000.jpg", "2024-13-01 12-00-00.png", "2024-02-30.jpg", "20230229.jpg",
    "20240101_256100.jpg", "20240101_126000.jpg", "2024-01-01 25-61-00.png",
    "2024-01-01 12.00.60.png", "2024-00-10.jpg", "20240100.jpg", "99999999.jpg", "12345678.jpg",
    "a20240101b.jpg", "deadbeef20240101cafe.jpg", "20240101ab.jpg", "+4920240101.jpg",
    "20240101-1234-4abc-8def-0123456789ab.jpg", "120240101.jpg", "202401011.jpg",
    "20240101120000abcdef.jpg", "1850-01-01.jpg", "2200-01-01.jpg", "0099-01-01 12-00-00.png",
    "2024-1-1.jpg", "2024-01-011.jpg", "2024/01.jpg", "1920x1080.jpg", "19000101_120000.jpg",
    "2024-01_01.jpg", "100-0001-01.jpg", "mmexport1704110400000.jpg", "RPReplay_Final.mp4",
  ])
  func findsNoDate(_ name: String) {
    #expect(Self.parse(name) == nil)
  }

  @Test func anUnmistakableShapeMayHaveAnyYear() {
    #expect(Self.parse("2030-01-01 12-00-00.png")?.wallClockMilliseconds == 1_893_499_200_000)
    #expect(Self.parse("1000-01-01 00-00-00.png")?.wallClockMilliseconds == -30_610_224_000_000)
    #expect(Self.parse("9999-12-31 23-59-59.png")?.wallClockMilliseconds == 253_402_300_799_000)
  }

  /// A date written in any known form reads as what was written.
  @Test func writtenDatesReadBack() {
    var random = SplitMix(state: 7)
    for _ in 0..<20_000 {
      let day = Int64(random.next() % 84_006)  // 1970...2199
      let millisecond = Int64(random.next() % 86_400_000)
      let name = DateSpelling(day: day, millisecond: millisecond)
      for (text, precision) in name.spellings {
        let unit: Int64 =
          switch precision {
          case .day: 86_400_000
          case .minute: 60_000
          case .second: 1000
          case .millisecond: 1
          }
        let written = day * 86_400_000 + millisecond
        let date = Self.parse(text)
        guard date?.wallClockMilliseconds == written / unit * unit, date?.precision == precision
        else {
          Issue.record("\(text) read as \(String(describing: date))")
          return
        }
      }
    }
  }

  @Test func arbitraryBytesAreSafe() {
    var random = SplitMix(state: 11)
    let alphabet = Array("2024-01_ .:PXLScreenshotTam()hBURSTCOVER_下午오후é\u{301}\u{202F}".utf8)
    for _ in 0..<50_000 {
      let count = Int(random.next() % 48)
      let isWild = random.next() % 4 == 0
      let name = (0..<count).map { _ in
        isWild
          ? UInt8(truncatingIfNeeded: random.next())
          : alphabet[Int(random.next() % UInt64(alphabet.count))]
      }
      name.withUnsafeBytes { bytes in
        _ = ScreenshotName.match(bytes)
        _ = ScreenRecordingName.match(bytes)
        _ = ScreenshotSoftware.match(key: bytes, value: bytes)
        if let burst = BurstName.parse(bytes) {
          #expect(burst.identifier.lowerBound >= 0 && burst.identifier.upperBound <= count)
        }
        #expect(FilenameStem.length(of: bytes) <= count)
        #expect(FilenameStem.matches(bytes, bytes))
        if let date = FilenameDate.parse(bytes) {
          #expect(-30_610_224_000_000...253_402_300_799_999 ~= date.wallClockMilliseconds)
        }
      }
    }
  }
}
