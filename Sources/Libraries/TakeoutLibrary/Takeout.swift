internal import Files
internal import Media
internal import Platform
internal import Synchronization

/// The contents of a library's Google Takeouts: pictures, the files that belong to them, and groups
/// of copies. Files are numbered over all folders in the order of the walk. The contents are determined from
/// names alone; copies are compared on first use.
final class Takeout: Sendable {
  let folders: [TakeoutFolder]
  let albums: [FolderAlbum]
  let files: SidecarReader
  let headers: HeaderReaderPool
  private let relatedFiles: [TakeoutRelatedFiles]
  /// The index in ``members`` of each file's group of possible copies; -1 for none.
  private let groups: [Int32]
  private let members: [[Int32]]
  private let copies: Lock<[Int32: TakeoutCopies]> = Lock([:])
  private let places: [[UInt8]: Int]
  /// The listings of the library's other folders, by their paths.
  private let others: [[UInt8]: DirectoryListing]

  init(
    _ folders: [TakeoutFolder], others: [DirectoryListing], relatedFiles: [TakeoutRelatedFiles],
    albums: [TakeoutAlbum], files: SidecarReader, headers: HeaderReaderPool
  ) {
    self.headers = headers
    self.folders = folders
    self.relatedFiles = relatedFiles
    self.albums = albums.map(FolderAlbum.init)
    self.files = files
    var places: [[UInt8]: Int] = [:]
    for (place, folder) in folders.enumerated() {
      places[Array(folder.listing.directory.relativePath.bytes)] = place
    }
    self.places = places
    self.others = Dictionary(
      others.map { (Array($0.directory.relativePath.bytes), $0) },
      uniquingKeysWith: { first, _ in first })
    (groups, members) = Self.groups(folders, relatedFiles)
  }

  func folder(at path: some Collection<UInt8>) -> TakeoutFolder? {
    places[Array(path)].map { folders[$0] }
  }

  /// Returns the listing of any folder of the library; nil for one that was unreadable.
  func listing(at path: some Collection<UInt8>) -> DirectoryListing? {
    folder(at: path)?.listing ?? others[Array(path)]
  }

  /// True if no file is outside of the Takeouts.
  var isWhole: Bool { others.values.allSatisfy(\.files.isEmpty) }

  private func folderIndex(of number: Int) -> Int {
    var (low, high) = (0, folders.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if folders[middle].firstNumber <= number { low = middle } else { high = middle }
    }
    return low
  }

  func place(of number: Int) -> FilePlace {
    let (listing, index) = entry(of: number)
    return .entry(listing, index)
  }

  func entry(of number: Int) -> (listing: DirectoryListing, index: Int) {
    let folder = folders[folderIndex(of: number)]
    return (folder.listing, number - folder.firstNumber)
  }

  func relatedFiles(of number: Int) -> TakeoutRelatedFiles { relatedFiles[number] }

  /// Returns the path of the archive that a file is in, or of its folder if that is in no archive
  /// and has the file's sidecar.
  func keeper(of number: Int) -> String? {
    let folder = folders[folderIndex(of: number)]
    let directory = folder.listing.directory
    if folder.archive == nil, relatedFiles[number].sidecar < 0 { return nil }
    let path = folder.archive ?? directory.relativePath
    return path.bytes.isEmpty
      ? directory.root.path.string : directory.root.path.joined(with: path).string
  }

  func sidecar(of number: Int) -> FilePlace? {
    let sidecar = relatedFiles[number].sidecar
    return sidecar < 0 ? nil : place(of: Int(sidecar))
  }

  /// Returns the content of a file's sidecar, which is read each time; nil without a readable one.
  func item(of number: Int) -> TakeoutItem? { sidecar(of: number).flatMap(files.item) }

  // MARK: Parts

  /// Returns the reason why a walk shows nothing for a file that is a part or a copy; else nil.
  func reason(for number: Int) -> SkippedAsset.Reason? {
    guard relatedFiles[number].isPicture else {
      let owner = Int(relatedFiles[number].owner)
      return owner < 0 ? nil : reason(for: number, partOf: owner)
    }
    let original = original(of: number)
    return original == number ? nil : .copy(of: place(of: original).relativePath().string)
  }

  private func reason(for number: Int, partOf owner: Int) -> SkippedAsset.Reason {
    let (listing, index) = entry(of: owner)
    let name = OwnedBytes(listing.name(listing.files[index])).string
    if Int(relatedFiles[owner].sidecar) == number { return .companion(of: name) }
    return Int(relatedFiles[owner].movie) == number ? .movie(of: name) : .edit(of: name)
  }

  // MARK: Copies

  /// Returns the number of the file that represents all copies of the picture, or its own.
  func original(of number: Int) -> Int {
    let group = groups[number]
    guard group >= 0 else { return number }
    return copies(in: group).original(of: number)
  }

  /// Returns the number of the picture that a walk shows at a file, so that each is shown once; nil
  /// if the file is a part of another, or its picture is shown elsewhere.
  ///
  /// - Parameter chosen: for each folder, true if its files are included; nil to include all.
  func picture(at number: Int, among chosen: [Bool]?) -> Int? {
    guard relatedFiles[number].isPicture else { return nil }
    let group = groups[number]
    guard group >= 0 else { return chosen?[folderIndex(of: number)] ?? true ? number : nil }
    let copies = copies(in: group)
    let original = copies.original(of: number)
    guard let chosen else { return original == number ? number : nil }
    let first = copies.files(of: original).first { chosen[folderIndex(of: $0)] }
    return first == number ? original : nil
  }

