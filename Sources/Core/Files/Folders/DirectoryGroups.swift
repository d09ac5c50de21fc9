internal import Media

/// Files that belong together by their names: halves of a live photo, and frames of a burst.
struct DirectoryGroups {
  private var pairs: [(image: Int, video: Int)] = []
  /// The pictures and movies that may be halves of a live photo, and have none of the same name.
  private var lonely: [Int] = []
  private var frames: [Int] = []
  private var extras: [Int] = []

  init(_ files: [DirectoryListing.Entry], in names: UnsafeRawBufferPointer) {
    findPairs(files, names)
    findBursts(files, names)
  }

  func mark(_ files: inout [DirectoryListing.Entry]) {
    for pair in pairs {
      files[pair.image].companion = Int32(truncatingIfNeeded: pair.video)
      files[pair.video].companion = Int32(truncatingIfNeeded: pair.image)
    }
    for half in lonely { files[half].mayPairByContent = true }
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
    var pictures: [Int] = []
    for (index, file) in files.enumerated() {
      let name = DirectoryListing.slice(file, names)
      guard LivePhotoName.isPicture(name) else { continue }
      let stem = FilenameStem.hash(of: name)
      guard let video = videos[stem],
        FilenameStem.matches(name, DirectoryListing.slice(files[video], names))
      else {
        pictures.append(index)
        continue
      }
      videos[stem] = nil
      pairs.append((index, video))
    }
    let movies = videos.values.filter {
      LivePhotoName.mayHaveIdentifier(DirectoryListing.slice(files[$0], names))
    }
    if !pictures.isEmpty, !movies.isEmpty { lonely = pictures + movies }
  }

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

  /// Returns true if the name may be that of a QuickTime movie, which alone has the identifier by
  /// which a picture of another name is found.
  static func mayHaveIdentifier(_ name: UnsafeRawBufferPointer) -> Bool {
    name.hasExtension(in: ["mov"])
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
