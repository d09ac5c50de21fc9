import AssetSupport
import PhotosSamples
import Samples

@testable import PhotosLibrary

/// Makes libraries whose columns hold anything, and tests that meet what is there.
struct RandomPhotos: PredicateMaker {
  var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  private static let words = [
    "a", "ab", "abc", "b*", "caf\u{E9}", "cafe\u{301}", "A", "[x]", "a_%?", "東京", "\u{212A}", "K",
    "k", "s", "\u{17F}", "CAF\u{C9}",
    "a;b", "\u{37E}", "IMG_0001.HEIC", "IMG_0002.JPG", "a\r\nb", "a\u{0}b", "a\u{1F}b", "'", "",
    "com.adobe.raw-image", "raw-image", "public.jpeg",
  ]
  private static let patterns = [
    "S*", "*", "a*", "?b*", "*c", "caf?", "\\*", "b\\*", "[x]", "*%*", "東?", "IMG_*", "a??b", "?",
    "K",
    "*raw-image", "a\\",
  ]
  /// Seconds since 2001, about which dates and the constants of tests lie.
  private static let moments: [Double] = [
    559_856_149.063, 559_856_149.0634, 559_856_149.0639999, 559_856_149, 0, -0.0005, -1.5, 9.0e15,
    -9.0e15, 9.1e15, 1.234_567_890_123_45e14,
  ]

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  private mutating func oddValue() -> ColumnValue {
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: .null
    case 1: .text(pick(Self.words))
    case 2: .blob([0, 1, 255])
    case 3: .real(pick([0, 0.5, -1, 1e300, .infinity, 3]))
    case 4: .integer(pick([.min, .max, -1, 0, 1, 1 << 53, (1 << 53) + 1]))
    case 5: .bytesOfText([0x61, 0xC3, 0x62])
    default: .bytesOfText([0x80])
    }
  }

  mutating func asset() -> PhotosSampleAsset {
    let columns: [(String, [ColumnValue])] = [
      ("ZKIND", [0, 0, 0, 1, 2, 3]), ("ZKINDSUBTYPE", [0, 0, 1, 2, 10, 101, 102, 103]),
      ("ZPLAYBACKSTYLE", [0, 1, 2, 3, 4, 5, 6]), ("ZFAVORITE", [0, 1]), ("ZHIDDEN", [0, 0, 1]),
      ("ZWIDTH", [0, 1, 2, 3]), ("ZHEIGHT", [1, 2, 3, -1]), ("ZDURATION", [0, 1.5, 2, 3, -1]),
      ("ZDEPTHTYPE", [0, 1, 2]), ("ZHDRTYPE", [0, 3, 6, 10]), ("ZSPATIALTYPE", [0, 1]),
      ("ZISDETECTEDSCREENSHOT", [0, 1]), ("ZADJUSTMENTSSTATE", [0, 1, 2, -1]),
      ("ZAVALANCHEUUID", [.null, "a", "ab"]), ("ZAVALANCHEPICKTYPE", [0, 2, 4, 8, 16, 20]),
      ("ZLATITUDE", [-180.0, 54.5, 91, 0]), ("ZLONGITUDE", [-180.0, 7.5, 181, 0]),
      ("ZSAVEDASSETTYPE", [3, 4, 6, 10]), ("ZUNIFORMTYPEIDENTIFIER", Self.words.map { .text($0) }),
      ("ZFILENAME", Self.words.map { .text($0) }),
      ("ZDATECREATED", Self.moments.map { .real($0) } + [559_856_149]),
      ("ZADDEDDATE", Self.moments.map { .real($0) }),
    ]
    var asset = PhotosSampleAsset(
      uuid: generator.uuid(), filename: pick(Self.words), created: pick(Self.moments))
    for (name, values) in columns where generator.chance(0.8) {
      asset.columns[name] = generator.chance(0.12) ? oddValue() : pick(values)
    }
    for (name, values) in [
      ("ZORIGINALFILENAME", Self.words.map { ColumnValue.text($0) }),
      ("ZTITLE", Self.words.map { .text($0) }), ("ZCAMERACAPTUREDEVICE", [0, 1]),
      ("ZTIMEZONEOFFSET", [0, 7200, -43_200, 50_400, 64_800, 99_999]),
      ("ZORIGINALORIENTATION", [0, 1, 6, 8, 9]), ("ZORIGINALFILESIZE", [0, 1, 2, 3]),
    ] where generator.chance(0.8) {
      asset.details[name] = generator.chance(0.12) ? oddValue() : pick(values)
    }
    asset.extended["ZFPS"] = generator.chance(0.5) ? 2.0 : oddValue()
    asset.extended["ZCAMERAMAKE"] = generator.chance(0.5) ? .text(pick(Self.words)) : oddValue()
    if generator.chance(0.3) { asset.caption = pick(Self.words) }
    if generator.chance(0.4) { asset.keywords = [pick(Self.words)] }
    if generator.chance(0.4) { asset.persons = [pick(Self.words)] }
    if generator.chance(0.2) { asset.resources.append(PhotosSampleAsset.raw) }
    if generator.chance(0.2) { asset.resources[0]["ZLOCALAVAILABILITY"] = -1 }
    return asset
  }

  mutating func test() -> AssetPredicate {
    let field = pick(Field.allCases.filter { $0.facet != .digest && $0.facet != .metadata })
    if generator.chance(0.03) { return .always }
    if generator.chance(0.12) { return .present(field) }
    if generator.chance(0.08) { return .place(.location, area()) }
    if field.type == .date, generator.chance(0.6) {
      return generator.chance(0.5) ? .clock(field, clockRange()) : .cycle(field, pick(Self.cycles))
    }
    if generator.chance(0.05) { return comparison() }
    switch Int.random(in: 0..<6, using: &generator) {
    case 0:
      return .oneOf(
        field, (0..<Int.random(in: 0...3, using: &generator)).map { _ in constant(field) })
    case 1, 2:
      return .ordered(field, pick(Comparison.allCases), constant(field))
    case 3:
      return .like(field, LikePattern(pick(Self.patterns), ignoringCase: generator.chance(0.4)))
    case 4:
      return .has(field, TextConstant(pick(Self.words), ignoringCase: generator.chance(0.4)))
    default: return .equals(field, constant(field))
    }
  }

  private static let cycles = [
    ClockCycle("19", as: .hour), ClockCycle("20..2", as: .hour),
    ClockCycle("23:02..23:02", as: .time), ClockCycle("00:00..12:00,23:59", as: .time),
    ClockCycle("sun,mon", as: .weekday), ClockCycle("fri", as: .weekday),
    ClockCycle("9", as: .month), ClockCycle("dec..jan", as: .month),
    ClockCycle("09-28", as: .monthDay), ClockCycle("12-31..01-01", as: .monthDay),
  ].compactMap(\.self)

  private mutating func comparison() -> AssetPredicate {
    let fields = pick([
      [Field.pixelWidth, .pixelHeight, .fileSize, .orientation, .duration, .frameRate],
      [.creationDate, .addedDate, .modificationDate],
    ])
    return .compared(pick(fields), pick(Comparison.allCases), pick(fields))
  }

  private mutating func area() -> Area {
    let latitude = pick([54.5, 54.4999, 0, 90, -90])
    let longitude = pick([7.5, 7.5001, 0, 180, -180])
    if generator.chance(0.5) {
      return .circle(
        Area.Circle(
          latitude: latitude, longitude: longitude,
          metres: pick([0, 5, 20, 1e5, 6.1e6, 1e7, 3e7])))
    }
    let north = pick([54.5, 0, 90].filter { $0 >= latitude })
    return .box(
      Area.Box(south: latitude, west: longitude, north: north, east: pick([7.5, 0, 180, -180])))
  }

  /// From about the moments that are stored, a few hours off, as zones are.
  private mutating func clockRange() -> ClockRange {
    let middle = PhotosDate.milliseconds(pick(Self.moments)) ?? 0
    let hours = Int64.random(in: -30...30, using: &generator) * 3_600_000
    let start = generator.chance(0.8) ? middle &+ hours : nil
    let length = pick([1, 3_600_000, 86_400_000, 2_678_400_000] as [Int64])
    return ClockRange(from: start, until: generator.chance(0.8) ? (start ?? middle) &+ length : nil)
  }

  /// Mostly a constant of the field's own type.
  private mutating func constant(_ field: Field) -> Constant {
    if generator.chance(0.04) { return pick([.flag(true), .integer(1), .number(.nan)]) }
    switch field.type {
    case .flag: return .flag(generator.chance(0.5))
    case .integer, .number:
      return pick([
        .integer(0), .integer(1), .integer(2), .integer(8), .integer(.max), .number(1.5),
        .number(2), .number(1e300), .integer((1 << 53) + 1), .number(-.infinity),
      ])
    case .date:
      let milliseconds = PhotosDate.milliseconds(pick(Self.moments)) ?? .max
      let step = pick([-1, 0, 0, 1] as [Int64])
      return .date(Instant(milliseconds: milliseconds &+ step))
    case .text, .texts, .location, .object, .value:
      let ignoresCase = generator.chance(0.3)
      return .text(TextConstant(pick(field.knownTexts ?? Self.words), ignoringCase: ignoresCase))
    }
  }
}
