import Media
import Testing

@testable import Files

@Suite struct ScreenshotNameTests {
  typealias Origin = ScreenshotName.Origin

  static func match(_ name: String) -> Origin? { withName(name) { ScreenshotName.match($0) } }

  @Test(arguments: [
    ("Screenshot from 2024-01-01 12-00-00.png", Origin.gnome),
    ("Screenshot from 2024-01-01 12-00-00 (1).png", .gnome),
    ("Bildschirmfoto vom 2024-01-01 12-00-00.png", .gnome),
    ("Capture d’écran du 2024-01-01 12-00-00.png", .gnome),
    ("Captura desde 2024-01-01 12-00-00.png", .gnome),
    ("Captura de pantalla de 2024-01-01 12-00-00.png", .gnome),
    ("Снимок экрана от 2024-01-01 12-00-00.png", .gnome),
    ("Снимка на екрана на 2024-01-01 12-00-00.png", .gnome),
    ("Zrzut ekranu z 2024-01-01 12-00-00.png", .gnome),
    ("צילום מסך מ־2024-01-01 12-00-00.png", .gnome),
    ("Képernyőkép ekkor: 2024-01-01 12-00-00.png", .gnome),
    ("截图 2024-01-01 12-00-00.png", .gnome),
    ("螢幕快照 2024-01-01 12-00-00.png", .gnome),
    ("스크린샷 2024-01-01 12-00-00.png", .gnome),
    ("Ekran Görüntüsü - 2024-01-01 12-00-00.png", .gnome),
    ("Kuvakaappaus - 2024-01-01 12-00-00.png", .gnome),
    ("2024-01-01 12-00-00屏幕截图.png", .gnome),
    ("2024-01-01 12-00-00 的螢幕擷圖.png", .gnome),
    ("Screenshot at 2024-01-01 12-00-00.png", .mate),
    ("Schermafdruk op 2024-01-01 12-00-00.png", .mate),
    ("2024-01-01 12-00-00 创建的截图.png", .mate),
    ("Screenshot_20240101_120000.png", .kdeSpectacle),
    ("Screenshot_2024-01-01_12-00-00.png", .xfce),
    ("2024-01-01-120000_1920x1080_scrot.png", .scrot),
    ("20240101_12h00m00s_grim.png", .grim),
    ("2024-01-01-120000_hyprshot.png", .hyprshot),
    ("2024-01-01_12-00.png", .flameshot),
    ("ksnip_20240101-120000.png", .ksnip),
    ("gscreenshot_2024-01-01-120000.png", .gscreenshot),
    ("swappy-20240101-120000.png", .swappy),
    ("swappy-20240101_120000.png", .swappy),
    ("DeepinScreenshot_20240101120000.png", .deepin),
    ("Screenshot (1).png", .windows),
    ("Screenshot (123).png", .windows),
    ("Bildschirmfoto (4).png", .windows),
    ("Schermafbeelding (12).png", .windows),
    ("Captura de pantalla (3).png", .windows),
    ("Zrzut ekranu (27).png", .windows),
    ("スクリーンショット (1).png", .windows),
    ("Screenshot 2024-01-01 120000.png", .windowsSnippingTool),
    ("Näyttökuva 2025-10-31 125127.png", .windowsSnippingTool),
    ("Schermafbeelding 2025-11-23 112443.png", .windowsSnippingTool),
    ("Снимок экрана 2024-09-11 111528.png", .windowsSnippingTool),
    ("Ảnh chụp màn hình 2025-09-28 030104.png", .windowsSnippingTool),
    ("스크린샷 2024-10-07 210655.png", .windowsSnippingTool),
    ("Annotation 2019-06-01 120000.png", .windowsSnippingTool),
    ("Greenshot 2024-01-01 12.00.00.png", .greenshot),
    ("2024-01-01 12_00_00-Inbox - Mail.png", .greenshot),
    ("Snipaste_2024-01-01_12-00-00.png", .snipaste),
    ("Screenshot_1.png", .lightshot),
    ("Screenshot_27.jpg", .lightshot),
    ("CleanShot 2024-10-03 at 10.06.12@2x.png", .cleanShot),
    ("微信截图_20240101120000.png", .weChat),
    ("QQ截图20240101120000.png", .qq),
    ("TIM截图20240101120000.png", .qq),
    ("企业微信截图_17041104001234.png", .weChat),
    ("深度截图_20240101120000.png", .deepin),
    ("深度截图_选择区域_20180305115212.png", .deepin),
    ("截图录屏_选择区域_20210215172040.png", .deepin),
    ("截图录屏_chromium_20240306172050.png", .deepin),
    ("DeepinScreenshot_select-area_20180907120000.png", .deepin),
    ("Capture_d_écran_2023-10-05_à_14.35.01.png", .unspecified),
    ("2018-03-07 21.54.18 からのスクリーンショット.png", .gnome),
    ("PixPin_2025-06-03_13-44-09.png", .pixPin),
    ("iShot_2023-03-29_15.30.55.png", .iShot),
    ("Xnip2024-03-13_11-01-17.jpg", .xnip),
    ("飞书20240101-120000.png", .unspecified),
    ("Kazam_screenshot_00001.png", .kazam),
    ("Capture+_2024-01-01-12-00-00.png", .unspecified),
    ("SmartSelect_20240101_120000_Chrome.jpg", .samsung),
    ("screen-2024-01-01-12-00-00.png", .unspecified),
    ("Screenshots_2024-01-01-12-00-00.png", .unspecified),
    ("Edited_Screenshot_20240101-120000.png", .android),
    ("コピー スクリーンショット 2024-01-01 12.00.00.png", .macOS),
    ("Скриншот 2024-01-01 12-00-00.png", .gnome),
    ("QQ20240101-120000@2x.png", .qq),
    ("Overwatch Screenshot 2024.01.01 - 12.00.00.01.png", .nvidia),
    ("Desktop Screenshot 2019.05.06 - 21.09.08.33.png", .nvidia),
    ("screencapture-example-com-2024-01-01-12_00_00.png", .fullPageCapture),
    ("screencapture-example-com-1514764800000.png", .fullPageCapture),
    ("Opera Snapshot_2024-01-01_120000_example.com.png", .opera),
    ("Screenshot 2024-01-01 at 12-00-00 Example Domain.png", .firefox),
    ("Screenshot_2018-11-01 Example Domain.png", .firefox),
    ("Simulator Screen Shot - iPhone 14 Pro - 2024-01-01 at 12.00.00.png", .iOSSimulator),
    ("Simulator Screenshot - iPad Air - 2024-01-01 at 12.00.00.png", .iOSSimulator),
    ("device-2024-01-01-120000.png", .androidStudio),
    ("Screenshot_20240101-120000.png", .android),
    ("Screenshot_2013-06-05-12-00-00.png", .android),
    ("Screenshot_20240101_120000_Chrome.jpg", .samsung),
    ("Screenshot_20240101-120000_One UI Home.jpg", .samsung),
    ("Screenshot_20240101_120000_Booking.com.jpg", .samsung),
    ("Screenshot_20240101_120000.jpg", .samsung),
    ("Screenshot_20240101_120000_com.android.chrome.jpg", .huawei),
    ("Screenshot_2024-01-01-12-00-00-123_com.miui.home.jpg", .xiaomi),
    ("Screenshot 2024-01-01 12.00.00.png", .chromeOS),
    ("Screenshot 2024-01-01 3.04.05 PM.png", .chromeOS),
    ("Screenshot 2024-01-01 at 12.00.00.png", .macOS),
    ("Screenshot 2024-01-01 at 3.04.05\u{202F}PM.png", .macOS),
    ("Screen Shot 2015-09-27 at 2.29.28 PM.png", .macOS),
    ("Bildschirmfoto 2024-01-01 um 12.00.00.png", .macOS),
    ("Capture d’écran 2024-01-01 à 12.00.00.png", .macOS),
    ("Capture d'écran 2024-01-01 à 12.00.00 (2).png", .macOS),
    ("Captura de pantalla 2024-01-01 a la(s) 3.04.05 p.m..png", .macOS),
    ("Captura de ecrã 2024-01-01, às 12.00.00.png", .macOS),
    ("Captura de Tela 2024-01-01 às 12.00.00.png", .macOS),
    ("Skärmavbild 2018-10-01 kl. 09.53.29.png", .macOS),
    ("Skjermbilde 2024-01-01 kl. 12.00.00.png", .macOS),
    ("Skærmbillede 2024-01-01 kl. 12.00.00.png", .macOS),
    ("Schermafbeelding 2024-01-01 om 12.00.00.png", .macOS),
    ("Schermata 2024-01-01 alle 12.00.00.png", .macOS),
    ("Istantanea schermo 2024-01-01 alle 12.00.00.png", .macOS),
    ("Zrzut ekranu 2024-01-01 o 12.00.00.png", .macOS),
    ("Snímek obrazovky 2024-01-01 v 12.00.00.png", .macOS),
    ("Képernyőfotó 2023-11-02 - 17.37.46.png", .macOS),
    ("Captură de ecran 2024-01-01 la 12.00.00.png", .macOS),
    ("Снимок экрана 2024-08-21 в 13.04.07.png", .macOS),
    ("Знімок екрана 2024-01-01 о 12.00.00.png", .macOS),
    ("Ekran Resmi 2021-05-02 16.11.30.png", .macOS),
    ("Ảnh chụp Màn hình 2025-03-31 lúc 15.12.58.png", .macOS),
    ("Tangkapan Layar 2026-07-14 pukul 23.58.56.png", .macOS),
    ("スクリーンショット 2024-01-01 12.00.00.png", .macOS),
    ("截屏2023-05-24 下午7.50.02.png", .macOS),
    ("截圖 2024-12-13 下午2.30.53.png", .macOS),
    ("スクリーンショット 2024-01-01 午後3.04.05.png", .macOS),
    ("스크린샷 2024-12-23 오후 1.22.34.png", .macOS),
    ("Screenshot.png", .unspecified),
    ("SCREENSHOT.PNG", .unspecified),
    ("screenshot-1.png", .unspecified),
    ("screen_shot.png", .unspecified),
    ("Screenshot", .unspecified),
    ("Screenshot [2024].png", .unspecified),
    ("Bildschirmfoto.png", .unspecified),
    ("Pantaila-argazkia_2024-01-01_12-00-00.png", .unspecified),
    ("zaslonska_slika.png", .unspecified),
    ("снимак-екрана.png", .unspecified),
    ("屏幕快照.png", .unspecified),
    ("屏幕快照 2018-10-01 上午9.53.29.png", .macOS),
    ("Snímka obrazovky 2024-01-01 o 12.00.00.png", .macOS),
    ("Posnetek zaslona 2024-01-01 ob 12.00.00.png", .macOS),
    ("Captură de ecran din 2024-01-01 12-00-00.png", .gnome),
    ("Schermata del 2024-01-01 12-00-00.png", .gnome),
    ("Skärmbild från 2024-01-01 12-00-00.png", .gnome),
    ("Cuplikan layar dari 2024-01-01 12-00-00.png", .gnome),
    ("Videade di 2024-01-01 12-00-00.png", .gnome),
    ("Captura de pantalla (3) - copia.png", .windows),
    ("צילום מסך 2024-01-01 בשעה 12.00.00.png", .macOS),
    ("لقطة شاشة ٢.png", .unspecified),
    ("ภาพถ่ายหน้าจอ.png", .unspecified),
    ("Στιγμιότυπο 2024-01-01, 12.00.00 μ.μ..png", .unspecified),
    ("Στιγμιότυπο οθόνης 2024-01-01, 12.00.00.png", .macOS),
    ("Copy of Screenshot_20240101-120000.png", .android),
    ("Kopie von Bildschirmfoto 2024-01-01 um 12.00.00.png", .macOS),
    ("Copy of Copy of Screenshot.png", .unspecified),
    ("Resized_Screenshot_20240101_120000_Chrome.jpg", .samsung),
  ])
  func recognises(_ name: String, as origin: Origin) {
    #expect(Self.match(name) == origin)
  }

