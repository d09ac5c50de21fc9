/// The titles of the folders in which Google Takeout puts all pictures of a year. They are in the
/// language of the account: `Photos from 2023`, `Fotos von 2023`, `2023年の写真`.
enum TakeoutYearTitle {
  /// The words in front of the year and behind it, in small letters; a year has four digits of ASCII.
  ///
  /// Sources: those that users of other programs reported, or that these know:
  /// GooglePhotosTakeoutHelper (issues 318, 472, 482 and 483), GPTH Neo (`photosFromPrefixPattern`)
  /// and tests of further importers. Those marked * are translations of which no report was found.
  private static let phrases: [(before: String, after: String)] = [
    // English; German; French; Spanish, twice; Portuguese.
    ("photos from ", ""), ("fotos von ", ""), ("photos de ", ""), ("fotos de ", ""),
    ("fotos del ", ""), ("fotos do ano ", ""),
    // French*: `Photos de l'année 2023`.
    ("photos de l'année ", ""),
    // Italian.
    ("foto da ", ""), ("foto dal ", ""), ("foto del ", ""),
    // Dutch: Takeout writes `Foto_s`, and `uit` is *.
    ("foto's van ", ""), ("foto's uit ", ""),
    // Catalan*, Galician*: as Spanish.
    ("fotos des de ", ""), ("fotos de l'any ", ""),
    // Polish, Czech*, Slovak*.
    ("zdjęcia z roku ", ""), ("zdjęcia z ", ""), ("fotky z roku ", ""), ("fotografie z roku ", ""),
    ("fotografie z ", ""), ("fotky z ", ""),
    // Russian (`за`), Ukrainian*, Bulgarian*, Serbian*.
    ("фотографии за ", ""), ("фото за ", ""), ("фото за ", " год"), ("фотографии за ", " год"),
    ("фотографії за ", ""), ("фото за ", " рік"), ("фото з ", ""), ("снимки от ", ""),
    ("слике из ", ""), ("фотографије из ", ""),
    // Swedish*, Danish*, Norwegian*, Icelandic*, Finnish*, Estonian*.
    ("foton från ", ""), ("bilder från ", ""), ("billeder fra ", ""), ("bilder fra ", ""),
    ("fotos fra ", ""), ("myndir frá ", ""), ("kuvat vuodelta ", ""), ("fotod aastast ", ""),
    // Hungarian*, Romanian*, Croatian*, Slovenian*, Lithuanian*, Latvian*.
    ("fotók innen: ", ""), ("fotók – ", ""), ("fotografii din ", ""), ("poze din ", ""),
    ("fotografije iz ", ""), ("fotografije iz ", "."), ("fotografije iz leta ", ""),
    ("nuotraukos iš ", ""), ("fotoattēli no ", ""),
    // Greek*, Turkish*.
    ("φωτογραφίες από ", ""), ("φωτογραφίες από το ", ""),
    ("", " yılından fotoğraflar"), ("", " yılına ait fotoğraflar"), ("", " fotoğrafları"),
    // Indonesian*, Malay*, Vietnamese*, Thai (reported without the words)*, Filipino*.
    ("foto dari ", ""), ("foto dari tahun ", ""), ("ảnh từ ", ""), ("ảnh từ năm ", ""),
    ("ảnh năm ", ""), ("รูปภาพจากปี ", ""), ("รูปภาพจาก ", ""), ("ภาพถ่ายจากปี ", ""),
    ("ภาพถ่ายจาก ", ""), ("mga larawan mula ", ""), ("mga larawan mula sa ", ""),
    // Arabic*, Hebrew*, Persian*, Hindi*.
    ("صور من ", ""), ("صور من عام ", ""), ("תמונות מ-", ""), ("תמונות משנת ", ""),
    ("عکس‌های ", ""), ("", " की फ़ोटो"),
    // Japanese; Chinese*, Korean*.
    ("", "年の写真"), ("", " 年の写真"), ("", "年的照片"), ("", " 年的照片"), ("", "年的相片"),
    ("", " 年的相片"), ("来自 ", " 年的照片"), ("", "년 사진"), ("", "년의 사진"),
  ]

  /// Returns true for the title of a year's folder.
  static func has(_ title: String) -> Bool {
    let text = String(
      title.lowercased().map { character -> Character in
        switch character {
        case "_", "’", "`": "'"
        case "\u{A0}", "\u{202F}": " "
        default: character
        }
      })
    return phrases.contains { phrase in
      guard text.hasPrefix(phrase.before), text.hasSuffix(phrase.after) else { return false }
      let year = text.dropFirst(phrase.before.count).dropLast(phrase.after.count)
      return year.utf8.count == 4 && year.utf8.allSatisfy { $0 &- 48 < 10 }
    }
  }
}
