internal import Media

extension Asset {
  /// Whether the asset's type is `identifier` or descends from it.
  package final func hasItemConforming(to identifier: String) -> Bool {
    let own = string(of: .uniformTypeIdentifier)
    return !own.isEmpty && UniformType.conforms(own, to: identifier)
  }
}