  @Test(arguments: [
    "", ".", "_", "IMG_0001.PNG", "Screenshotter.png", "Screenshots.png", "screen.png",
    "Screen.png", "Screens.png", "Captain.png", "photo of a screenshot.jpg",
    "my screenshotting tool notes.pdf", "no screenshot.png", "Screenshot's.png", "Screenshoot.png",
    "Captura.png", "Capture.png", "Capture du chat.jpg", "Captura de peixe 2019.jpg",
    "Annotation.png", "Annotation 2024.png", "QQ.png", "device.png", "device-2024-01-01.png",
    "Schermate.png", "Schermafbeeldingen.png", "Bildschirmfotos.png", "Bildschirm.png",
    "截图工具说明.png", "スクリーンショット集.png", "스크린샷들.png", "Снимка.jpg", "Снимки экрана.png",
    "Videade di mare.jpg", "Hình chụp con mèo.jpg", "2024-01-01_12-00.jpg",
    "2024-01-01_12-00-00.png",
    "2024-01-01 12.00.00.jpg", "20240101_120000.jpg", "20240101_120000_screen.jpg",
    "scrot.png", "my_scrot.png", "grim.png", "Grimm.png", "screencapture.png",
    "screencapture-notes.png", "The Screenshot Story.png", "A Screenshot 2024.png",
    "Pasted image 20240101120000.png", "Été 3006 ☀.jpeg", "Copy of DSC_0001.JPG", "Copy of .png",
    "Lark.jpg", "Lark 2024.jpg", "飞书.jpg", "Kopie.png", "Στιγμιότυπο.jpg", "Skärm.png",
    ".Screenshot 2024-01-01 at 12.00.00.png",
  ])
  func refuses(_ name: String) {
    #expect(Self.match(name) == nil)
  }

