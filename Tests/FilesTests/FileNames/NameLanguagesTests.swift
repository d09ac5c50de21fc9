import Testing

@testable import Files

/// The names that GNOME, MATE, Xfce, Kazam, macOS and Windows give in each language. Those of GNOME
/// Shell 43, gnome-screenshot 41, MATE 1.26 and Xfce 4.18 are their translators' words.
@Suite struct NameLanguagesTests {
  /// Words for a screenshot by language; `|` stands for the date and its time.
  static let screenshots: [(language: String, names: [String])] = [
    ("Afrikaans", ["Skermskoot op |", "Skermkiekie |"]),
    ("Albanian", ["Foto ekrani_|", "Pamje e ekranit |"]),
    ("Amharic", ["መመልከቻውን ፎቶ ማንሻ-|", "ቅጽበታዊ ገጽ እይታ |"]),
    ("Arabic", ["لقطة شاشة من |", "لقطة شاشة في |", "لقطة الشاشة |", "التقاط الشاشة |"]),
    ("Armenian", ["Էկրանի նկար |", "Էկրանահան_|", "ԷԿՐԱՆԱՀԱՆ |"]),
    ("Assamese", ["| ৰ পৰা স্ক্ৰিনশ্বট"]),
    ("Asturian", ["Captura de |", "Captura de pantalla -|"]),
    ("Azerbaijani", ["Ekran görüntüsü |", "Skrinşot |"]),
    ("Basque", ["Pantaila-argazkia_|"]),
    ("Belarusian", ["Здымак экрана ад |", "Экранны здымак з |", "Здымак экрану |"]),
    ("Bengali", ["| থেকে স্ক্রিনশট", "স্ক্রিনশট |"]),
    ("Bosnian", ["Slika iz |", "Snimak ekrana |"]),
    ("Breton", ["Skrammad e |"]),
    ("Bulgarian", ["Снимка на екрана на |", "Снимка от |", "Снимка на |", "Екранна снимка |"]),
    ("Catalan", ["Captura de pantalla de |", "Captura de pantalla a |", "Captura de |"]),
    ("Chinese", ["截图 |", "|屏幕截图", "| 创建的截图", "截屏|", "屏幕快照 |", "屏幕截图 |"]),
    ("Chinese (Taiwan)", ["螢幕快照 |", "| 的螢幕擷圖", "螢幕截圖|", "截圖 |", "螢幕擷取畫面 |"]),
    ("Crimean Tatar", ["Ekran koruntisi |"]),
    ("Croatian", ["Slika zaslona |", "Snimka zaslona |"]),
    ("Czech", ["Snímek obrazovky z |", "Snímek obrazovky pořízený |"]),
    ("Danish", ["Skærmbillede fra |", "Skærmbillede på |", "Skærmfoto |"]),
    ("Dutch", ["Schermafdruk van |", "Schermafdruk op |", "Scherm\u{AD}afbeelding |"]),
    ("English", ["Screenshot from |", "Screenshot at |", "Screenshot From |", "Screen Shot |"]),
    ("Esperanto", ["Ekrankopio de |"]),
    ("Estonian", ["Ekraanipilt |", "Kuvatõmmis |"]),
    ("Finnish", ["Kuvakaappaus - |", "Kuvakaappaus|", "Näyttökuva |"]),
    ("French", ["Capture d’écran du |", "Capture du |", "Capture d'écran |"]),
    ("Friulian", ["Videade di |", "Schermade dal |"]),
    ("Gaelic", ["Glacadh-sgrìn o |"]),
    ("Galician", ["Captura de pantalla de |", "Captura de pantalla en |"]),
    ("Georgian", ["ეკრანის ანაბეჭდი |-დან", "სკრინშოტი_|"]),
    ("German", ["Bildschirmfoto vom |", "Bildschirmfoto zu |", "Bildschirmfoto_|"]),
    ("Greek", ["Στιγμιότυπο οθόνης από |", "Στιγμιότυπο από |", "Στιγμιότυπο στο |"]),
    ("Gujarati", ["| માંથી સ્ક્રીનશોટ", "સ્ક્રીનશોટ |"]),
    ("Hebrew", ["צילום מסך מ־|", "\u{200F}צילום מסך_|"]),
    ("Hindi", ["| से स्क्रीनशॉट", "स्क्रीनशॉट |"]),
    ("Hungarian", ["Képernyőkép ekkor: |", "Képernyőkép – |", "Képernyőkép |", "Képernyőfotó |"]),
    ("Icelandic", ["Skjámynd frá |", "Skjáskot |"]),
    ("Indonesian", ["Cuplikan layar dari |", "Tangkapan Layar |", "Jepretan Layar |"]),
    ("Irish", ["Gabháil Scáileáin ó |"]),
    ("Italian", ["Schermata del |", "Schermata a |", "Istantanea_|", "Istantanea schermo |"]),
    ("Japanese", ["スクリーンショット |", "スクリーンショット_|"]),
    ("Kannada", ["ತೆರೆಚಿತ್ರ, | ಇಂದ"]),
    ("Kazakh", ["Скриншот, уақыты |", "Скриншот, |", "Скриншот |", "Экран суреті |"]),
    ("Khmer", ["រូបថត\u{200B}អេក្រង់\u{200B}ពី |"]),
    ("Korean", ["스크린샷 |", "스크린샷, |", "화면 캡처 |"]),
    ("Kurdish", ["وێنەی شاشە لە |"]),
    ("Lao", ["ພາບໜ້າຈໍ |"]),
    ("Latvian", ["Ekrānattēls no |", "Ekrānattēls |", "Ekrānkopija_|"]),
    ("Lithuanian", ["Ekrano nuotrauka iš |", "Ekrano kopija |"]),
    ("Macedonian", ["Слика од екранот |"]),
    ("Malay", ["Tangkap layar dari |", "Cekupan skrin di |", "Cekupan Skrin_|"]),
    ("Malayalam", ["| മുതലുള്ള സ്ക്രീന്\u{200D}ഷോട്ട്", "സ്ക്രീൻഷോട്ട് |"]),
    ("Marathi", ["| पासून स्क्रीनशॉट"]),
    ("Mongolian", ["Дэлгэцийн агшин |"]),
    ("Nepali", ["| बाट स्क्रिनसट", "स्क्रिनसट |"]),
    ("Norwegian", ["Skjermbilde fra |", "Skjermbilde på |", "Skjermbilete_|"]),
    ("Occitan", ["Captura d'ecran de |", "Captura del |"]),
    ("Odia", ["| ରୁ ଆଶୁଚିତ୍ର"]),
    ("Persian", ["نماگرفت از |", "اسکرین\u{200C}شات_|"]),
    ("Polish", ["Zrzut ekranu z |", "Przechwycenie obrazu ekranu_|"]),
    ("Portuguese", ["Captura de ecrã de |", "Captura de ecrã no |", "Captura de ecrã_|"]),
    ("Portuguese (Brazil)", ["Captura de tela de |", "Captura de tela em |"]),
    ("Punjabi", ["| ਤੋਂ ਸਕਰੀਨਸ਼ਾਟ", "ਸਕਰੀਨਸ਼ਾਟ_|"]),
    ("Romanian", ["Captură de ecran din |", "Captură de ecran la |"]),
    ("Russian", ["Снимок экрана от |", "Снимок экрана в |", "СНИМОК ЭКРАНА |"]),
    ("Serbian", ["Снимак екрана направљен дана |", "снимак-екрана-|", "Слика радне површи_|"]),
    ("Sinhala", ["තිරපිටපත_|"]),
    ("Slovak", ["Snímka obrazovky zo dňa |", "Snímka obrazovky z |"]),
    ("Slovenian", ["Zaslonska slika |", "zaslonska_slika-|", "Posnetek zaslona |"]),
    ("Spanish", ["Captura desde |", "Captura de pantalla de |", "Captura de pantalla -|"]),
    ("Swahili", ["Picha ya skrini |"]),
    ("Swedish", ["Skärmbild från |", "Skärmavbild vid |", "Skärmavbild |"]),
    ("Tajik", ["Скриншот аз |"]),
    ("Tamil", ["| இலிருந்து திரைப்பிடிப்பு", "திரைபிடிப்பு |"]),
    ("Telugu", ["| నుండి తెరపట్టు", "తెరపట్టు_|"]),
    ("Thai", ["ภาพหน้าจอที่จับได้เมื่อเวลา |", "ภาพหน้าจอ_|"]),
    ("Turkish", ["Ekran Görüntüsü - |", "Ekran Resmi |", "Ekran görüntüsü_|"]),
    ("Ukrainian", ["Знімок екрана з |", "Зняток екрана як |", "Знімок екрану_|"]),
    ("Urdu", ["سکرین شوٹ_|", "اسکرین شاٹ |"]),
    ("Uyghur", ["ئېكران كۆرۈنۈشىنىڭ ئورنى |", "ئېكران كۆرۈنۈشى_|"]),
    ("Uzbek", ["Skrinshot |"]),
    ("Vietnamese", ["Chụp màn hình từ |", "Hình chụp từ |", "Ảnh Màn hình |"]),
    ("Xhosa", ["Umfanekiso weskrini ose-|"]),
    ("Zulu", ["Isithombe-skrini |"]),
  ]

