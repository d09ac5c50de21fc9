internal import FileNames
internal import Media

/// Which of several assets is kept that are duplicates of each other, or alike.
///
/// What is equal by the rule is decided as `best` does it, then by source order.
package enum KeepRule: Sendable {
  case first, best, oldest, newest, largest
  /// The asset for which a function of the rule gives the largest number.
  case function(BoundFunction)

  package static let names = ["first", "best", "oldest", "newest", "largest"]

  package init?(name: String) {
    switch name {
    case "first": self = .first
    case "best": self = .best
    case "oldest": self = .oldest
    case "newest": self = .newest
    case "largest": self = .largest
    default: return nil
    }
  }

  /// How `explain` calls it.
  package var summary: String {
    switch self {
    case .first: "first"
    case .best: "best"
    case .oldest: "oldest"
    case .newest: "newest"
    case .largest: "largest"
    case .function(let function): "one by the function in line \(function.function.line)"
    }
  }

  /// The facets that have to be read of an asset to rank it.
  package var facets: FacetSet {
    switch self {
    case .first: []
    case .best, .oldest, .newest, .largest, .function: [.stat, .header]
    }
  }

  /// Ranks an asset; reads what has to be read.
  ///
  /// - Parameter value: what the rule's function gave for it.
  package func rank(of asset: Asset, value: Double = 0) -> DuplicateRank {
    switch self {
    case .first: DuplicateRank([])
    case .best: DuplicateRank(Self.quality(of: asset))
    case .largest: DuplicateRank([Double(asset.integer(.fileSize))] + Self.quality(of: asset))
    case .oldest:
      DuplicateRank(
        [Field.creationDate, .modificationDate].map { -(asset.milliseconds(of: $0) ?? .infinity) }
          + Self.quality(of: asset))
    case .newest:
      DuplicateRank(
        [Field.creationDate, .modificationDate].map { asset.milliseconds(of: $0) ?? -.infinity }
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
package struct DuplicateRank {
  private let numbers: [Double]

  package init(_ numbers: [Double]) {
    self.numbers = numbers
  }

  /// A rank by other numbers, and by an old one where these are equal.
  package init(_ numbers: [Double], then rank: DuplicateRank?) {
    self.numbers = numbers + (rank?.numbers ?? [])
  }

  /// Whether an asset of this rank is kept rather than one of the other, whatever their order.
  package func isBetter(than other: DuplicateRank) -> Bool {
    for (mine, theirs) in zip(numbers, other.numbers) where mine != theirs { return mine > theirs }
    return false
  }
}

extension Asset {
  fileprivate func isTrue(_ field: Field) -> Bool {
    if case .flag(true) = value(of: field) { return true }
    return false
  }

  /// Nil for a moment that is not known, which loses against all others.
  fileprivate func milliseconds(of field: Field) -> Double? {
    if case .date(let moment) = value(of: field) { return Double(moment.milliseconds) }
    return nil
  }
}
