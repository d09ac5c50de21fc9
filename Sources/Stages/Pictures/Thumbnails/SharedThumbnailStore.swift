internal import Decoding
internal import Media
internal import Platform
internal import Synchronization

/// The thumbnails that programs share by the freedesktop Thumbnail Managing Standard, and its
/// folder of failures, of which only shotflow's own are removed. Files of others are untrusted.
final class SharedThumbnailStore: Sendable {
  private let root: LazyFolder
  private let failures: LazyFolder
  private let sizes = Lock<[PrivateFolder?]>(
    Array(repeating: nil, count: StandardThumbnail.allCases.count))
  private let program: String
  private let readers: HeaderReaderPool

  private static let failurePrefix = "shotflow-"
  /// The lifetime of a recorded failure in seconds; a later decoder may succeed.
  private static let failureAge: Int64 = 86_400

  init(below base: String, version: String, _ readers: HeaderReaderPool) {
    root = LazyFolder(["thumbnails"], below: base)
    failures = LazyFolder(
      ["thumbnails", "fail", Self.failurePrefix + version.filter { $0 != "/" }], below: base)
    program = "shotflow \(version)"
    self.readers = readers
  }

  var path: String { root.path }

  func lookup(_ key: ThumbnailKey) -> CachedThumbnail? {
    guard let size = key.standard, let folder = existing(size), let original = original(key),
      let (file, pixels) = thumbnail(of: original, in: folder),
      original.fits(pixels, side: size.side)
    else { return nil }
    return CachedThumbnail(
      path: Array((folder.path + "/" + original.name).utf8), size: pixels,
      byteCount: file.status.size, format: .png)
  }

  func source(for key: ThumbnailKey, minimum: PictureSize) -> ThumbnailSource? {
    let side = max(minimum.width, minimum.height)
    var known: ThumbnailOriginal?
    for size in StandardThumbnail.allCases where size.side >= side {
      guard let folder = existing(size) else { continue }
      guard let original = known ?? original(key) else { return nil }
      known = original
      if let (file, pixels) = thumbnail(of: original, in: folder),
        original.fits(pixels, side: size.side),
        pixels.width >= minimum.width, pixels.height >= minimum.height
      {
        return ThumbnailSource(file: file, size: pixels)
      }
    }
    return nil
  }

  /// Begins a thumbnail; nil if the picture has no shared size, or the folder can't be used.
  func begin(_ key: ThumbnailKey) -> PendingThumbnail? {
    guard let size = key.standard, !key.isFast, let original = original(key) else { return nil }
    let target = PendingThumbnail.Target(
      name: original.name, format: .png, original: original, readers: readers, onCommit: { _ in })
    // On any failure, the caller uses shotflow's own folder.
    return try? root.make { (root) throws(FileProblem) in
      try PendingThumbnail(target, in: try root.folder(size.folderName, makes: true))
    }
  }

  func texts(for key: ThumbnailKey) -> [PictureText] {
    guard key.standard != nil, let original = original(key) else { return [] }
    return original.texts(by: program)
  }

  func failure(of key: ThumbnailKey) -> DecodeProblem? {
    guard let folder = failures.existing(), let original = original(key),
      let file = try? folder.open(original.name),
      let use = FileUsage(descriptor: file.descriptor), use.ageSeconds <= Self.failureAge,
      let header = ThumbnailHeader(descriptor: file.descriptor),
      original.isDescribed(by: header, at: file.status.modified)
    else { return nil }
    return ThumbnailFailureRecord.problem(in: header)
  }

  func remember(_ problem: DecodeProblem, of key: ThumbnailKey) {
    guard let original = original(key) else { return }
    let mark = ThumbnailFailureRecord(problem, texts: original.texts(by: program))
    // A failure that can't be recorded is tried again.
    try? failures.make { (folder) throws(FileProblem) in
      try folder.write(mark.bytes, to: original.name)
    }
  }

  func failureCount() -> Int {
    failures.existing()?.names().filter { $0.hasSuffix(".png") }.count ?? 0
  }

  /// Removes the expired failures of every version, or all failures.
  func removeFailures(all: Bool) {
    guard let folder = try? root.existing()?.folder("fail") else { return }
    for version in folder.names() where version.hasPrefix(Self.failurePrefix) {
      guard let marks = try? folder.folder(version) else { continue }
      for name in marks.names() {
        guard all || (marks.use(of: name)?.ageSeconds ?? 0) > Self.failureAge else { continue }
        marks.remove(name)
      }
      folder.removeEmptyFolder(version)
    }
  }

  /// Returns the original of a picture; nil for files in the thumbnails' own folder.
  private func original(_ key: ThumbnailKey) -> ThumbnailOriginal? {
    guard let original = ThumbnailOriginal(key),
      let folder = FileURI(path: Array((root.path + "/.").utf8)),
      !original.uri.bytes.starts(with: folder.bytes + [UInt8(ascii: "/")])
    else { return nil }
    return original
  }

  private func existing(_ size: StandardThumbnail) -> PrivateFolder? {
    let place = StandardThumbnail.allCases.firstIndex(of: size) ?? 0
    if let folder = sizes.withLock({ $0[place] }) { return folder }
    guard let folder = try? root.existing()?.folder(size.folderName) else { return nil }
    sizes.withLock { $0[place] = folder }
    return folder
  }

  private func thumbnail(
    of original: ThumbnailOriginal, in folder: PrivateFolder
  ) -> (file: OpenFile, size: PictureSize)? {
    guard let file = try? folder.open(original.name),
      let header = ThumbnailHeader(descriptor: file.descriptor),
      original.isDescribed(by: header, at: file.status.modified),
      PictureCompleteness.isComplete(file, .png)
    else { return nil }
    return (file, header.size)
  }
}
