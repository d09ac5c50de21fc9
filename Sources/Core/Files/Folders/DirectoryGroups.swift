internal import Media

/// Files that belong together by their names: halves of a live photo, and frames of a burst.
struct DirectoryGroups {
  private var pairs: [(image: Int, video: Int)] = []
  /// The pairs whose names are only alike.
  private var likely: [(image: Int, video: Int)] = []
  private var frames: [Int] = []
  private var extras: [Int] = []

  init(_ files: [DirectoryListing.Entry], in names: UnsafeRawBufferPointer) {
    findPairs(files, names)
    findBursts(files, names)
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
    for frame in frames { files[frame].isBurstFrame = true }
    for extra in extras { files[extra].isBurstExtra = true }
  }

  /// Finds pairs such as `IMG_0001.HEIC` and `IMG_0001.MOV`, to be confirmed by their headers.
  private mutating func findPairs(
    _ files: [DirectoryListing.Entry], _ names: UnsafeRawBufferPointer
  ) {
    var videos: [UInt64: Int] = [:]
    for (index, file) in files.enumerated() {
      let name = DirectoryListing.slice(file, names)
      if LivePhotoName.isMovie(name) { videos[FilenameStem.hash(of: name)] = index }
    }
    guard !videos.isEmpty else { return }
    defer { findLikelyPairs(videos.values.sorted(), files, names) }
    for (index, file) in files.enumerated() {
      let name = DirectoryListing.slice(file, names)
      guard LivePhotoName.isPicture(name) else { continue }
      let stem = FilenameStem.hash(of: name)
      guard let video = videos[stem],
        FilenameStem.matches(name, DirectoryListing.slice(files[video], names))
      else { continue }
      videos[stem] = nil
      pairs.append((index, video))
    }
  }

  /// Finds pairs such as `IMG_0001.HEIC` and `IMG_0001 (1).MOV`: one name begins with the other. As
  /// the files are sorted, such names are near each other.
  private mutating func findLikelyPairs(
    _ videos: [Int], _ files: [DirectoryListing.Entry], _ names: UnsafeRawBufferPointer
  ) {
    var taken = Set(pairs.map(\.image))
    for video in videos {
      let name = DirectoryListing.slice(files[video], names)
      guard LivePhotoName.mayHaveIdentifier(name) else { continue }
      for distance in 1...Self.reach {
        let found = [video - distance, video + distance].first { index in
          guard files.indices.contains(index), !taken.contains(index) else { return false }
          let other = DirectoryListing.slice(files[index], names)
          return LivePhotoName.isPicture(other) && LivePhotoName.areAlike(name, other)
        }
        guard let found else { continue }
        taken.insert(found)
        likely.append((found, video))
        break
      }
    }
  }

  /// The number of files on each side among which a half of a like name is looked for.
  private static let reach = 4

  /// Finds the frames of bursts; the camera's cover represents the burst, else the first frame.
  private mutating func findBursts(
    _ files: [DirectoryListing.Entry], _ names: UnsafeRawBufferPointer
  ) {
    var representatives: [[UInt8]: (index: Int, isMarked: Bool)] = [:]
    for (index, file) in files.enumerated() {
      let name = DirectoryListing.slice(file, names)
      guard let burst = BurstName.parse(name) else { continue }
      frames.append(index)
      let identifier = Array(name[burst.identifier])
      guard let known = representatives[identifier] else {
        representatives[identifier] = (index, burst.representsBurst)
        continue
      }
      if burst.representsBurst, !known.isMarked {
        extras.append(known.index)
        representatives[identifier] = (index, true)
      } else {
        extras.append(index)
      }
    }
  }
}

/// The names of the two files of a live photo, which differ in their extensions.
package enum LivePhotoName {
  /// The extensions of pictures, in the order in which they are looked for.
  static let pictures: [StaticString] = ["heic", "heif", "jpg", "jpeg"]
  static let movies: [StaticString] = ["mov", "mp4"]

  /// Returns true if the name or path may be that of the picture.
  package static func isPicture(_ name: UnsafeRawBufferPointer) -> Bool {
    name.hasExtension(in: pictures)
  }

  /// Returns true if the name may be that of a QuickTime movie, the only one with an identifier.
  static func mayHaveIdentifier(_ name: UnsafeRawBufferPointer) -> Bool {
    name.hasExtension(in: ["mov"])
  }

  /// Returns true if one of the names, without its extension, begins with the other.
  static func areAlike(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    let (one, other) = (stem(of: one), stem(of: other))
    let (short, long) = one.count < other.count ? (one, other) : (other, one)
    return short.count >= 4 && long.starts(with: short)
  }

  private static func stem(of name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: name[..<FilenameStem.length(of: name)])
  }

  /// Returns true if the name or path may be that of the movie.
  package static func isMovie(_ name: UnsafeRawBufferPointer) -> Bool {
    name.hasExtension(in: movies)
  }
}

extension UnsafeRawBufferPointer {
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
