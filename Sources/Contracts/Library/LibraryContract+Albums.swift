internal import Engine

extension LibraryContract {
  private static let subtypes = CollectionSubtype.allCases.map(\.rawValue)

  /// Opens the library again, and returns the albums that `names` selects, with their asset counts.
  private func counted(
    _ names: [String], choosing chosen: ChosenAssets? = nil
  ) throws -> [(album: AlbumAsset, count: Int)] {
    let place = LibraryPlace(name: place.name, path: place.path, chosen: chosen)
    let context = context(choosing: chosen)
    let library = try kind.open(place, for: context)
    let request = AlbumRequest(names: names, includesHidden: false, includesBurstFrames: false)
    let worker = WorkerContext(context: context, functions: nil, width: 1)
    return try LibraryReader.albums(request, of: library, at: place, in: context).map { album in
      let counting = AlbumCounter(Query(), [], in: worker)
      return (album, try album.countMembers(counting))
    }
  }

  func albumCounts(choosing chosen: ChosenAssets?) throws -> [(name: String, count: Int)] {
    try counted(Self.subtypes, choosing: chosen).map {
      ($0.album.string(of: .localIdentifier), $0.count)
    }
  }

  /// Checks that an album's count is that of its assets, which identifier and unique title select.
  func albumViolations(_ all: [Asset]) throws -> [String] {
    var violations: [String] = []
    let known = Set(Self.identifiers(all))
    let albums = try counted(Self.subtypes)
    // A smart album is identified by its subtype; another album may have its title too.
    let titles = albums.map { $0.album.subtype.title == nil ? $0.album.string(of: .title) : "" }
    var seen: Set<String> = []
    for (place, (album, count)) in albums.enumerated() {
      let name = album.string(of: .localIdentifier)
      if !seen.insert(name).inserted {
        violations.append("several albums have the localIdentifier \"\(name)\"")
      }
      let members = Self.identifiers(try assets(AssetFetch(album: name)))
      // Hidden assets, and those shared with the user, are in their own albums only.
      let isApart = [
        CollectionSubtype.smartAlbumAllHidden.rawValue,
        CollectionSubtype.albumCloudShared.rawValue,
      ].contains(name)
      if members.count != count, !isApart {
        violations.append("the album \"\(name)\" counts \(count) assets and gives \(members.count)")
      }
      if Set(members).count < members.count {
        violations.append("the album \"\(name)\" gives an asset twice")
      }
      if let subtype = CollectionSubtype(rawValue: name) {
        if album.string(of: .title) != subtype.title {
          violations.append("the album \"\(name)\" has another title than PhotoKit's")
        }
        if isApart { continue }
        let expected = all.filter { subtype.membership.matches($0) }
        violations += Self.difference(
          "the album \"\(name)\"", members.sorted(), Self.identifiers(expected).sorted())
      } else if !known.isSuperset(of: members) {
        violations.append("the album \"\(name)\" gives assets that the library does not")
      }
      let title = titles[place]
      guard !title.isEmpty, titles.filter({ $0 == title }).count == 1 else { continue }
      violations += Self.difference(
        "the album titled \"\(title)\"", Self.identifiers(try assets(AssetFetch(album: title))),
        members)
    }
    let listed = try kind.open(self.place, for: context()).albums.map(\.identifier)
    for identifier in listed where !seen.contains(identifier) {
      violations.append("the album \"\(identifier)\" is not listed")
    }
    do {
      _ = try assets(AssetFetch(album: "no album is called this"))
      violations.append("an album that does not exist is no error")
    } catch is LibraryProblem {}
    return violations
  }
}
