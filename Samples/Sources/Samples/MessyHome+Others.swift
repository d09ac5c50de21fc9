extension MessyHome {
  private func screen(_ seed: Int, width: Int = 1366, height: Int = 768) -> [UInt8] {
    PNGPicture(width: width, height: height, seed: UInt64(seed)).encoded()
  }

  /// Three each of GNOME, KDE, macOS, Windows and Android, some in German, and a recording.
  var screenshots: [File] {
    let start = Self.seconds(6, 20, 9, 41, 7)
    func file(_ index: Int, _ name: (CivilTime) -> String) -> File {
      let seconds = start + index * 400_009
      let isPhone = index > 11
      return File(
        name(CivilTime(secondsSince1970: seconds)),
        screen(300 + index, width: isPhone ? 1080 : 1366, height: isPhone ? 2400 : 768), seconds)
    }
    let gnome = "Pictures/Screenshots"
    let android = "Phone/Pictures/Screenshots"
    func date(_ time: CivilTime) -> String { String(time.fileName.prefix(10)) }
    func clock(_ time: CivilTime, _ separator: String) -> String {
      [time.hour, time.minute, time.second].map { Self.padded($0, to: 2) }
        .joined(separator: separator)
    }
    // macOS writes a narrow space without a break before AM and PM since 2023.
    func twelve(_ time: CivilTime) -> String {
      let parts = [time.minute, time.second].map { Self.padded($0, to: 2) }
      return "\((time.hour + 11) % 12 + 1).\(parts.joined(separator: "."))\u{202F}"
        + (time.hour < 12 ? "AM" : "PM")
    }
    let cast = Self.seconds(6, 21, 10, 0)
    return [
      file(0) { "\(gnome)/Screenshot from \($0.fileName).png" },
      file(1) { "\(gnome)/Screenshot from \($0.fileName).png" },
      file(2) { "\(gnome)/Bildschirmfoto vom \($0.fileName).png" },
      file(3) { "Pictures/Screenshot_\($0.joined("", "", between: "_")).png" },
      file(4) { "Pictures/Screenshot_\($0.joined("", "", between: "_")).png" },
      file(5) { "Pictures/Screenshot_\($0.joined("", "", between: "_"))-1.png" },
      file(6) { "Desktop/Screenshot \(date($0)) at \(clock($0, ".")).png" },
      file(7) { "Desktop/Screenshot \(date($0)) at \(twelve($0)).png" },
      file(8) { "Desktop/Bildschirmfoto \(date($0)) um \(clock($0, ".")).png" },
      file(9) { "\(gnome)/Screenshot \(date($0)) \(clock($0, "")).png" },
      file(10) { "\(gnome)/Screenshot \(date($0)) \(clock($0, "")).png" },
      file(11) { _ in "\(gnome)/Screenshot (12).png" },
      file(12) { "\(android)/Screenshot_\($0.joined("", "", between: "-")).png" },
      file(13) { "\(android)/Screenshot_\($0.joined("", "", between: "_"))_Chrome.png" },
      file(14) {
        "\(android)/Screenshot_\($0.joined("-", "-", between: "-"))-045_com.android.chrome.png"
      },
      File(
        "Videos/Screencasts/Screencast from \(CivilTime(secondsSince1970: cast).fileName).webm",
        MatroskaMovie(width: 1366, height: 768) { $0.documentType = "webm" }.encoded(), cast),
    ]
  }

  /// Pictures from WhatsApp, Signal and Telegram, without EXIF; some are smaller versions of the
  /// phone's own pictures.
  var messengers: [File] {
    let whatsApp = "Phone/Android/media/com.whatsapp/WhatsApp/Media"
    var files: [File] = []
    for index in 0..<8 {
      let seconds = Self.seconds(8, 14, 8 + index, 12, 33)
      files.append(
        File(
          "\(whatsApp)/WhatsApp Images/IMG-20230814-WA\(Self.padded(index)).jpg",
          photo(400 + index, width: 600, height: 400), seconds))
      guard index < 3 else { continue }
      files.append(
        File(
          "\(whatsApp)/WhatsApp Images/Sent/IMG-20230814-WA\(Self.padded(20 + index)).jpg",
          photo(100 + index, width: 600, height: 400), seconds + 60))
    }
    let film = Self.seconds(8, 14, 21, 30)
    files.append(
      File("\(whatsApp)/WhatsApp Video/VID-20230814-WA0009.mp4", movie(410, film), film))
    let downloads = Self.seconds(8, 15, 19, 12, 3)
    for index in 0..<4 {
      let seconds = downloads + index * 3607
      let time = CivilTime(secondsSince1970: seconds)
      let date = time.fileName.prefix(10)
      let clock = time.joined("", "").suffix(6)
      let dotted = time.joined("", ".").suffix(8)
      files += [
        File(
          "Downloads/signal-\(date)-\(clock)_\(Self.padded(index + 2, to: 3)).jpeg",
          photo(420 + index, width: 600, height: 400), seconds),
        File(
          "Downloads/Telegram Desktop/photo_\(time.joined("-", "-", between: "_")).jpg",
          photo(430 + index, width: 640, height: 427), seconds),
      ]
      guard index < 2 else { continue }
      files += [
        // The first is what the phone has from WhatsApp, byte by byte.
        File(
          "Downloads/WhatsApp Image \(date) at \(dotted).jpeg",
          photo(400 + index, width: 600, height: 400), seconds),
        File(
          "Phone/Pictures/Telegram/IMG_\(time.joined("", "", between: "_"))_816.jpg",
          photo(430 + index, width: 640, height: 427), seconds),
      ]
    }
    return files
  }

  /// Paper, without a date of its own; a PDF is no picture.
  var scans: [File] {
    let folder = "Documents/Scans"
    let seconds = Self.seconds(5, 2, 10, 0)
    let jpegs = (1...4).map { "EPSON\(Self.padded($0, to: 3)).JPG" }
    return jpegs.enumerated().map { index, name in
      File("\(folder)/\(name)", photo(500 + index, width: 827, height: 1169), seconds + index * 50)
    } + [
      File(
        "\(folder)/EPSON005.TIF", TIFFPicture(width: 200, height: 280, seed: 505).encoded(),
        seconds + 300),
      File("\(folder)/Scan_20230503.png", screen(506, width: 827, height: 1169), seconds + 90_000),
      File(
        "\(folder)/Scan_20230503 (2).png", screen(507, width: 827, height: 1169), seconds + 90_060),
      File("\(folder)/Scan.pdf", Array("%PDF-1.4\n%%EOF\n".utf8), seconds + 400),
    ]
  }

  /// Cut off, empty, overwritten with zeros; a web page and a PNG that are called JPEG.
  var damaged: [File] {
    let seconds = Self.seconds(4, 1, 12, 0)
    let whole = photo(600, Camera.nikon.exif(seconds))
    var zeroed = photo(601, Camera.nikon.exif(seconds + 60))
    let middle = zeroed.count * 2 / 3
    for index in middle..<min(middle + 2048, zeroed.count - 2) { zeroed[index] = 0 }
    return [
      File("Backup/recovered/f0001234.jpg", Array(whole[..<(whole.count / 2)]), seconds),
      File("Backup/recovered/f0001235.jpg", zeroed, seconds),
      File("Backup/recovered/f0001236.jpg", [], seconds),
      File("Backup/recovered/f0001237.png", Array(screen(602).prefix(1500)), seconds),
      File("Downloads/holiday.jpg", Array("<html>404 Not Found</html>\n".utf8), seconds),
      File("Downloads/logo.jpg", screen(603, width: 256, height: 256), seconds),
    ]
  }

  /// Files that systems and programs leave beside pictures, and unrelated ones.
  var others: [File] {
    let seconds = Self.seconds(3, 1, 8, 0)
    let resource: [UInt8] = [0x00, 0x05, 0x16, 0x07, 0x00, 0x02, 0x00, 0x00]
    let thumbnail = "0b5f3a4c2d1e9f8a7b6c5d4e3f2a1b0c.png"
    return [
      File("Camera card/.DS_Store", [0, 0, 0, 1] + Array("Bud1".utf8), seconds),
      File("Camera card/DCIM/100EOS5D/._IMG_0001.JPG", resource, seconds),
      File("Pictures/2021/Thumbs.db", [0xD0, 0xCF, 0x11, 0xE0], seconds),
      File("Pictures/desktop.ini", Array("[.ShellClassInfo]\r\n".utf8), seconds),
      File("Pictures/2021/2021-07 Italien/.picasa.ini", Array("[Picasa]\n".utf8), seconds),
      File(".cache/thumbnails/normal/\(thumbnail)", screen(700, width: 128, height: 85), seconds),
      File("Documents/letter.txt", Array("Dear Ann,\n".utf8), seconds),
      File("Documents/book.epub", Array("PK\u{3}\u{4}".utf8), seconds),
      File("Music/song.mp3", Array("ID3".utf8), seconds),
      File("Downloads/pictures.zip", Array("PK\u{5}\u{6}".utf8), seconds),
    ]
  }

  /// Names that programs get wrong: composed and decomposed letters, signs, and on Linux bytes that
  /// are no text.
  var oddNames: [File] {
    let names = [
      "Pictures/K\u{F6}ln/\u{DC}bersicht \u{DF}.jpg", "Pictures/Mu\u{308}nchen/a\u{308}hnlich.jpg",
      "Pictures/K\u{F6}ln/\u{1F389} Party \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}.jpg",
      "Pictures/two\nlines.jpg", "Pictures/-rf.jpg", "Pictures/it's \"quoted\" $HOME.jpg",
      "Pictures/100%25 *?.jpg", "Pictures/ space .JPG", "Pictures/no extension",
      "Pictures/\u{5BB6}\u{65CF}.jpg",
    ]
    let seconds = Self.seconds(2, 14, 15, 0)
    var files = names.enumerated().map { index, name in
      File(name, photo(800 + index, Camera.nikon.exif(seconds + index)), seconds + index)
    }
    #if canImport(Glibc)
      let latin = Array("Pictures/Z".utf8) + [0xFC] + Array("rich.jpg".utf8)
      files.append(
        File(path: latin, photo(820, Camera.nikon.exif(seconds + 20)), seconds + 20))
    #endif
    return files
  }
}
