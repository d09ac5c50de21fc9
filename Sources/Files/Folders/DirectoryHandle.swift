internal import CSystem
internal import Platform

/// An open directory; closed when the last user lets go.
package final class DirectoryHandle: Sendable {
  package let descriptor: Int32

  /// Opens a directory. A link in the last part is followed only when `followsLink` says so.
  package init(
    directory: Int32, name: UnsafePointer<CChar>, followsLink: Bool = false
  ) throws(FileProblem) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW)
    let opened = csystem_open_at(directory, name, flags)
    guard opened >= 0 else { throw FileProblem(error: errno) }
    descriptor = opened
  }

  /// The names of all files and folders, in no order.
  package func names() -> [String] {
    let collector = EntryCollector(includesHidden: true)
    // A folder that can't be read to its end is one with fewer names.
    _ = csystem_list(descriptor, Unmanaged.passUnretained(collector).toOpaque(), collectEntry)
    return collector.found.map { found in
      let (start, count) = (Int(found.start), Int(found.count))
      return String(decoding: collector.names[start..<start + count], as: UTF8.self)
    }
  }

  deinit {
    close(descriptor)
  }
}
