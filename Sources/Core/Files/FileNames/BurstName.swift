internal import Media
internal import Platform

/// A camera's file name for a frame of a burst, in one of these forms, whose case is ignored:
/// - `00000IMG_00000_BURST20240101120000123_COVER.jpg` (Google Camera) and
///   `DSC_0001_BURST20240101120000123.JPG` (Sony): the digits after BURST name the burst;
/// - `IMG_20240101_120000_BURST001_COVER.jpg` (Huawei, Motorola, ChromeOS) and
///   `PXL_20240101_120000123.BURST-01.COVER.jpg` (Pixel): the part before names it;
/// - `20240101_120000_001.jpg` to `_100` (Samsung, whose bursts end at a hundred), which other
///   programs write as well, so that the dates of the frames decide (``BurstEvidence``).
package struct BurstName: Equatable, Sendable {
  /// The range of the name's bytes that all frames of the burst share.
  package let identifier: Range<Int>
  /// True if the camera marked this frame as the burst's cover.
  package let representsBurst: Bool
  /// True if the name has the word BURST, which is evidence enough.
  package let saysBurst: Bool

  private init(_ identifier: Range<Int>, isCover: Bool = false, saysBurst: Bool = true) {
    self.identifier = identifier
    representsBurst = isCover
    self.saysBurst = saysBurst
  }

  /// Reads a file name; nil for one that is not of a burst.
  package static func parse(_ name: UnsafeRawBufferPointer) -> BurstName? {
    // Few names have the letter, which is found at once.
    let mayBeMarked =
      name.baseAddress.map {
        memchr($0, Int32(UInt8(ascii: "U")), name.count) != nil
          || memchr($0, Int32(UInt8(ascii: "u")), name.count) != nil
      } ?? false
    let name = NameBytes(name)
    return (mayBeMarked ? marked(name) : nil) ?? numbered(name)
  }

  /// Returns true if two names have the same extension, in either case.
  static func haveOneFormat(
    _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
  ) -> Bool {
    let (start, otherStart) = (FilenameStem.length(of: one), FilenameStem.length(of: other))
    return one.count - start == other.count - otherStart
      && zip(one[start...], other[otherStart...]).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }

  /// Sorts files of one burst by the numbers in their names, and returns the frames in each format:
  /// a camera that writes RAW beside JPEG makes two files of a frame, which are two assets. Other
  /// frames are of one burst in whatever format; a live photo's movie belongs to its picture.
  package static func frames<File>(
    of files: [File], named name: (File) -> UnsafeRawBufferPointer
  ) -> [[File]] {
    let pairs = zip(files, files.dropFirst())
    let isSorted = pairs.allSatisfy { !NumberedOrder.precedes(name($1), name($0)) }
    let files = isSorted ? files : files.sorted { NumberedOrder.precedes(name($0), name($1)) }
    let hasTwoFormats = zip(files, files.dropFirst()).contains { one, next in
      FilenameStem.matches(name(one), name(next)) && !LivePhotoName.isMovie(name(one))
        && !LivePhotoName.isMovie(name(next))
    }
    guard hasTwoFormats else { return [files] }
    var formats: [[File]] = []
    for file in files where !LivePhotoName.isMovie(name(file)) {
      if let known = formats.firstIndex(where: { haveOneFormat(name($0[0]), name(file)) }) {
        formats[known].append(file)
      } else {
        formats.append([file])
      }
    }
    let owner = formats.firstIndex { LivePhotoName.isPicture(name($0[0])) } ?? 0
    formats[owner] += files.filter { LivePhotoName.isMovie(name($0)) }
    return formats
  }

  private static func marked(_ name: NameBytes) -> BurstName? {
    var index = 1
    while index + 6 < name.count {
      if name[index] == UInt8(ascii: "_"), name.has("_burst", at: index) {
        return marked(name, index)
      }
      if name[index] == UInt8(ascii: "."), name.has(".burst-", at: index) {
        return pixel(name, index)
      }
      index += 1
    }
    return nil
  }

  private static func marked(_ name: NameBytes, _ mark: Int) -> BurstName? {
    let digits = name.digitRun(mark + 6)
    var end = mark + 6 + digits
    let isCover = name.has("_cover", at: end)
    if isCover { end += 6 }
    guard endsStem(name, end) else { return nil }
    switch digits {
    case 14, 17:
      guard FilenameDate.starting(at: mark + 6, in: name) != nil else { return nil }
      return BurstName(mark + 1..<mark + 6 + digits, isCover: isCover)
    case 1...5:
      guard digits >= 3 || name.isDigit(mark - 1) else { return nil }
      return BurstName(0..<mark, isCover: isCover)
    default:
      return nil
    }
  }

  /// Reads the number and the modes behind it, as in `.BURST-01.MP.COVER.jpg`.
  private static func pixel(_ name: NameBytes, _ mark: Int) -> BurstName? {
    let digits = name.digitRun(mark + 7)
    let end = mark + 7 + digits
    guard 1...3 ~= digits, name.isDigit(mark - 1), endsStem(name, end) else { return nil }
    let isCover = (end..<name.count).contains { name.has(".cover", at: $0) }
    return BurstName(0..<mark, isCover: isCover)
  }

  private static func numbered(_ name: NameBytes) -> BurstName? {
    guard name.digitRun(0) == 8, name[8] == UInt8(ascii: "_"), name.digitRun(9) == 6,
      name[15] == UInt8(ascii: "_"), name.digitRun(16) == 3, let member = name.number(16, 3),
      1...100 ~= member, name.stemEnd == 19,
      let (date, _) = FilenameDate.starting(at: 0, in: name), date.precision == .second
    else { return nil }
    return BurstName(0..<15, saysBurst: false)
  }

  /// Returns true if only the extension, a copy's number or a mode such as `.MP` follows.
  private static func endsStem(_ name: NameBytes, _ index: Int) -> Bool {
    index == name.count || name[index] == UInt8(ascii: ".")
      || name[index] == UInt8(ascii: "(") || name.afterSpace(index) != nil
  }
}
