internal import Media

extension ScreenshotName {
  /// The origin that a phrase at the name's start shows, and the text that has to follow it.
  enum Rule: Sendable {
    /// A word for a screenshot; the text after it shows the origin.
    case word
    /// The English word, which is used in every language; the text after it shows the origin.
    case english
    /// A phrase that only this tool uses.
    case fixed(Origin)
    /// A phrase of this tool that counts only before a date.
    case dated(Origin)
    /// A phrase with other meanings that counts only before a date with seconds.
    case timed(Origin)
  }

  static let phrases = PhraseTrie<Rule>(
    english.map { ($0, .english) } + words.map { ($0, .word) }
      + gnome.map { ($0, .timed(.gnome)) } + mate.map { ($0, .timed(.mate)) }
      + ambiguous.map { ($0, .timed(.unspecified)) } + tools)

  private static let english = ["Screenshot", "Screen Shot"]

  private static let words = [
    "Skermskoot", "Skermkiekie",  // af
    "لقطة شاشة", "لقطة الشاشة",  // ar
    "Ekran görüntüsü", "Ekran Resmi", "EkranGörüntüsü", "Ekran Alıntısı",  // tr
    "Здымак экрана", "Экранны здымак", "Здымак экрану",  // be
    "Снимка на екрана", "Екранна снимка",  // bg
    "স্ক্রিনশট",  // bn
    "Captura de pantalla", "Pantallazo", "Captura de ecrã",
    "Captura de Tela", "Captura d'ecran", "Captura ecrã",  // es, ca, gl, pt, oc
    "Snímek obrazovky", "Snímka obrazovky", "Snímok obrazovky",  // cs, sk
    "Skærmbillede", "Skærmfoto", "Skærmafbildning",  // da
    "Bildschirmfoto", "Billschirmfoto",  // de, nds
    "Στιγμιότυπο οθόνης",  // el
    "Ekrankopio", "Ekraanipilt", "Kuvatõmmis", "Ekraanikuva",  // eo, et
    "Pantaila-argazkia", "Pantaila-argazki",  // eu
    "نماگرفت",  // fa
    "Kuvakaappaus", "Näyttökuva", "Ruutukaappaus",  // fi
    "Capture d'écran", "Copie d'écran",  // fr
    "Gabháil Scáileáin", "Scáilghraf", "Glacadh-sgrìn",  // ga, gd
    "צילום מסך", "תצלום מסך", "צילום המסך",  // he
    "स्क्रीनशॉट", "स्क्रिनसट",  // hi, ne
    "Snimka zaslona", "Slika zaslona", "Snimak zaslona", "Prikaz zaslona",  // hr
    "Snimak ekrana", "Снимак екрана",  // sr
    "Képernyőfotó", "Képernyőkép",  // hu
    "Էկրանի նկար",  // hy
    "Cuplikan layar", "Tangkapan layar", "Tangkap layar", "Syot layar", "Cekupan skrin",  // id, ms
    "Skjámynd", "Skjáskot",  // is
    "Schermata", "Istantanea schermo", "Cattura schermata",  // it
    "スクリーンショット", "スクリーン ショット",  // ja
    "ეკრანის ანაბეჭდი",  // ka
    "Скриншот", "Снимок экрана",  // kk, tg, ru
    "រូបថតអេក្រង់",  // km
    "스크린샷", "화면 캡처",  // ko
    "Ekrano nuotrauka", "Ekrano kopija", "Ekrano vaizdas",  // lt
    "Ekrānattēls", "Ekrānuzņēmums",  // lv
    "СликаОдЕкранот",  // mk
    "Skjermbilde", "Skjermdump", "Skjermbilete",  // nb, nn
    "Schermafbeelding", "Schermafdruk",  // nl
    "Zrzut ekranu",  // pl
    "Captură de ecran", "Captură ecran",  // ro
    "Zaslonska slika", "Posnetek zaslona",  // sl
    "PamjaEkranit",  // sq
    "Skärmavbild", "Skärmbild", "Skärmdump", "Skärmklipp",  // sv
    "ภาพหน้าจอ", "ภาพถ่ายหน้าจอ", "สกรีนช็อต",  // th
    "Знімок екрана", "Зняток екрана",  // uk
    "Ảnh chụp màn hình", "Chụp màn hình",  // vi
    "截屏", "截图", "截圖", "屏幕快照", "屏幕截图", "螢幕截圖", "螢幕快照", "螢幕擷圖", "螢幕擷取畫面",
    "擷取畫面", "屏幕截圖",  // zh
  ]

