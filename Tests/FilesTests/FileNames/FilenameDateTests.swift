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
    // Dashcams, scanners, messengers.
    "2024_0101_120000_001F.MP4", "REC_2024_01_01_12_00_00_F.MP4", "NO20240101-120000-000001.mp4",
    "img20240101_12000012.jpg", "KakaoTalk_Photo_2024-01-01-12-00-00 001.jpeg",
    "DJI_20240101120000_0001_D.JPG", "lv_0_20240101120000.mp4",
    "dji_fly_20240101_120000_1_1704110400000_photo.jpg",
    "Imagem do WhatsApp de 2024-01-01 à(s) 12.00.00_ab12.jpg",
    "WhatsApp Görsel 2024-01-01 saat 12.00.00_ab12.jpg",
    // Counters, and what only looks like an offset.
    "2024-01-01 12.00.00-0001.jpg", "2024-01-01 12.00.00-0100.jpg", "20240101_120000-0100.jpg",
    "2024-01-01 12.00.00+1.jpg", "2024-01-01T12.00.00+0107.jpg", "2024-01-01T12.00.00+1500.jpg",
    "20240101_120000_UTCHAPPY.jpg",
    // The year last.
    "01.01.2024 12.00.00.jpg",
    "photo_1@01-01-2024_12-00-00.jpg", "ScreenRecording_01-01-2024 12-00-00_1.MP4",
    "ScreenRecording_01-01-2024_12-00-00PM_1.mov", "Spiel 01.01.2024 12_00_00.png",
    "Screencast from 01-01-2024 12:00:00 PM.webm",
    "Bildschirmaufzeichnung vom 01.01.2024, 12:00:00.webm",
    // Marks of direction, dashes, no-break and wide spaces, digits of other scripts.
    "צילום מסך \u{200F}2024-01-01 בשעה \u{200E}12.00.00.png",
    "Képernyőkép – 2024-01-01 – 12-00-00.png", "写真\u{3000}2024-01-01\u{3000}12.00.00.jpg",
    "لقطة الشاشة ٢٠٢٤-٠١-٠١ في ١٢.٠٠.٠٠.jpg",
    "لقطة الشاشة \u{200F}٢٠٢٤-٠١-٠١ في ١٢.٠٠.٠٠ م.png", "नमूना २०२४-०१-०१ १२.००.००.png",
    "ছবি ২০২৪-০১-০১ ১২.০০.০০.jpg", "படம் ௨௦௨௪-௦௧-௦௧ ௧௨.௦௦.௦௦.jpg", "ဓာတ်ပုံ ၂၀၂၄-၀၁-၀၁ ၁၂.၀၀.၀၀.jpg",
    "２０２４－０１－０１　１２．００．００.jpg", "写真 2024年1月1日 12時00分00秒.jpg",
    // Other calendars.
    "ภาพหน้าจอ 2567-01-01 เวลา 12.00.00.png", "ภาพหน้าจอ ๒๕๖๗-๐๑-๐๑ เวลา ๑๒.๐๐.๐๐.png",
    "ภาพหน้าจอ_25670101_120000.png", "عکس صفحه 1402-10-11 ساعت 12.00.00.png",
    "عکس صفحه ۱۴۰۲-۱۰-۱۱ ساعت ۱۲.۰۰.۰۰.png",
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
    "LINE_ALBUM_20240101_240102_1.jpg", "LINE_ALBUM_2024-01-01_120000_1.jpg",
    "Snapchat_2024-01-01_0516c0a9-5402-f3d7-ae27-19671102f52c-main.jpg",
    "Snapchat_2024-01-01_991234ab-5402-f3d7-ae27-19671102f52c-main.jpg",
    "20240101_256100.jpg", "20240101_126000.jpg", "20240101_999999.jpg",
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
      "2024-01-01T12:00:00.123Z.jpg", "Skype_Picture_2024_01_01T12_00_00_123Z.jpeg",
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
    "mmexport1704110400000.jpg", "mmexport1704110400000(1).jpg",
    "Copy of mmexport1704110400000.jpg",
    "mmexport0123456789abcdef0123456789abcdef_1704110400000.jpg", "FB_IMG_1704110400000.jpg",
    "wx_camera_1704110400000.jpg", "microMsg.1704110400000.jpg", "LINE_MOVIE_1704110400000.mp4",
    "screencapture-example-com-1704110400000.png", "2024-01-01T12.00.00.000Z.jpg",
    "20240101T120000.000Z.jpg", "20240101T120000000Z.jpg", "2024-01-01T12.00.00Z.jpg",
    "2024-01-01_12-00-00_UTC.jpg", "2024-01-01_12-00-00_UTC_1.jpg", "2024-01-01 12.00.00 GMT.jpg",
  ])
  func unixTimesAndUTCAreMoments(_ name: String) {
    let date = Self.parse(name)
    #expect(date?.millisecondsSince1970 == Self.noon)
    #expect(date?.offsetMinutes == nil)
  }

  @Test(arguments: [
    ("2024-12-25T10:11:12+09:00.jpg", 540), ("2024-12-25T10.11.12+0200.jpg", 120),
    ("2024-12-25T10.11.12-0700.jpg", -420), ("2024-12-25T10-11-12-03-30.jpg", -210),
    ("2024-12-25T10.11.12+05.45.jpg", 345), ("20241225T101112+0100.jpg", 60),
    ("2024-12-25T10.11.12.123456+01.jpg", 60), ("2024-12-25 10.11.12 +0100.jpg", 60),
    ("2024-12-25 10.11.12 -0800.jpg", -480), ("20241225_101112+0900.jpg", 540),
    ("2024-12-25 10.11.12 GMT+2.jpg", 120), ("2024-12-25 10.11.12 UTC-0330.jpg", -210),
    ("2024-12-25T10.11.12+00:00.jpg", 0),
  ])
  func anOffsetIsKept(_ name: String, _ minutes: Int16) {
    let date = Self.parse(name)
    let clock: Int64 = 1_735_121_472_000
    #expect(date.map { $0.wallClockMilliseconds / 1000 * 1000 } == clock)
    #expect(date?.offsetMinutes == minutes)
    #expect(date?.isUTC == false)
    #expect(
      date?.millisecondsSince1970.map { $0 / 1000 * 1000 } == clock - Int64(minutes) * 60_000)
  }

  /// 2024-03-05 or 2024-05-03, by the program whose order is known.
  @Test(arguments: [
    ("photo_7@05-03-2024_12-00-00.jpg", 3), ("Telefon 05.03.2024 12.00.00.jpg", 3),
    ("Video del 05-03-2024 12:00:00.webm", 3), ("Screencast from 05-03-2024 12:00:00.webm", 3),
    ("Screencast from 05-03-2024 12:00:00 PM.webm", 5), ("CamScanner 05-03-2024 12.00.jpg", 5),
    ("ScreenRecording_05-03-2024 12-00-00_1.MP4", 5), ("Halo 5_03_2024 12_00_00.png", nil),
    ("05-03-2024 12-00-00.jpg", nil), ("Halo 5_3_2024 3_04_05 PM.png", nil),
    ("05.03.2024.jpg", nil), ("photo 05.03.2024 12.jpg", nil), ("1.05-03-2024 12-00-00.jpg", nil),
  ])
  func theOrderOfDayAndMonthIsThatOfTheProgram(_ name: String, _ month: Int64?) {
    let days: Int64? = month.map { $0 == 3 ? 64 : 123 }
    #expect(Self.parse(name)?.wallClockMilliseconds == days.map { Self.noon + $0 * 86_400_000 })
  }

  @Test func aRecorderWritesTheYearLast() {
    for name in ["XRecorder_01012024_120000.mp4", "XRecorder_Edited_01012024_120000.mp4"] {
      #expect(Self.parse(name)?.wallClockMilliseconds == Self.noon)
    }
  }

  @Test func aDayAboveTwelveShowsTheOrder() {
    let day = Self.noon + 14 * 86_400_000
    for name in ["Halo 1_15_2024 12_00_00.png", "Halo 15_1_2024 12_00_00.png"] {
      #expect(Self.parse(name)?.wallClockMilliseconds == day)
    }
  }

  /// New Year's days, leap days and their neighbours, by the published calendar of Iran.
  @Test(arguments: [
    ("1399-12-30", 18_706), ("1400-01-01", 18_707), ("1402-12-29", 19_801), ("1403-01-01", 19_802),
    ("1403-12-30", 20_167), ("1404-01-01", 20_168), ("1404-07-30", 20_383), ("1402-12-30", nil),
    ("1403-07-31", nil), ("1403-13-01", nil),
  ])
  func persianDaysAreConverted(_ day: String, _ days: Int64?) {
    let date = Self.parse("عکس \(day) 00.00.00.jpg")
    #expect(date?.wallClockMilliseconds == days.map { $0 * 86_400_000 })
  }

  @Test(arguments: [
    ("Screen Shot 2015-09-27 at 2.29.28 PM.png", 14), ("截屏2015-09-27 下午2.29.28.png", 14),
    ("截圖 2015-09-27 晚上2.29.28.png", 14), ("スクリーンショット 2015-09-27 午後2.29.28.png", 14),
    ("스크린샷 2015-09-27 오후 2.29.28.png", 14),
    ("스크린샷 2015-09-27 \u{110B}\u{1169}\u{1112}\u{116E} 2.29.28.png", 14),
    ("Screen Shot 2015-09-27 at 12.29.28 AM.png", 0), ("截屏2015-09-27 上午2.29.28.png", 2),
    ("截圖 2015-09-27 凌晨12.29.28.png", 0), ("Screen Shot 2015-09-27 at 21.29.28pm.png", 21),
    ("Screen Shot 2015-09-27 at 12.29.28 pm.png", 12),
    ("لقطة الشاشة 2015-09-27 في 2.29.28 م.png", 14),
    ("स्क्रीनशॉट 2015-09-27 को 2.29.28 अपराह्न.png", 14),
    ("Zaslonska slika 2015-09-27 ob 2.29.28 pop..png", 14),
    ("ภาพหน้าจอ 2558-09-27 เวลา 2.29.28 หลังเที่ยง.png", 14),
    ("Ekran Resmi 2015-09-27 ÖS 2.29.28.png", 14),
    ("Снимка на екрана 2015-09-27 в 2.29.28 сл.об..png", 14),
    ("צילום מסך 2015-09-27 בשעה 2.29.28 אחה״צ.png", 14),
    ("عکس صفحه 1394-07-05 ساعت 2.29.28 ب.ظ..png", 14),
    ("Näyttökuva 2015-9-27 kello 2.29.28 ip..png", 14),
    ("Skermskoot 2015-09-27 om 2.29.28 nm..png", 14),
    ("Képernyőfotó 2015-09-27 - du. 2.29.28.png", 14),
    ("Képernyőfotó 2015-09-27 - de. 2.29.28.png", 2),
    ("Pamje e ekranit 2015-09-27 në 2.29.28 e pasdites.png", 14),
    ("Слика од екранот 2015-09-27 2.29.28 попладне.png", 14),
    ("Снимак екрана 2015-09-27 2.29.28 по подне.png", 14),
    ("2015년 9월 27일 14.29.28.png", 14), ("2015년 9월 27일 14시 29분 28초.png", 14),
  ])
  func theTwelveHourClockKnowsItsHalves(_ name: String, _ hour: Int64) {
    let midnight: Int64 = 1_443_312_000_000
    let expected = midnight + ((hour * 60 + 29) * 60 + 28) * 1000
    #expect(Self.parse(name)?.wallClockMilliseconds == expected)
  }

  @Test(arguments: [
    "", "IMG_0001.JPG", "DSC01234.JPG", "0123456789.jpg", "123456789012.jpg", "1234567.jpg",
    "20241301_120000.jpg", "2024-13-01 12-00-00.png", "2024-02-30.jpg", "20230229.jpg",
    "2024-01-01 25-61-00.png", "31122024_120000.jpg", "XRecorder_31132024_120000.mp4",
    "2024-01-01 12.00.60.png", "2024-00-10.jpg", "20240100.jpg", "99999999.jpg", "12345678.jpg",
    "a20240101b.jpg", "deadbeef20240101cafe.jpg", "20240101ab.jpg", "+4920240101.jpg",
    "20240101-1234-4abc-8def-0123456789ab.jpg", "120240101.jpg", "202401011.jpg",
    "20240101120000abcdef.jpg", "1850-01-01.jpg", "2200-01-01.jpg", "0099-01-01 12-00-00.png",
    "2024-1-1.jpg", "2024-01-011.jpg", "2024/01.jpg", "1920x1080.jpg", "19000101_120000.jpg",
    "2024-01_01.jpg", "100-0001-01.jpg", "RPReplay_Final.mp4",
    // Numbers that are no times: ISBN, phones, identifiers, sizes, Unix times of unknown origin.
    "9783161484100.jpg", "ISBN 978-3-16-148410-0.jpg", "1704110400000.jpg", "IMG_1704110400000.jpg",
    "+4917041104000.jpg", "received_10157000000000001.jpeg", "Snapchat-1704110400.jpg",
    "mmexport170411040000.jpg", "mmexport9783161484100x.jpg", "FB_IMG_9783161484100.jpg",
    "airline_1704110400000.jpg", "2012-2013 trip.jpg", "2021_0804.jpg", "2021_1304_162105.jpg",
    "2021_0804_992105.jpg", "1234_0804_162105.jpg", "LINE_ALBUM_旅_240102_1.jpg",
    "192.168.2024.10.jpg", "12-12-12 10-00-00.jpg", "32.01.2024 10.00.00.jpg",
    "22-04-06 15-21-03 2160.jpg", "Beach 2019 2160.jpg", "DSC_20154521.jpg",
    "Halo 13_13_2024 12_00_00.png",
    // Years of other calendars, which no word of the name shows.
    "25670101_120000.jpg", "Screenshot 2567-01-01 12.00.00.png", "Screenshot 1402-10-11 120000.jpg",
    "لقطة الشاشة 1445-06-19 في 12.00.00.png", "9999-12-31 23.59.59.jpg", "0113-01-01 12.00.00.jpg",
    "ภาพหน้าจอ 1403-01-01 เวลา 12.00.00.png", "عکس 2567-01-01 12.00.00.jpg",
  ])
  func findsNoDate(_ name: String) {
    #expect(Self.parse(name) == nil)
  }

  @Test func anUnmistakableShapeMayHaveAnyYearOfPhotography() {
    #expect(Self.parse("2030-01-01 12-00-00.png")?.wallClockMilliseconds == 1_893_499_200_000)
    #expect(Self.parse("1800-01-01 00-00-00.png")?.wallClockMilliseconds == -5_364_662_400_000)
    #expect(Self.parse("2199-12-31 23-59-59.png")?.wallClockMilliseconds == 7_258_118_399_000)
    #expect(Self.parse("1799-12-31 23-59-59.png") == nil)
    #expect(Self.parse("2200-01-01 00-00-00.png") == nil)
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
    let alphabet = Array(
      "2024-01_ .:+ZUTC@PXLScreenshotTam()hBURSTCOVER_下午오후é๒٢ี\u{301}\u{202F}".utf8)
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
          #expect(-21_000_000_000_000...7_258_118_400_000 ~= date.wallClockMilliseconds)
        }
      }
    }
  }
}
