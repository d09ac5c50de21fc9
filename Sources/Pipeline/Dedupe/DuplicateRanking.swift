internal import Files
internal import Media

/// The rule that chooses which of several duplicate or similar assets is kept. Assets that are
/// equal by it are compared as by `best`, then by source order.
package enum DuplicateRanking: Sendable {
  case first, best, oldest, newest, largest
  /// Keep the asset for which a function of the rule returns the largest number.
  case function(BoundFunction)

  /// The names of the rules without a function.
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

  /// The name of the rule in `explain`.
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

  /// The facets that have to be read of an asset for its rank.
  package var facets: FacetSet {
    switch self {
    case .first: []
    case .best, .oldest, .newest, .largest, .function: [.stat, .header]
    }
  }

  /// Returns the rank of an asset, after reading what it depends on; `value` is the result of the
  /// rule's function.
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

  /// Returns numbers to compare: pixels, RAW, other files, size, metadata, a name of no copy.
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

  private static func metadataCount(of asset: Asset) -> Int {
    let texts: [Field] = [.location, .title, .caption, .keywords, .persons, .cameraModel]
    let flags: [Field] = [.isFavorite, .hasAdjustments]
    // A date in the name or of the file system is no metadata.
    let isDated = !["", "filename", "fileSystem"].contains(asset.string(of: .creationDateSource))
    // Texts that only the file has are not read, as equal files have the same ones.
    return texts.count { asset.sourceValue(of: $0).isPresent } + flags.count { asset.isTrue($0) }
      + (isDated ? 1 : 0)
  }
}

/// The rank of an asset: numbers of which the first difference decides which asset is kept.
package struct DuplicateRank {
  private let numbers: [Double]

  package init(_ numbers: [Double]) {
    self.numbers = numbers
  }

  /// Creates a rank from numbers, and from another rank that counts where these are equal.
  package init(_ numbers: [Double], then rank: DuplicateRank?) {
    self.numbers = numbers + (rank?.numbers ?? [])
  }

  /// True if an asset of this rank is kept rather than one of the other, whatever their order.
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

  /// Returns the time of a date field; nil for an unknown one, which ranks last.
  fileprivate func milliseconds(of field: Field) -> Double? {
    if case .date(let moment) = value(of: field) { return Double(moment.milliseconds) }
    return nil
  }
}

/// The names of the asset that another one duplicates or resembles.
package struct OriginalName {
  /// The local identifier; the path where a record has none.
  package let identifier: String
  /// The path; nil if unknown.
  package let path: String?

  package init(of asset: Asset) {
    let path = asset.string(of: .path)
    let identifier = asset.string(of: .localIdentifier)
    self.path = path.isEmpty ? nil : path
    // A record written by hand may only have a path.
    self.identifier = identifier.isEmpty ? path : identifier
  }
}

/// The assets of groups of duplicate or similar ones that a stage passes on.
package enum ShownDuplicates: String, CaseIterable, Sendable {
  case kept, dropped, groups

  /// Returns the option that selects the assets to pass on; `likeness` is the relation of a group's
  /// assets, such as "have duplicates".
  package static func option(_ likeness: String) -> OptionDescription {
    OptionDescription(
      "show", .choice(allCases.map(\.rawValue)),
      "what comes through: what is kept, what is dropped, or all that \(likeness), in groups",
      standard: "\"kept\"")
  }

  /// Reads the option; its default is to pass on kept assets.
  package init(_ arguments: inout StageArguments) {
    self =
      arguments.choice("show", among: Self.allCases.map(\.rawValue))
      .flatMap(Self.init(rawValue:)) ?? .kept
  }
}
