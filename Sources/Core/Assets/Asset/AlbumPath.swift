/// The path of an album: the titles of the folders around it, outermost first, and its own title.
public struct AlbumPath: Hashable, Sendable {
  /// The titles; the last one is the album's.
  public let titles: [String]

  public init(_ titles: [String]) {
    self.titles = titles
  }

  /// The titles with slashes between, as a user writes the path.
  public var text: String { titles.joined(separator: "/") }

  /// Returns the distinct texts of paths, such as `Travel/Rome`.
  package static func texts(of paths: [AlbumPath]) -> [String] {
    guard paths.count > 1 else { return paths.map(\.text) }
    var seen: Set<String> = []
    return paths.map(\.text).filter { seen.insert($0).inserted }
  }
}

extension Asset {
  /// The albums that the asset is in, in the library's order; looked up once and from then on also
  /// written to the record. Paths that came with a record are split at every slash, even one that
  /// was part of a title.
  package final var albumPaths: [AlbumPath] {
    if let known = findings?.albumPaths { return known }
    if case .texts(let texts) = sourceValue(of: .albumPaths) {
      return texts.map { AlbumPath($0.split(separator: "/").map(String.init)) }
    }
    let found = findAlbums()
    findingsForWriting().albumPaths = found
    return found
  }
}
