internal import Platform

/// A comparison of a fetch, while it is read, with the snapshot that a token refers to.
/// `@unchecked Sendable`: used only by the thread that begins, writes and ends the run, and by no
/// worker.
final class FetchObserver: RunResource, @unchecked Sendable {
  private let identity: FetchIdentity
  private let question: UInt64
  private let marks: [LibraryMark]
  private let folder: SnapshotFolder?
  private let isOfAlbums: Bool
  private let fields: FieldTable
  private let previous: (token: ChangeToken, snapshot: FetchSnapshot)?
  /// The state of an observation that a watch repeats; nil for a fetch that is observed once.
  private let observation: ObservationState?
  /// True if all assets are reported as inserted when there is no earlier fetch.
  private let givesListing: Bool
  private let givesToken: Bool
  private var hasNews = false
  private var lookup: FetchLookup?
  private let list: FetchList
  /// The index of each asset of the fetch in the earlier fetch; -1 if it is new.
  private var origins: [Int32] = []
  private var inserted: [Asset] = []
  private var changed: [(asset: Asset, index: Int)] = []

  /// Reads the last token's snapshot; an invalid one is reported to the user, and all assets then
  /// count as inserted. Throws ``RunProblem/notKept(_:)`` without a folder for snapshots.
  init(_ fetch: ObservedFetch, _ plan: PipelinePlan, in context: RunContext) throws {
    guard context.request.isDryRun || context.snapshots != nil else {
      throw RunProblem.notKept("there is no folder for it; set HOME or XDG_STATE_HOME")
    }
    let identity = try FetchIdentity(
      rule: fetch.identity(isLimited: context.permission.access.isLimited),
      libraries: plan.source.libraryPaths(in: context).map(Self.absolute))
    let question = FetchQuery(plan)
    // Read before the assets: a change in between is then noticed the next time.
    marks = question.isRepeatable ? plan.source.marks(in: context) ?? [] : []
    self.identity = identity
    fields = plan.fields
    isOfAlbums = plan.input.listsAlbums
    self.question = question.fingerprint
    folder = context.request.isDryRun ? nil : context.snapshots
    observation = context.observationState
    givesListing = observation?.givesListing ?? true
    givesToken = observation?.givesToken ?? true
    previous = Self.previous(observation?.token ?? fetch.since, identity, context)
    lookup = previous.map { FetchLookup($0.snapshot.list) }
    list = FetchList(libraries: previous?.snapshot.list.libraries ?? [])
  }

  private static func previous(
    _ since: String, _ identity: FetchIdentity, _ context: RunContext
  ) -> (ChangeToken, FetchSnapshot)? {
    if since.isEmpty { return nil }
    do {
      guard let token = ChangeToken(since) else { throw SnapshotProblem.noToken }
      guard let snapshot = try context.snapshots?.snapshot(token) else {
        throw SnapshotProblem.gone
      }
      guard snapshot.identity.rule == identity.rule else { throw SnapshotProblem.otherFetch }
      guard snapshot.identity.libraries == identity.libraries else {
        throw SnapshotProblem.otherLibrary
      }
      return (token, snapshot)
    } catch let problem as SnapshotProblem {
      context.services.notices.tell(problem.message(since))
    } catch {
      context.services.notices.tell(SnapshotProblem.damaged.message(since))
    }
    return nil
  }

  private static func absolute(_ path: String) -> [UInt8] {
    RealPath(path)?.bytes ?? Array(path.utf8)
  }

  /// True if there is no earlier fetch to compare with, so that all assets count as inserted.
  var isListing: Bool { previous == nil }

  /// True if the libraries' marks show that nothing changed, without reading assets.
  var isUnchanged: Bool {
    guard let snapshot = previous?.snapshot, !marks.isEmpty else { return false }
    return snapshot.question == question && snapshot.marks == marks
      && marks.allSatisfy { $0.files != nil }
  }

  /// Adds the next asset; returns true if it is reported, at once or by ``takeChanges()``.
  func isReported(_ asset: Asset) throws -> Bool {
    guard let name = name(of: asset) else {
      throw RunProblem.notKept("what is fetched has more assets than can be counted")
    }
    var fingerprint = Fingerprint()
    asset.addVersion(to: &fingerprint)
    asset.findings?.addVersion(to: &fingerprint, fields)
    if asset.failure != nil { return false }
    let origin = lookup?.take(name)
    let version = fingerprint.value
    let isChanged =
      if let origin, let previous { previous.snapshot.list.versions[origin] != version } else {
        true
      }
    if isChanged {
      // An unreadable asset fails here, before it has an index.
      asset.readAhead(.header)
      if asset.failure != nil { return false }
    }
    let index = list.count
    guard list.append(name, version: version) else {
      throw RunProblem.notKept("what is fetched has more assets than can be counted")
    }
    guard !isListing else {
      // Assets that exist when the watch begins are not reported.
      if !givesListing { return false }
      tell(.inserted(at: index), of: asset)
      return true
    }
    origins.append(origin.map { Int32(truncatingIfNeeded: $0) } ?? -1)
    if origin == nil {
      inserted.append(asset)
    } else if isChanged {
      changed.append((asset, index))
    }
    return isChanged
  }

