internal import Media

/// The kind of a file by the extension of its name, of which docs/facts.md has the table.
package enum FilenameKind: UInt8, Sendable {
  /// Only pictures and movies have such a name.
  case media
  /// Neither pictures nor movies have such a name; the file is never opened.
  case other
  /// The name has no extension, an unknown or an ambiguous one, such as `.ts`: the content decides.
  case undecided

  /// Decides by the bytes of a file's name, without folders; the case of ASCII is ignored.
  package init(_ name: UnsafeRawBufferPointer) {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else {
      self = name.last == UInt8(ascii: "~") ? .other : .undecided
      return
    }
    let letters = UnsafeRawBufferPointer(rebasing: name[(dot + 1)...])
    if let word = ExtensionTable.word(letters) {
      self = ExtensionTable.standard.kind(of: word)
      if self != .other, letters.last == UInt8(ascii: "~") { self = .other }
    } else {
      self = Self.endings.contains { Self.ends(letters, with: $0) } ? .other : .undecided
    }
  }

  /// Endings of long extensions: copies that ExifTool keeps, files that it and browsers write.
  private static let endings: [StaticString] = [
    "_original", "_exiftool_tmp", "crdownload", "opdownload",
  ]

  private static func ends(_ name: UnsafeRawBufferPointer, with ending: StaticString) -> Bool {
    let count = ending.utf8CodeUnitCount
    guard name.count >= count else { return false }
    return name.suffix(count).elementsEqual(
      UnsafeBufferPointer(start: ending.utf8Start, count: count)
    ) { $0 | 0x20 == $1 | 0x20 }
  }

  /// The extensions of files that are neither pictures nor movies, in lower case, by group.
  package static let others: [(kind: String, extensions: StaticString)] = [
    ("documents", "pdf doc docx xls xlsx ppt pptx odt ods odp odg rtf tex epub djvu ps eps ai"),
    ("texts", "txt md rst log csv tsv html htm xhtml css xml json jsonl yaml yml toml ini cfg"),
    ("databases", "db db3 sqlite sqlite3 lrcat mdb accdb plist"),
    ("archives", "zip rar 7z tar gz tgz bz2 xz zst iso dmg cab jar"),
    ("sound", "mp3 m4a m4b m4p wav flac aac opus oga wma aif aiff amr mid midi caf"),
    ("small pictures of cameras", "thm scr"),
    ("programs", "exe dll so dylib sh bat cmd ps1 py rb pl lua js swift c h cpp hpp rs go java"),
    (
      "edits and sidecars", "xmp aae pp3 arp dop on1 cos cop acr nks nksc vrd dr4 cpr ufraw exv mie"
    ),
    ("subtitles and playlists", "srt vtt ass ssa sub m3u m3u8 pls cue"),
    ("links and mail", "url webloc lnk desktop eml msg vcf ics gpx kml kmz fit"),
    ("fonts", "ttf otf woff woff2"),
    ("unfinished and kept copies", "tmp temp part partial download aria2 !ut bak old swp lock"),
  ]
}

/// Extensions of up to eight bytes, each a number, in a table with open addressing.
private struct ExtensionTable: Sendable {
  private var words = [UInt64](repeating: 0, count: size)
  private var kinds = [FilenameKind](repeating: .undecided, count: size)

  private static let size = 1024

  static let standard = ExtensionTable()

  private init() {
    for format in MediaFormat.allCases { add(format.extensions, as: .media) }
    for other in FilenameKind.others { add(other.extensions, as: .other) }
  }

  private mutating func add(_ extensions: StaticString, as kind: FilenameKind) {
    let text = UnsafeRawBufferPointer(
      start: extensions.utf8Start, count: extensions.utf8CodeUnitCount)
    text.forEachPart(separatedBy: UInt8(ascii: " ")) { name in
      guard let word = Self.word(name) else { return }
      let place = place(of: word)
      (words[place], kinds[place]) = (word, kind)
    }
  }

  /// Returns up to eight letters, in lower case, as a number's bytes; nil for none, or for more.
  static func word(_ letters: UnsafeRawBufferPointer) -> UInt64? {
    guard 1...8 ~= letters.count else { return nil }
    return letters.reduce(0) { $0 << 8 | UInt64($1 &- 0x41 < 26 ? $1 | 0x20 : $1) }
  }

  func kind(of word: UInt64) -> FilenameKind {
    let place = place(of: word)
    return words[place] == word ? kinds[place] : .undecided
  }

  /// Returns the index of a word's entry, or of the free entry where it would be.
  private func place(of word: UInt64) -> Int {
    var place = Int((word &* 0x9E37_79B9_7F4A_7C15) >> 54)
    while words[place] != word, words[place] != 0 { place = (place + 1) % Self.size }
    return place
  }
}

extension UnsafeRawBufferPointer {
  /// Calls `body` with each part between separators, in order, including empty ones. The first
  /// `split(separator:)` of a run takes 170,000 instructions to find the type of its result.
  func forEachPart(separatedBy separator: UInt8, _ body: (UnsafeRawBufferPointer) -> Void) {
    var start = 0
    for end in 0...count where end == count || self[end] == separator {
      body(UnsafeRawBufferPointer(rebasing: self[start..<end]))
      start = end + 1
    }
  }
}
