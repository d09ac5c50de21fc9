internal import Media

/// The meaning of the columns of an asset's row; Photos stores most facts as small numbers.
extension PhotosAsset {
  func whole(_ column: PhotosColumn) -> Int64? {
    if case .integer(let value) = cell(column) { return value }
    return nil
  }

  func isSet(_ column: PhotosColumn) -> Bool { (whole(column) ?? 0) != 0 }

  func has(_ column: PhotosColumn, bit: Int64) -> Bool { (whole(column) ?? 0) & bit != 0 }

  func number(_ column: PhotosColumn) -> Double? {
    switch cell(column) {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }

  func text(_ column: PhotosColumn) -> FieldValue {
    switch cell(column) {
    case .text(let start, let count): .text(rows.span(start, count))
    case .brokenText(let start, let count): .string(rows.span(start, count).string)
    default: .absent
    }
  }

  func string(_ column: PhotosColumn) -> String? {
    switch cell(column) {
    case .text(let start, let count): rows.span(start, count).string
    default: nil
    }
  }

  func date(_ column: PhotosColumn) -> FieldValue {
    number(column).flatMap(PhotosDate.instant).map(FieldValue.date) ?? .absent
  }

  var creationDate: Instant? { number(.created).flatMap(PhotosDate.instant) }

  /// Returns a number of pixels or bytes; absent for 0, which means that Photos does not know it.
  func positive(_ column: PhotosColumn) -> FieldValue {
    guard let value = whole(column), (1...PhotosLimits.count).contains(value) else {
      return .absent
    }
    return .integer(value)
  }

  /// Returns seconds, or frames per second; absent for a negative or an excessive number.
  func amount(_ column: PhotosColumn) -> FieldValue {
    guard let value = number(column), (0...PhotosLimits.amount).contains(value) else {
      return .absent
    }
    return .number(value)
  }

  /// Returns the texts that SQL concatenated, without duplicates, in byte order.
  func list(_ column: PhotosColumn) -> FieldValue {
    let span: TextSpan
    switch cell(column) {
    case .text(let start, let count), .brokenText(let start, let count):
      span = rows.span(start, count)
    default: return .absent
    }
    var texts: [String] = []
    for piece in span.bytes.split(separator: PhotosColumn.separator) {
      let text = TextSpan(UnsafeRawBufferPointer(rebasing: piece)).string
      if !texts.contains(text) { texts.append(text) }
    }
    return texts.isEmpty ? .absent : .texts(texts.sorted())
  }

  var filename: FieldValue {
    if case .absent = text(.originalFilename) { return text(.filename) }
    return text(.originalFilename)
  }

  var mediaType: MediaType {
    switch whole(.kind) {
    case 0: .image
    case 1: .video
    case 2: .audio
    default: .unknown
    }
  }

  var isLive: Bool { mediaType == .image && whole(.kindSubtype) == 2 }
  var isInBurst: Bool { text(.burst).isPresent }
  var hasAdjustments: Bool { (whole(.adjustments) ?? 0) > 0 }

  var mediaSubtypes: MediaSubtypes {
    var subtypes: MediaSubtypes = []
    let media = mediaType
    for rule in PhotosSubtypeRule.all where rule.media == nil || rule.media == media {
      let holds = rule.signs.contains { column, value in
        value.map { whole(column) == $0 } ?? isSet(column)
      }
      if holds { subtypes.insert(rule.subtype) }
    }
    return subtypes
  }

  var playbackStyle: PlaybackStyle? { whole(.playbackStyle).flatMap(PlaybackStyle.init) }

  /// The orientation of the original, by EXIF's numbers 1 to 8; absent if unknown.
  var orientation: FieldValue {
    guard let value = whole(.orientation), (1...8).contains(value) else { return .absent }
    return .integer(value)
  }

  var hasRAW: Bool { (whole(.resources) ?? 0) & 0xFFFF != 0 }

  /// True if Photos knows that the original is not on this computer.
  var isMissing: Bool { (whole(.resources) ?? 0) >> 16 != 0 }

  /// True if the asset has a RAW half, a RAW type or, once edited, the name of a RAW file.
  var isRAW: Bool {
    if hasRAW || isSet(.adjustments) && hasNameOfRAW { return true }
    switch cell(.type) {
    case .text(let start, let count), .brokenText(let start, let count):
      return rows.span(start, count).bytes.suffix(9).elementsEqual("raw-image".utf8)
    default: return false
    }
  }

  private var hasNameOfRAW: Bool {
    guard let name = string(.filename), let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else {
      return false
    }
    let letters = name.utf8[name.utf8.index(after: dot)...].map {
      $0 &- 0x41 < 26 ? $0 | 0x20 : $0
    }
    return MediaFormat.rawExtensions.contains { $0.utf8.elementsEqual(letters) }
  }

  /// The location; absent if Photos stores values beyond any latitude, which mean none.
  var location: FieldValue {
    guard let latitude = number(.latitude), let longitude = number(.longitude),
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else { return .absent }
    return .location(Location(latitude: latitude, longitude: longitude))
  }

  /// The offset of the zone in which the picture was taken, as `+hh:mm`; absent if unknown.
  var zoneOffset: FieldValue {
    guard creationDate != nil, let seconds = whole(.zoneOffset),
      (-64_800...64_800).contains(seconds)
    else { return .absent }
    let minutes = abs(seconds) / 60
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return .string("\(seconds < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))")
  }

  /// The picks in a burst; absent for all others.
  var burstSelectionTypes: FieldValue {
    let types = BurstSelectionType.allCases.filter { has(.pick, bit: $0.pick) }
    return types.isEmpty || !isInBurst ? .absent : .texts(types.map(\.text))
  }

  var isReferenced: Bool { whole(.savedType) == 10 }

  var scope: PhotosScope { whole(.scope).flatMap(PhotosScope.init) ?? .own }

  var sourceType: SourceType { scope == .shared ? .typeCloudShared : .typeUserLibrary }
}

extension BurstSelectionType {
  /// The bit of the type in the column of picks.
  var pick: Int64 {
    switch self {
    case .autoPick: 4
    case .userPick: 8
    }
  }
}

/// The values of columns by which an asset has a media subtype.
struct PhotosSubtypeRule: Sendable {
  let subtype: MediaSubtypes
  /// The only type of media that has the subtype; nil for any.
  let media: MediaType?
  /// The columns with their values, one of which is enough; nil for any value but 0.
  let signs: [(PhotosColumn, Int64?)]

