internal import Platform

/// Goes through the folder of shotflow's own thumbnails, to count or to remove.
///
/// Two processes may sweep at once: what one has removed is gone for the other.
struct ThumbnailSweep {
  private let folder: PrivateFolder
  /// Files that nobody finished are removed when they are so old, in seconds.
  private static let abandonedAge: Int64 = 3600

  init(_ folder: PrivateFolder) {
    self.folder = folder
  }

  /// Removes those that were not used for the longest time, if there are too many.
  ///
  /// - Parameters:
  ///   - limit: how many blocks there may be.
  ///   - goal: how many blocks stay, when there are more.
  /// - Returns: how many blocks there are now.
  func run(limit: Int, keeping goal: Int) -> Int {
    var uses: [(last: Int64, blocks: Int)] = []
    var blocks = 0
    forEachFile { shard, name, use in
      if Self.isPartial(name) {
        if use.idleSeconds > Self.abandonedAge { shard.remove(name) }
        return
      }
      uses.append((use.last, use.blocks))
      blocks += use.blocks
    }
    guard blocks > limit else { return blocks }
    uses.sort { $0.last < $1.last }
    var surplus = blocks - goal
    // Names are not kept in memory: the files are listed again, and the older ones go.
    let oldest = uses.first { use in
      surplus -= use.blocks
      return surplus <= 0
    }
    let threshold = oldest?.last ?? .max
    forEachFile { shard, name, use in
      // What another process is writing is its own, however slow it is.
      guard blocks > goal, use.last <= threshold, !Self.isPartial(name) else { return }
      shard.remove(name)
      blocks -= use.blocks
    }
    return blocks
  }

  private static func isPartial(_ name: String) -> Bool {
    name.hasPrefix(PartialFile.prefix)
  }

  /// Removes everything.
  func clear() {
    for name in shards {
      guard let shard = try? folder.folder(name) else { continue }
      for file in shard.names() { shard.remove(file) }
      folder.removeEmptyFolder(name)
    }
  }

  func forEachFile(_ body: (PrivateFolder, String, FileUse) -> Void) {
    for name in shards {
      guard let shard = try? folder.folder(name) else { continue }
      for file in shard.names() {
        if let use = shard.use(of: file) { body(shard, file, use) }
      }
    }
  }

  /// The folders that thumbnails lie in; nothing else that might lie here is touched.
  private var shards: [String] {
    folder.names().filter { $0.utf8.count == 2 && UInt8($0, radix: 16) != nil }
  }
}