  private func name(of asset: Asset) -> AssetKey? {
    var place = 0
    if case .text(let library) = asset.sourceValue(of: .library) {
      place = list.place(of: library.bytes)
    } else {
      place = list.place(of: UnsafeRawBufferPointer(start: nil, count: 0))
    }
    guard place < 1 << 20 else { return nil }
    for field in [Field.localIdentifier, .path] {
      switch asset.sourceValue(of: field) {
      case .text(let text): return AssetKey(library: place, identifier: text.bytes)
      case .string(var string):
        return string.withUTF8 { AssetKey(library: place, identifier: UnsafeRawBufferPointer($0)) }
      default: continue
      }
    }
    return AssetKey(library: place, identifier: UnsafeRawBufferPointer(start: nil, count: 0))
  }

  private func tell(_ kind: Change.Kind, of asset: Asset) {
    asset.findingsForWriting().change = Change(kind, ofAlbum: isOfAlbums, isListing: isListing)
  }

  /// Returns the changes in the order removed, inserted, changed, moved. Called once, at the end.
  func takeChanges() -> [Asset] {
    guard let before = previous?.snapshot.list, observation?.isThere() ?? true else { return [] }
    let difference = FetchDifference(from: before.count, origins)
    var assets: [Asset] = difference.removed.map { index in
      AbsentAsset(before.identity(index), Change(.removed(at: index), ofAlbum: isOfAlbums))
    }
    for (asset, insertion) in zip(inserted, difference.inserted) {
      tell(.inserted(at: insertion.index), of: asset)
    }
    for (asset, index) in changed { tell(.changed(at: index), of: asset) }
    assets += inserted + changed.map(\.asset)
    assets += difference.moved.map { move in
      AbsentAsset(
        list.identity(move.to), Change(.moved(from: move.from, to: move.to), ofAlbum: isOfAlbums))
    }
    (inserted, changed) = ([], [])
    hasNews = !assets.isEmpty
    return assets
  }

  /// Ends the output of changes: stores the snapshot, then writes its token.
  func end(_ sink: RecordSink) throws {
    // If the library has disappeared meanwhile, nothing is stored.
    if let observation, !observation.isThere() { return }
    let isListed = isListing && givesListing
    let isQuiet = !givesToken && !hasNews && !isListed
    if isQuiet, previous != nil { return }
    guard let token = try takeToken() else { return }
    observation?.note(token)
    if isQuiet { return }
    try sink.write { $0.write(token, isListing: isListed) }
  }

  /// Ends the output if nothing changed, by writing the earlier token.
  func renew(_ sink: RecordSink) throws {
    guard let token = renewToken() else { return }
    observation?.note(token)
    if givesToken { try sink.write { $0.write(token, isListing: false) } }
  }

  /// Stores the snapshot and returns its token; nil in a dry run, which stores nothing. Called
  /// once, after all changes were reported. Throws ``RunProblem/notKept(_:)`` if writing fails.
  func takeToken() throws -> ChangeToken? {
    guard let folder else { return nil }
    do {
      let snapshot = FetchSnapshot(
        identity: identity, question: question, marks: marks, list: list)
      // The earlier token stays in use until the consumer has stored the new one.
      if let previous { folder.noteUse(of: previous.token) }
      return try folder.keep(snapshot)
    } catch let problem as FileProblem {
      throw RunProblem.notKept("\"\(folder.path)\": \(problem.reason)")
    }
  }

  func renewToken() -> ChangeToken? {
    guard let previous, let folder else { return nil }
    folder.noteUse(of: previous.token)
    return previous.token
  }
}

extension RunContext {
  var observer: FetchObserver? {
    get { resources[FetchObserver.self] }
    set { resources[FetchObserver.self] = newValue }
  }
}

/// The fingerprint of the tests and steps that choose the assets of a fetch.
struct FetchQuery: Hashable, Sendable {
  /// A fingerprint, equal for equal tests and steps; a test such as `within` changes it each time.
  let fingerprint: UInt64
  /// True if unchanged libraries return the same assets, because only stored fields decide.
  let isRepeatable: Bool

  init(_ plan: PipelinePlan) {
    var fingerprint = Fingerprint()
    fingerprint.add("\(plan.query.predicate)")
    var fields = plan.query.predicate.fields
    var isRepeatable = true
    for step in plan.steps.prefix(while: { !$0.traits.fetch.observes }) {
      fingerprint.add(step.name)
      fingerprint.add(step.detail)
      if let deciding = step.traits.fetch.decidingFields {
        fields.formUnion(deciding)
      } else {
        isRepeatable = false
      }
    }
    self.fingerprint = fingerprint.value
    self.isRepeatable = isRepeatable && fields.isDisjoint(with: Self.foundInFiles)
  }

  /// The fields that are not stored in a library's database.
  private static let foundInFiles: FieldSet = [
    FieldSet(.path), FieldSet(.livePhotoVideoPath), FieldSet(.rawPath), FieldSet(.editedPath),
    FieldSet(.editedVideoPath), FieldSet(.derivativePaths), FieldSet(.exif), FieldSet(.xmp),
    FieldSet(.iptc), FieldSet(.sha1), FieldSet(.sha256), FieldSet(.rating), FieldSet(.colorLabel),
    FieldSet(.creator), FieldSet(.copyright), FieldSet(.placeName),
  ]
}
