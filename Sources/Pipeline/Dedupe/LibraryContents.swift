internal import Platform
internal import Synchronization

/// The contents of a library's files, to find out whether it has an asset's file, in whatever folder
/// and by whatever name. Files are distinguished as by ``ContentClasses``: by size, then by their
/// ends, then by all bytes; those of other sizes are not opened, nor are unchanged ones that an
/// earlier run compared. An empty or unreadable file equals none. Safe from any thread.
///
/// ```swift
/// let backup = try LibraryContents(of: "~/Backup", in: context)
/// if try backup.holds(file, status, comparing: comparer) { … }
/// ```
final class LibraryContents: Sendable {
  /// The files by size, ascending: most are of no interest, so that they are nothing but places.
  private let files: [(size: Int64, place: any Original)]
  /// The files of the sizes that were looked for.
  private let classes = Lock<[Int64: SizeClass]>([:])
  private let memory: ComparisonCache?
  /// The library's names for contents of which an original is in iCloud alone.
  private let names: Set<String>
  private let problems: Lock<[AssetFailure]>

  /// Lists a library, also its hidden assets, all frames of bursts, and what belongs to an asset,
  /// such as the RAW picture of a pair. A folder that the run itself reads is left out if it is
  /// inside of a library that is a folder. Throws ``LibraryProblem`` if the library can't be read or is not
  /// permitted, or ``RunProblem/cancelled``.
  convenience init(of name: String, in context: RunContext) throws {
    try self.init(
      at: try context.places(own: name, named: context.request.libraries), in: context)
  }

  /// Lists the libraries at some places as one.
  ///
  /// - Parameter read: The paths of the libraries that the run reads, without links, to list others that
  ///   are inside of the places, such as one of Photos, too; nil to list none of these. What is on the
  ///   disk of one of them, mounted inside of a place, is left out: it is what the run reads.
  init(
    at places: [LibraryPlace], withInnerBesides read: [String]? = nil, in context: RunContext
  ) throws {
    var context = context
    let inner = read.map { _ in InnerLibraries() }
    context.innerLibraries = inner
    context.arrivals = nil
    context.progress = RunProgress()
    var fetch = AssetFetch()
    fetch.includesHidden = true
    fetch.includesBurstFrames = true
    // Which files are pictures need not be known, for which some would have to be read.
    fetch.includesEverything = true
    memory = ComparisonCache(context.services.catalogue)
    var files: [(size: Int64, place: any Original)] = []
    var names: Set<String> = []
    var problems: [AssetFailure] = []
    let foreign = Self.disks(of: read ?? [])
      .subtracting(Self.disks(of: places.map(\.identity.string)))
    func add(_ place: any Original) throws(FileProblem) {
      // A killed run may have left a part of a file that it copied.
      if let file = place as? FilePlace, PartialFile.isHiddenName(file.name) { return }
      let status = try place.status()
      guard status.isRegularFile, status.size > 0, !foreign.contains(status.device) else { return }
      files.append((status.size, place))
    }
    func list(_ place: LibraryPlace) throws {
      let library = try context.library(place)
      // A catalogue lists files, of which a folder may have more.
      let own = library is any FolderBackedLibrary ? context.folders(inside: place) : []
      let reader = try LibraryReader(fetch, in: context).answer(of: library, at: place).reader
      while let batch = try reader.next() {
        if context.cancellation.isCancelled { throw RunProblem.cancelled }
        for asset in batch.unfold() {
          if !own.isEmpty, let path = asset.pathBytes,
            own.contains(where: { path.starts(with: $0) })
          {
            continue
          }
          if let name = asset.contentName { names.insert(name) }
          do throws(FileProblem) {
            if let original = asset.original { try add(original) }
          } catch  where error.code != ENOENT {
            asset.fail(stage: "read", error.reason)
          } catch {}
          if let failure = asset.failure { problems.append(failure) }
          for original in asset.otherFiles { try? add(original) }
        }
      }
    }
    for place in places { try list(place) }
    for place in (inner?.paths ?? []).map({ LibraryPlace(path: $0) })
    where read?.contains(place.identity.string) == false
      && (try? context.libraryKinds.kind(of: place))?.abilities.databases != nil
    {
      do {
        try list(place)
      } catch let problem as LibraryProblem {
        problems.append(AssetFailure(asset: place.path, stage: "read", reason: "\(problem)"))
      }
    }
    context.services.catalogue?.expect(files: files.count)
    files.sort { $0.size < $1.size }
    self.files = files
    self.names = names
    self.problems = Lock(problems)
  }

