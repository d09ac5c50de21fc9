internal import CSystem

/// The names of the files in one folder, in byte order.
final class FolderNames: Sendable {
  private let names: OwnedBytes
  private let places: [Range<Int>]
  private let directory: FolderDirectory?
  /// The status of the folder before it was listed, and the time; nil if it can't be read.
  private let listed: (status: FileStatus, moment: Int64)?

  init(_ directory: FolderDirectory?) {
    let collector = EntryCollector(includesHidden: false)
    self.directory = directory
    let moment = CatalogueClock.system.now
    listed = Self.status(directory).map { ($0, moment) }
    if let handle = try? directory?.open() {
      // The names before an error are kept.
      _ = csystem_list(
        handle.descriptor, Unmanaged.passUnretained(collector).toOpaque(), collectEntry)
    }
    let names = OwnedBytes(collector.names)
    self.names = names
    places = collector.found.filter { $0.kind != .directory }
      .map { Int($0.start)..<Int($0.start) + Int($0.count) }
      .sorted {
        Self.span(names, $0).precedes(Self.span(names, $1))
      }
  }

  private static func status(_ directory: FolderDirectory?) -> FileStatus? {
    (try? directory?.open()).flatMap { FileStatus(descriptor: $0.descriptor) }
  }

  /// True if the folder has the same status, and a change since would have given it a new time.
  var isUnchanged: Bool {
    guard let listed else { return false }
    return CatalogueClock.isSettled(listed.status, at: listed.moment)
      && Self.status(directory) == listed.status
  }

  var isEmpty: Bool { places.isEmpty }

  func beginning(with prefix: some Collection<UInt8>) -> [String] {
    let prefix = Array(prefix)
    return prefix.withUnsafeBytes { bytes in
      let wanted = TextSpan(bytes)
      var low = 0
      var high = places.count
      while low < high {
        let middle = (low + high) / 2
        if span(places[middle]).precedes(wanted) { low = middle + 1 } else { high = middle }
      }
      return places[low...].prefix { span($0).bytes.starts(with: prefix) }.map { span($0).string }
    }
  }

  private func span(_ place: Range<Int>) -> TextSpan { Self.span(names, place) }

  private static func span(_ names: OwnedBytes, _ place: Range<Int>) -> TextSpan {
    TextSpan(UnsafeRawBufferPointer(rebasing: names.bytes[place]))
  }
}
