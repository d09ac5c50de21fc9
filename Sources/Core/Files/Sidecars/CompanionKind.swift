internal import Media

/// A kind of file that belongs to the picture or movie beside it whose name it has, and goes along
/// under its new name with every stage that acts; docs/acting.md has the table. In all of them
/// `IMG_1.JPG.pp3` belongs to `IMG_1.JPG` alone, and `IMG_1.pp3` to each `IMG_1` with another
/// extension. One that several assets share goes with the last of them.
package struct CompanionKind: Sendable {
  /// A form of names beside the two that all kinds have.
  package enum Form: Sendable {
    case plain
    /// darktable's further versions of a picture: `IMG_1_01.JPG.xmp`.
    case versions
    /// Apple's edits: `IMG_E0001.AAE` and `IMG_O0001.AAE` belong to `IMG_0001`.
    case appleEdits
    /// Movies or pictures that the camera made of a movie: they are no assets beside it. GoPro writes
    /// `GL010001.LRV` beside `GX010001.MP4`, Insta360 `LRV_….lrv` beside `VID_….mp4`.
    case proxies
    /// Sony's notes on a clip: `C0001M01.XML` beside `C0001.MP4`. Other XML belongs to none.
    case clips
  }

  /// The extensions in lower case, with spaces between them.
  package let extensions: StaticString
  package let form: Form
  /// The programs or cameras that write such files.
  package let origin: StaticString

  private init(_ extensions: StaticString, _ form: Form = .plain, by origin: StaticString) {
    (self.extensions, self.form, self.origin) = (extensions, form, origin)
  }

  /// All kinds. A Takeout's JSON is found by its content, and is no row here.
  package static let all = [
    CompanionKind("xmp", .versions, by: "Lightroom, darktable, digiKam, Immich"),
    CompanionKind("aae", .appleEdits, by: "iPhone"),
    CompanionKind("pp3 arp", by: "RawTherapee, ART"),
    CompanionKind("dop", by: "DxO PhotoLab"),
    CompanionKind("on1", by: "ON1 Photo RAW"),
    CompanionKind("cos", by: "Capture One"),
    CompanionKind("acr", by: "Camera Raw, Lightroom"),
    CompanionKind("nksc nks", by: "Nikon NX Studio"),
    CompanionKind("vrd dr4", by: "Canon Digital Photo Professional"),
    CompanionKind("photo-edit", by: "Pixelmator Pro, Photomator"),
    CompanionKind("ufraw", by: "UFRaw"),
    CompanionKind("exv mie", by: "Exiv2, ExifTool"),
    CompanionKind("thm lrv lrf", .proxies, by: "cameras: small pictures and movies"),
    CompanionKind("wav", by: "cameras: voice, sound"),
    CompanionKind("srt vtt ass", by: "DJI; subtitles"),
    CompanionKind("xml", .clips, by: "Sony"),
  ]

  /// Returns the kind of a file by the extension of its name; nil for files that belong to none.
  package init?(of name: UnsafeRawBufferPointer) {
    let start = FilenameStem.length(of: name) + 1
    let bytes = NameBytes(name)
    guard 3...10 ~= bytes.count - start else { return nil }
    let kind = Self.all.first { kind in
      var isSame = false
      UnsafeRawBufferPointer(
        start: kind.extensions.utf8Start, count: kind.extensions.utf8CodeUnitCount
      )
      .forEachPart(separatedBy: UInt8(ascii: " ")) { word in
        let matches = word.indices.allSatisfy { word[$0] == bytes.lower(start + $0) }
        isSame = isSame || word.count == bytes.count - start && matches
      }
      return isSame
    }
    guard let kind else { return nil }
    self = kind
  }

  /// The extensions of cameras' movies that other files have, too, so that such a file's content
  /// decides whether it is a movie: GoPro Max, JVC, Panasonic.
  static let movies: [StaticString] = ["360", "mod", "tod", "ts"]

  /// Returns the length of the part of a name that is the stem or the name of the picture to which
  /// the file belongs: 5 of `C0001M01.XML`, 9 of RawTherapee's and ART's `IMG_1.JPG.out.pp3`; that of
  /// the stem for other names.
  static func ownerLength(of name: UnsafeRawBufferPointer) -> Int {
    let end = FilenameStem.length(of: name)
    guard name.count - end == 4, end > 4 else { return end }
    switch name[end + 1] | 0x20 {
    case UInt8(ascii: "x"):
      let bytes = NameBytes(name)
      let isNote =
        bytes.has(".xml", at: end) && bytes.lower(end - 3) == UInt8(ascii: "m")
        && bytes.digitRun(end - 2) == 2
      return isNote ? end - 3 : end
    case UInt8(ascii: "p"), UInt8(ascii: "a"):
      let bytes = NameBytes(name)
      let isOutput =
        bytes.has(".out", at: end - 4) && (bytes.has(".pp3", at: end) || bytes.has(".arp", at: end))
      return isOutput ? end - 4 : end
    default: return end
    }
  }

  /// Returns true for a name such as `GX010001.THM`, which a camera gives to a picture or movie that
  /// it made of another one; checks the length and a letter first, as it is called for every name.
  static func isProxy(_ name: UnsafeRawBufferPointer) -> Bool {
    let count = name.count
    guard count > 4, name[count - 4] == UInt8(ascii: ".") else { return false }
    switch (name[count - 3] | 0x20, name[count - 2] | 0x20, name[count - 1] | 0x20) {
    case (UInt8(ascii: "t"), UInt8(ascii: "h"), UInt8(ascii: "m")),
      (UInt8(ascii: "l"), UInt8(ascii: "r"), UInt8(ascii: "v")),
      (UInt8(ascii: "l"), UInt8(ascii: "r"), UInt8(ascii: "f")):
      return true
    default: return false
    }
  }

  /// Returns the stems of the movies that a proxy may belong to: its own; for GoPro's `GL010001`
  /// those that begin with the letters of each codec; for Insta360's `LRV_20240131_120000_01_001`
  /// those of the lenses, `VID_20240131_120000_00_001` and `…_10_001`.
  static func movieStems(ofProxy stem: UnsafeRawBufferPointer) -> [[UInt8]] {
    let bytes = NameBytes(stem)
    let own = Array(stem)
    if bytes.count == 8, bytes.has("gl", at: 0), bytes.digitRun(2) == 6 {
      return [own] + [0x58, 0x48, 0x50, 0x53].map { [stem[0], $0] + own.dropFirst(2) }  // XHPS
    }
    guard bytes.has("lrv_", at: 0), let lens = lens(of: bytes) else { return [own] }
    let movie = Array("VID_".utf8) + own.dropFirst(4)
    return [own] + Self.stems(movie, lens, "0")
  }

  /// Returns the stems of the proxies that a movie may have beside those of its own stem.
  static func proxyStems(ofMovie stem: UnsafeRawBufferPointer) -> [[UInt8]] {
    let bytes = NameBytes(stem)
    let own = Array(stem)
    if bytes.count == 8, bytes.lower(0) == UInt8(ascii: "g"), bytes.digitRun(2) == 6 {
      let proxy = [stem[0], UInt8(ascii: "L")] + own.dropFirst(2)
      let movies = proxy.withUnsafeBytes { movieStems(ofProxy: $0) }
      return movies.dropFirst().contains { EquivalentName($0) == EquivalentName(own) }
        ? [proxy] : []
    }
    guard bytes.has("vid_", at: 0), let lens = lens(of: bytes) else { return [] }
    return Self.stems(Array("LRV_".utf8) + own.dropFirst(4), lens, "1")
  }

  /// Returns the index of the lens's two digits in Insta360's `VID_20240131_120000_00_001`, 0 in
  /// `VID_20240131_120000_001`, which has no lens; nil for other stems.
  private static func lens(of stem: NameBytes) -> Int? {
    let mark = UInt8(ascii: "_")
    guard stem.digitRun(4) == 8, stem[12] == mark, stem.digitRun(13) == 6, stem[19] == mark else {
      return nil
    }
    if stem.digitRun(20) == 3, stem.count == 23 { return 0 }
    return stem.digitRun(20) == 2 && stem[22] == mark && stem.digitRun(23) == 3 && stem.count == 26
      ? 20 : nil
  }

  /// Returns a stem with the numbers that lenses have in it: 00 and 10 in movies, 01 and 11 in proxies.
  private static func stems(_ stem: [UInt8], _ lens: Int, _ second: Unicode.Scalar) -> [[UInt8]] {
    guard lens > 0 else { return [stem] }
    return [UInt8(ascii: "0"), UInt8(ascii: "1")].map { first in
      stem[..<lens] + [first, UInt8(ascii: second)] + stem[(lens + 2)...]
    }
  }

  /// Returns the stem of the picture of which `IMG_E0001`, `IMG_O0001` or `IMG_E0001 (1)` by Apple is
  /// an edit, or shotflow's `x_E` and `x_O`, and the letter; nil for other stems.
  package static func original(
    ofEdit stem: UnsafeRawBufferPointer
  ) -> (stem: [UInt8], letter: UInt8)? {
    let bytes = NameBytes(stem)
    func isLetter(_ index: Int) -> Bool {
      bytes.lower(index) == UInt8(ascii: "e") || bytes.lower(index) == UInt8(ascii: "o")
    }
    if bytes.count > 5, bytes.has("img_", at: 0), isLetter(4), bytes.digitRun(5) > 0 {
      let end = 5 + bytes.digitRun(5)
      guard end == bytes.count || isCopyNumber(bytes, end) else { return nil }
      return (Array(stem.prefix(4)) + stem.dropFirst(5), stem[4])
    }
    let last = bytes.count - 1
    guard last > 1, bytes[last - 1] == UInt8(ascii: "_"), isLetter(last) else { return nil }
    return (Array(stem.dropLast(2)), stem[last])
  }

  /// Returns true if ` (1)` or `(1)`, as Windows and browsers number names, ends a stem at `index`.
  private static func isCopyNumber(_ stem: NameBytes, _ index: Int) -> Bool {
    let start = stem[index] == UInt8(ascii: " ") ? index + 1 : index
    let digits = stem.digitRun(start + 1)
    return stem[start] == UInt8(ascii: "(") && digits > 0
      && stem[start + 1 + digits] == UInt8(ascii: ")") && stem.count == start + digits + 2
  }

  /// Returns the name of the picture that `IMG_1_01.JPG` is darktable's second version of, and `_01`;
  /// nil for names that have no such number.
  static func picture(ofVersion name: UnsafeRawBufferPointer) -> (name: [UInt8], mark: [UInt8])? {
    let end = FilenameStem.length(of: name)
    var start = end
    while start > 0, name[start - 1] &- 0x30 < 10 { start -= 1 }
    guard 2...4 ~= end - start, start > 1, name[start - 1] == UInt8(ascii: "_"), end < name.count
    else { return nil }
    return (Array(name[..<(start - 1)]) + name[end...], Array(name[(start - 1)..<end]))
  }
}
