package import Media
internal import Platform
internal import Synchronization

/// A cache of the headers and hashes that earlier runs read, so that unchanged files need not be
/// opened again; without it, the files are read. It is opened when it is first needed, unless there
/// are so few files that opening them is cheaper. Safe from any thread.
package final class Catalogue: Sendable {
  /// The default size limit in bytes.
  package static let standardLimit: Int64 = 256 << 20

  /// The number of files from which opening the database saves time.
  private static let fewFiles = 8
  /// The size in bytes of a file that takes about as long to hash as opening the database.
  private static let largeFile: Int64 = 1 << 20
  /// The maximum number of pages kept in memory, about 4 MB; the next page empties the cache.
  private static let heldPages = 384
  /// The number of days after which a page's day of last use is updated.
  static let dayGrain: Int64 = 7

  package let path: String
  package let limit: Int64
  package let clock: CatalogueClock
  private let warn: @Sendable (String) -> Void
  private let expectedFiles = Atomic(0)
  private let wantedHeaders = Atomic(0)
  /// True if ``State/database`` is open; readable without waiting for the lock.
  private let isAtHand = Atomic(false)
  private let state = Lock(State())
  /// The facts that are not yet written, with their own lock, so that adding one need not wait.
  private let notes = Lock(PendingCatalogueEntries())
  /// The files that a decoder refused since this object exists, as ``notes`` are read by no one yet.
  let refused = Lock<Set<CatalogueKey>>([])
  /// Pages that were read; changed only while ``state`` is locked; lookups never wait.
  private let pages = Lock(HeldPages())

  /// The pages in memory; a class, as preparing a dictionary's type in a lock delays small runs.
  private final class HeldPages {
    var byPlace: [CataloguePage.Place: CataloguePage] = [:]
  }

  private struct State {
    var isOpened = false
    var file: CatalogueFile?
    var database: CatalogueStore?
    var stale: [CataloguePage.Place] = []
    var today: Int64 = 0
    var wasDamaged = false
  }

  /// - Parameters:
  ///   - path: the database, which is created with its folder on first use.
  ///   - limit: the maximum size in bytes; the least recently used entries go first.
  ///   - clock: the clock for deciding if a file changed too recently for its facts to be stored.
  ///   - warn: called once with a message if the database was damaged.
  package init(
    at path: String, limit: Int64 = Catalogue.standardLimit, clock: CatalogueClock = .system,
    warn: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.path = path
    self.limit = limit
    self.clock = clock
    self.warn = warn
  }

  /// Announces the number of files whose headers are needed; from 8 on, the catalogue will be used.
  package func expect(files: Int) {
    expectedFiles.max(files, ordering: .relaxed)
  }

  /// Returns true if looking up one more header saves time; opens the catalogue if necessary.
  func isOfUse() -> Bool {
    if isAtHand.load(ordering: .relaxed) { return true }
    if !isWorthIt {
      let (_, wanted) = wantedHeaders.add(1, ordering: .relaxed)
      guard wanted >= Self.fewFiles else { return false }
      expect(files: wanted)
    }
    return state.withLock { open(&$0) }
  }

  /// Returns the page that covers an inode, empty if no file in its range is known; nil if the
  /// catalogue can't be used, or if so few files don't justify opening it.
  package func page(device: UInt64, inode: UInt64) -> CataloguePage? {
    page(at: CataloguePage.Place(device: device, inode: inode))
  }

  /// Returns the facts from the header of an unchanged file; nil if they have to be read. `page`,
  /// found by the inode that the directory gave, is used only if it covers the file.
  package func facts(of key: CatalogueKey, in page: CataloguePage? = nil) -> MediaFacts? {
    let place = CataloguePage.Place(key)
    let right = page?.place == place ? page : self.page(at: place)
    return right?.withEntry(key) { $0.mediaFacts() }
  }

  /// Returns the facts in an unchanged file's header and the texts that people typed into it, nil
  /// without any; nil if either has to be read. `page` is used only if it covers the file.
  package func described(
    _ key: CatalogueKey, in page: CataloguePage? = nil
  ) -> (facts: MediaFacts, description: MediaDescription?)? {
    let place = CataloguePage.Place(key)
    let right = page?.place == place ? page : self.page(at: place)
    return right?.withEntry(key) { entry in
      guard let facts = entry.mediaFacts(), entry.isDescribed else { return nil }
      if entry.packedDescription.isEmpty { return (facts, nil) }
      return MediaDescription(packed: entry.packedDescription).map { (facts, $0) }
    }
  }

  /// Returns the hash of an unchanged file; nil when it has to be computed.
  package func digest(_ algorithm: DigestAlgorithm, of key: CatalogueKey) -> ContentDigest? {
    entry(of: key) { $0.digest(algorithm) }
  }

  func entry<Result>(of key: CatalogueKey, _ body: (CatalogueEntry) -> Result?) -> Result? {
    page(at: CataloguePage.Place(key), isWorthIt: isWorthIt || key.size >= Self.largeFile)?
      .withEntry(key, body)
  }

  /// Stores facts from a file's header until they are written, with many others, to the database.
  ///
  /// - Parameters:
  ///   - file: the status of the open file.
  ///   - name: the file's name without its folder.
  ///   - moment: the time of ``clock`` before the file was opened, in nanoseconds since 1970; a
  ///     file that changed up to two seconds before is left out.
  package func note(
    _ facts: MediaFacts, of file: FileStatus, name: UnsafeRawBufferPointer, at moment: Int64
  ) {
    guard isWorthIt, CatalogueClock.isSettled(file, at: moment) else { return }
    let key = CatalogueKey(file, name: name)
    withUnsafeTemporaryAllocation(byteCount: MediaFacts.packedLimit, alignment: 8) { buffer in
      let packed = UnsafeRawBufferPointer(rebasing: buffer[..<facts.pack(into: buffer)])
      note { $0.add(packedFacts: packed, of: key) }
    }
  }

  /// Stores the facts in a header and what people typed into the file; see
  /// ``note(_:of:name:at:)`` for the other parameters.
  package func note(
    _ facts: MediaFacts, _ description: MediaDescription?, of file: FileStatus,
    name: UnsafeRawBufferPointer, at moment: Int64
  ) {
    guard isWorthIt, CatalogueClock.isSettled(file, at: moment) else { return }
    // A file of which a long text can't be kept is read again.
    let typed = description == nil ? [] : description?.packed()
    guard let typed else { return note(facts, of: file, name: name, at: moment) }
    let key = CatalogueKey(file, name: name)
    withUnsafeTemporaryAllocation(byteCount: MediaFacts.packedLimit, alignment: 8) { buffer in
      let packed = UnsafeRawBufferPointer(rebasing: buffer[..<facts.pack(into: buffer)])
      note { $0.add(packedFacts: packed, description: typed, of: key) }
    }
  }

  /// Stores the hash of a file's content; see ``note(_:of:name:at:)`` for the parameters.
  package func note(
    _ digest: ContentDigest, of file: FileStatus, name: UnsafeRawBufferPointer, at moment: Int64
  ) {
    guard isWorthNoting(file), CatalogueClock.isSettled(file, at: moment) else { return }
    let key = CatalogueKey(file, name: name)
    note { $0.add(digest, of: key) }
  }

  /// Writes the new facts and closes the file; the next access opens it again.
  package func close() {
    state.withLock { state in
      write(&state)
      state.database?.close()
      (state.database, state.file, state.isOpened) = (nil, nil, false)
      isAtHand.store(false, ordering: .relaxed)
      pages.withLock { $0.byPlace.removeAll() }
    }
  }

  private var isWorthIt: Bool { expectedFiles.load(ordering: .relaxed) >= Self.fewFiles }

  /// Returns true if the run has 8 files or the file has 1 MiB: opening the catalogue saves time.
  func isWorthNoting(_ file: FileStatus) -> Bool { isWorthIt || file.size >= Self.largeFile }

  /// Returns the result of `body` for an unchanged file's entry, for which the catalogue is opened
  /// if necessary; nil without an entry.
  func entryBytes(of key: CatalogueKey, _ body: (CatalogueEntry) -> [UInt8]?) -> [UInt8]? {
    page(at: CataloguePage.Place(key), isWorthIt: true)?.withEntry(key, body)
  }

  func note(_ add: (inout PendingCatalogueEntries) -> Void) {
    if !isAtHand.load(ordering: .relaxed) {
      guard state.withLock({ open(&$0) }) else { return }
    }
    let isFull = notes.withLock { notes in
      add(&notes)
      return notes.isFull
    }
    guard isFull else { return }
    state.withLock { state in
      if notes.withLock({ $0.isFull }) { write(&state) }
    }
  }

  func use<Result>(
    _ body: (CatalogueStore, _ today: Int64) throws(CatalogueProblem) -> Result?
  ) -> Result? {
    state.withLock { state in
      guard open(&state), let database = state.database else { return nil }
      do throws(CatalogueProblem) {
        return try body(database, state.today)
      } catch {
        giveUp(&state, error)
        return nil
      }
    }
  }

  private func page(at place: CataloguePage.Place) -> CataloguePage? {
    page(at: place, isWorthIt: isWorthIt)
  }

  private func page(at place: CataloguePage.Place, isWorthIt: Bool) -> CataloguePage? {
    if let known = pages.withLock({ $0.byPlace[place] }) { return known }
    return state.withLock { state in
      if let known = pages.withLock({ $0.byPlace[place] }) { return known }
      guard state.isOpened || isWorthIt, open(&state), let database = state.database else {
        return nil
      }
      do throws(CatalogueProblem) {
        let (page, used) = try database.page(at: place)
        if used < state.today - Self.dayGrain { state.stale.append(place) }
        pages.withLock { pages in
          if pages.byPlace.count >= Self.heldPages {
            pages.byPlace.removeAll(keepingCapacity: true)
          }
          pages.byPlace[place] = page
        }
        return page
      } catch {
        giveUp(&state, error)
        return nil
      }
    }
  }

  /// Opens the database on the first call; returns true if it can be used.
  private func open(_ state: inout State) -> Bool {
    guard !state.isOpened else { return state.database != nil }
    defer { isAtHand.store(state.database != nil, ordering: .relaxed) }
    state.isOpened = true
    state.today = clock.now / 86_400_000_000_000
    do throws(CatalogueProblem) {
      let file = try CatalogueFile(path: path)
      state.file = file
      try file.makeIfMissing()
      state.database = try CatalogueStore(at: path)
    } catch {
      giveUp(&state, error)
    }
    return state.database != nil
  }

  private func write(_ state: inout State) {
    var learned = PendingCatalogueEntries()
    notes.withLock { swap(&$0, &learned) }
    guard let database = state.database, !learned.isEmpty || !state.stale.isEmpty else { return }
    let stale = state.stale
    state.stale = []
    pages.withLock { $0.byPlace.removeAll(keepingCapacity: true) }
    do throws(CatalogueProblem) {
      try database.save(learned, touching: stale, limit: limit, today: state.today)
    } catch {
      giveUp(&state, error)
    }
  }

  private func giveUp(_ state: inout State, _ problem: CatalogueProblem) {
    state.database = nil
    isAtHand.store(false, ordering: .relaxed)
    pages.withLock { $0.byPlace.removeAll() }
    guard case .damaged(let reason) = problem, let file = state.file, !state.wasDamaged else {
      return
    }
    state.wasDamaged = true
    do throws(CatalogueProblem) {
      try file.replace()
      warn("the catalogue \"\(path)\" was damaged (\(reason)); it is made again")
      state.database = try CatalogueStore(at: path)
      isAtHand.store(true, ordering: .relaxed)
    } catch {
      warn(
        "the catalogue \"\(path)\" is damaged (\(reason)) and can't be made again: \(error.reason)")
    }
  }
}

