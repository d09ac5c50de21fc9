internal import CSystem
internal import Media
internal import Sidecars

/// The names in one folder, in the order of their bytes, and which of them belong together.
///
/// `@unchecked Sendable`: filled while it is made, never changed after.
package final class DirectoryListing: @unchecked Sendable {
  package let directory: FolderDirectory
  /// What the folder was before its names were read.
  package let status: FileStatus?
  /// The device that the folder lies on.
  package var device: UInt64 { status?.device ?? 0 }
  package let files: [Entry]
  package let folders: [Entry]
  /// The members that the records of all files share; nil without files, or where their path is not
  /// UTF-8.
  let members: FolderMembers?
  /// Whether one of the files may be a sidecar of a Google Takeout.
  package let hasJSON: Bool
  private let sidecars: ListedSidecars
  private let names: OwnedBytes

  /// One name; a NUL follows it.
  package struct Entry: Sendable {
    package let start: UInt32
    package let count: UInt32
    /// As the directory has it: a hint, which some file systems that lie over others get wrong.
    package let inode: UInt64
    /// The index of the other half, when the name says that it may be part of a live photo.
    package var companion: Int32 = -1
    /// Whether its name is that of a burst's frame.
    var isBurstFrame = false
    /// Whether another member of the same burst stands for it.
    var isBurstExtra = false
    /// Whether nobody chose it, so that it is there for what it tells of others and no asset.
    package var isSidecarAlone = false
  }

  /// Lists a folder.
  ///
  /// - Throws: ``FileProblem`` when the folder can't be opened or read to its end.
  package init(_ directory: FolderDirectory, includesHidden: Bool) throws(FileProblem) {
    let collector = EntryCollector(includesHidden: includesHidden)
    let handle = try directory.open()
    status = FileStatus(descriptor: handle.descriptor)
    let problem = csystem_list(
      handle.descriptor, Unmanaged.passUnretained(collector).toOpaque(), collectEntry)
    guard problem == 0 else { throw FileProblem(error: problem) }
    self.directory = directory
    let names = OwnedBytes(collector.names)
    var files: [Entry] = []
    var folders: [Entry] = []
    let chosen = directory.root.chosen
    for found in collector.found {
      var entry = Entry(start: found.start, count: found.count, inode: found.inode)
      // What was not chosen is left out before anything is found out of it, or of others by it;
      // sidecars of what was chosen are parts of that.
      let isChosen = chosen?.concerns(Self.slice(entry, names.bytes), in: directory) ?? true
      guard isChosen || Self.isSidecar(Self.slice(entry, names.bytes)) else { continue }
      entry.isSidecarAlone = !isChosen
      switch found.kind ?? Self.kind(of: entry, names, in: handle) {
      case .file: files.append(entry)
      case .directory where isChosen: folders.append(entry)
      case .directory, .link, .other: break
      }
    }
    let bytes = names.bytes
    files.sort { Self.precedes($0, $1, in: bytes) }
    folders.sort { Self.precedes($0, $1, in: bytes) }
    sidecars = ListedSidecars(takenFrom: &files, in: bytes)
    if chosen != nil { Self.removeStrangers(from: &files, in: bytes) }
    hasJSON = files.contains { TakeoutNames.isSidecar(Self.slice($0, bytes)) }
    DirectoryGroups(files, in: bytes).mark(&files)
    (self.names, self.files, self.folders) = (names, files, folders)
    members = files.isEmpty ? nil : FolderMembers(of: directory)
  }

  /// Lists one file alone of a folder, one that can't belong together with others in it
  /// (``RelatedNames``).
  ///
  /// - Throws: ``FileProblem`` when the folder can't be opened.
  package init(_ directory: FolderDirectory, alone name: OwnedBytes) throws(FileProblem) {
    let handle = try directory.open()
    status = FileStatus(descriptor: handle.descriptor)
    self.directory = directory
    let names = OwnedBytes(Array(name.bytes) + [0])
    let found = name.withCString { FileStatus(directory: handle.descriptor, name: $0) }
    if let found, found.isRegularFile {
      files = [Entry(start: 0, count: UInt32(name.bytes.count), inode: found.inode)]
    } else {
      files = []
    }
    folders = []
    var none: [Entry] = []
    sidecars = ListedSidecars(takenFrom: &none, in: names.bytes)
    hasJSON = false
    self.names = names
    members = files.isEmpty ? nil : FolderMembers(of: directory)
  }

  /// Whether a name may be that of a file that tells of another.
  private static func isSidecar(_ name: UnsafeRawBufferPointer) -> Bool {
    ListedSidecars.isSidecar(name) || TakeoutNames.isSidecar(name)
  }

  /// Leaves of the sidecars that nobody chose those of files that somebody did.
  private static func removeStrangers(
    from files: inout [Entry], in names: UnsafeRawBufferPointer
  ) {
    guard files.contains(where: \.isSidecarAlone) else { return }
    let related = TakeoutNames(files.map { slice($0, names) })
    var isOwned = [Bool](repeating: false, count: files.count)
    for sidecar in related.sidecars where sidecar >= 0 { isOwned[Int(sidecar)] = true }
    files = zip(files, isOwned).compactMap { $0.isSidecarAlone && !$1 ? nil : $0 }
  }

  /// For file systems that don't tell the kind with the name.
  private static func kind(
    of entry: Entry, _ names: OwnedBytes, in handle: DirectoryHandle
  ) -> FileStatus.Kind {
    let status = names.withCString {
      FileStatus(directory: handle.descriptor, name: $0 + Int(entry.start))
    }
    return status?.kind ?? .other
  }

  /// The XMP file beside a file.
  package func sidecar(beside file: Int) -> FilePlace? {
    sidecars.entry(beside: file).map { .named(directory, OwnedBytes(name($0))) }
  }

  package func name(_ entry: Entry) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      rebasing: names.bytes[Int(entry.start)..<Int(entry.start) + Int(entry.count)])
  }

  package func withCString<Result, Failure: Error>(
    _ entry: Entry, _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try names.withCString { (start) throws(Failure) in try body(start + Int(entry.start)) }
  }

  /// The index of the file of that name; nil where there is none, or none that counts by itself.
  package func index(of name: OwnedBytes) -> Int? {
    var range = files.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let found = TextSpan(self.name(files[middle]))
      if found.precedes(name.span) {
        range = (middle + 1)..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    let place = range.lowerBound
    guard place < files.count, name.span.hasSameBytes(as: self.name(files[place])) else {
      return nil
    }
    return place
  }

  /// Whether the other has the same names, of the same files.
  package func hasSameEntries(as other: DirectoryListing) -> Bool {
    func areEqual(_ left: [Entry], _ right: [Entry]) -> Bool {
      left.count == right.count
        && zip(left, right).allSatisfy {
          $0.inode == $1.inode && TextSpan(name($0)).hasSameBytes(as: other.name($1))
        }
    }
    return areEqual(files, other.files) && areEqual(folders, other.folders)
      && areEqual(sidecars.entries, other.sidecars.entries)
  }

  private static func precedes(
    _ left: Entry, _ right: Entry, in names: UnsafeRawBufferPointer
  ) -> Bool {
    TextSpan(slice(left, names)).precedes(TextSpan(slice(right, names)))
  }

  package static func slice(_ entry: Entry, _ names: UnsafeRawBufferPointer)
    -> UnsafeRawBufferPointer
  {
    UnsafeRawBufferPointer(
      rebasing: names[Int(entry.start)..<Int(entry.start) + Int(entry.count)])
  }
}
