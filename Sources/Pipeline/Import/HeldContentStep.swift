internal import Platform
internal import Synchronization

/// Finds out in parallel which files of an asset a library has, by content. Drops assets that are in
/// the library themselves, as they are no source.
struct HeldContentStep: Step {
  private let places: ImportPlaces
  /// The folder that gets second copies; nil for none.
  private let backup: String?
  /// The contents of the library and the backup, shared by the worker threads of one run.
  private let contents = TargetContents()

  init(_ places: ImportPlaces, backup: String?) {
    self.places = places
    self.backup = backup
  }

  func forRun() -> any Step { HeldContentStep(places, backup: backup) }

  var name: String { "compare" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { .stat }
  var works: [ItemWork] { [.hash] }
  var isSelective: Bool { true }
  var detail: String { "with the library's files, by content" }
  var traits: StepTraits {
    StepTraits(
      comparison: AssetComparison(
        assets: true, contents: true, dropReason: "it is in the library itself"))
  }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    HeldContentInstance(
      contents, try places.target(in: worker.context), backup: backup, in: worker.context)
  }

  private final class HeldContentInstance: StepInstance {
    private let contents: TargetContents
    private let folders: ImportFolders
    private let backup: String?
    private let context: RunContext
    private let comparer: FileComparer
    /// The libraries inside of the folders that keep account of their files, which no folder lists.
    private let exempt: [[UInt8]]

    init(
      _ contents: TargetContents, _ folders: ImportFolders, backup: String?,
      in context: RunContext
    ) {
      self.contents = contents
      self.folders = folders
      self.backup = backup
      self.context = context
      comparer = FileComparer(in: context)
      exempt = context.request.libraries.map {
        LibraryPlace(path: context.libraryKinds.path(of: $0))
      }.filter { place in
        (try? context.libraryKinds.kind(of: place))?.abilities.databases != nil
      }.map { Array($0.identity.string.utf8) }.filter(folders.contain)
    }

    func process(_ batch: inout Batch) throws {
      guard batch.count > 0 else { return }
      let (library, backup) = try contents.all(folders, backup: self.backup, in: context)
      batch.keep { asset in
        if isInside(asset) { return false }
        do {
          let held = try heldContent(of: asset, in: library, backup)
          let findings = asset.findingsForWriting()
          findings[HeldContent.self] = held
          findings.isLikelyDropped = held.isWhole && held.isInBackup
        } catch let failure as AssetFailure {
          asset.fail(stage: failure.stage, failure.reason)
        } catch {
          asset.fail(stage: "read", (error as? FileProblem)?.reason ?? "\(error)")
        }
        return true
      }
      for problem in library.takeProblems() + (backup?.takeProblems() ?? []) {
        context.services.notices.tell(
          "in the library, \"\(problem.asset)\" can't be compared: \(problem.reason)")
      }
    }

    /// Returns true if the asset's file is in one of the folders that files are imported into.
    private func isInside(_ asset: Asset) -> Bool {
      guard var path = asset.pathBytes else { return false }
      // The path of a file that was named alone may be relative, and have links.
      if !asset.value(of: .library).isPresent,
        let real = OwnedBytes(path).withCString({ realpath($0, nil) })
      {
        defer { free(real) }
        path = Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
      }
      return folders.contain(path) && !exempt.contains { path.starts(with: $0) }
    }

    private func heldContent(
      of asset: Asset, in library: LibraryContents, _ backup: LibraryContents?
    ) throws -> HeldContent {
      if let name = asset.contentName, library.holds(contentNamed: name) {
        return HeldContent(isMainHeld: true, isWhole: true)
      }
      if asset.isAway {
        throw FileProblem(AssetResource(asset.mainKind(isEdited: false), nil).missingReason)
      }
      guard let place = asset.original else { throw FileProblem("has no file to import") }
      let status = if let known = asset.knownStatus { known } else { try place.status() }
      guard status.isRegularFile else { throw FileProblem("is not an ordinary file") }
      guard status.size > 0 else { throw FileProblem("the file is empty") }
      let main = ContentExemplar(place, memory: comparer.memory)
      let copies = try library.matches(main, status, comparing: comparer)
        .map { $0.place.pathBytes }
      let others = try asset.otherFiles.map {
        (ContentExemplar($0, memory: comparer.memory), try $0.status())
      }
      func hasOthers(_ contents: LibraryContents) throws -> Bool {
        try others.allSatisfy { try contents.holds($0, $1, comparing: comparer) }
      }
      let isWhole = try !copies.isEmpty && hasOthers(library)
      var held = HeldContent(
        copies: copies, isMainHeld: !copies.isEmpty, isWhole: isWhole)
      if !isWhole {
        held.digest = try asset.digest(.sha256)
        held.edit = try asset.editedVersion.map { edited in
          let progress = ItemProgress(cancellation: context.cancellation)
          return try ContentHasher.digest(.sha256, of: edited.open(), progress)
        }
      } else if let backup {
        let second = try backup.match(main, status, comparing: comparer)
        held.backupPath = second?.place.pathBytes
        held.isInBackup = try second != nil && hasOthers(backup)
      }
      return held
    }
  }

  /// The contents of the library and the backup, which the first worker with an asset lists while
  /// others wait.
  private final class TargetContents: Sendable {
    private let contents = Lock<(library: LibraryContents, backup: LibraryContents?)?>(nil)

    func all(
      _ folders: ImportFolders, backup: String?, in context: RunContext
    ) throws -> (library: LibraryContents, backup: LibraryContents?) {
      try contents.withLock { contents in
        if let contents { return contents }
        var context = context
        let read = context.request.libraries.map {
          LibraryPlace(path: context.libraryKinds.path(of: $0)).identity.string
        }
        context.request.libraries = []
        let second = backup.map { FolderPath(real: $0) }.map { folder in
          folder.isThere ? [LibraryPlace(path: folder.path)] : []
        }
        let made = (
          library: try LibraryContents(at: folders.places, withInnerBesides: read, in: context),
          backup: try second.map { try LibraryContents(at: $0, in: context) }
        )
        contents = made
        return made
      }
    }
  }
}

/// The files of an asset that a library has.
struct HeldContent: Finding {
  /// The paths of the library's files with the same bytes as the main file, as far as they are known.
  var copies: [[UInt8]] = []
  /// The path of the backup's file with these bytes; nil if unknown, and if the library lacks files.
  var backupPath: [UInt8]?
  let isMainHeld: Bool
  /// True if the library has all of the asset's files.
  let isWhole: Bool
  /// True if the backup has all files, too; false only if the library has all.
  var isInBackup = true
  /// The hash of the main file; nil if the library has all files.
  var digest: ContentDigest?
  /// The hash of the edited version; nil without one, and if the library has all files.
  var edit: ContentDigest?
}

extension Asset {
  /// The file of the edited version; nil if the asset was not edited, or the file is not there.
  var editedVersion: (any Original)? {
    guard case .flag(true) = value(of: .hasAdjustments),
      case .other(let edited) = place(of: .current)
    else { return nil }
    return edited
  }

  /// The asset's files besides the main one, as far as they are on this computer.
  var otherFiles: [any Original] {
    let edited = [editedVersion].compactMap(\.self)
    let movie =
      edited.isEmpty ? [] : companions(of: .current).filter { $0.kind == .fullSizePairedVideo }
    return (companions(of: nil) + movie).compactMap(\.original) + otherFrames + edited
  }
}
