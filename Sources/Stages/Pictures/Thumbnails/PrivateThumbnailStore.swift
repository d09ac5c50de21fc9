internal import Decoding
internal import Platform

/// The thumbnails in shotflow's own format: 256 folders of files, limited in size. A file's name
/// spells out its whole key, so that two pictures never share a name.
final class PrivateThumbnailStore: Sendable {
  private let folder: LazyFolder
  private let limit: Int64
  private let readers: HeaderReaderPool

  /// The version of the pixels; raised when the same request makes others, to hide older pictures.
  private static let generation = 2
  /// The minimum age of a recorded use before it is updated, in seconds: each update costs a write.
  private static let useGrain: Int64 = 86_400

  init(below base: String, named name: String, limit: Int64, _ readers: HeaderReaderPool) {
    folder = LazyFolder([name, "thumbnails"], below: base)
    self.limit = limit
    self.readers = readers
  }

  var path: String { folder.path }

  func lookup(_ key: ThumbnailKey) -> CachedThumbnail? {
    lookup(key, as: key.output) ?? (key.keepsAlpha ? lookup(key, as: .png) : nil)
  }

  private func lookup(_ key: ThumbnailKey, as format: PictureFormat) -> CachedThumbnail? {
    guard let folder = folder.existing() else { return nil }
    let name = Self.shard(key) + "/" + Self.name(key, as: format)
    // A thumbnail written at the moment when its original changed is not used.
    guard let file = try? folder.open(name),
      FileStatus.isSettled(key.file.changed, at: file.status.modified),
      let size = PictureCompleteness.size(of: file, as: format, readers)
    else { return nil }
    // File systems that record reading by themselves are left alone.
    if let use = FileUsage(descriptor: file.descriptor), use.idleSeconds > Self.useGrain {
      use.noteUse(of: file.descriptor)
    }
    return CachedThumbnail(
      path: Array((folder.path + "/" + name).utf8), size: size, byteCount: file.status.size,
      format: format)
  }

  /// Begins a picture; `onSweep` is called when surplus files are removed.
  func begin(
    _ key: ThumbnailKey, onSweep: @escaping () -> Void
  ) throws(FileProblem) -> PendingThumbnail {
    try folder.make { (root) throws(FileProblem) in
      let shard = try root.folder(Self.shard(key), makes: true)
      let target = PendingThumbnail.Target(
        name: Self.name(key, as: key.output), format: key.output,
        transparentName: key.keepsAlpha ? Self.name(key, as: .png) : nil, original: nil,
        readers: readers,
        onCommit: { [self] count in
          if !keepLimit(adding: count, in: root) { onSweep() }
        })
      return try PendingThumbnail(target, in: shard)
    }
  }

  func count() -> (files: Int, byteCount: Int64) {
    guard let folder = folder.existing() else { return (0, 0) }
    var (files, blocks) = (0, 0)
    ThumbnailSweep(folder: folder).forEachFile { _, _, use in
      files += 1
      blocks += use.blocks
    }
    return (files, Int64(blocks) * FileUsage.blockSize)
  }

  func clear() {
    guard let folder = folder.existing() else { return }
    ThumbnailSweep(folder: folder).clear()
    ThumbnailUsage.remove(from: folder)
  }

  /// Adds a new file to the usage; if that is unknown or over the limit, removes surplus files, if
  /// any, and returns false.
  private func keepLimit(adding byteCount: Int64, in folder: PrivateFolder) -> Bool {
    let blocks = FileUsage.blocks(ofBytes: byteCount)
    let all = ThumbnailUsage.add(blocks, in: folder)
    let allowed = max(1, Int(clamping: limit / FileUsage.blockSize))
    if let all, all <= allowed { return true }
    // More files than necessary are removed, so that the folder is seldom swept.
    let kept = ThumbnailSweep(folder: folder).run(limit: allowed, keeping: allowed - allowed / 8)
    ThumbnailUsage.set(kept, in: folder)
    return false
  }

  private static func shard(_ key: ThumbnailKey) -> String {
    let number = String(key.file.inode & 0xFF, radix: 16)
    return number.utf8.count == 2 ? number : "0" + number
  }

  private static func name(_ key: ThumbnailKey, as format: PictureFormat) -> String {
    let file = key.file
    var name = ""
    for number in [
      file.device, file.inode, UInt64(bitPattern: file.size), UInt64(bitPattern: file.modified),
      UInt64(bitPattern: file.changed),
    ] {
      name += String(number, radix: 36)
      name += "-"
    }
    if let size = key.targetSize {
      name += "\(size.width)x\(size.height)"
      name += key.contentMode == .aspectFill ? "fill" : "fit"
      if key.allowsEnlarging { name += "-larger" }
    } else {
      name += "maximum"
    }
    // Lossless formats have no quality.
    // A PNG that keeps transparency differs from a requested PNG, which may be opaque.
    if format != key.output { name += "-alpha" }
    if format != .png { name += "-q\(key.quality)" }
    if key.isFast { name += "-fast" }
    name += "-\(generation)"
    return name + (format == .jpeg ? ".jpg" : format == .png ? ".png" : ".webp")
  }
}

/// The approximate space of a folder of thumbnails: a file with one byte for each block of 4 KiB.
/// Several processes append to it without a lock. A sweep may overwrite what is added at the same
/// moment; the next one counts again.
enum ThumbnailUsage {
  private static let name = ".usage"

  /// Adds blocks and returns their total number; nil if the usage is unknown.
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