  /// Words for a screen recording, in the same way.
  static let recordings: [(language: String, names: [String])] = [
    ("Afrikaans", ["Skermopname |"]), ("Arabic", ["تسجيل الشاشة |"]),
    ("Azerbaijani", ["Ekran qeydi |"]), ("Belarusian", ["Запіс экрана ад |"]),
    ("Bengali", ["স্ক্রিন রেকর্ডিং |"]), ("Bulgarian", ["Запис на екрана на |"]),
    ("Catalan", ["Enregistrament de pantalla des de |", "Gravació de pantalla |"]),
    ("Chinese", ["录屏 |", "螢幕錄影 |", "屏幕录像 |", "屏幕录制|"]),
    ("Croatian", ["Snimka zaslona |", "Snimanje zaslona |"]),
    ("Czech", ["Záznam obrazovky z |", "Obrazovkové vysílání |"]),
    ("Danish", ["Skærmoptagelse fra |"]), ("Dutch", ["Schermopname van |", "Schermopname |"]),
    (
      "English",
      ["Screencast from |", "Screencast From |", "Screen recording |", "Screen record |"]
    ),
    ("Estonian", ["Ekraanisalvestus |"]), ("Finnish", ["Näyttötallennevideo - |"]),
    ("French", ["Capture vidéo du |", "Enregistrement de l’écran |"]),
    ("Friulian", ["Filmât di |"]), ("Galician", ["Captura en vídeo da pantalla |"]),
    ("Georgian", ["ეკრანის ვიდეოჩანაწერი |-დან"]),
    ("German", ["Bildschirmaufzeichnung vom |", "Bildschirmaufnahme |"]),
    ("Greek", ["Βίντεο οθόνης από |", "Εγγραφή οθόνης |"]), ("Hebrew", ["הקלטת מסך מ־|"]),
    ("Hindi", ["स्क्रीन रिकॉर्डिंग |"]), ("Hungarian", ["Képernyőfelvétel ekkor: |"]),
    ("Icelandic", ["Skjámyndskeið frá |"]),
    ("Indonesian", ["Screencast dari |", "Rekaman Layar |"]),
    ("Interlingua", ["Video de schermo |"]),
    ("Italian", ["Video del |", "Registrazione schermo |"]),
    ("Japanese", ["画面収録 |", "画面録画 |"]), ("Kazakh", ["Скринкаст, уақыты |"]),
    ("Korean", ["스크린캐스트 |", "화면 기록 |"]), ("Kyrgyz", ["Скринкаст |"]),
    ("Latvian", ["Ekrānieraksts |"]), ("Lithuanian", ["Ekrano įrašas iš |"]),
    ("Malay", ["Rakaman Skrin |"]), ("Mongolian", ["Дэлгэцийн бичлэг |"]),
    ("Norwegian", ["Skjermopptak |"]), ("Occitan", ["Captura vidèo del |"]),
    ("Persian", ["ضبط صفحه از |"]), ("Polish", ["Nagranie ekranu z |", "Nagranie z ekranu |"]),
    ("Portuguese", ["Gravação de ecrã a partir de |", "Gravação de tela de |"]),
    ("Romanian", ["Captură video a ecranului |", "Înregistrare ecran |"]),
    ("Russian", ["Запись экрана от |"]), ("Serbian", ["Видео снимак направљен дана |"]),
    ("Slovak", ["Záznam obrazovky zo dňa |", "Nahrávanie obrazovky |"]),
    ("Slovenian", ["Zaslonski posnetek |"]), ("Spanish", ["Grabación de pantalla desde |"]),
    ("Swedish", ["Skärminspelning från |"]), ("Thai", ["การบันทึกหน้าจอ |"]),
    ("Turkish", ["Ekran Kaydı - |"]), ("Ukrainian", ["Запис з |", "Запис екрана |"]),
    ("Vietnamese", ["Quay phim màn hình từ |", "Bản ghi Màn hình |"]),
  ]