  /// The words of GNOME Shell and gnome-screenshot, with their prepositions.
  private static let gnome = [
    "Screenshot from", "لقطة شاشة من", "Здымак экрана ад", "Экранны здымак з",
    "Снимка на екрана на",
    "Снимка от", "Captura de pantalla de", "Captura desde", "Captura de", "Snímek obrazovky z",
    "Snímek obrazovky pořízený", "Skærmbillede fra", "Bildschirmfoto vom", "Στιγμιότυπο από",
    "Στιγμιότυπο οθόνης από", "Ekrankopio de", "نماگرفت از", "Kuvakaappaus -",
    "Capture d'écran du", "Videade di", "Schermade dal", "Gabháil Scáileáin ó", "Glacadh-sgrìn o",
    "צילום מסך מ־", "Képernyőkép ekkor:", "Képernyőkép -", "Cuplikan layar dari", "Skjámynd frá",
    "Schermata del", "Скриншот, уақыты", "Скриншот аз", "스크린샷,", "Ekrano nuotrauka iš",
    "Ekrānattēls no", "Tangkap layar dari", "Skjermbilde fra", "Schermafdruk van", "Captura del",
    "Captura d'ecran de", "Zrzut ekranu z", "Captura de ecrã de", "Captura de tela de",
    "Captură de ecran din", "Снимок экрана от", "Snímka obrazovky zo dňa", "Snímka obrazovky z",
    "Снимак екрана од", "Снимак екрана направљен дана", "Snimak ekrana od", "Skärmbild från",
    "Ekran Görüntüsü -", "Знімок екрана, ", "Знімок екрана з", "Chụp màn hình từ", "Hình chụp từ",
  ]

  private static let mate = [
    "Screenshot at", "لقطة شاشة في", "Captura de pantalla -", "Captura de pantalla a",
    "Captura de pantalla en", "Skærmbillede på", "Bildschirmfoto zu", "Στιγμιότυπο στο",
    "Capture du", "Cuplikan layar pada", "Schermata a", "Skjermbilde på", "Schermafdruk op",
    "Captura de ecrã no", "Captura de tela em", "Captură de ecran la", "Снимок экрана в",
    "Skärmavbild vid", "Зняток екрана як", "Skrammad e", "Tangkap layar di", "Cekupan skrin di",
    "ภาพหน้าจอที่จับได้เมื่อเวลา",
  ]

  /// Words with other meanings, too, which count only before a date; the first is macOS's in Greek.
  private static let ambiguous = [
    "Στιγμιότυπο", "Снимка", "Captura", "Capture", "Screen Capture", "Screencap", "Screengrab",
    "Skrammad",
  ]

  private static let tools: [(String, Rule)] = [
    ("Annotation", .timed(.windowsSnippingTool)),
    ("CleanShot", .dated(.cleanShot)),
    ("DeepinScreenshot", .dated(.deepin)),
    ("device", .timed(.androidStudio)),
    ("Greenshot", .dated(.greenshot)),
    ("gscreenshot", .dated(.gscreenshot)),
    ("ksnip", .dated(.ksnip)),
    ("Opera Snapshot", .dated(.opera)),
    ("QQ截图", .dated(.qq)),
    ("QQ", .timed(.qq)),
    ("Simulator Screen Shot", .fixed(.iOSSimulator)),
    ("Simulator Screenshot", .fixed(.iOSSimulator)),
    ("Snipaste", .dated(.snipaste)),
    ("swappy", .dated(.swappy)),
    ("微信截图", .dated(.weChat)),
    ("企业微信截图", .dated(.weChat)),
  ]

  /// The words that gnome-screenshot and MATE write after a date in Chinese and Japanese.
  static let tails = PhraseTrie<Origin>([
    ("屏幕截图", .gnome), ("的螢幕擷圖", .gnome), ("创建的截图", .mate), ("スクリーンショット", .mate),
  ])
}
