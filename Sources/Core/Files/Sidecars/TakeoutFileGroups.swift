internal import Media

/// The relations between the files of a folder in a Google Takeout, by their names alone, found in
/// linear time. Names that are the same come before those that are only equivalent: that differ in
/// the case of letters, or in composed and decomposed accents. The names must outlive the value.
package struct TakeoutFileGroups {
  /// The index of each name's sidecar; -1 if it has none or is one.
  package private(set) var sidecars: [Int32]
  /// The index of the file of which each name is an edited version; -1 for none.
  package private(set) var originals: [Int32]
  /// The index of the picture for each name of a live photo's movie; -1 for other names.
  package private(set) var pictures: [Int32]

  private static let seed: UInt64 = 0x8422_2325_CBF2_9CE4
  private static let movieSuffixes: [StaticString] = [".mp4", ".mov"]
  private static let pictureSuffixes: [StaticString] = [".heic", ".heif", ".jpg", ".jpeg"]
  /// The extensions of a missing picture whose sidecar its edited version or movie takes.
  private static let sharingSuffixes: [StaticString] = [
    ".HEIC", ".heic", ".JPG", ".jpg", ".JPEG", ".jpeg", ".PNG", ".png", ".DNG", ".dng",
  ]
  /// The length to which Google Takeout cuts a media file's name, in units of UTF-16.
  private static let unitLimit = 51

  /// The names, or their folded forms while these are compared.
  private var names: [UnsafeRawBufferPointer]
  /// True for each JSON file that is the sidecar of a file.
  private var isClaimed: [Bool]

  /// Returns true if a name is that of a sidecar: it ends with `.json`.
  package static func isSidecar(_ name: UnsafeRawBufferPointer) -> Bool {
    // Called for every name, so the last letter is checked first.
    guard name.count > 5, name[name.count - 1] | 0x20 == UInt8(ascii: "n") else { return false }
    return NameBytes(name).has(".json", at: name.count - 5)
  }

  /// Returns true if a name is that of an archive, such as `takeout-20240301T120000Z-001`, or of the
  /// folder in it, such as `Takeout` and `Takeout (2)`.
  package static func isArchive(_ name: UnsafeRawBufferPointer) -> Bool {
    let word: StaticString = "takeout"
    let count = word.utf8CodeUnitCount
    return name.count >= count
      && (0..<count).allSatisfy { name[$0] | 0x20 == word.utf8Start[$0] }
      && name[count...].allSatisfy { isInArchiveName($0 | 0x20) }
  }

  private static func isInArchiveName(_ letter: UInt8) -> Bool {
    letter < UInt8(ascii: "a") || letter == UInt8(ascii: "t") || letter == UInt8(ascii: "z")
  }

  /// Returns a hash that the names of a picture's copies share; a number such as `(1)` is ignored.
  package static func copyKey(_ name: UnsafeRawBufferPointer) -> Int {
    let name = TakeoutName(name)
    return EquivalentName.hash(name.plainStem) &* 31 &+ EquivalentName.hash(name.suffix)
  }

  /// Relates the files of one folder.
  package init(_ names: [UnsafeRawBufferPointer]) {
    self.init(names, folders: [Array(names.indices)])
  }

  /// Relates the files of a folder whose parts are in several archives.
  ///
  /// - Parameter folders: the indexes of each part's names; what is in one part is related first.
  package init(_ names: [UnsafeRawBufferPointer], folders: [[Int]]) {
    self.names = names
    sidecars = Array(repeating: -1, count: names.count)
    originals = sidecars
    pictures = sidecars
    isClaimed = Array(repeating: false, count: names.count)
    let isSidecar = names.map(Self.isSidecar)
    guard isSidecar.contains(true) else { return }
    if folders.count > 1 {
      for folder in folders { relate(folder, isSidecar) }
    }
    let all = Array(names.indices)
    relate(all, isSidecar)
    guard all.contains(where: { !isSidecar[$0] && !isRelated($0) }) else { return }
    FoldedNames(names).withNames { folded in
      self.names = folded
      relate(all, isSidecar, claims: false)
      self.names = names
      share(all, isSidecar)
      self.names = folded
      share(all, isSidecar)
      self.names = names
    }
  }

  private func isRelated(_ index: Int) -> Bool {
    sidecars[index] >= 0 || originals[index] >= 0 || pictures[index] >= 0
  }

  /// Finds the sidecars of files that are related to none, then their originals and pictures.
  ///
  /// - Parameter claims: false to leave out sidecars that a file has already.
  private mutating func relate(_ indices: [Int], _ isSidecar: [Bool], claims: Bool = true) {
    let table = table(of: indices, isSidecar, withClaimed: claims)
    var bereft: [Int] = []
    var owners: [UInt64: Int32] = [:]
    for index in indices where !isSidecar[index] {
      let name = TakeoutName(names[index])
      if sidecars[index] < 0, !isRelated(index) {
        guard let sidecar = table.find(name), claims || !isClaimed[Int(sidecar)] else {
          bereft.append(index)
          continue
        }
        sidecars[index] = sidecar
        isClaimed[Int(sidecar)] = true
      }
      if sidecars[index] >= 0 { note(name, at: index, in: &owners) }
    }
    for index in bereft { adopt(index, owners) }
  }

  /// Gives edited versions and movies whose picture is missing the picture's sidecar, and movies to
  /// edited versions of their name.
  private mutating func share(_ indices: [Int], _ isSidecar: [Bool]) {
    let table = table(of: indices, isSidecar, withClaimed: true)
    var owners: [UInt64: Int32] = [:]
    var movies: [Int] = []
    for index in indices where !isSidecar[index] && !isRelated(index) {
      let name = TakeoutName(names[index])
      if Self.has(name.suffix, Self.movieSuffixes) {
        movies.append(index)
      } else if let sidecar = shared(name, isMovie: false, table) {
        sidecars[index] = sidecar
        note(name, at: index, in: &owners)
      }
    }
    for index in movies {
      adopt(index, owners)
      if isRelated(index) { continue }
      sidecars[index] = shared(TakeoutName(names[index]), isMovie: true, table) ?? -1
    }
  }

  /// Returns the sidecars by the names of their files; of equal names the unclaimed come first.
  private func table(
    of indices: [Int], _ isSidecar: [Bool], withClaimed: Bool
  ) -> TakeoutSidecarTable {
    var table = TakeoutSidecarTable()
    for index in indices where isSidecar[index] && !isClaimed[index] {
      table.add(names[index], at: Int32(truncatingIfNeeded: index))
    }
    guard withClaimed else { return table }
    for index in indices where isSidecar[index] && isClaimed[index] {
      table.add(names[index], at: Int32(truncatingIfNeeded: index))
    }
    return table
  }

  /// Adds a file that has a sidecar, so that it can be found by its stem and by its whole name.
  private func note(_ name: TakeoutName, at index: Int, in owners: inout [UInt64: Int32]) {
    let place = Int32(truncatingIfNeeded: index)
    let stem = TakeoutSidecarTable.hash(name.plainStem, Self.seed)
    let whole = TakeoutSidecarTable.hash(name.suffix, stem)
    for hash in [stem, whole] {
      let key = TakeoutSidecarTable.key(hash, name.number)
      if owners[key] == nil { owners[key] = place }
    }
  }

  /// Sets the picture or original that a file without a sidecar of its own belongs to.
  private mutating func adopt(_ index: Int, _ owners: [UInt64: Int32]) {
    let name = TakeoutName(names[index])
    if Self.has(name.suffix, Self.movieSuffixes),
      let picture = owner(name.plainStem, nil, name.number, owners),
      Self.has(TakeoutName(names[Int(picture)]).suffix, Self.pictureSuffixes)
    {
      pictures[index] = picture
    } else if let picture = motionPicture(name, owners) {
      pictures[index] = picture
    } else if let original = original(name, owners) {
      originals[index] = original
    }
  }

  /// Returns the index of the picture `PXL_1.MP.jpg` for a motion photo's movie `PXL_1.MP`, or nil.
  private func motionPicture(_ name: TakeoutName, _ owners: [UInt64: Int32]) -> Int32? {
    let suffix = NameBytes(name.suffix)
    guard suffix.has(".mp", at: 0), suffix.count == 3 || suffix[3] == UInt8(ascii: "~") else {
      return nil
    }
    return owner(name.bytes, ".jpg", nil, owners)
  }

  private func original(_ name: TakeoutName, _ owners: [UInt64: Int32]) -> Int32? {
    if let stem = name.stemBeforeWords {
      if let same = owner(stem, name.suffix, name.number, owners) { return same }
      return owner(stem, nil, name.number, owners)
    }
    // If the name was so long that `-edited` was cut off, the next number distinguishes the two.
    guard let number = name.number, number > 0,
      name.plainEnd + name.suffix.count >= Self.unitLimit - 1
    else { return nil }
    return owner(name.plainStem, name.suffix, number == 1 ? nil : number - 1, owners)
  }

  /// Returns the index of a missing file's sidecar, whose version or movie this file is; or nil.
  private func shared(
    _ name: TakeoutName, isMovie: Bool, _ table: TakeoutSidecarTable
  ) -> Int32? {
    guard let stem = isMovie ? name.plainStem : name.stemBeforeWords else { return nil }
    let mark = UnsafeRawBufferPointer(rebasing: name.bytes[name.plainEnd..<name.stemEnd])
    func find(_ suffix: UnsafeRawBufferPointer) -> Int32? {
      if let found = table.find([stem, suffix], name.number) { return found }
      return name.number == nil ? nil : table.find([stem, mark, suffix], nil)
    }
    if !isMovie, let same = find(name.suffix) { return same }
    for suffix in Self.sharingSuffixes {
      let suffix = UnsafeRawBufferPointer(
        start: suffix.utf8Start, count: suffix.utf8CodeUnitCount)
      if let found = find(suffix) { return found }
    }
    return nil
  }

  private func owner(
    _ stem: UnsafeRawBufferPointer, _ suffix: StaticString, _ number: UInt32?,
    _ owners: [UInt64: Int32]
  ) -> Int32? {
    let suffix = UnsafeRawBufferPointer(start: suffix.utf8Start, count: suffix.utf8CodeUnitCount)
    return owner(stem, suffix, number, owners)
  }

  /// Returns the index of a file with a sidecar by stem, number and, unless nil, suffix; or nil.
  private func owner(
    _ stem: UnsafeRawBufferPointer, _ suffix: UnsafeRawBufferPointer?, _ number: UInt32?,
    _ owners: [UInt64: Int32]
  ) -> Int32? {
    let hash = TakeoutSidecarTable.hash(stem, Self.seed)
    let whole = suffix.map { TakeoutSidecarTable.hash($0, hash) } ?? hash
    guard let place = owners[TakeoutSidecarTable.key(whole, number)] else { return nil }
    let found = TakeoutName(names[Int(place)])
    guard found.number == number else { return nil }
    if let suffix {
      let isSame = [found.plainStem, found.suffix].joined()
        .elementsEqual([stem, suffix].joined())
      return isSame ? place : nil
    }
    return found.plainStem.elementsEqual(stem) ? place : nil
  }

  private static func has(_ suffix: UnsafeRawBufferPointer, _ known: [StaticString]) -> Bool {
    let bytes = NameBytes(suffix)
    return known.contains { bytes.count == $0.utf8CodeUnitCount && bytes.has($0, at: 0) }
  }
}