  static let dates = ["2024-01-01 12-00-00", "2024-01-01 12.00.00"]

  @Test func theTablesCoverManyLanguages() {
    #expect(Self.screenshots.count >= 80)
    #expect(Self.recordings.count >= 45)
  }

  @Test(arguments: screenshots)
  func screenshotsAreRecognisedAndDated(_ language: String, _ names: [String]) {
    for name in names {
      for date in Self.dates {
        let name = name.split(separator: "|", omittingEmptySubsequences: false).joined(
          separator: date)
        #expect(withName(name + ".png") { ScreenshotName.match($0) } != nil, "\(name)")
        Self.expectNoon(name)
      }
    }
  }

  @Test(arguments: recordings)
  func recordingsAreRecognisedAndDated(_ language: String, _ names: [String]) {
    for name in names {
      for date in Self.dates {
        let name = name.split(separator: "|", omittingEmptySubsequences: false).joined(
          separator: date)
        #expect(withName(name + ".webm") { ScreenRecordingName.match($0) } != nil, "\(name)")
        Self.expectNoon(name)
      }
    }
  }

  /// A word that goes on is another word.
  @Test(arguments: screenshots + recordings)
  func longerWordsAreOthers(_ language: String, _ names: [String]) {
    for name in names where !name.hasPrefix("|") {
      let word = name.split { " -–_,:־|".contains($0) }[0]
      let longer = "\(word)x.png"
      #expect(withName(longer) { ScreenshotName.match($0) } == nil, "\(longer)")
      #expect(withName(longer) { ScreenRecordingName.match($0) } == nil, "\(longer)")
    }
  }