  /// macOS stores names decomposed.
  @Test(arguments: [
    (
      "Capture d’écran 2024-01-01 à 12.00.00.png",
      "Capture d’e\u{301}cran 2024-01-01 a\u{300} 12.00.00.png"
    ),
    ("Skärmavbild 2024-01-01 kl. 12.00.00.png", "Ska\u{308}rmavbild 2024-01-01 kl. 12.00.00.png"),
    ("Képernyőfotó.png", "Ke\u{301}pernyo\u{30B}foto\u{301}.png"),
    ("Ảnh chụp màn hình.png", "A\u{309}nh chu\u{323}p ma\u{300}n hi\u{300}nh.png"),
    ("Captura de ecrã.png", "Captura de ecra\u{303}.png"),
    ("Στιγμιότυπο οθόνης.png", "Στιγμιο\u{301}τυπο οθο\u{301}νης.png"),
    ("Снимок экрана \u{439}.png", "Снимок экрана \u{438}\u{306}.png"),
    ("Ekran görüntüsü.png", "Ekran go\u{308}ru\u{308}ntu\u{308}su\u{308}.png"),
    (
      "화면 캡처.png",
      "\u{1112}\u{116A}\u{1106}\u{1167}\u{11AB} \u{110F}\u{1162}\u{11B8}\u{110E}\u{1165}.png"
    ),
    (
      "스크린샷.png",
      "\u{1109}\u{1173}\u{110F}\u{1173}\u{1105}\u{1175}\u{11AB}\u{1109}\u{1163}\u{11BA}.png"
    ),
    ("Skjámynd.png", "Skja\u{301}mynd.png"),
    ("Näyttökuva.png", "Na\u{308}ytto\u{308}kuva.png"),
    ("Captură de ecran.png", "Captura\u{306} de ecran.png"),
    ("Snímka obrazovky.png", "Sni\u{301}mka obrazovky.png"),
    ("Ekrānattēls.png", "Ekra\u{304}natte\u{304}ls.png"),
  ])
  func decomposedNamesMatchAsComposed(_ composed: String, _ decomposed: String) {
    #expect(Array(composed.utf8) != Array(decomposed.utf8))
    #expect(Self.match(composed) != nil)
    #expect(Self.match(composed) == Self.match(decomposed))
  }

  @Test func aSyllableThatGoesOnIsAnotherWord() {
    // 캡처 and 캡첨: the last syllable differs by its final consonant only.
    #expect(Self.match("화면 캡처.png") != nil)
    #expect(Self.match("화면 캡첨.png") == nil)
  }

  @Test func noBreakSpacesCountAsSpaces() {
    #expect(
      Self.match("Screen\u{A0}Shot\u{202F}2024-01-01\u{A0}at\u{202F}2.29.28\u{202F}PM.png") != nil)
    #expect(Self.match("Screenshot\u{202F}(1).png") == .windows)
  }

  @Test func malformedNamesAreNoScreenshots() {
    let names: [[UInt8]] = [
      [0xFF], [0xE2, 0x80], [0xC3], Array("Screenshot".utf8) + [0xE2, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x9F], [0, 0x53],
    ]
    for name in names {
      #expect(name.withUnsafeBytes { ScreenshotName.match($0) } == nil)
    }
  }

  @Test func reasonsReadAsPhrases() {
    #expect(Origin.gnome.description == "file name of a GNOME screenshot")
    #expect(Origin.unspecified.description == "file name of a screenshot")
    #expect(Origin.fullPageCapture.description == "file name of a browser extension's screenshot")
  }
}
