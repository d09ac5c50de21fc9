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
    [
      (english, .english), (words, .word), (gnome, .timed(.gnome)), (mate, .timed(.mate)),
      (ambiguous, .timed(.unspecified)),
    ] + tools
  }

  private static let english: [StaticString] = ["Screenshot", "Screen Shot"]

  private static let words: [StaticString] = [
    "Skermskoot", "Skermkiekie", "ቅጽበታዊ ገጽ እይታ",  // af, am
    "لقطة شاشة", "لقطة الشاشة", "التقاط الشاشة",  // ar
    "স্ক্ৰিনশ্বট",  // as
    "Ekran görüntüsü", "Ekran Resmi", "EkranGörüntüsü", "Ekran Alıntısı", "Skrinşot",  // az, tr
    "Здымак экрана", "Экранны здымак", "Здымак экрану",  // be
    "Снимка на екрана", "Екранна снимка", "Екранна снимка на",  // bg
    "স্ক্রিনশট",  // bn
    "Captura de pantalla", "Pantallazo", "Captura de ecrã", "Captura do ecrã",
    "Captura de Tela", "Captura da tela", "Captura d'ecran", "Captura ecrã",  // es, ca, gl, pt, oc
    "وێنەی شاشە", "Ekran koruntisi",  // ckb, crh
    "Snímek obrazovky", "Snímka obrazovky", "Snímok obrazovky",  // cs, sk
    "Sgrinlun", "Ciplun sgrin",  // cy
    "Skærmbillede", "Skærmfoto", "Skærmafbildning", "Skærmklip",  // da
    "Bildschirmfoto", "Billschirmfoto", "Bildschirmabbild",  // de, nds
    "Στιγμιότυπο οθόνης",  // el
    "Ekrankopio", "Ekraanipilt", "Kuvatõmmis", "Ekraanikuva", "Ekraanitõmmis",  // eo, et
    "Pantaila-argazkia", "Pantaila-argazki",  // eu
    "نماگرفت", "اسکرین‌شات", "اسکرین شات", "عکس صفحه", "عکس صفحه‌نمایش",  // fa
    "Kuvakaappaus", "Näyttökuva", "Ruutukaappaus", "Kuvaruutukaappaus",  // fi
    "Capture d'écran", "Capture d écran", "Copie d'écran",  // fr
    "Gabháil Scáileáin", "Scáilghraf", "Seat den scáileán", "Glacadh-sgrìn",  // ga, gd
    "સ્ક્રીનશોટ",  // gu
    "צילום מסך", "תצלום מסך", "צילום המסך",  // he
    "स्क्रीनशॉट", "स्क्रिनसट", "स्क्रिनशट",  // hi, mr, ne
    "Snimka zaslona", "Slika zaslona", "Snimak zaslona", "Prikaz zaslona",  // hr
    "Snimak ekrana", "Снимак екрана", "Слика екрана", "Слика радне површи",  // bs, sr
    "Képernyőfotó", "Képernyőkép",  // hu
    "Էկրանի նկար", "Էկրանահան", "Էկրանի պատկեր", "Սքրինշոթ",  // hy
    "Cuplikan layar", "Tangkapan layar", "Tangkap layar", "Jepretan layar", "Syot layar",
    "Cekupan skrin", "Tangkapan skrin", "Petikan skrin", "Gambar skrin",  // id, ms
    "Capter li ecran", "Skjámynd", "Skjáskot",  // ie, is
    "Schermata", "Istantanea schermo", "Cattura schermata", "Cattura schermo",  // it
    "スクリーンショット", "スクリーン ショット", "画面キャプチャ",  // ja
    "ეკრანის ანაბეჭდი", "ეკრანის სურათი", "სკრინშოტი",  // ka
    "Скриншот", "Снимок экрана", "Экран суреті", "Экран сүрөтү",  // kk, ky, tg, ru
    "រូបថតអេក្រង់",  // km
    "ತೆರೆಚಿತ್ರ", "ಸ್ಕ್ರೀನ್‌ಶಾಟ್",  // kn
    "스크린샷", "스크린 샷", "화면 캡처", "화면캡처",  // ko
    "ພາບໜ້າຈໍ",  // lo
    "Ekrano nuotrauka", "Ekrano kopija", "Ekrano vaizdas",  // lt
    "Ekrānattēls", "Ekrānuzņēmums", "Ekrānkopija",  // lv
    "СликаОдЕкранот", "Слика од екранот", "Слика од екран",  // mk
    "സ്ക്രീന്‍ഷോട്ട്", "സ്ക്രീൻഷോട്ട്", "Дэлгэцийн агшин",  // ml, mn
    "ဖန်သားပြင်ဓာတ်ပုံ",  // my
    "Skjermbilde", "Skjermdump", "Skjermbilete", "Skjermutklipp",  // nb, nn
    "Schermafbeelding", "Schermafdruk", "Schermkopie",  // nl
    "ਸਕਰੀਨਸ਼ਾਟ", "ਸਕ੍ਰੀਨਸ਼ਾਟ", "ଆଶୁଚିତ୍ର",  // pa, or
    "Zrzut ekranu", "Przechwycenie obrazu ekranu",  // pl
    "Captură de ecran", "Captură ecran",  // ro
    "තිරපිටපත", "තිර රුව",  // si
    "Zaslonska slika", "Posnetek zaslona",  // sl
    "PamjaEkranit", "Pamje e ekranit", "Foto ekrani",  // sq
    "Skärmavbild", "Skärmbild", "Skärmdump", "Skärmklipp",  // sv
    "Picha ya skrini",  // sw
    "திரைப்பிடிப்பு", "திரைபிடிப்பு", "ஸ்கிரீன்ஷாட்",  // ta
    "తెరపట్టు", "స్క్రీన్‌షాట్",  // te
    "ภาพหน้าจอ", "ภาพถ่ายหน้าจอ", "สกรีนช็อต", "แคปหน้าจอ",  // th
    "ئېكران كۆرۈنۈشى", "Знімок екрана", "Знімок екрану", "Зняток екрана",  // ug, uk
    "سکرین شوٹ", "سکرین شاٹ", "اسکرین شاٹ",  // ur
    "Skrinshot", "Ekran surati",  // uz
    "Ảnh chụp màn hình", "Ảnh màn hình", "Chụp màn hình", "Ảnh chụp nhanh màn hình",  // vi
    "Umfanekiso weskrini", "Isithombe-skrini",  // xh, zu
    "截屏", "截图", "截圖", "屏幕快照", "屏幕截图", "螢幕截圖", "螢幕快照", "螢幕擷圖", "螢幕擷取畫面",
    "擷取畫面", "屏幕截圖", "屏幕擷取畫面",  // zh
  ]

  /// The words of GNOME Shell and gnome-screenshot, with their prepositions.
  private static let gnome: [StaticString] = [
    "Screenshot from", "Skermskoot op", "لقطة شاشة من", "Здымак экрана ад", "Экранны здымак з",
    "Снимка на екрана на", "Снимка от", "Slika iz", "وێنەی شاشە لە", "Captura de pantalla de",
    "Captura desde", "Captura de", "Snímek obrazovky z", "Snímek obrazovky pořízený",
    "Skærmbillede fra", "Bildschirmfoto vom", "Στιγμιότυπο από", "Στιγμιότυπο οθόνης από",
    "Ekrankopio de", "نماگرفت از", "Kuvakaappaus -", "Capture d'écran du", "Videade di",
    "Schermade dal", "Gabháil Scáileáin ó", "Glacadh-sgrìn o", "צילום מסך מ־",
    "Képernyőkép ekkor:", "Képernyőkép -", "Cuplikan layar dari", "Skjámynd frá",
    "Schermata del", "Скриншот, уақыты", "Скриншот аз", "រូបថតអេក្រង់ពី", "ತೆರೆಚಿತ್ರ,", "스크린샷,",
    "Ekrano nuotrauka iš", "Ekrānattēls no", "Tangkap layar dari", "Skjermbilde fra",
    "Schermafdruk van", "Captura del", "Captura d'ecran de", "Zrzut ekranu z",
    "Captura de ecrã de", "Captura de tela de", "Captură de ecran din", "Снимок экрана от",
    "Snímka obrazovky zo dňa", "Snímka obrazovky z", "Снимак екрана од",
    "Снимак екрана направљен дана", "Snimak ekrana od", "Skärmbild från", "Ekran Görüntüsü -",
    "ئېكران كۆرۈنۈشىنىڭ ئورنى", "Знімок екрана, ", "Знімок екрана з", "Chụp màn hình từ",
    "Hình chụp từ", "Umfanekiso weskrini ose",
  ]

  private static let mate: [StaticString] = [
    "Screenshot at", "መመልከቻውን ፎቶ ማንሻ", "መመልከቻውን ፎቶ ማንሻ በ", "لقطة شاشة في", "Снимка на",
    "Captura de pantalla -", "Captura de pantalla a", "Captura de pantalla en",
    "Skærmbillede på", "Bildschirmfoto zu", "Στιγμιότυπο στο", "Capture du",
    "Cuplikan layar pada", "Schermata a", "Скриншот,", "Skjermbilde på", "Schermafdruk op",
    "Captura de ecrã no", "Captura de tela em", "Captură de ecran la", "Снимок экрана в",
    "Skärmavbild vid", "Зняток екрана як", "Skrammad e", "Tangkap layar di", "Cekupan skrin di",
    "ภาพหน้าจอที่จับได้เมื่อ", "ภาพหน้าจอที่จับได้เมื่อเวลา",
  ]

  /// Words with other meanings, too, which count only before a date; the first is macOS's in Greek.
  private static let ambiguous: [StaticString] = [
    "Στιγμιότυπο", "Снимка", "Captura", "Capture", "Capture+", "Istantanea", "Screen",
    "Screen Capture",
    "ScreenCapture", "Screencap", "Screengrab", "Screenshots", "Skrammad",
  ]

  private static let tools: [([StaticString], Rule)] = [
    (["Annotation"], .timed(.windowsSnippingTool)),
    (["CleanShot"], .dated(.cleanShot)),
    // The window's name may be in front of the date.
    (["DeepinScreenshot", "深度截图", "截图录屏"], .fixed(.deepin)),
    (["device"], .timed(.androidStudio)),
    (["Greenshot"], .dated(.greenshot)),
    (["gscreenshot"], .dated(.gscreenshot)),
    (["Kazam_screenshot"], .fixed(.kazam)),
    (["iShot"], .dated(.iShot)),
    (["ksnip"], .dated(.ksnip)),
    (["Opera Snapshot"], .dated(.opera)),
    (["PixPin"], .dated(.pixPin)),
    (["QQ截图"], .dated(.qq)),
    (["QQ"], .timed(.qq)),
    (["Simulator Screen Shot"], .fixed(.iOSSimulator)),
    (["Simulator Screenshot"], .fixed(.iOSSimulator)),
    (["SmartSelect"], .timed(.samsung)),
    (["Snipaste"], .dated(.snipaste)),
    (["swappy"], .dated(.swappy)),
    (["TIM截图"], .dated(.qq)),
    (["Xnip"], .dated(.xnip)),
    // WeCom's names end with 14 digits that are no date.
    (["企业微信截图"], .fixed(.weChat)),
    (["微信截图"], .fixed(.weChat)),
    (["Lark"], .timed(.unspecified)),
    (["飞书"], .timed(.unspecified)),
  ]

  /// The words that GNOME and MATE write after a date in languages whose prepositions follow.
  static let tails = PhraseTrie<Origin>([
    (
      [
        "からのスクリーンショット", "屏幕截图", "的螢幕擷圖", "аҟынтә аекран аҭыхра", "থেকে স্ক্রিনশট", "માંથી સ્ક્રીનશોટ", "से स्क्रीनशॉट",
        "पासून स्क्रीनशॉट",
        "बाट स्क्रिनसट", "ৰ পৰা স্ক্ৰিনশ্বট", "മുതലുള്ള സ്ക്രീന്‍ഷോട്ട്", "ରୁ ଆଶୁଚିତ୍ର", "ਤੋਂ ਸਕਰੀਨਸ਼ਾਟ", "இலிருந்து திரைப்பிடிப்பு", "నుండి తెరపట్టు",
      ], .gnome
    ),
    (["创建的截图", "スクリーンショット"], .mate),
  ])
}
