/// The names of an asset that others are duplicates of, or like.
package struct OriginalName {
  package let identifier: String
  package let path: String?

  package init(of asset: Asset) {
    let path = asset.string(of: .path)
    let identifier = asset.string(of: .localIdentifier)
    self.path = path.isEmpty ? nil : path
    // A record by hand may have a path alone.
    self.identifier = identifier.isEmpty ? path : identifier
  }
}
