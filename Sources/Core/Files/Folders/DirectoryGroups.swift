internal import Media
internal import Platform

/// Files that belong together by their names: halves of a live photo, frames of a burst, and the
/// small movies and pictures that a camera made of a movie.
struct DirectoryGroups {
  private var pairs: [(image: Int, video: Int)] = []
  /// The pairs in which one name only begins with the other, as `IMG_0001` and `IMG_0001 (1)`.
  private var likely: [(image: Int, video: Int)] = []
  private var frames: [[Int]] = []
  private var extras: [Int] = []
  /// The frames of which the names are no evidence of a burst.
  private var numbered: [Int] = []
  private var proxies: [Int] = []

  init(_ files: [DirectoryListing.Entry], in names: UnsafeRawBufferPointer) {
    findPairs(files, names)
    findBursts(files, names)
    findProxies(files, names)
  }

  func mark(_ files: inout [DirectoryListing.Entry]) {
    for pair in likely {
      files[pair.image].pairsByIdentifier = true
      files[pair.video].pairsByIdentifier = true
    }
    for pair in pairs + likely {
      files[pair.image].companion = Int32(truncatingIfNeeded: pair.video)
      files[pair.video].companion = Int32(truncatingIfNeeded: pair.image)
    }
    for burst in frames {
      for (frame, next) in zip(burst, burst.dropFirst() + burst.prefix(1)) {
        files[frame].isBurstFrame = true
        if burst.count > 1 { files[frame].nextFrame = Int32(truncatingIfNeeded: next) }
      }
    }
    for extra in extras { files[extra].isBurstExtra = true }
    for frame in numbered { files[frame].needsBurstEvidence = true }
    for proxy in proxies { files[proxy].kind = .other }
  }

  /// Finds pairs such as `IMG_0001.HEIC` and `IMG_0001.MOV`, to be confirmed by their headers.
  private mutating func findPairs(
    _ files: [DirectoryListing.Entry], _ names: UnsafeRawBufferPointer
  ) {
    var videos: [Int: Int] = [:]
    // The movies whose stems are equivalent to that of another one, by their bytes.
    var repeated: [[UInt8]: Int] = [:]
    for (index, file) in files.enumerated() {
      let name = DirectoryListing.slice(file, names)
      guard LivePhotoName.isMovie(name) else { continue }
      let known = videos.updateValue(index, forKey: FilenameStem.hash(of: name))
      guard let known else { continue }
      let other = DirectoryListing.slice(files[known], names)
      repeated[Array(FilenameStem.stem(of: other))] = known
      repeated[Array(FilenameStem.stem(of: name))] = index
    }
    guard !videos.isEmpty else { return }
    defer { findLikelyPairs(videos.values, files, names) }
    // Pictures whose stem is only equivalent to that of a movie get it if no other has the same.
    var postponed: [(image: Int, hash: Int)] = []
    for (index, file) in files.enumerated() {
      let name = DirectoryListing.slice(file, names)
      guard LivePhotoName.isPicture(name) else { continue }
      let hash = FilenameStem.hash(of: name)
      let stem = FilenameStem.stem(of: name)
      let same = repeated.isEmpty ? nil : repeated.removeValue(forKey: Array(stem))
      guard let video = same ?? videos[hash] else { continue }
      let other = FilenameStem.stem(of: DirectoryListing.slice(files[video], names))
      if stem.elementsEqual(other) {
        if videos[hash] == video { videos[hash] = nil }
        pairs.append((index, video))
      } else if EquivalentName.areEqual(stem, other) {
        postponed.append((index, hash))
      }
    }
    for (image, hash) in postponed {
      if let video = videos.removeValue(forKey: hash) { pairs.append((image, video)) }
    }
  }

  /// Finds pairs such as `IMG_0001.HEIC` and `IMG_0001 (1).MOV`: one name begins with the other. As
  /// the files are sorted, such names are near each other.
  private mutating func findLikelyPairs(
    _ videos: some Sequence<Int>, _ files: [DirectoryListing.Entry],
    _ names: UnsafeRawBufferPointer
  ) {
    var found: [(image: Int, video: Int)] = []
    for video in videos {
      let name = DirectoryListing.slice(files[video], names)
      guard LivePhotoName.mayHaveIdentifier(name) else { continue }
      let near = max(0, video - Self.reach)...min(files.count - 1, video + Self.reach)
      let image = near.first { index in
        let other = DirectoryListing.slice(files[index], names)
        return LivePhotoName.areAlike(name, other) && LivePhotoName.isPicture(other)
      }
      if let image { found.append((image, video)) }
    }
    guard !found.isEmpty else { return }
    var taken = Set(pairs.map(\.image))
    for pair in found.sorted(by: { $0.video < $1.video }) {
      if taken.insert(pair.image).inserted { likely.append(pair) }
    }
  }

  /// The number of files on each side of a movie among which a picture of a like name is sought.
  private static let reach = 4

