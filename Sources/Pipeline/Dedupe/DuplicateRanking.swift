internal import Files
internal import Media

/// The rule for which of several duplicate or similar assets is kept. Assets that are equal by the
/// rule are compared as by `best`, then by source order.
package enum DuplicateRanking: Sendable {
  case first, best, oldest, newest, largest
  /// The asset for which a function of the rule gives the largest number.
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

  /// The facets of an asset that have to be read to rank it.
  package var facets: FacetSet {
    switch self {
    case .first: []
    case .best, .oldest, .newest, .largest, .function: [.stat, .header]
    }
  }

  /// Ranks an asset; reads what has to be read.
  ///
  /// - Parameter value: the result of the rule's function.
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

  /// Returns measures: pixels, a RAW picture, its other files, size, metadata, a name of no copy.
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

/// The rank of an asset for being kept: numbers of which the first difference decides.
package struct DuplicateRank {
  private let numbers: [Double]

  package init(_ numbers: [Double]) {
    self.numbers = numbers
  }

  /// Makes a rank of other numbers, with an old rank where these are equal.
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

  /// Returns nil for an unknown date, which loses against all others.
  fileprivate func milliseconds(of field: Field) -> Double? {
    if case .date(let moment) = value(of: field) { return Double(moment.milliseconds) }
    return nil
  }
}

/// The names of an asset that others are duplicates of, or similar to.
package struct OriginalName {
  /// The local identifier; the path where a record has none.
  package let identifier: String
  /// The path; nil where it is not known.
  package let path: String?

  package init(of asset: Asset) {
    let path = asset.string(of: .path)
    let identifier = asset.string(of: .localIdentifier)
    self.path = path.isEmpty ? nil : path
    // A record written by hand may only have a path.
    self.identifier = identifier.isEmpty ? path : identifier
  }
}

/// The assets that a stage passes on among duplicate or similar ones.
package enum ShownDuplicates: String, CaseIterable, Sendable {
  case kept, dropped, groups

  /// Returns the option of a stage that selects them.
  ///
  /// - Parameter likeness: the relation of the assets of a group, such as "have duplicates".
  package static func option(_ likeness: String) -> OptionDescription {
    OptionDescription(
      "show", .choice(allCases.map(\.rawValue)),
      "what comes through: what is kept, what is dropped, or all that \(likeness), in groups",
      standard: "\"kept\"")
  }

  /// Reads the option.
  package init(_ arguments: inout StageArguments) {
    self =
      arguments.choice("show", among: Self.allCases.map(\.rawValue))
      .flatMap(Self.init(rawValue:)) ?? .kept
  }
}
