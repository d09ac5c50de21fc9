internal import PhotosSamples

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A library in the folder for temporary files, whose database an input changes or replaces.
final class PhotosScratchLibrary {
  let path: String
  private let database: Int32
  private let logPath: String
  private let sound: [UInt8]
  /// The parts of the database that are not sound any more.
  private var changed: [Range<Int>] = []

  init() {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(folder)/shotflow-fuzz-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil, let real = realpath(name, nil) else {
      preconditionFailure("can't make a folder")
    }
    path = String(cString: real) + "/Fed.photoslibrary"
    free(real)
    logPath = "\(path)/database/Photos.sqlite-wal"
    do {
      try Self.sample.write(to: path)
    } catch {
      preconditionFailure("can't make a library: \(error)")
    }
    database = open("\(path)/database/Photos.sqlite", O_RDWR | O_CLOEXEC)
    var bytes = [UInt8](repeating: 0, count: Int(lseek(database, 0, SEEK_END)))
    precondition(pread(database, &bytes, bytes.count, 0) == bytes.count, "can't read a library")
    sound = bytes
  }

  /// Enough rows for a table of several pages, and few, as all are read for each input.
  private static var sample: PhotosSampleLibrary {
    let assets = GeneratedPhotos(count: 12, seed: 3)
    return PhotosSampleLibrary(
      .macOS15, assets,
      albums: [
        PhotosSampleAlbum("One", uuid: "M", assets: assets.prefix(5).map(\.uuid)),
        PhotosSampleAlbum("Folder", uuid: "F", kind: 4000),
        PhotosSampleAlbum("Two", uuid: "N", parent: 1, assets: assets.suffix(5).map(\.uuid)),
      ])
  }

  /// Makes the library what an input tells.
  ///
  /// What begins as a database does is one. All else changes the sound one, by way of its log if the
  /// first byte is odd; see ``DatabasePatches`` for the others.
  func hold(_ input: UnsafeRawBufferPointer) {
    unlink(logPath)
    if input.starts(with: Array("SQLite format 3\0".utf8)) {
      changed = [0..<sound.count]
      put(input, at: 0)
      precondition(ftruncate(database, off_t(input.count)) == 0, "can't cut a file")
      return
    }
    restore()
    let isLogged = input.first.map { !$0.isMultiple(of: 2) } ?? false
    let patches = DatabasePatches(UnsafeRawBufferPointer(rebasing: input.dropFirst()), sound.count)
    if isLogged {
      write(log(of: patches))
    } else {
      for (place, bytes) in patches {
        changed.append(place..<place + bytes.count)
        put(bytes, at: place)
      }
    }
  }

  /// A log of the pages that are not sound any more.
  private func log(of patches: DatabasePatches) -> WriteAheadLog {
    let size = DatabasePatches.pageSize
    var pages: [Int: [UInt8]] = [:]
    for (place, bytes) in patches {
      let start = place / size * size
      pages[start / size + 1, default: Array(sound[start..<start + size])]
        .replaceSubrange(place - start..<place - start + bytes.count, with: bytes)
    }
    return WriteAheadLog(
      pages.sorted { $0.key < $1.key }.map { ($0.key, $0.value[...]) }, pageSize: size,
      count: sound.count / size)
  }

  private func write(_ made: WriteAheadLog) {
    let file = open(logPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    precondition(
      made.bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) } == made.bytes.count,
      "the disk is full")
    close(file)
  }

  private func restore() {
    precondition(ftruncate(database, off_t(sound.count)) == 0, "can't cut a file")
    sound.withUnsafeBytes { sound in
      for range in changed {
        put(UnsafeRawBufferPointer(rebasing: sound[range]), at: range.lowerBound)
      }
    }
    changed = []
  }

  private func put(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    precondition(
      pwrite(database, bytes.baseAddress, bytes.count, off_t(place)) == bytes.count,
      "the disk is full")
  }
}
