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

  /// Finds the frames of a file by the names in its folder and, where these don't say BURST, by the
  /// dates of the files.
  init(of name: [UInt8], in folder: DirectoryHandle, among names: FolderNames) {
    var found = names.frames(of: name)
    if name.withUnsafeBytes({ BurstName.parse($0)?.saysBurst }) == false {
      found = Self.confirmed(found, from: name, in: folder)
    }
    guard found.count > 1, found.contains(name) else {
      frames = []
      return
    }
    frames = found.enumerated().map { place, frame in
      let number = String(place + 1)
      let digits = String(repeating: "0", count: max(0, 3 - number.count)) + number
      return Frame(
        name: frame, mark: Array("_BURST\(digits)\(frame == name ? "_COVER" : "")".utf8))
    }
  }

  /// Returns the file and those behind it, as long as each one's date is near that of the last.
  private static func confirmed(
    _ names: [[UInt8]], from name: [UInt8], in folder: DirectoryHandle
  ) -> [[UInt8]] {
    guard let start = names.firstIndex(of: name), var last = evidence(of: name, in: folder) else {
      return []
    }
    var confirmed = [name]
    for next in names[(start + 1)...] {
      guard let found = evidence(of: next, in: folder),
        name.withUnsafeBytes({ found.isNear(last, named: $0) })
      else { break }
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
    return BurstEvidence(header, file.status)
  }
}
