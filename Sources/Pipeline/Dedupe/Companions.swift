/// A part of an asset besides its original.
package enum AssetPart: Hashable, Sendable {
  case resource(AssetResource.Kind)
  /// All other frames of the burst that the asset represents.
  case frames
  /// The data of a sensor, which no picture made of it can replace.
  case raw

  /// Returns the parts of an asset.
  static func parts(of asset: Asset) -> Set<AssetPart> {
    let companions = asset.companions(of: nil).map(\.kind)
    var parts = Set(companions.map(AssetPart.resource))
    if !asset.otherFrames.isEmpty { parts.insert(.frames) }
    if !companions.contains(.alternatePhoto), asset.isTrue(.isRAW) { parts.insert(.raw) }
    return parts
  }
}

/// The contents of an asset's files besides its original, such as a live photo's movie. The asset
/// is a duplicate only of one that has all of these, too.
struct Companions: Hashable {
  /// The numbers of the contents, which are equal for equal bytes.
  private let contents: [AssetPart: Int]

  fileprivate init(_ contents: [AssetPart: Int]) {
    self.contents = contents
  }

  var count: Int { contents.count }

  /// All subsets of the companions, including none and all.
  var subsets: [Companions] {
    contents.reduce(into: [Companions([:])]) { subsets, member in
      subsets += subsets.map { Companions($0.contents.merging([member]) { $1 }) }
    }
  }
}

/// The contents of the companions in a run; confined to the worker that made it.
final class CompanionContents {
  private let classes = ContentClasses()
  private let comparer: FileComparer
  /// The numbers of bursts by those of their frames.
  private var bursts: [[Int]: Int] = [:]

  init(comparing comparer: FileComparer) {
    self.comparer = comparer
  }

  /// Returns the contents of the asset's other files, which are read only as far as needed to
  /// distinguish them. An unreadable file equals no other, so its asset is no duplicate.
  func companions(of asset: Asset) -> Companions {
    var contents: [AssetPart: Int] = [:]
    for resource in asset.companions(of: nil) where contents[.resource(resource.kind)] == nil {
      contents[.resource(resource.kind)] = number(of: resource.original)
    }
    let frames = asset.otherFrames.map(number(of:)).sorted()
    if !frames.isEmpty {
      let burst = bursts[frames] ?? bursts.count
      bursts[frames] = burst
      contents[.frames] = burst
    }
    return Companions(contents)
  }

  private func number(of original: (any Original)?) -> Int {
    guard let original, let status = try? original.status(),
      let found = try? classes.find(
        original, size: status.size, status: status, comparing: comparer)
    else { return classes.takeNumber() }
    return found.number
  }
}
