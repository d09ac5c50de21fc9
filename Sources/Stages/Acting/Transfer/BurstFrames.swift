internal import Media
internal import Platform

/// The frames of the burst that a file represents, in order, with the file itself.
struct BurstFrames {
  struct Frame {
    let name: [UInt8]
    /// The end of the stem that a new name gets, such as `_BURST002` or `_BURST001_COVER`, so that
    /// the frames are a burst under their new names, too.
    let mark: [UInt8]
  }

  /// The frames; empty if the file is alone.
  let frames: [Frame]
  /// The part of the file's name that all frames share, to which a number is added where a frame's
  /// name is taken: then the frames are a burst of their own in the target, too.
  let sharedStem: [UInt8]

  /// Finds the frames of a file by the names in its folder and, where these don't say BURST, by the
  /// dates of the files.
  init(of name: [UInt8], in folder: DirectoryHandle, among names: FolderNames) {
    var found = names.frames(of: name)
    let burst = name.withUnsafeBytes { BurstName.parse($0) }
    sharedStem = burst.map { Array(name[$0.identifier]) } ?? []
    if burst?.saysBurst == false { found = Self.confirmed(found, from: name, in: folder) }
    guard found.count > 1, found.contains(where: { $0.name == name }) else {
      frames = []
      return
    }
    frames = found.map { frame in
      let number = String(frame.number)
      let digits = String(repeating: "0", count: max(0, 3 - number.count)) + number
      return Frame(
        name: frame.name, mark: Array("_BURST\(digits)\(frame.name == name ? "_COVER" : "")".utf8))
    }
  }

  /// Returns the file and those behind it, as long as each one's date is near that of the last.
  private static func confirmed(
    _ files: [(name: [UInt8], number: Int)], from name: [UInt8], in folder: DirectoryHandle
  ) -> [(name: [UInt8], number: Int)] {
    guard let start = files.firstIndex(where: { $0.name == name }),
      var last = evidence(of: name, in: folder)
    else { return [] }
    var confirmed = [files[start]]
    for next in files[(start + 1)...] {
      guard let found = evidence(of: next.name, in: folder), found.isNear(last) else { break }
      confirmed.append(next)
      last = found
    }
    return confirmed
  }

  private static func evidence(of name: [UInt8], in folder: DirectoryHandle) -> BurstEvidence? {
    let file = OwnedBytes(name).withCString {
      try? OpenFile(directory: folder.descriptor, name: $0)
    }
    guard let file else { return nil }
    var reader = HeaderReader()
    guard let header = try? reader.read(descriptor: file.descriptor, size: file.status.size) else {
      return nil
    }
    return name.withUnsafeBytes { BurstEvidence(header, file.status, named: $0) }
  }
}
