internal import CSystem
internal import Media

/// The names in one folder, sorted by their bytes, and the relations between its files.
/// `@unchecked Sendable`: filled in the initialiser, never changed after.
package final class DirectoryListing: @unchecked Sendable {
  package let directory: FolderDirectory
  /// The status of the folder before its names were read; nil if the system did not give it.
  package let status: FileStatus?
  /// The number of the device that the folder is on; 0 if unknown.
  package var device: UInt64 { status?.device ?? 0 }
  /// The files, in the order of their names; without XMP sidecars.
  package let files: [Entry]
  /// The folders, in the order of their names.
  package let folders: [Entry]
  /// The record members that all files share; nil without files, or if a path is not UTF-8.
  let members: FolderRecordMembers?
  /// The libraries of other programs among the folders, by their paths from the root, and the words
  /// for them. They are not among ``folders``; the folder itself is one of them if it is such a
  /// library inside of another, which then has no files and no folders.
  package let libraries: [(path: OwnedBytes, kind: StaticString)]
  /// True if one of the files may be a sidecar of a Google Takeout.
  package let hasJSON: Bool
  private let sidecars: ListedSidecars
  private let names: OwnedBytes

  /// The entry of one file or folder; a NUL follows its name.
  package struct Entry: Sendable {
    /// The offset of the name in the bytes of all names.
    package let start: UInt32
    package let count: UInt32
    /// The inode number that the directory gives, which is wrong in some overlay file systems.
    package let inode: UInt64
    /// The index of the other half of a live photo, judging by the names; else -1.
    package var companion: Int32 = -1
    /// The index of the next frame of the burst, of the last one that of the first; -1 without others.
    var nextFrame: Int32 = -1
    /// True if the halves' names are only alike, so that the identifier in their headers decides.
    var pairsByIdentifier = false
    var isBurstFrame = false
    /// True if the name has a number behind a date, and the dates of its neighbours decide.
    package var needsBurstEvidence = false
    /// The kind of a file by the extension of its name.
    package var kind = FilenameKind.undecided
    var isBurstExtra = false
    /// True if the user did not choose the file: it is read only as a sidecar of others.
    package var isSidecarAlone = false
  }

  /// Lists a folder. Throws ``FileProblem`` when the folder can't be opened or completely read.
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
    var libraries: [(path: OwnedBytes, kind: StaticString)] = []
    var (hasDatabase, hasThumbnails) = (false, false)
    let chosen = directory.root.chosen
    for found in collector.found {
      var entry = Entry(start: found.start, count: found.count, inode: found.inode)
      // Unchosen files are left out before they are read, but for the sidecars of chosen ones.
      let isChosen = chosen?.concerns(Self.slice(entry, names.bytes), in: directory) ?? true
      guard isChosen || Self.isSidecar(Self.slice(entry, names.bytes)) else { continue }
      entry.isSidecarAlone = !isChosen
      entry.kind = FilenameKind(Self.slice(entry, names.bytes))
      switch found.kind ?? Self.kind(of: entry, names, in: handle) {
      case .file: files.append(entry)
      case .directory where isChosen:
        let name = Self.slice(entry, names.bytes)
        if SkippedFolder.has(name) { continue }
        if let kind = SkippedFolder.library(name) {
          libraries.append(
            (path: directory.relativePath.joined(with: OwnedBytes(name)), kind: kind))
        } else {
          hasDatabase = hasDatabase || name.elementsEqual("database".utf8)
          hasThumbnails = hasThumbnails || SkippedFolder.isOfThumbnails(name)
          folders.append(entry)
        }
      case .directory, .link, .other: break
      }
    }
    if hasDatabase, directory.parent != nil, let kind = SkippedFolder.library(in: handle) {
      (files, folders, libraries) = ([], [], [(path: directory.relativePath, kind: kind)])
    }
    let bytes = names.bytes
    if hasThumbnails, SkippedFolder.isLibraryOfShotwell(handle) {
      folders.removeAll { SkippedFolder.isOfThumbnails(Self.slice($0, bytes)) }
    }
    files.sort { Self.precedes($0, $1, in: bytes) }
    folders.sort { Self.precedes($0, $1, in: bytes) }
    sidecars = ListedSidecars(takenFrom: &files, in: bytes)
    if chosen != nil { Self.removeStrangers(from: &files, in: bytes) }
    hasJSON = files.contains { TakeoutFileGroups.isSidecar(Self.slice($0, bytes)) }
    DirectoryGroups(files, in: bytes).mark(&files)
    (self.names, self.files, self.folders) = (names, files, folders)
    self.libraries = libraries
    members = files.isEmpty ? nil : FolderRecordMembers(of: directory)
  }

  /// Lists a single file that is not related to others in the folder (``RelatedNames``); throws
  /// ``FileProblem`` when the folder can't be opened.
  package init(_ directory: FolderDirectory, alone name: OwnedBytes) throws(FileProblem) {
    let handle = try directory.open()
    status = FileStatus(descriptor: handle.descriptor)
    self.directory = directory
    let names = OwnedBytes(Array(name.bytes) + [0])
    let found = name.withCString { FileStatus(directory: handle.descriptor, name: $0) }
    if let found, found.isRegularFile {
      files = [
        Entry(
          start: 0, count: UInt32(name.bytes.count), inode: found.inode,
          kind: FilenameKind(name.bytes))
      ]
    } else {
      files = []
    }
    folders = []
    libraries = []
    var none: [Entry] = []
    sidecars = ListedSidecars(takenFrom: &none, in: names.bytes)
    hasJSON = false
    self.names = names
    members = files.isEmpty ? nil : FolderRecordMembers(of: directory)
  }

  private static func isSidecar(_ name: UnsafeRawBufferPointer) -> Bool {
    ListedSidecars.isSidecar(name) || TakeoutFileGroups.isSidecar(name)
  }

  /// Removes sidecars that the user did not choose, except those of chosen files.
  private static func removeStrangers(
    from files: inout [Entry], in names: UnsafeRawBufferPointer
  ) {
    guard files.contains(where: \.isSidecarAlone) else { return }
    let related = TakeoutFileGroups(files.map { slice($0, names) })
    var isOwned = [Bool](repeating: false, count: files.count)
    for sidecar in related.sidecars where sidecar >= 0 { isOwned[Int(sidecar)] = true }
    files = zip(files, isOwned).compactMap { $0.isSidecarAlone && !$1 ? nil : $0 }
  }

  private static func kind(
    of entry: Entry, _ names: OwnedBytes, in handle: DirectoryHandle
  ) -> FileStatus.Kind {
    let status = names.withCString {
      FileStatus(directory: handle.descriptor, name: $0 + Int(entry.start))
    }
    return status?.kind ?? .other
  }

  /// True if the folder is a library of another program.
  package var isLibrary: Bool {
    libraries.contains { $0.path.span.hasSameBytes(as: directory.relativePath.bytes) }
  }

  /// Returns the XMP sidecar of the file at an index; nil if none exists.
  package func sidecar(beside file: Int) -> FilePlace? {
    sidecars.entry(beside: file).map { .named(directory, OwnedBytes(name($0))) }
  }

  /// The folders in the folder, in the order of their names.
  package var subfolders: [FolderDirectory] {
    folders.map { FolderDirectory(OwnedBytes(name($0)), in: directory) }
  }

  /// Returns the name of an entry; valid as long as the listing is held.
  package func name(_ entry: Entry) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      rebasing: names.bytes[Int(entry.start)..<Int(entry.start) + Int(entry.count)])
  }

  /// Calls `body` with the name of an entry as a NUL-terminated string.
  package func withCString<Result, Failure: Error>(
    _ entry: Entry, _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try names.withCString { (start) throws(Failure) in try body(start + Int(entry.start)) }
  }

  /// Returns the index of the file of that name; nil if none exists, or it is a sidecar.
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

  /// Returns true if the other listing has the same names with the same inodes.
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

  /// Returns the name of an entry, within the bytes of all names.
  package static func slice(_ entry: Entry, _ names: UnsafeRawBufferPointer)
    -> UnsafeRawBufferPointer
  {
    UnsafeRawBufferPointer(
      rebasing: names[Int(entry.start)..<Int(entry.start) + Int(entry.count)])
  }
}
