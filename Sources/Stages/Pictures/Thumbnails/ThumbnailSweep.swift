internal import Platform

/// The counting and removal of shotflow's own thumbnails. Two processes may do that at once: a file
/// that the other removed is skipped.
struct ThumbnailSweep {
  let folder: PrivateFolder
  /// The age in seconds at which unfinished files are removed.
  private static let abandonedAge: Int64 = 3600

  /// Removes the thumbnails that were not used for the longest time, down to `goal` blocks of 4
  /// KiB, if there are more than `limit`; returns the number of blocks afterwards.
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
    // Names are not kept in memory: the files are listed again to remove the older ones.
    let oldest = uses.first { use in
      surplus -= use.blocks
      return surplus <= 0
    }
    let threshold = oldest?.last ?? .max
    forEachFile { shard, name, use in
      // A file that another process is still writing is left alone.
      guard blocks > goal, use.last <= threshold, !Self.isPartial(name) else { return }
      shard.remove(name)
      blocks -= use.blocks
    }
    return blocks
  }

  private static func isPartial(_ name: String) -> Bool {
    name.hasPrefix(PartialFile.prefix)
  }

  func clear() {
    for name in shards {
      guard let shard = try? folder.folder(name) else { continue }
      for file in shard.names() { shard.remove(file) }
      folder.removeEmptyFolder(name)
    }
  }

  func forEachFile(_ body: (PrivateFolder, String, FileUsage) -> Void) {
    for name in shards {
      guard let shard = try? folder.folder(name) else { continue }
      for file in shard.names() {
        if let use = shard.use(of: file) { body(shard, file, use) }
      }
    }
  }

  /// The folders that contain thumbnails; other entries are left alone.
  private var shards: [String] {
    folder.names().filter { $0.utf8.count == 2 && UInt8($0, radix: 16) != nil }
  }
}
