internal import Media

/// A recogniser of the names that systems and tools give to screen recordings. Like in
/// ``ScreenshotName``, a name begins with a known word and a separator, or with an ambiguous word
/// and a date. Some languages use one word for a video and a picture; the caller knows that the
/// file is a video.
///
/// Sources: the translations in GNOME Shell 43; the default patterns of Spectacle, Kooha, OBS
/// Studio, wf-recorder and vokoscreenNG; macOS, iOS, Windows and phones as found in public
/// repositories.
package enum ScreenRecordingName {
  /// The systems and tools whose names are recognised.
  package enum Origin: String, CaseIterable, Sendable, CustomStringConvertible {
    case android = "an Android"
    case gnome = "a GNOME"
    case huawei = "a Huawei"
    case iOS = "an iOS"
    case kazam = "a Kazam"
    case kooha = "a Kooha"
    case obsStudio = "an OBS Studio"
    case samsung = "a Samsung"
    case simpleScreenRecorder = "a SimpleScreenRecorder"
    case spectacle = "a Spectacle"
    case vokoscreen = "a vokoscreenNG"
    case wfRecorder = "a wf-recorder"
    case windowsSnippingTool = "a Windows Snipping Tool"
    case xiaomi = "a Xiaomi"
    /// A name that several systems give.
    case unspecified = "a"

    /// The evidence in messages, such as "file name of a GNOME screen recording".
    package var description: String { "file name of \(rawValue) screen recording" }
  }

  /// Returns the system or tool that gives files such a name, without a folder; nil for others.
  package static func match(_ name: UnsafeRawBufferPointer) -> Origin? {
    let name = NameBytes(name)
    let found = phrases.longest(in: name, at: CopyPrefix.end(in: name)) { rule, end in
      switch rule {
      case .word, .fixed: ScreenshotName.endsWord(name, end)
      case .timed: ScreenshotName.hasDate(name, end, .second)
      }
    }
    switch found {
    case nil: return nil
    // Spectacle uses GNOME's English word.
    case (.timed(.gnome), let end)? where name[end] == UInt8(ascii: "_"):
      return name.digitRun(end + 1) == 8 ? .spectacle : .gnome
    case (.fixed(let origin), _)?, (.timed(let origin), _)?: return origin
    case (.word, let end)?: return origin(name, end)
    }
  }

  /// Returns the tool for a name that may have other origins, and counts only with other evidence:
  /// `2024-01-01 12-00-00.mkv` of OBS Studio, `recording.mkv` of wf-recorder; nil for others.
  package static func bareMatch(_ name: UnsafeRawBufferPointer) -> Origin? {
    let name = NameBytes(name)
    let start = CopyPrefix.end(in: name)
    if name.has("recording.", at: start), start + 9 == name.stemEnd { return .wfRecorder }
    let separators = [UInt8(ascii: " "), UInt8(ascii: "_")]
    guard let (date, end) = FilenameDate.starting(at: start, in: name), date.precision >= .second,
      end - start == 19, end == name.stemEnd, name[start + 4] == UInt8(ascii: "-"),
      separators.contains(name[start + 10]), name[start + 13] == UInt8(ascii: "-")
    else { return nil }
    return .obsStudio
  }

  /// Returns the origin by the date's form, as Samsung and Windows write the same words.
  private static func origin(_ name: NameBytes, _ end: Int) -> Origin {
    if name[end] == UInt8(ascii: "_"), name.digitRun(end + 1) == 8 { return .samsung }
    let start = name.skippingSpaces(end)
    if name.digitRun(start) == 4, name.digitRun(start + 11) == 6,
      FilenameDate.starting(at: start, in: name) != nil
    {
      return .windowsSnippingTool
    }
    return .unspecified
  }

  private enum Rule: Sendable {
    case word
    case fixed(Origin)
    case timed(Origin)
  }

  private static let phrases = PhraseTrie<Rule>(
    words.map { ($0, .word) } + gnome.map { ($0, .timed(.gnome)) } + tools)

  private static let words = [
    "Screen Recording", "ScreenRecording",
    "تسجيل الشاشة", "تسجيل شاشة",  // ar
    "Запіс экрана", "Запис на екрана",  // be, bg
    "Gravació de pantalla", "Enregistrament de pantalla",  // ca
    "Záznam obrazovky", "Nahrávka obrazovky",  // cs, sk
    "Skærmoptagelse",  // da
    "Bildschirmaufnahme", "Bildschirmaufzeichnung",  // de
    "Εγγραφή οθόνης", "Βίντεο οθόνης",  // el
    "Grabación de pantalla",  // es
    "Näyttötallenne", "Näytön tallenne", "Näytön tallennus", "Näyttötallennevideo",  // fi
    "Enregistrement de l'écran", "Enregistrement d'écran",  // fr
    "הקלטת מסך",  // he
    "Snimka zaslona", "Snimanje zaslona",  // hr
    "Képernyőfelvétel",  // hu
    "Rekaman layar", "Perekaman layar", "Rakaman skrin",  // id, ms
    "Skjámyndskeið",  // is
    "Registrazione schermo", "Registrazione dello schermo",  // it
    "画面収録", "画面録画",  // ja
    "ეკრანის ვიდეოჩანაწერი",  // ka
    "화면 기록", "화면 녹화",  // ko
    "Ekrano įrašas", "Ekrānieraksts",  // lt, lv
    "Skjermopptak",  // nb
    "Schermopname",  // nl
    "Nagranie ekranu", "Nagranie z ekranu", "Nagrywanie ekranu",  // pl
    "Gravação de tela", "Gravação de ecrã", "Gravação do ecrã",  // pt
    "Înregistrare ecran",  // ro
    "Запись экрана",  // ru
    "Zaslonski posnetek", "Snemanje zaslona",  // sl
    "Skärminspelning",  // sv
    "การบันทึกหน้าจอ",  // th
    "Ekran Kaydı",  // tr
    "Запис екрана",  // uk
    "Bản ghi màn hình", "Quay phim màn hình",  // vi
    "录屏", "屏幕录制", "螢幕錄影", "螢幕錄製",  // zh
  ]

  /// The words for GNOME Shell's screencasts, which have other meanings too.
  private static let gnome = [
    "Screencast from", "Screencast", "Screencast dari", "Bildschirmaufzeichnung vom",
    "Capture vidéo du", "Captura en vídeo da pantalla", "Captura vidèo del", "Filmât di",
    "Video de schermo", "Video del", "Видео снимак направљен дана", "Запис з", "Скринкаст",
    "Скринкаст, уақыты", "스크린캐스트",
  ]

  private static let tools: [(String, Rule)] = [
    // AOSP's SystemUI: screen-yyyyMMdd-HHmmss.mp4.
    ("screen", .timed(.android)),
    ("Kazam_screencast", .fixed(.kazam)),
    ("Kooha", .timed(.kooha)),
    ("Record", .timed(.unspecified)),
    // OBS Studio's and GPU Screen Recorder's replay buffers.
    ("Replay", .timed(.unspecified)),
    ("RPReplay_Final", .fixed(.iOS)),
    ("Screenrecord", .fixed(.unspecified)),
    ("Screenrecorder", .fixed(.xiaomi)),
    ("simplescreenrecorder", .fixed(.simpleScreenRecorder)),
    ("SVID", .timed(.huawei)),
    ("vokoscreenNG", .timed(.vokoscreen)),
  ]
}
