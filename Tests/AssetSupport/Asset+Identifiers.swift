package import Assets

extension Asset {
  package static func identifiers(of assets: [Asset]) -> [String] {
    assets.map { $0.string(of: .localIdentifier) }
  }
}