  func folders(of number: Int) -> [Int] {
    let group = groups[number]
    let numbers = group >= 0 ? copies(in: group).files(of: number) : [number]
    return numbers.map(folderIndex)
  }

  private func copies(in group: Int32) -> TakeoutCopies {
    if let known = copies.withLock({ $0[group] }) { return known }
    let found = TakeoutCopies(members[Int(group)].map { candidate(Int($0)) })
    copies.withLock { $0[group] = found }
    return found
  }

  private func candidate(_ number: Int) -> TakeoutCopies.Candidate {
    let folder = folders[folderIndex(of: number)]
    return TakeoutCopies.Candidate(
      number: number, logicalFolder: folder.logicalFolder, isInAlbum: folder.album != nil,
      size: (try? place(of: number).status())?.size, item: item(of: number))
  }

  /// Groups pictures with a sidecar by their names, without a number such as `(1)`, in all folders.
  private static func groups(
    _ folders: [TakeoutFolder], _ relatedFiles: [TakeoutRelatedFiles]
  ) -> (groups: [Int32], members: [[Int32]]) {
    var groups = [Int32](repeating: -1, count: relatedFiles.count)
    var members: [[Int32]] = []
    var named: [Int: (first: Int, folder: Int, group: Int32)] = [:]
    for folder in folders {
      for index in folder.listing.files.indices {
        let number = folder.firstNumber + index
        // Copies are recognised by their sidecars.
        guard relatedFiles[number].isPicture, relatedFiles[number].sidecar >= 0 else { continue }
        let key =
          TakeoutFileGroups.copyKey(folder.listing.name(folder.listing.files[index]))
          &* 31 &+ folder.takeout
        guard let known = named[key] else {
          named[key] = (number, folder.logicalFolder, -1)
          continue
        }
        var group = known.group
        if group < 0 {
          group = Int32(truncatingIfNeeded: members.count)
          members.append([Int32(truncatingIfNeeded: known.first)])
          groups[known.first] = group
          named[key] = (known.first, known.folder, group)
        }
        members[Int(group)].append(Int32(truncatingIfNeeded: number))
        groups[number] = group
      }
    }
    return (groups, members)
  }
}

/// The files of one name, grouped into copies of one picture: Takeout puts a picture into the
/// folder of its year, and again into that of each album. Copies have the same size, their sidecars
/// the same title and date; files without a sidecar, or of the same folder, are never copies.
struct TakeoutCopies {
  struct Candidate {
    let number: Int
    let logicalFolder: Int
    let isInAlbum: Bool
    let size: Int64?
    let item: TakeoutItem?
  }

  private struct Key: Hashable {
    let size: Int64
    let taken: Int64
    let title: String?
    let isTrashed: Bool
  }

  private var originals: [Int: Int] = [:]
  private var files: [Int: [Int]] = [:]

  init(_ candidates: [Candidate]) {
    // The folder of the year comes before albums; otherwise the order is that of the walk.
    let ordered = candidates.sorted {
      ($0.isInAlbum ? 1 : 0, $0.number) < ($1.isInAlbum ? 1 : 0, $1.number)
    }
    var found: [Key: [Int]] = [:]
    var counts: [Key: [Int: Int]] = [:]
    for candidate in ordered {
      var original = candidate.number
      if let size = candidate.size, let item = candidate.item, let taken = item.takenMilliseconds {
        let key = Key(size: size, taken: taken, title: item.title, isTrashed: item.isTrashed)
        // The second of equal files in a folder is a copy of the second in other folders.
        let count = counts[key]?[candidate.logicalFolder] ?? 0
        counts[key, default: [:]][candidate.logicalFolder] = count + 1
        if let known = found[key], count < known.count {
          original = known[count]
        } else {
          found[key, default: []].append(original)
        }
      }
      originals[candidate.number] = original
      files[original, default: []].append(candidate.number)
    }
    for original in files.keys { files[original]?.sort() }
  }

  func original(of number: Int) -> Int { originals[number] ?? number }

  /// Returns all copies of the picture that a file represents, in the order of the walk.
  func files(of original: Int) -> [Int] { files[original] ?? [original] }
}

/// The numbers of the files that belong to a file of a Takeout; -1 for none.
struct TakeoutRelatedFiles {
  /// The number of the JSON file that describes the file; -1 for none.
  var sidecar: Int32 = -1
  /// The number of a live photo's movie; -1 for none.
  var movie: Int32 = -1
  /// The number of the version that was edited in Google Photos; -1 for none.
  var edited: Int32 = -1
  /// The number of the file that the file describes or is a part of; -1 for none.
  var owner: Int32 = -1
  /// True if the file is an asset: neither a sidecar nor a part of another file.
  var isPicture = true
}

struct TakeoutFolder {
  let listing: DirectoryListing
  let firstNumber: Int
  /// The number of the logical folder, whose parts may be in several archives.
  let logicalFolder: Int
  /// The number of the Takeout, of several in one library.
  let takeout: Int
  /// The path of the outermost archive from the library's root; nil outside of any archive.
  let archive: OwnedBytes?
  /// The index of its album; nil for the folder of a year, and for other folders.
  var album: Int?
}

/// An album of a Takeout: a folder with a file that contains its title.
struct TakeoutAlbum {
  let title: String
  let caption: String?
  /// The paths of its folder from the library's root, one in each archive.
  let paths: [OwnedBytes]
}

extension FolderAlbum {
  /// Creates the album's description, without folders, which Google Photos does not have.
  init(_ album: TakeoutAlbum) {
    self.init(title: album.title, caption: album.caption, paths: album.paths)
  }
}
