internal import Platform

/// Tells whether the folders of a library are as they were when their names were read.
///
/// Confined to whoever holds it.
final class FolderWatch {
  private let library: FolderLibrary
  private let clock: CatalogueClock
  private var traces: [FolderTrace] = []
  /// What the clock showed before the next folder is read.
  private var moment: Int64

  init(_ library: FolderLibrary, _ clock: CatalogueClock) {
    self.library = library
    self.clock = clock
    moment = clock.now
  }

  /// Watches a folder that was just read, unless it is none of those that count.
  func note(_ listing: DirectoryListing, includesHidden: Bool, counts: Bool = true) {
    if counts {
      traces.append(FolderTrace(listing, includesHidden: includesHidden, at: moment))
    }
    moment = clock.now
  }

  /// Watches all folders that can be read.
  func noteAll(includesHidden: Bool) {
    var waiting = [library.root.directory]
    while let directory = waiting.popLast() {
      guard let listing = try? DirectoryListing(directory, includesHidden: includesHidden) else {
        continue
      }
      note(listing, includesHidden: includesHidden)
      for folder in listing.folders {
        waiting.append(FolderDirectory(OwnedBytes(listing.name(folder)), in: directory))
      }
    }
  }

  var isUnchanged: Bool {
    let root = library.path.withCString { FileStatus(directory: AT_FDCWD, name: $0) }
    guard let root, let handle = try? library.root.directory.open(),
      let known = FileStatus(descriptor: handle.descriptor), root.inode == known.inode,
      root.device == known.device
    else { return false }
    for place in traces.indices where !traces[place].isUnchanged(clock) { return false }
    return true
  }
}
