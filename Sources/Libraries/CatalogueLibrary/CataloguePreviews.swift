internal import Files
internal import Platform

/// The small pictures that a program made of the assets of its catalogue.
struct CataloguePreviews: Sendable {
  private let folder: String
  private let files: [String]

  /// - Parameter allowsOutside: True if files outside of the catalogue's folder may be read.
  /// - Returns: nil if the pictures are outside of that folder and `allowsOutside` is false.
  init?(
    _ previews: CatalogueDeclaration.Previews, of place: CataloguePlace,
    _ declaration: CatalogueDeclaration, allowsOutside: Bool
  ) {
    let own = declaration.usualPlaces.contains {
      Self.isSame(UsualPlace($0).path(), place.database)
    }
    let given = (own ? previews.usualFolder : nil) ?? previews.folder
    let path = UsualPlace(given).path()
    folder = CatalogueRoots.withoutDots(path.hasPrefix("/") ? path : "\(place.folder)/\(path)")
    files = previews.files
    guard allowsOutside || folder.hasPrefix(place.folder + "/") else { return nil }
  }

  /// Returns the pictures of an asset that exist, the largest first.
  func places(of identifier: String) -> [FilePlace] {
    files.compactMap { file in
      let name = file.escaping(["*": identifier])
      guard !name.pathNames.contains("..") else { return nil }
      let place = FilePlace.path(OwnedBytes(Array("\(folder)/\(name)".utf8)))
      guard let status = try? place.status(), status.isRegularFile else { return nil }
      return place
    }
  }

  private static func isSame(_ path: String, _ other: String) -> Bool {
    var (facts, others) = (stat(), stat())
    guard stat(path, &facts) == 0, stat(other, &others) == 0 else { return path == other }
    return facts.st_dev == others.st_dev && facts.st_ino == others.st_ino
  }
}