  /// Pictures that people name; each begins like a word of the tables.
  @Test(arguments: [
    "Screenplay 2024-01-01.jpg", "Screening 2024-01-01 12-00-00.jpg", "Screen door.jpg",
    "Screen 2024.jpg", "Screenshooting range.jpg", "Screencastle.mp4", "Screens 2024-01-01.jpg",
    "Capture the flag 2024-01-01 12-00-00.jpg", "Captura do peixe.jpg", "Captain.jpg",
    "Captura de atún 2019-05-01 10-00-00.jpg", "Video del mare.mp4", "Video della nonna.mp4",
    "Снимка с баба 2024-01-01 12-00-00.jpg", "Снимки.jpg", "Снимок кота.jpg", "Запись урока.mp4",
    "Запис зборів.mp4", "Slika iz Sarajeva.jpg", "Slika 2024-01-01 12-00-00.jpg",
    "Foto 2024-01-01 12-00-00.jpg", "Foto ekranista.jpg", "Picha ya mama.jpg", "Ảnh cưới.jpg",
    "Ảnh 2024-01-01 12-00-00.jpg", "Hình chụp từ máy bay.jpg", "Quay phim.mp4", "ภาพถ่าย.jpg",
    "ภาพหมู่ 2024-01-01 12-00-00.jpg", "الشاشة.jpg", "لقطة.jpg", "عکس ۲.jpg", "צילום.jpg",
    "צילום מסכים.jpg", "画面.jpg", "画面の写真.jpg", "屏幕.jpg", "截断.jpg", "録音.mp4", "스크린.jpg",
    "화면.jpg", "Ekran.jpg", "Ekran 2024-01-01 12-00-00.jpg", "Ekrano.jpg", "Skjerm.jpg",
    "Skärmsläckare.jpg", "Schermutseling 2024.jpg", "Schermi.jpg",
    "Bildschirm 2024-01-01 12-00-00.jpg", "Bildschirmfotograf.jpg", "Istantanea.jpg",
    "Istantanea di Roma.jpg", "Captura.jpg", "Replay.mp4", "Record 2024.mp4", "Recording.mp4",
    "Pamje.jpg", "Imago.jpg", "Isithombe.jpg", "Annotation 2024-01-01.jpg", "QQ 2024.jpg",
    "Film del 2024.mp4", "Captură.jpg", "Snímek 2024-01-01 12-00-00.jpg", "Kuva.jpg",
    "Sgrin.jpg", "Экран.jpg", "Здымак 2024-01-01 12-00-00.jpg", "Էկրան.jpg", "ეკრანი.jpg",
    "స్క్రీన్.jpg", "स्क्रीन.jpg", "स्क्रीनशॉट्स.jpg", "திரை.jpg", "2024-01-01 12-00-00 से दिल्ली.jpg",
    "2024-01-01 12-00-00 ਤੋਂ.jpg", "2024-01-01 12-00-00 photo.jpg", "Kazam.png", "XRecorders.mp4",
    "Mobizen.mp4", "SmartSelect.jpg", "bandicam.mp4", "Screenshots.png", "Capture+.jpg",
  ])
  func namesOfPeopleAreNone(_ name: String) {
    #expect(withName(name) { ScreenshotName.match($0) } == nil)
    #expect(withName(name) { ScreenRecordingName.match($0) } == nil)
  }

  private static func expectNoon(_ name: String) {
    let date = FilenameDateTests.parse(name + ".png")
    #expect(date?.wallClockMilliseconds == FilenameDateTests.noon, "\(name)")
  }
}
