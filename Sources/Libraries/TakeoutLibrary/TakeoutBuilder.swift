internal import Files
internal import Media

/// Finds the folders of the Takeouts in a library, and what belongs together in them. Every other
/// folder stays as it is in a folder library.
struct TakeoutBuilder {
  private let files: SidecarReader
  private let headers: HeaderReaderPool
  private var folders: [TakeoutFolder] = []
  private var others: [DirectoryListing] = []
  private var relatedFiles: [TakeoutRelatedFiles] = []
  /// The indexes of the folders of each logical folder, which may be in several archives.
  private var parts: [[Int]] = []
  private var logicalFolders: [LogicalPath: Int] = [:]
  private var homes: [TakeoutPlace.Home?: Int] = [:]

  /// The maximum number of files that are opened to find an album's title.
  private static let mostTitles = 16

  /// Lists all folders in the order of the walk, without unreadable ones, which the walk reports.
  init(of library: FolderLibrary, includesHidden: Bool, files: SidecarReader) {
    self.files = files
    headers = library.headers
    let isInside = TakeoutPlace.isInArchive(library.root.path)
    var listings: [(listing: DirectoryListing, place: TakeoutPlace)] = []
    var waiting = [library.root.directory]
    while let directory = waiting.popLast() {
      guard let listing = try? DirectoryListing(directory, includesHidden: includesHidden) else {
        continue
      }
      waiting += listing.subfolders.reversed()
      listings.append((listing, TakeoutPlace(of: directory.relativePath.bytes, isInside)))
    }
    let shown = shownHomes(of: listings)
    for (listing, place) in listings {
      var evidence = TakeoutEvidence()
      let isShown =
        place.home.map { shown.contains($0) } ?? evidence.isShown(by: listing, files)
      // A folder around archives is no album.
      if isShown || place.isArchive && listing.files.isEmpty {
        add(listing, at: place)
      } else {
        others.append(listing)
      }
    }
    for logical in parts.indices { relate(logical) }
  }

  func finish() -> Takeout {
    var folders = folders
    var albums: [TakeoutAlbum] = []
    for parts in parts {
      guard let text = album(of: parts) else { continue }
      for part in parts { folders[part].album = albums.count }
      let own = folders[parts[0]].listing.directory.name.string
      albums.append(
        TakeoutAlbum(
          title: text.title ?? own, caption: text.caption,
          paths: parts.map { folders[$0].listing.directory.relativePath }))
    }
    return Takeout(
      folders, others: others, relatedFiles: relatedFiles, albums: albums, files: files,
      headers: headers)
  }

  /// Returns the homes of archives in which a JSON file shows that they are a Takeout's.
  private func shownHomes(
    of listings: [(listing: DirectoryListing, place: TakeoutPlace)]
  ) -> Set<TakeoutPlace.Home> {
    var shown: Set<TakeoutPlace.Home> = []
    var evidence: [TakeoutPlace.Home: TakeoutEvidence] = [:]
    for (listing, place) in listings {
      guard let home = place.home, !shown.contains(home) else { continue }
      if evidence[home, default: TakeoutEvidence()].isShown(by: listing, files) {
        shown.insert(home)
      }
    }
    return shown
  }

  private mutating func add(_ listing: DirectoryListing, at place: TakeoutPlace) {
    let takeout = homes[place.home] ?? homes.count
    homes[place.home] = takeout
    let key = LogicalPath(takeout, place.path)
    let logical: Int
    if let known = logicalFolders[key] {
      logical = known
    } else {
      logical = parts.count
      logicalFolders[key] = logical
      parts.append([])
    }
    parts[logical].append(folders.count)
    folders.append(
      TakeoutFolder(
        listing: listing, firstNumber: relatedFiles.count, logicalFolder: logical,
        takeout: takeout, archive: place.archive))
    relatedFiles += listing.files.map { _ in TakeoutRelatedFiles() }
  }

  // MARK: What belongs together