  /// Finds the frames of bursts; the camera's cover represents the burst, else the first frame.
  private mutating func findBursts(
    _ files: [DirectoryListing.Entry], _ names: UnsafeRawBufferPointer
  ) {
    var bursts: [EquivalentName: Int] = [:]
    var members: [[Int]] = []
    // The files are sorted, so that those with a number behind one date come one after the other.
    var run: [Int] = []
    var date: UnsafeRawBufferPointer?
    for (index, file) in files.enumerated() where file.kind != .other {
      let name = DirectoryListing.slice(file, names)
      guard let burst = BurstName.parse(name) else { continue }
      let identifier = UnsafeRawBufferPointer(rebasing: name[burst.identifier])
      guard burst.saysBurst else {
        if LivePhotoName.isMovie(name) { continue }
        if let date, date.elementsEqual(identifier) {
          run.append(index)
        } else {
          addNumbered(run, files, names)
          (run, date) = ([index], identifier)
        }
        continue
      }
      let key = EquivalentName(identifier)
      if let known = bursts[key] {
        members[known].append(index)
      } else {
        bursts[key] = members.count
        members.append([index])
      }
    }
    addNumbered(run, files, names)
    for burst in members {
      guard burst.count > 1 else {
        frames.append(burst)
        continue
      }
      for found in BurstName.frames(of: burst, named: { DirectoryListing.slice(files[$0], names) })
      {
        let cover = found.first { index in
          BurstName.parse(DirectoryListing.slice(files[index], names))?.representsBurst ?? false
        }
        frames.append(found)
        extras += found.filter { $0 != cover ?? found[0] }
      }
    }
  }

  /// Adds those files of one date that are not the only one of their format.
  private mutating func addNumbered(
    _ run: [Int], _ files: [DirectoryListing.Entry], _ names: UnsafeRawBufferPointer
  ) {
    guard run.count > 1 else { return }
    numbered += run.filter { index in
      let name = DirectoryListing.slice(files[index], names)
      return run.contains { other in
        other != index
          && BurstName.haveOneFormat(name, DirectoryListing.slice(files[other], names))
      }
    }
  }

  /// Finds files such as `GX010001.THM` and `GL010001.LRV` beside `GX010001.MP4`.
  private mutating func findProxies(
    _ files: [DirectoryListing.Entry], _ names: UnsafeRawBufferPointer
  ) {
    let found = files.indices.filter {
      CompanionKind.isProxy(DirectoryListing.slice(files[$0], names))
    }
    guard !found.isEmpty else { return }
    var owners: Set<EquivalentName> = []
    for file in files where file.kind != .other {
      let name = DirectoryListing.slice(file, names)
      guard file.kind == .media || name.hasExtension(in: CompanionKind.movies) else { continue }
      owners.insert(EquivalentName(FilenameStem.stem(of: name)))
    }
    proxies = found.filter { index in
      let stem = FilenameStem.stem(of: DirectoryListing.slice(files[index], names))
      return CompanionKind.movieStems(ofProxy: stem).contains {
        owners.contains(EquivalentName($0))
      }
    }
  }
}

/// The names of the two files of a live photo, which differ in their extensions.
package enum LivePhotoName {
  /// The extensions of pictures, in the order in which they are looked for.
  static let pictures: [StaticString] = ["heic", "heif", "jpg", "jpeg"]
  static let movies: [StaticString] = ["mov", "mp4"]

  /// Returns true if a name or path has the extension of a live photo's picture.
  package static func isPicture(_ name: UnsafeRawBufferPointer) -> Bool {
    name.hasExtension(in: pictures)
  }

  /// Returns true for QuickTime's extension: only such movies have a live photo's identifier.
  static func mayHaveIdentifier(_ name: UnsafeRawBufferPointer) -> Bool {
    name.hasExtension(in: ["mov"])
  }

  /// Returns true if one name begins with the other, without extensions, and each has 4 bytes.
  static func areAlike(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    guard one.starts(as: other, to: shortestStem) else { return false }
    let length = min(FilenameStem.length(of: one), FilenameStem.length(of: other))
    return length >= shortestStem && one.starts(as: other, to: length)
  }

  /// The length from which on names that begin alike are taken for names of one photo, in bytes.
  private static let shortestStem = 4

  /// Returns true if a name or path has the extension of a live photo's movie.
  package static func isMovie(_ name: UnsafeRawBufferPointer) -> Bool {
    name.hasExtension(in: movies)
  }
}

extension UnsafeRawBufferPointer {
  /// Returns true if the first `length` bytes are those of the other name.
  fileprivate func starts(as other: UnsafeRawBufferPointer, to length: Int) -> Bool {
    guard count >= length, other.count >= length, let start = baseAddress,
      let otherStart = other.baseAddress
    else { return false }
    return memcmp(start, otherStart, length) == 0
  }

  /// Returns true if the name ends with one of the extensions, given in lower case.
  func hasExtension(in extensions: [StaticString]) -> Bool {
    extensions.contains { wanted in
      let count = wanted.utf8CodeUnitCount
      guard self.count > count, self[self.count - count - 1] == UInt8(ascii: ".") else {
        return false
      }
      return (0..<count).allSatisfy {
        self[self.count - count + $0] | 0x20 == wanted.utf8Start[$0] | 0x20
      }
    }
  }
}
