/// The contents of an asset's files besides its original, such as a live photo's movie. The asset
/// is a duplicate only of one that has all of these, too.
struct Companions: Hashable {
  /// The numbers of the files' contents, which are equal for equal bytes.
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

  init(comparing comparer: FileComparer) {
    self.comparer = comparer
  }

  /// Returns the contents of the asset's other files, which are read only as far as needed to
  /// distinguish them. An unreadable file equals no other, so its asset is no duplicate.
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