  static let all = [
    rule(.photoPanorama, .image, (.kindSubtype, 1), (.rendering, 6)),
    rule(.photoHDR, .image, (.rendering, 3)),
    rule(.photoScreenshot, .image, (.kindSubtype, 10), (.screenshot, 1)),
    rule(.photoLive, .image, (.kindSubtype, 2)),
    rule(.photoDepthEffect, .image, (.depth, nil)),
    rule(.spatialMedia, nil, (.spatial, 1)),
    rule(.videoHighFrameRate, .video, (.kindSubtype, 101)),
    rule(.videoTimelapse, .video, (.kindSubtype, 102)),
    rule(.videoScreenRecording, .video, (.kindSubtype, 103)),
    rule(.videoCinematic, .video, (.depth, nil)),
  ]

  private static func rule(
    _ subtype: MediaSubtypes, _ media: MediaType?, _ signs: (PhotosColumn, Int64?)...
  ) -> PhotosSubtypeRule {
    PhotosSubtypeRule(subtype: subtype, media: media, signs: signs)
  }
}

/// The limits above which a number in a database is invalid.
enum PhotosLimits {
  /// The limit of pixels and bytes; integers up to it are exact as floating-point numbers too.
  static let count: Int64 = 1 << 53
  /// The limit of seconds, and of frames per second.
  static let amount = 1e12
}
