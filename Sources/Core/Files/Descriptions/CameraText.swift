/// Descriptions that a camera or a program writes into every picture by itself; no person typed them.
///
/// The lists join those by which other programs tell them: gThumb (`useless_comment_filter`), digiKam
/// (its list of comments that cameras fill in), KPhotoAlbum, iNaturalist (`BRANDED_DESCRIPTIONS`) and
/// PhotoPrism (`UnwantedDescriptions`). docs/facts.md has them as a table.
enum CameraText {
  /// Texts of cameras and programs, in lower case, which count in any case.
  private static let phrases: Set<String> = [
    // gThumb, digiKam, iNaturalist, PhotoPrism.
    "olympus digital camera", "sony dsc",
    // gThumb, digiKam, KPhotoAlbum.
    "minolta digital camera", "konica minolta digital camera",
    // iNaturalist.
    "kodak digital still camera", "digital camera", "moultrie digital game camera",
    // iNaturalist, PhotoPrism.
    "samsung camera pictures",
    // Samsung, as that of Minolta.
    "samsung digital camera",
    // gThumb, PhotoPrism: the word of exiv2 for a comment of bytes.
    "binary comment",
    // PhotoPrism.
    "created by imlib", "iclarified", "exif_jpeg_picture", "dvc 10.1 hdmi",
    // PhotoPrism, and what is left of an empty comment of EXIF behind its character code.
    "charset=ascii", "ascii",
  ]

  /// Words that count in this case alone, as people may type them: makers, and the modes of Huawei's
  /// cameras (PhotoPrism).
  private static let words: Set<String> = [
    "SAMSUNG", "Scanner", "default",
    "rhdr", "hdrpl", "oznorWO", "frontbhdp", "fbt", "rbt", "ptr", "fbthdr", "btr", "mon", "nor",
    "dav", "mde", "mde_soft", "edf", "btfmdn", "btf", "btfhdr", "frem", "oznor", "rpt", "burst",
    "sdr_HDRB", "cof", "qrf", "fshbty",
  ]

  /// The length of the longest text that may be a camera's, in bytes.
  private static let longest = 128

  /// Returns true for a text that a camera or a program wrote by itself.
  static func has(_ text: String) -> Bool {
    guard text.utf8.count <= longest else { return false }
    let text = text.filter { $0 != "\"" }.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    return words.contains(text) || phrases.contains(text.lowercased())
      || isPath(text) || isSamsungModel(text)
  }

  /// Returns true for the path of the file on the camera's card, as DJI writes it:
  /// `DCIM\100MEDIA\DJI_0001.JPG` (PhotoPrism).
  private static func isPath(_ text: String) -> Bool {
    guard text.hasPrefix("DCIM"), !text.contains(" ") else { return false }
    guard let next = text.dropFirst(4).first else { return true }
    return next == "\\" || next == "/" || next.isASCII && next.isNumber
  }

  /// Returns true for a model in angle brackets, as of `<Digimax i5, Samsung #1>` and
  /// `<KENOX S1050 / Samsung S1050>` (PhotoPrism, iNaturalist).
  private static func isSamsungModel(_ text: String) -> Bool {
    text.hasPrefix("<") && text.hasSuffix(">") && text.contains("Samsung")
  }
}
