internal import Media

extension ScreenRecordingName {
  /// The text that has to follow a phrase at the name's start.
  enum Rule: Sendable {
    case word
    case fixed(Origin)
    /// A phrase with other meanings that counts only before a date with seconds.
    case timed(Origin)
  }

  /// Returns the rule of the longest phrase at `index` that `accepts` approves, and the index after
  /// the phrase; nil without one.
  @inline(__always)
  static func phrase(
    in name: NameBytes, at index: Int, where accepts: (Rule, Int) -> Bool
  ) -> (value: Rule, end: Int)? {
    switch PhraseTrie<Rule>.Script(name, at: index) {
    case .latin: latin.longest(in: name, at: index, where: accepts)
    case .other: other.longest(in: name, at: index, where: accepts)
    }
  }

  private static let latin = PhraseTrie(all, in: .latin)
  private static let other = PhraseTrie(all, in: .other)

  private static var all: [([StaticString], Rule)] {
    [(words, .word), (gnome, .timed(.gnome))] + tools
  }

  private static let words: [StaticString] = [
    "Screen Recording", "ScreenRecording", "Screen record",
    "Skermopname",  // af
    "تسجيل الشاشة", "تسجيل شاشة",  // ar
    "Ekran qeydi", "Ekran yazısı",  // az
    "Запіс экрана", "Запис на екрана",  // be, bg
    "স্ক্রিন রেকর্ডিং",  // bn
    "Gravació de pantalla", "Gravació de la pantalla", "Enregistrament de pantalla",
    "Enregistrament de la pantalla",  // ca
    "Záznam obrazovky", "Nahrávka obrazovky", "Obrazovkové vysílání",  // cs, sk
    "Recordiad sgrin",  // cy
    "Skærmoptagelse",  // da
    "Bildschirmaufnahme", "Bildschirmaufzeichnung",  // de
    "Εγγραφή οθόνης", "Βίντεο οθόνης",  // el
    "Ekranregistrado",  // eo
    "Grabación de pantalla", "Grabación de la pantalla", "Videograbación de pantalla",  // es
    "Ekraanisalvestus", "Ekraanivideo",  // et
    "Pantaila-grabazioa", "Pantaila-grabaketa",  // eu
    "ضبط صفحه", "ضبط صفحهٔ نمایش",  // fa
    "Näyttötallenne", "Näytön tallenne", "Näytön tallennus", "Näyttötallennevideo",  // fi
    "Enregistrement de l'écran", "Enregistrement d'écran",  // fr
    "Taifeadadh scáileáin",  // ga
    "Gravación de pantalla", "Captura en vídeo da pantalla", "Secuencia de pantalla",  // gl
    "સ્ક્રીન રેકોર્ડિંગ",  // gu
    "הקלטת מסך",  // he
    "स्क्रीन रिकॉर्डिंग", "स्क्रीन रेकॉर्डिंग",  // hi, mr
    "Snimka zaslona", "Snimanje zaslona",  // hr
    "Képernyőfelvétel",  // hu
    "Rekaman layar", "Perekaman layar", "Rakaman skrin",  // id, ms
    "Skjámyndskeið", "Skjáupptaka",  // is
    "Registrazione schermo", "Registrazione dello schermo",  // it
    "画面収録", "画面録画", "画面の録画",  // ja
    "ეკრანის ვიდეოჩანაწერი", "ეკრანის ჩანაწერი",  // ka
    "Экран жазбасы", "Экранды жазу",  // kk
    "화면 기록", "화면 녹화",  // ko
    "Ekrano įrašas", "Ekrānieraksts", "Ekrāna ieraksts",  // lt, lv
    "Снимање на екранот",  // mk
    "Дэлгэцийн бичлэг",  // mn
    "Skjermopptak",  // nb
    "Schermopname",  // nl
    "ਸਕਰੀਨ ਰਿਕਾਰਡਿੰਗ",  // pa
    "Nagranie ekranu", "Nagranie z ekranu", "Nagrywanie ekranu",  // pl
    "Gravação de tela", "Gravação da tela", "Gravação de ecrã", "Gravação do ecrã",  // pt
    "Înregistrare ecran", "Înregistrarea ecranului", "Captură video a ecranului",  // ro
    "Запись экрана",  // ru
    "Nahrávanie obrazovky",  // sk
    "Zaslonski posnetek", "Snemanje zaslona", "Posnetek zaslona",  // sl
    "Regjistrim i ekranit",  // sq
    "Запис екрана", "Снимање екрана", "Snimanje ekrana",  // sr, uk
    "Skärminspelning",  // sv
    "Rekodi ya skrini",  // sw
    "திரைப் பதிவு", "స్క్రీన్ రికార్డింగ్",  // ta, te
    "การบันทึกหน้าจอ", "บันทึกหน้าจอ", "การบันทึกวิดีโอหน้าจอ",  // th
    "Ekran Kaydı",  // tr
    "Запис екрану", "اسکرین ریکارڈنگ", "Ekran yozuvi",  // uk, ur, uz
    "Bản ghi màn hình", "Ghi màn hình", "Quay màn hình", "Quay phim màn hình",  // vi
    "录屏", "屏幕录制", "屏幕录像", "屏幕錄製", "深度录屏", "螢幕錄影", "螢幕錄製", "畫面錄製",  // zh
  ]

  /// The words for GNOME Shell's screencasts, which have other meanings too.
  private static let gnome: [StaticString] = [
    "Screencast from", "Screencast", "Screencast dari", "Bildschirmaufzeichnung vom",
    "Capture vidéo du", "Captura vidèo del", "Filmât di", "Video de schermo", "Video del",
    "Видео снимак направљен дана", "Запис з", "Скринкаст", "Скринкаст, уақыты", "스크린캐스트",
  ]

  private static let tools: [([StaticString], Rule)] = [
    // AOSP's SystemUI: screen-yyyyMMdd-HHmmss.mp4.
    (["screen"], .timed(.android)),
    (["bandicam"], .timed(.unspecified)),
    (["Kazam_screencast"], .fixed(.kazam)),
    (["Kooha"], .timed(.kooha)),
    (["Mobizen"], .timed(.unspecified)),
    (["Record"], .timed(.unspecified)),
    // OBS Studio's and GPU Screen Recorder's replay buffers.
    (["Replay"], .timed(.unspecified)),
    (["RPReplay_Final"], .fixed(.iOS)),
    (["Screenrecord"], .fixed(.unspecified)),
    (["Screenrecorder"], .fixed(.xiaomi)),
    (["simplescreenrecorder"], .fixed(.simpleScreenRecorder)),
    (["SVID"], .timed(.huawei)),
    (["vokoscreenNG"], .timed(.vokoscreen)),
    (["XRecorder"], .fixed(.unspecified)),
  ]
}