extension Catalogue {
  /// Returns the catalogue's size and state, without creating a catalogue.
  package func status() -> CatalogueStatus {
    guard let byteCount = CatalogueFile.byteCount(of: path) else {
      return CatalogueStatus(path: path, count: 0, byteCount: 0, limit: limit, problem: nil)
    }
    var count: Int64 = 0
    var problem: String?
    do throws(CatalogueProblem) {
      let file = try CatalogueFile(path: path)
      try file.makeIfMissing()
      let database = try CatalogueStore(at: path)
      count = try database.fileCount()
      database.close()
    } catch {
      problem = error.reason
    }
    return CatalogueStatus(
      path: path, count: Int(clamping: count), byteCount: byteCount, limit: limit,
      problem: problem)
  }

  /// Removes all entries; throws ``FileProblem`` if the database can't be locked or written.
  package func clear() throws(FileProblem) {
    guard CatalogueFile.byteCount(of: path) != nil else { return }
    do throws(CatalogueProblem) {
      let file = try CatalogueFile(path: path)
      if try file.remove() { return }
      // A run in progress continues with an empty catalogue.
      try file.makeIfMissing()
      let database = try CatalogueStore(at: path)
      try database.removeAll()
      database.close()
    } catch {
      throw FileProblem(error.reason)
    }
  }
}

/// The size and the state of the catalogue.
package struct CatalogueStatus: Sendable, Hashable {
  /// The path of the database, which may not exist.
  package let path: String
  /// The number of files with an entry.
  package let count: Int
  /// The size of the database and its log in bytes; 0 if none exists.
  package let byteCount: Int64
  /// The size limit in bytes, kept by removing the least recently used entries.
  package let limit: Int64
  /// The reason why the catalogue is unusable, or nil; the next run replaces a damaged one.
  package let problem: String?
}