  /// Returns the numbers of the disks that some folders are on.
  private static func disks(of paths: [String]) -> Set<UInt64> {
    Set(
      paths.compactMap { path in
        var facts = stat()
        return stat(path, &facts) == 0 ? UInt64(truncatingIfNeeded: facts.st_dev) : nil
      })
  }

  /// Returns true if the library has a file with the same bytes; throws as ``match(_:_:comparing:)``.
  func holds(
    _ file: ContentExemplar, _ status: FileStatus, comparing comparer: FileComparer
  ) throws(FileProblem) -> Bool {
    try match(file, status, comparing: comparer) != nil
  }

  /// Returns the library's file with the same bytes; nil if it has none. Throws ``FileProblem`` if the
  /// file itself can't be read; files of the library that can't be are in ``takeProblems()``.
  func match(
    _ file: ContentExemplar, _ status: FileStatus, comparing comparer: FileComparer
  ) throws(FileProblem) -> ContentExemplar? {
    var opened: ExaminedFile?
    let candidates = try self.candidates(for: file, status, &opened)
    return try file.match(&opened, among: candidates, comparer)
  }

  /// Returns all of the library's files with the same bytes; throws as ``match(_:_:comparing:)``.
  func matches(
    _ file: ContentExemplar, _ status: FileStatus, comparing comparer: FileComparer
  ) throws(FileProblem) -> [ContentExemplar] {
    var opened: ExaminedFile?
    var same: [ContentExemplar] = []
    for candidate in try self.candidates(for: file, status, &opened) {
      if try file.match(&opened, among: [candidate], comparer) != nil { same.append(candidate) }
    }
    return same
  }

  /// Returns the files of the same size whose ends are those of a file, which may be opened for that.
  private func candidates(
    for file: ContentExemplar, _ status: FileStatus, _ opened: inout ExaminedFile?
  ) throws(FileProblem) -> [ContentExemplar] {
    guard let others = sizeClass(of: status.size) else { return [] }
    opened = try file.examine(status)
    guard let ends = file.ends else { return [] }
    return others.files(endingAs: ends) { other, problem in
      let path = String(decoding: other.place.pathBytes, as: UTF8.self)
      problems.withLock {
        $0.append(AssetFailure(asset: path, stage: "read", reason: problem.reason))
      }
    }
  }

  /// Returns true if the library has a content by this name.
  func holds(contentNamed name: String) -> Bool { names.contains(name) }

  /// Returns the folders and files that could not be read, each once.
  func takeProblems() -> [AssetFailure] {
    problems.withLock { problems in
      defer { problems = [] }
      return problems
    }
  }

  /// Returns the files of a size; nil without any.
  private func sizeClass(of size: Int64) -> SizeClass? {
    classes.withLock { classes in
      if let known = classes[size] { return known }
      var (start, end) = (0, files.count)
      while start < end {
        let middle = start + (end - start) / 2
        if files[middle].size < size { start = middle + 1 } else { end = middle }
      }
      let same = files[start...].prefix { $0.size == size }
      if same.isEmpty { return nil }
      let found = SizeClass(same.map { ContentExemplar($0.place, memory: memory) })
      classes[size] = found
      return found
    }
  }

  /// The files of one size.
  private final class SizeClass: Sendable {
    private let files: [ContentExemplar]
    /// The files by the checksums of their ends; nil before these are needed.
    private let byEnds = Lock<[UInt64: [ContentExemplar]]?>(nil)

    init(_ files: [ContentExemplar]) {
      self.files = files
    }

    /// Returns the files whose ends have a checksum; calls `failed` for each that can't be read.
    func files(
      endingAs ends: UInt64, failed: (ContentExemplar, FileProblem) -> Void
    ) -> [ContentExemplar] {
      byEnds.withLock { byEnds in
        if let byEnds { return byEnds[ends] ?? [] }
        var found: [UInt64: [ContentExemplar]] = [:]
        for file in files {
          do throws(FileProblem) {
            _ = try file.examine()
          } catch {
            failed(file, error)
          }
          if let ends = file.ends { found[ends, default: []].append(file) }
        }
        byEnds = found
        return found[ends] ?? []
      }
    }
  }
}

extension RunContext {
  /// Returns the folders of the run's libraries that are inside of another one, each with a slash.
  fileprivate func folders(inside place: LibraryPlace) -> [[UInt8]] {
    let root = Array("\(place.identity.string)/".utf8)
    return request.libraries.map { name in
      Array("\(LibraryPlace(path: libraryKinds.path(of: name)).identity.string)/".utf8)
    }.filter { $0.count > root.count && $0.starts(with: root) }
  }
}
