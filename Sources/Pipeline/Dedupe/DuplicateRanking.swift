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

  /// Returns the rank of an asset, after reading what it depends on.
  ///
  /// - Parameters:
  ///   - value: the result of the rule's function.
  ///   - companions: the number of files beside the asset that belong to it, such as edits.
  func rank(of asset: Asset, value: Double, companions: Int) -> DuplicateRank {
    if case .first = self { return DuplicateRank([]) }
    let quality = Self.quality(of: asset, companions: companions)
    return switch self {
    case .first, .best: quality
    case .largest:
      DuplicateRank([(.fileSize, Double(asset.integer(.fileSize)))], then: quality)
    case .oldest: DuplicateRank(Self.dates(of: asset, sign: -1), then: quality)
    case .newest: DuplicateRank(Self.dates(of: asset, sign: 1), then: quality)
    case .function: DuplicateRank([(.function, value)], then: quality)
    }
  }

  /// Returns the dates of creation and modification; `sign` is 1 if new ones win, -1 if old ones
  /// do. An unknown date loses against all others.
  private static func dates(of asset: Asset, sign: Double) -> [DuplicateRank.Measure] {
    let dates: [(DuplicateReason, Field)] = [
      (.creationDate, .creationDate), (.modificationDate, .modificationDate),
    ]
    return dates.map { reason, field in
      (reason, asset.milliseconds(of: field).map { $0 * sign } ?? -.infinity)
    }
  }

  /// Returns measures, the most decisive first: pixels, RAW, files that belong to it, size, metadata, a
  /// name that is not a copy's; then those of the file's place.
  private static func quality(of asset: Asset, companions: Int) -> DuplicateRank {
    let parts: [Field] = [.livePhotoVideoPath, .rawPath, .editedPath]
    let certainty = asset.filenameBytes.withUnsafeBytes { CopyName.certainty(of: $0) }
    let measures: [DuplicateRank.Measure] = [
      (.pixels, Double(asset.integer(.pixelWidth)) * Double(asset.integer(.pixelHeight))),
      (.raw, asset.isTrue(.isRAW) ? 1 : 0),
      (.files, Double(parts.count { asset.value(of: $0).isPresent } + companions)),
      (.fileSize, Double(asset.integer(.fileSize))),
      (.metadata, Double(metadataCount(of: asset))),
      (.filename, -Double(certainty)),
    ]
    return DuplicateRank(measures + place(of: asset))
  }

  /// Returns measures: an original on this computer, a folder of neither copies nor received files,
  /// an older file, a shorter path.
  private static func place(of asset: Asset) -> [DuplicateRank.Measure] {
    let path = asset.pathBytes
    return [
      (.original, path == nil ? 0 : 1),
      (.folder, path.map { -Double(FolderPurpose(ofFoldersIn: $0).rawValue) } ?? 0),
      (.modificationDate, -(asset.milliseconds(of: .modificationDate) ?? .infinity)),
      (.path, path.map { -Double($0.count) } ?? 0),
    ]
  }

  private static func metadataCount(of asset: Asset) -> Int {
    let texts: [Field] = [
      .location, .title, .caption, .keywords, .persons, .rating, .colorLabel, .cameraModel,
    ]
    let flags: [Field] = [.isFavorite, .hasAdjustments]
    // A date in the name or of the file system is no metadata.
    let isDated = !["", "filename", "fileSystem"].contains(asset.string(of: .creationDateSource))
    // Texts that only the file has are not read, as equal files have the same ones.
    return texts.count { asset.sourceValue(of: $0).isPresent } + flags.count { asset.isTrue($0) }
      + (isDated ? 1 : 0)
  }
}

/// The reason why an asset is kept rather than another.
package enum DuplicateReason: String, CaseIterable, Sendable {
  case keepIn, function, sharpness, creationDate, modificationDate, pixels, raw, files, fileSize
  case metadata, filename, original, folder, path, order
}

/// The rank of an asset for being kept: measures of which the first difference decides.
package struct DuplicateRank {
  /// A number, of which the larger one wins, and the reason that is given if it decides.
  package typealias Measure = (reason: DuplicateReason, number: Double)

  private let measures: [Measure]

  package init(_ measures: [Measure]) {
    self.measures = measures
  }

  /// Creates a rank of measures, followed by those of another rank, which decide if all are equal.
  package init(_ measures: [Measure], then rank: DuplicateRank?) {
    self.measures = measures + (rank?.measures ?? [])
  }

  /// Returns true if an asset of this rank is kept rather than one of the other; false if equal.
  package func isBetter(than other: DuplicateRank) -> Bool {
    difference(from: other).map { $0.mine > $0.theirs } ?? false
  }

  /// Returns the reason of the first different measure; nil if none exists: source order decides.
  package func reason(against other: DuplicateRank) -> DuplicateReason? {
    difference(from: other)?.reason
  }

  private func difference(
    from other: DuplicateRank
  ) -> (reason: DuplicateReason, mine: Double, theirs: Double)? {
    for (mine, theirs) in zip(measures, other.measures) where mine.number != theirs.number {
      return (mine.reason, mine.number, theirs.number)
    }
    return nil
  }
}

extension Asset {
  /// Returns true if a flag is known and set.
  func isTrue(_ field: Field) -> Bool {
    if case .flag(true) = value(of: field) { return true }
    return false
  }

  /// Returns a date field in milliseconds since 1970; nil if it is unknown.
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

  /// The names of the fields that relate an asset to the others of its group.
  package struct FieldNames: Sendable {
    /// The number of the group, where groups are shown.
    package let number: String
    /// The identifier of the kept asset, which that asset itself lacks.
    package let kept: String
    /// The path of the kept asset.
    package let keptPath: String
    /// The names of all fields that the stage adds.
    package let all: [String]
  }

  /// The names of the fields of each stage that finds groups.
  package static let fieldNames = [
    FieldNames(
      number: DuplicateFields.groupField.name, kept: DuplicateFields.identifierField.name,
      keptPath: DuplicateFields.pathField.name, all: DuplicateFields.fields.map(\.name)),
    FieldNames(
      number: SimilarFields.groupField.name, kept: SimilarFields.identifierField.name,
      keptPath: SimilarFields.pathField.name, all: SimilarFields.fields.map(\.name)),
  ]

  /// Returns the option that selects the assets to pass on; `likeness` is the relation of a group's
  /// assets, such as "have duplicates".
  package static func option(_ likeness: String) -> OptionDescription {
    OptionDescription(
      "show", .choice(allCases.map(\.rawValue)),
      "what comes through: what is kept, what is dropped, or all that \(likeness), in groups",
      standard: "\"kept\"")
  }

  /// Reads the option `show`; its default is to pass on kept assets.
  package init(_ arguments: inout StageArguments) {
    self =
      arguments.choice("show", among: Self.allCases.map(\.rawValue))
      .flatMap(Self.init(rawValue:)) ?? .kept
  }
}
