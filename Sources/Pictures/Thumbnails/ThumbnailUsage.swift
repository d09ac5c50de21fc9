internal import Platform

/// About how much a folder of thumbnails occupies: a file that is one byte long for each block.
///
/// Several processes add to it at once without a lock: appending is one step. What a sweep sets
/// may lose what is added at the same moment; the next sweep counts anew.
enum ThumbnailUsage {
  private static let name = ".usage"

  /// Adds blocks and answers how many there are; nil when nobody counted before.
  static func add(_ blocks: Int, in folder: PrivateFolder) -> Int? {
    let flags = O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let file = openat(folder.descriptor, name, flags)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let marks = [UInt8](repeating: 0, count: min(blocks, 1 << 20))
    _ = write(file, marks, marks.count)
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(facts.st_size)
  }

  static func set(_ blocks: Int, in folder: PrivateFolder) {
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let file = openat(folder.descriptor, name, flags, 0o600)
    guard file >= 0 else { return }
    ftruncate(file, off_t(blocks))
    close(file)
  }

  static func remove(from folder: PrivateFolder) {
    folder.remove(name)
  }
}
