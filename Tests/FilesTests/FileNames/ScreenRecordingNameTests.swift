import Media
import Testing

@testable import Files

@Suite struct ScreenRecordingNameTests {
  typealias Origin = ScreenRecordingName.Origin

  static func match(_ name: String) -> Origin? { withName(name) { ScreenRecordingName.match($0) } }

  @Test(arguments: [
    ("Screen Recording 2024-01-01 at 12.00.00.mov", Origin.unspecified),
    ("Screen recording 2024-01-01 12.00.00 PM.webm", .unspecified),
    ("Screen Recording 2024-01-01 120000.mp4", .windowsSnippingTool),
    ("Bildschirmaufnahme 2023-07-03 um 23.10.19.mov", .unspecified),
    ("Bildschirmaufnahme 2026-07-21 053505.mp4", .windowsSnippingTool),
    ("Enregistrement de l’écran 2024-01-01 à 12.00.00.mov", .unspecified),
    ("Enregistrement de l'e\u{301}cran 2024-01-01 a\u{300} 12.00.00.mov", .unspecified),
    ("画面収録 2024-01-01 12.00.00.mov", .unspecified),
    ("录屏2024-01-01 12.00.00.mov", .unspecified),
    ("화면 기록 2024-01-01 오후 1.00.00.mov", .unspecified),
    ("Запись экрана 2024-01-01 в 12.00.00.mov", .unspecified),
    ("Screencast from 2024-01-01 12-00-00.webm", .gnome),
    ("Bildschirmaufzeichnung vom 2024-01-01 12-00-00.webm", .gnome),
    ("Video del 2024-01-01 12-00-00.webm", .gnome),
    ("RPReplay_Final1704110400.mp4", .iOS),
    ("ScreenRecording_01-31-2024 12-00-00_1.MP4", .iOS),
    ("ScreenRecording_01-31-2024_12-00-00PM_1.mov", .iOS),
    ("Screencast from 01-31-2024 12:00:00 PM.webm", .gnome),
    ("深度录屏_20240101120000.mp4", .unspecified),
    ("screen-20240101-120000.mp4", .android),
    ("Screen_Recording_20240101_120000_Chrome.mp4", .samsung),
    ("Screenrecorder-2024-01-01-12-00-00-123.mp4", .xiaomi),
    ("SVID_20240101_120000_1.mp4", .huawei),
    ("Record_2024-01-01-12-00-00.mp4", .unspecified),
    ("Kazam_screencast_00001.mp4", .kazam),
    ("simplescreenrecorder-2024-01-01_12.00.00.mkv", .simpleScreenRecorder),
    ("Screencast_20240101_120000.webm", .spectacle),
    ("Kooha-2024-01-01-12-00-00.webm", .kooha),
    ("vokoscreenNG-2024-01-01_12-00-00.mkv", .vokoscreen),
    ("Replay 2024-01-01 12-00-00.mkv", .unspecified),
    ("Copy of Screen Recording 2024-01-01 at 12.00.00.mov", .unspecified),
  ])
  func recognises(_ name: String, as origin: Origin) {
    #expect(Self.match(name) == origin)
  }

  @Test(arguments: [
    "", "screen.mp4", "screen-1.mp4", "Screencast.mp4", "Screen Recordings.mov", "Record.mp4",
    "Record player 2024.mp4", "Video del gatto.mp4", "VID_20240101_120000.mp4", "RPReplay.mp4",
    "My Screen Recording.mov", "Screenshot 2024-01-01 at 12.00.00.png", "IMG_0001.MOV",
  ])
  func refuses(_ name: String) {
    #expect(Self.match(name) == nil)
  }

  @Test(arguments: [
    ("2024-01-01 12-00-00.mkv", Origin.obsStudio), ("2024-01-01_12-00-00.flv", .obsStudio),
    ("recording.mkv", .wfRecorder), ("2024-01-01 12.00.00.mp4", nil), ("20240101_120000.mp4", nil),
    ("2024-01-01 12-00-00 party.mkv", nil), ("recording 2.mkv", nil), ("recordings.mkv", nil),
    ("", nil),
  ])
  func bareNamesAreRecognizedApartFromFullOnes(_ name: String, _ origin: Origin?) {
    #expect(withName(name) { ScreenRecordingName.bareMatch($0) } == origin)
    #expect(Self.match(name) == nil)
  }

  @Test(arguments: [
    ("OBS Studio (30.0.2)", ScreenRecordingSoftware.obsStudio), ("vokoscreenNG 3.5", .vokoscreen),
    ("SimpleScreenRecorder 0.4.4", .simpleScreenRecorder), ("recordMyDesktop", .recordMyDesktop),
    ("Koohaku", nil), ("Lavf59.27.100", nil), ("", nil),
  ])
  func recordersSignTheirMovies(_ signature: String, _ program: ScreenRecordingSoftware?) {
    #expect(withName(signature) { ScreenRecordingSoftware.match($0) } == program)
  }

  @Test func reasonsReadAsPhrases() {
    #expect(Origin.gnome.description == "file name of a GNOME screen recording")
  }
}
