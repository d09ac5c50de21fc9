/// Asset records as the tool prints them, one JSON object a line, about 260 bytes each.
package struct SampleRecords: Sendable {
  private var generator: SeededGenerator
  private var number = 0

  package init(seed: UInt64 = 1) {
    generator = SeededGenerator(seed: seed)
  }

  /// The next record with its line feed.
  package mutating func next() -> String {
    number += 1
    let kind = Self.kinds[Self.weighted[Int.random(in: 0..<20, using: &generator)]]
    // Most names are plain; one in fifty has an escape or a character of several bytes.
    let odd = Int.random(in: 0..<50, using: &generator) == 0
    let stem =
      odd
      ? Self.oddStems[Int.random(in: 0..<Self.oddStems.count, using: &generator)] : kind.stem
    let name = "\(stem)\(number).\(kind.suffix)"
    let isTall = generator.chance(0.5)
    let (width, height) = isTall ? (kind.height, kind.width) : (kind.width, kind.height)
    return """
      {"v":1,"kind":"asset","localIdentifier":"\(name)","filename":"\(name)",\
      "path":"/p/\(name)","mediaType":"\(kind.mediaType)",\
      "mediaSubtypes":[\(kind.isScreenshot ? "\"photoScreenshot\"" : "")],\
      "uniformTypeIdentifier":"\(kind.type)","creationDate":"\(date())",\
      "pixelWidth":\(width),"pixelHeight":\(height),"isFavorite":\(generator.chance(0.1))}\n
      """
  }

  private mutating func date() -> String {
    let milliseconds = Int.random(in: 1_300_000_000_000..<1_760_000_000_000, using: &generator)
    let fraction = String(milliseconds % 1000)
    return CivilTime(secondsSince1970: milliseconds / 1000).iso8601 + "."
      + String(repeating: "0", count: 3 - fraction.utf8.count) + fraction + "Z"
  }

  private struct Kind {
    let stem: String
    let suffix: String
    let mediaType: String
    let type: String
    let width: Int
    let height: Int
    var isScreenshot = false
  }

  private static let kinds = [
    Kind(
      stem: "IMG_", suffix: "JPG", mediaType: "image", type: "public.jpeg", width: 4032,
      height: 3024),
    Kind(
      stem: "IMG_", suffix: "PNG", mediaType: "image", type: "public.png", width: 2532,
      height: 1170, isScreenshot: true),
    Kind(
      stem: "IMG_", suffix: "HEIC", mediaType: "image", type: "public.heic", width: 4032,
      height: 3024),
    Kind(
      stem: "IMG_", suffix: "MOV", mediaType: "video", type: "com.apple.quicktime-movie",
      width: 1920, height: 1080),
    Kind(
      stem: "Memo", suffix: "m4a", mediaType: "audio", type: "com.apple.m4a-audio", width: 0,
      height: 0),
    Kind(
      stem: "funny", suffix: "gif", mediaType: "image", type: "com.compuserve.gif", width: 480,
      height: 270),
  ]
  /// Indices of `kinds`, as often as each kind occurs.
  private static let weighted = Array(repeating: 0, count: 11) + [1, 1, 1, 2, 2, 2, 3, 4, 5]
  /// Parts of JSON strings, so the escapes are escaped once more here.
  private static let oddStems = [
    "the \\\"best\\\" ", "caf\\u00e9 ", "Tōkyō 東京 ", "Grüße ", "back\\\\slash ", "party 🎉 ",
    "tab\\there ",
  ]
}
