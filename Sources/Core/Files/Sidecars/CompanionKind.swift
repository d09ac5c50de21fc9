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
    /// `GL010001.LRV` beside `GX010001.MP4`.
    case proxies
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

  /// Returns the stems of the movies that a proxy may belong to: its own and, for GoPro's
  /// `GL010001`, those that begin with the letters of each codec.
  static func movieStems(ofProxy stem: UnsafeRawBufferPointer) -> [[UInt8]] {
    let bytes = NameBytes(stem)
    guard bytes.count == 8, bytes.has("gl", at: 0), bytes.digitRun(2) == 6 else {
      return [Array(stem)]
    }
    let codecs: StaticString = "XHPS"
    let letters = UnsafeRawBufferPointer(
      start: codecs.utf8Start, count: codecs.utf8CodeUnitCount)
    return letters.reduce(into: [Array(stem)]) { stems, letter in
      stems.append([stem[0], letter] + stem.dropFirst(2))
    }
  }

  /// Returns the stem of the picture that Apple's `IMG_E0001` or `IMG_O0001` is an edit of, and the
  /// letter; nil for other stems.
  package static func appleOriginal(
    of stem: UnsafeRawBufferPointer
  ) -> (stem: [UInt8], letter: UInt8)? {
    let bytes = NameBytes(stem)
    guard bytes.count > 5, bytes.has("img_", at: 0), bytes.digitRun(5) == bytes.count - 5,
      bytes.lower(4) == UInt8(ascii: "e") || bytes.lower(4) == UInt8(ascii: "o")
    else { return nil }
    return (Array(stem.prefix(4)) + stem.dropFirst(5), stem[4])
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
