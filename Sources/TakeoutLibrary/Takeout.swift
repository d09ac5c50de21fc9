internal import Media
internal import Platform
internal import Sidecars
internal import Synchronization

/// A Google Takeout: which of a library's files are pictures, what belongs to them, and which of
/// them are copies of one picture.
///
/// Files go by their number: those of all folders, in the order of the walk. Made of names alone;
/// whether two files are copies is found out when it is first asked.
final class Takeout: Sendable {
  let folders: [TakeoutFolder]
  /// The albums, in the order of the walk.
  let albums: [FolderAlbum]
  let files: SidecarFiles
  let headers: HeaderReaderPool
  private let kin: [TakeoutKin]
  /// For each file the group of files that may be copies of it; -1 when there is none.
  private let groups: [Int32]
  private let members: [[Int32]]
  private let copies: Lock<[Int32: TakeoutCopies]> = Lock([:])
  private let places: [[UInt8]: Int]

  init(
    _ folders: [TakeoutFolder], kin: [TakeoutKin], albums: [TakeoutAlbum], files: SidecarFiles,
    headers: HeaderReaderPool
  ) {
    self.headers = headers
    self.folders = folders
    self.kin = kin
    self.albums = albums.map(FolderAlbum.init)
    self.files = files
    var places: [[UInt8]: Int] = [:]
    for (place, folder) in folders.enumerated() {
      places[Array(folder.listing.directory.relativePath.bytes)] = place
    }
    self.places = places
    (groups, members) = Self.groups(folders, kin)
  }

  /// The folder with that path from the library's root.
  func folder(at path: some Collection<UInt8>) -> TakeoutFolder? {
    places[Array(path)].map { folders[$0] }
  }

  /// The number of the folder that holds a file.
  private func folderIndex(of number: Int) -> Int {
    var (low, high) = (0, folders.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if folders[middle].firstNumber <= number { low = middle } else { high = middle }
    }
    return low
  }

  /// Where a file is.
  func place(of number: Int) -> FilePlace {
    let (listing, index) = entry(of: number)
    return .entry(listing, index)
  }

  func entry(of number: Int) -> (listing: DirectoryListing, index: Int) {
    let folder = folders[folderIndex(of: number)]
    return (folder.listing, number - folder.firstNumber)
  }

  /// What belongs to a file.
  func kin(of number: Int) -> TakeoutKin { kin[number] }

  /// Where the sidecar of a file is.
  func sidecar(of number: Int) -> FilePlace? {
    let sidecar = kin[number].sidecar
    return sidecar < 0 ? nil : place(of: Int(sidecar))
  }

  /// What the sidecar of a file says; read each time.
  func item(of number: Int) -> TakeoutItem? { sidecar(of: number).flatMap(files.item) }

  // MARK: Copies

  /// The file that stands for the picture of which the file is a copy; itself when it is the only.
  func original(of number: Int) -> Int {
    let group = groups[number]
    guard group >= 0 else { return number }
    return copies(in: group).original(of: number)
  }

  /// The picture to show where a walk comes across a file, so that each is shown once.
  ///
  /// - Parameter chosen: whether the files of a folder count, by the folder's place; nil for all.
  /// - Returns: nil when it is no picture of its own, or shown elsewhere.
  func picture(at number: Int, among chosen: [Bool]?) -> Int? {
    guard kin[number].isPicture else { return nil }
    let group = groups[number]
    guard group >= 0 else { return chosen?[folderIndex(of: number)] ?? true ? number : nil }
    let copies = copies(in: group)
    let original = copies.original(of: number)
    guard let chosen else { return original == number ? number : nil }
    let first = copies.files(of: original).first { chosen[folderIndex(of: $0)] }
    return first == number ? original : nil
  }

  /// The places of the folders in which a picture lies.
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

  /// Puts together the pictures that have one name, apart from its number, in several folders.
  private static func groups(
    _ folders: [TakeoutFolder], _ kin: [TakeoutKin]
  ) -> (groups: [Int32], members: [[Int32]]) {
    var groups = [Int32](repeating: -1, count: kin.count)
    var members: [[Int32]] = []
    var named: [UInt64: (first: Int, folder: Int, group: Int32)] = [:]
    for folder in folders {
      for index in folder.listing.files.indices {
        let number = folder.firstNumber + index
        // What copies share is told by their sidecars.
        guard kin[number].isPicture, kin[number].sidecar >= 0 else { continue }
        let key = TakeoutNames.copyKey(folder.listing.name(folder.listing.files[index]))
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

/// Which of several files of one name are copies of one picture.
///
/// Takeout puts a picture into the folder of its year, and again into that of each album. Copies
/// have the same size, and their sidecars the same title and moment; a file without a sidecar is
/// nobody's copy. Files of one folder never are copies of each other.
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
    // The folder of the year stands before albums; else the walk's order holds.
    let ordered = candidates.sorted {
      ($0.isInAlbum ? 1 : 0, $0.number) < ($1.isInAlbum ? 1 : 0, $1.number)
    }
    var found: [Key: [Int]] = [:]
    var counts: [Key: [Int: Int]] = [:]
    for candidate in ordered {
      var original = candidate.number
      if let size = candidate.size, let item = candidate.item, let taken = item.takenMilliseconds {
        let key = Key(size: size, taken: taken, title: item.title, isTrashed: item.isTrashed)
        // The second of equal files in a folder is a copy of the second elsewhere.
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

  /// All files of a picture that stands for them, in the order of the walk.
  func files(of original: Int) -> [Int] { files[original] ?? [original] }
}
