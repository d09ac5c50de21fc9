internal import Platform

/// A watcher that reports changes to a few files, such as those of a database; used by one thread
/// at a time. As any folder in a file's path may be replaced or removed, all folders from the
/// root's parent down are watched. For a link, its name and its target's folder are watched.
package final class FileListWatcher {
  private let paths: [String]
  private let root: String
  #if os(Linux)
    private let queue: InotifyQueue?
    /// The names to report in each watched folder, by the number of its watch.
    private var watched: [Int32: Set<[UInt8]>] = [:]
  #endif
  /// The last reason for which changes can't be reported, such as a limit of the system's watches;
  /// it stays after a later success. Nil also where the system reports no changes at all.
  package private(set) var problem: WatchProblem?

  /// Creates a watcher, which watches no folder until ``renew()`` is called.
  ///
  /// - Parameters:
  ///   - paths: the files; they need not exist.
  ///   - root: a folder or file that the paths of all files contain.
  package init(_ paths: [String], below root: String) {
    self.paths = paths
    self.root = root
    #if os(Linux)
      do throws(WatchProblem) {
        let isRemote = NetworkFileSystem.holding(Self.folder(of: paths.first ?? root)) != nil
        queue = isRemote ? nil : try InotifyQueue(of: InotifyQueue.writes)
      } catch {
        queue = nil
        problem = error
      }
    #endif
  }

  /// A descriptor that becomes readable on an event; nil if the system can't watch folders.
  package var descriptor: Int32? {
    #if os(Linux)
      queue?.descriptor
    #else
      nil
    #endif
  }

  /// Reads the events so far; returns true if one of them concerns the files.
  package func take() -> Bool {
    var counts = false
    #if os(Linux)
      guard let queue else { return false }
      while queue.read({ event in
        // An event without a name concerns a folder, or an overflow of the queue.
        let names = watched[event.watch]
        counts = counts || event.name.isEmpty || names?.contains(Array(event.name)) == true
      }) {}
    #endif
    return counts
  }

  /// Watches the folders that the paths have now, and stops watching others; returns true if all
  /// changes from now on will be reported.
  package func renew() -> Bool {
    #if os(Linux)
      guard let queue else { return false }
      var wanted: [Int32: Set<[UInt8]>] = [:]
      var isWhole = true
      for (folder, names) in folders() {
        do throws(WatchProblem) {
          guard
            let handle = try? DirectoryHandle(
              directory: AT_FDCWD, name: folder, followsLink: true)
          else {
            isWhole = false
            continue
          }
          wanted[try queue.add(handle.descriptor), default: []].formUnion(names)
        } catch {
          problem = error
          isWhole = false
        }
      }
      for watch in watched.keys where wanted[watch] == nil { queue.remove(watch) }
      watched = wanted
      return isWhole
    #else
      return false
    #endif
  }

  private func folders() -> [(folder: String, names: Set<[UInt8]>)] {
    var all: [(folder: String, names: Set<[UInt8]>)] = []
    func note(_ path: String) {
      let (folder, name) = (Self.folder(of: path), Self.name(of: path))
      if let place = all.firstIndex(where: { $0.folder == folder }) {
        all[place].names.insert(name)
      } else {
        all.append((folder, [name]))
      }
    }
    let top = Self.folder(of: root)
    for path in paths {
      var way = [path]
      while let last = way.last, last != root, Self.folder(of: last) != top,
        way.count < Self.longest
      {
        let folder = Self.folder(of: last)
        if folder == "." || folder == "/" { break }
        way.append(folder)
      }
      for path in way.reversed() { note(path) }
      if let real = RealPath(path) { note(real.text) }
    }
    return all
  }

  /// The maximal number of folders to watch for one file.
  private static let longest = 64

  private static func trimmed(_ path: String) -> Substring {
    var path = path[...]
    while path.utf8.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    return path
  }

  private static func folder(of path: String) -> String {
    let path = trimmed(path)
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(trimmed(String(path[..<slash])))
  }

  private static func name(of path: String) -> [UInt8] {
    let path = trimmed(path)
    guard let slash = path.lastIndex(of: "/") else { return Array(path.utf8) }
    return Array(path[path.index(after: slash)...].utf8)
  }
}
