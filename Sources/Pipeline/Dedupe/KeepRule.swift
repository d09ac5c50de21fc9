internal import FileNames
internal import Media

/// Which of several assets with the same bytes is kept.
///
/// What is equal by the rule is decided as `best` does it, then by source order.
enum KeepRule: Sendable {
  case first, best, oldest, largest
  /// The asset for which a function of the rule gives the largest number.
  case function(BoundFunction)

  static let names = ["first", "best", "oldest", "largest"]

  init?(name: String) {
    switch name {
    case "first": self = .first
    case "best": self = .best
    case "oldest": self = .oldest
    case "largest": self = .largest
    default: return nil
    }
  }

  /// How `explain` calls it.
  var summary: String {
    switch self {
    case .first: "first"
    case .best: "best"
    case .oldest: "oldest"
    case .largest: "largest"
    case .function(let function): "one by the function in line \(function.function.line)"
    }
  }

  /// What has to be read of an asset to rank it.
  var facets: FacetSet {
    switch self {
    case .first: []
    case .best, .oldest, .largest, .function: [.stat, .header]
    }
  }

  /// Ranks an asset; reads what has to be read.
  ///
  /// - Parameter value: what the rule's function gave for it.
  func rank(of asset: Asset, value: Double = 0) -> DuplicateRank {
    switch self {
    case .first: DuplicateRank([])
    case .best: DuplicateRank(Self.quality(of: asset))
    case .largest: DuplicateRank([Double(asset.integer(.fileSize))] + Self.quality(of: asset))
    case .oldest:
      DuplicateRank(
        [Field.creationDate, .modificationDate].map { -asset.milliseconds(of: $0) }
          + Self.quality(of: asset))
    case .function: DuplicateRank([value] + Self.quality(of: asset))
    }
  }

  /// Pixels, a RAW picture, files that belong to it, size, metadata, a name that no copying made.
  private static func quality(of asset: Asset) -> [Double] {
    let parts: [Field] = [.livePhotoVideoPath, .rawPath, .editedPath]
    return [
      Double(asset.integer(.pixelWidth)) * Double(asset.integer(.pixelHeight)),
      asset.isTrue(.isRAW) ? 1 : 0,
      Double(parts.count { asset.value(of: $0).isPresent }),
      Double(asset.integer(.fileSize)),
      Double(metadataCount(of: asset)),
      -Double(asset.filenameBytes.withUnsafeBytes { CopyName.certainty(of: $0) }),
    ]
  }

  /// How much is known of an asset that its pixels do not show.
  private static func metadataCount(of asset: Asset) -> Int {
    let texts: [Field] = [.location, .title, .caption, .keywords, .persons, .cameraModel]
    let flags: [Field] = [.isFavorite, .hasAdjustments]
    // A date of the name or of the file system is no metadata.
    let isDated = !["", "filename", "fileSystem"].contains(asset.string(of: .creationDateSource))
    return texts.count { asset.value(of: $0).isPresent } + flags.count { asset.isTrue($0) }
      + (isDated ? 1 : 0)
  }
}

/// How much an asset deserves to be kept: numbers of which the first that differs decides.
struct DuplicateRank {
  private let numbers: [Double]

  init(_ numbers: [Double]) {
    self.numbers = numbers
  }

  /// Whether an asset of this rank is kept rather than one of the other, whatever their order.
  func isBetter(than other: DuplicateRank) -> Bool {
    for (mine, theirs) in zip(numbers, other.numbers) where mine != theirs { return mine > theirs }
    return false
  }
}

extension Asset {
  fileprivate func isTrue(_ field: Field) -> Bool {
    if case .flag(true) = value(of: field) { return true }
    return false
  }

  /// A moment that is not known is later than all others.
  fileprivate func milliseconds(of field: Field) -> Double {
    if case .date(let moment) = value(of: field) { return Double(moment.milliseconds) }
    return .infinity
  }
}
