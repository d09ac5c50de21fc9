/// The names in one folder, in order.
final class FolderNames: Sendable {
  private let names: [String]
  private let directory: FolderDirectory?
  /// The status of the folder before it was listed, and the time; nil if it can't be read.
  private let listed: (status: FileStatus, moment: Int64)?

  init(_ directory: FolderDirectory?) {
    self.directory = directory
    let moment = CatalogueClock.system.now
    listed = Self.status(directory).map { ($0, moment) }
    // The names before an error are kept.
    names = (try? directory?.open())?.names().sorted() ?? []
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

  func beginning(with prefix: String) -> some Sequence<String> {
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle] < prefix { low = middle + 1 } else { high = middle }
    }
    return names[low...].prefix { $0.hasPrefix(prefix) }
  }
}
