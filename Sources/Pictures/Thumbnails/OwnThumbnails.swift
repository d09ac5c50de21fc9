internal import Decoding
internal import Platform

/// The thumbnails that only shotflow knows how to find: 256 folders of files, below a limit.
///
/// A file's name is its key, spelled out, so that no two pictures meet under one name.
final class OwnThumbnails: Sendable {
  private let folder: LazyFolder
  private let limit: Int64
  private let readers: HeaderReaderPool

  /// Raised when the same request would make other pixels, so that older pictures are not found.
  private static let generation = 2
  /// How old a use may be before it is noted anew, in seconds: noting each would cost a write.
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
    // A file that was written to just as it was read is read again.
    guard let file = try? folder.open(name),
      FileStatus.isSettled(key.file.changed, at: file.status.modified),
      let size = WholePicture.size(of: file, as: format, readers)
    else { return nil }
    // File systems that note reading by themselves need no help.
    if let use = FileUse(descriptor: file.descriptor), use.idleSeconds > Self.useGrain {
      use.noteUse(of: file.descriptor)
    }
    return CachedThumbnail(
      path: Array((folder.path + "/" + name).utf8), size: size, byteCount: file.status.size,
      format: format)
  }

  /// - Parameter onSweep: is called when surplus is removed.
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

  /// What the folder holds.
  func count() -> (files: Int, byteCount: Int64) {
    guard let folder = folder.existing() else { return (0, 0) }
    var (files, blocks) = (0, 0)
    ThumbnailSweep(folder).forEachFile { _, _, use in
      files += 1
      blocks += use.blocks
    }
    return (files, Int64(blocks) * FileUse.blockSize)
  }

  func clear() {
    guard let folder = folder.existing() else { return }
    ThumbnailSweep(folder).clear()
    ThumbnailUsage.remove(from: folder)
  }

  /// Answers false when the limit was passed, or nobody counted yet, and surplus was removed.
  private func keepLimit(adding byteCount: Int64, in folder: PrivateFolder) -> Bool {
    let blocks = FileUse.blocks(ofBytes: byteCount)
    let all = ThumbnailUsage.add(blocks, in: folder)
    let allowed = max(1, Int(clamping: limit / FileUse.blockSize))
    if let all, all <= allowed { return true }
    // Room for the next ones is made at once, so that the folder is seldom gone through.
    let kept = ThumbnailSweep(folder).run(limit: allowed, keeping: allowed - allowed / 8)
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
    // Quality is nothing to a format that loses nothing.
    // What was asked for as a PNG may be opaque, and is another picture then.
    if format != key.output { name += "-alpha" }
    if format != .png { name += "-q\(key.quality)" }
    if key.isFast { name += "-fast" }
    name += "-\(generation)"
    return name + (format == .jpeg ? ".jpg" : format == .png ? ".png" : ".webp")
  }
}

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
