internal import Media
internal import Synchronization

/// What reads the headers of files: readers that wait to be used again, and the local time zone.
final class HeaderReaderPool: Sendable {
  /// The zone of dates that come without one.
  let zone = LocalTimeZone()
  private let idle = Mutex<[ReaderBox]>([])

  /// A reader in a box, confined to the one that took it from the pool.
  ///
  /// `@unchecked Sendable`: only its holder touches it; the pool hands it over under its lock.
  private final class ReaderBox: @unchecked Sendable {
    var reader = HeaderReader()
  }

  /// Reads the facts in the file's header.
  func read(_ file: OpenFile) throws(MediaError) -> MediaFacts {
    let box = idle.withLock { $0.popLast() } ?? ReaderBox()
    defer { idle.withLock { $0.append(box) } }
    return try box.reader.read(descriptor: file.descriptor, size: file.status.size)
  }
}