  /// Finds sidecars, edited versions and movies in the parts of a logical folder.
  private mutating func relate(_ logical: Int) {
    let parts = parts[logical]
    guard parts.contains(where: { folders[$0].listing.hasJSON }) else { return }
    var names: [UnsafeRawBufferPointer] = []
    var numbers: [Int] = []
    var indices: [[Int]] = []
    for part in parts {
      let (listing, first) = (folders[part].listing, folders[part].firstNumber)
      indices.append(Array(names.count..<names.count + listing.files.count))
      for (index, entry) in listing.files.enumerated() {
        names.append(listing.name(entry))
        numbers.append(first + index)
      }
    }
    let related = TakeoutFileGroups(names, folders: indices)
    for (index, number) in numbers.enumerated() {
      if TakeoutFileGroups.isSidecar(names[index]) {
        relatedFiles[number].isPicture = false
      } else if related.sidecars[index] >= 0 {
        let sidecar = numbers[Int(related.sidecars[index])]
        relatedFiles[number].sidecar = Int32(truncatingIfNeeded: sidecar)
        if relatedFiles[sidecar].owner < 0 {
          relatedFiles[sidecar].owner = Int32(truncatingIfNeeded: number)
        }
      } else if related.originals[index] >= 0 {
        adopt(number, as: \.edited, of: numbers[Int(related.originals[index])])
      } else if related.pictures[index] >= 0 {
        adopt(number, as: \.movie, of: numbers[Int(related.pictures[index])])
      }
    }
  }

  /// Makes a file a part of another; of several edited versions the first one is used.
  private mutating func adopt(
    _ number: Int, as part: WritableKeyPath<TakeoutRelatedFiles, Int32>, of owner: Int
  ) {
    relatedFiles[number].isPicture = false
    relatedFiles[number].owner = Int32(truncatingIfNeeded: owner)
    if relatedFiles[owner][keyPath: part] < 0 {
      relatedFiles[owner][keyPath: part] = Int32(truncatingIfNeeded: number)
    }
  }

  // MARK: Albums

  private func album(of parts: [Int]) -> TakeoutAlbumMetadata? {
    guard parts.contains(where: hasPictures) else { return nil }
    for part in parts {
      let folder = folders[part]
      for index in candidates(in: folder) {
        guard case .album(let text) = files.document(at: .entry(folder.listing, index)) else {
          continue
        }
        return Self.isDate(text.title ?? folder.listing.directory.name.string) ? nil : text
      }
    }
    return nil
  }

  private func hasPictures(_ part: Int) -> Bool {
    let folder = folders[part]
    return folder.listing.files.indices.contains { relatedFiles[folder.firstNumber + $0].isPicture }
  }

  /// Returns the indexes of JSON files without a picture whose names have no further dots, as
  /// `metadata.json` has in every language; the shortest first.
  private func candidates(in folder: TakeoutFolder) -> ArraySlice<Int> {
    guard folder.listing.hasJSON else { return [] }
    var owned = Set<Int>()
    for index in folder.listing.files.indices {
      let sidecar = Int(relatedFiles[folder.firstNumber + index].sidecar) - folder.firstNumber
      if sidecar >= 0 { owned.insert(sidecar) }
    }
    let found = folder.listing.files.indices.filter { index in
      let name = folder.listing.name(folder.listing.files[index])
      return TakeoutFileGroups.isSidecar(name) && !owned.contains(index)
        && !name.dropLast(5).contains(UInt8(ascii: "."))
    }
    return found.sorted { folder.listing.files[$0].count < folder.listing.files[$1].count }
      .prefix(Self.mostTitles)
  }

  /// Returns true if a title is a year's or a day's; older exports gave these folders a title too.
  private static func isDate(_ title: String) -> Bool {
    TakeoutYearTitle.has(title) || isDay(title)
  }

  /// Returns true if a text begins with a date such as `2019-06-01`.
  private static func isDay(_ text: String) -> Bool {
    let units = Array(text.utf8.prefix(10))
    return units.count == 10
      && units.enumerated().allSatisfy { place, unit in
        place == 4 || place == 7 ? unit == UInt8(ascii: "-") : unit &- 48 < 10
      }
  }
}

/// The path of a logical folder. Names in UTF-8 are equal if they are canonically equivalent, as some
/// programs decompose them when they unpack an archive; all others if their bytes are.
private struct LogicalPath: Hashable {
  private let takeout: Int
  private let text: String?
  private let bytes: [UInt8]

  init(_ takeout: Int, _ path: [UInt8]) {
    self.takeout = takeout
    text = String(validating: path, as: UTF8.self)
    bytes = text == nil ? path : []
  }
}
