/// The contents of the files that belong to an asset beside its original, such as a live photo's movie.
///
/// An asset is a duplicate of another with the same bytes only if the other has all of its companions.
struct Companions: Hashable {
  /// The numbers of the contents.
  private let contents: [AssetResource.Kind: Int]

  private init(_ contents: [AssetResource.Kind: Int]) {
    self.contents = contents
  }

  fileprivate init(of resources: [AssetResource], number: (AssetResource) -> Int) {
    var contents: [AssetResource.Kind: Int] = [:]
    for resource in resources where contents[resource.kind] == nil {
      contents[resource.kind] = number(resource)
    }
    self.init(contents)
  }

  var count: Int { contents.count }

  /// Every choice of them, none and all included.
  var subsets: [Companions] {
    contents.reduce(into: [Companions([:])]) { subsets, member in
      subsets += subsets.map { Companions($0.contents.merging([member]) { $1 }) }
    }
  }
}

/// The contents of the companions that a run has met.
///
/// Confined to one thread.
final class CompanionContents {
  private let classes = ContentClasses()
  private let comparer: FileComparer

  init(comparing comparer: FileComparer) {
    self.comparer = comparer
  }

  /// Reads no more of a file than it takes to tell it from the others. What can't be read equals
  /// nothing, so that its asset is no duplicate.
  func companions(of asset: Asset) -> Companions {
    Companions(of: asset.companions(of: nil)) { resource in
      guard let original = resource.original, let status = try? original.status(),
        let found = try? classes.find(
          original, size: status.size, status: status, comparing: comparer)
      else { return classes.takeNumber() }
      return found.number
    }
  }
}
