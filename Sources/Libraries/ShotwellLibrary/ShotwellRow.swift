struct ShotwellRow: Sendable {
  let identifier: ShotwellIdentifier
  /// The path of the original, in the system's bytes.
  let path: OwnedBytes?
  let width: Int64?
  let height: Int64?
  /// The orientation in which Shotwell shows the picture, in EXIF's numbers.
  let orientation: Int64?
  let originalOrientation: Int64?
  let created: Instant?
  let added: Instant?
  let event: Int64?
  let isFlagged: Bool
  let isHidden: Bool
  /// The rating: -1 for rejected, 0 for none, else 1 to 5.
  let rating: Int64?
  let title: String?
  let caption: String?
  let isTransformed: Bool
  let crop: ShotwellCrop?
  let editedPath: OwnedBytes?
  let editedSize: (width: Int64, height: Int64)?
  let developedPath: OwnedBytes?
  /// The JPEG that the camera took with a RAW picture.
  let pairedPath: OwnedBytes?
  let isRAW: Bool
  /// The duration in seconds.
  let duration: Double?
  let location: Location?

  /// RAW in the program's `PhotoFileFormat`, in which JPEG is 0.
  private static let rawFormat: Int64 = 1

  /// Reads the values of the columns of ``ShotwellColumn``.
  init(_ cells: ShotwellCells) {
    func whole(_ column: ShotwellColumn) -> Int64? { cells.integer(column) }
    func number(_ column: ShotwellColumn) -> Double? { cells.number(column) }
    func bytes(_ column: ShotwellColumn) -> OwnedBytes? {
      cells.text(column).map { OwnedBytes($0) }
    }
    func text(_ column: ShotwellColumn) -> String? {
      cells.text(column).map { String(decoding: $0, as: UTF8.self) }
    }
    func flag(_ column: ShotwellColumn) -> Bool { whole(column) == 1 }
    func date(_ column: ShotwellColumn) -> Instant? {
      whole(column).map { Instant(milliseconds: $0 * 1000) }
    }
    identifier = ShotwellIdentifier(whole(.source) == 1 ? .video : .photo, whole(.id) ?? 0)
    path = bytes(.path)
    (width, height) = (whole(.width), whole(.height))
    (orientation, originalOrientation) = (whole(.orientation), whole(.originalOrientation))
    (created, added) = (date(.created), date(.added))
    event = whole(.event)
    (isFlagged, isHidden) = (flag(.isFlagged), flag(.isHidden))
    rating = whole(.rating)
    title = text(.title)
    caption = text(.comment).flatMap(Self.caption)
    isTransformed = flag(.isTransformed)
    crop = text(.transformations).flatMap(ShotwellCrop.init)
    editedPath = bytes(.editedPath)
    editedSize =
      if let width = whole(.editedWidth), let height = whole(.editedHeight) {
        (width, height)
      } else { nil }
    developedPath = bytes(.developedPath)
    pairedPath = bytes(.pairedPath)
    isRAW = whole(.format) == Self.rawFormat
    duration = number(.duration)
    location =
      if let latitude = number(.latitude), let longitude = number(.longitude) {
        Location(latitude: latitude, longitude: longitude)
      } else { nil }
  }

  /// True if the shown version is turned, cropped, enhanced, or edited with another program.
  var hasAdjustments: Bool { isTransformed || editedPath != nil }

  /// The size of the version that Shotwell shows.
  var shownSize: (width: Int64, height: Int64)? {
    guard let width, let height else { return nil }
    var size = editedSize ?? (width, height)
    if let crop { size = (crop.width, crop.height) }
    // From 5 on, EXIF's orientations exchange width and height.
    return (orientation ?? 1) >= 5 ? (size.height, size.width) : size
  }

  /// Removes the encoding of EXIF's comment, which Shotwell up to 0.30 stored as a part of it.
  private static func caption(_ comment: String) -> String? {
    guard comment.hasPrefix("charset=") else { return comment }
    let text = comment.drop { $0 != " " }.dropFirst()
    return text.isEmpty ? nil : String(text)
  }
}

/// The cropped size of a photo, before its orientation is applied.
struct ShotwellCrop: Hashable, Sendable {
  let width: Int64
  let height: Int64

  /// Reads the section `[crop]` of a row's transformations; nil without a valid one.
  init?(_ transformations: String) {
    var sides: [Substring: Int64] = [:]
    var isCrop = false
    for line in transformations.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("[") {
        isCrop = line == "[crop]"
      } else if isCrop, let sign = line.firstIndex(of: "=") {
        sides[line[..<sign]] = Int64(line[line.index(after: sign)...])
      }
    }
    let range: ClosedRange<Int64> = 0...0x7FFF_FFFF
    guard let left = sides["left"], let right = sides["right"], let top = sides["top"],
      let bottom = sides["bottom"], [left, right, top, bottom].allSatisfy(range.contains),
      left <= right, top <= bottom
    else { return nil }
    (width, height) = (right - left + 1, bottom - top + 1)
  }
}
