package import Media
internal import Platform
internal import Synchronization

/// What earlier runs read of files, so that this one need not open those that did not change.
///
/// Never needed: whatever is wrong with it, the files are read. It is opened when the first header or
/// hash is wanted, unless so few files are met that opening them is cheaper. Safe from any thread.
package final class Catalogue: Sendable {
  package static let standardLimit: Int64 = 256 << 20

  /// A run of fewer files reads them sooner than it opens a database.
  private static let fewFiles = 8
  /// A file of this size is hashed in about the time that opening takes.
  private static let largeFile: Int64 = 1 << 20
  /// Pages that are held in memory: about 4 MB.
  private static let heldPages = 384
  /// A page's day of last use is noted anew once it is so many days old.
  static let dayGrain: Int64 = 7

  package let path: String
  package let limit: Int64
  package let clock: CatalogueClock
  private let warn: @Sendable (String) -> Void
  private let expectedFiles = Atomic(0)
  private let wantedHeaders = Atomic(0)
  /// Whether ``State/database`` is there, so that who only asks that need not wait for others.
  private let isAtHand = Atomic(false)
  private let state = Lock(State())
  /// Apart from ``state``, so that who learns something does not wait for another that writes.
  private let notes = Lock(CatalogueNotes())
  /// Pages that were read; changed by the holder of ``state`` only, so that who finds a page does not
  /// wait for another that is being read.
  private let pages = Lock(HeldPages())

  /// A class, as a dictionary that is empty at the end of a small run would cost its type's making.
  private final class HeldPages {
    var byPlace: [CataloguePage.Place: CataloguePage] = [:]
  }

  private struct State {
    var isOpened = false
    var file: CatalogueFile?
    /// Nil before it is opened, and when the run does without.
    var database: CatalogueDatabase?
    var stale: [CataloguePage.Place] = []
    var today: Int64 = 0
    var wasDamaged = false
  }

  /// - Parameters:
  ///   - path: the database, which is made with its folder when it is first needed.
  ///   - limit: how many bytes it may take.
  ///   - clock: tells how long ago files were changed.
  ///   - warn: is told once that it was damaged, if it was.
  package init(
    at path: String, limit: Int64 = Catalogue.standardLimit, clock: CatalogueClock = .system,
    warn: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.path = path
    self.limit = limit
    self.clock = clock
    self.warn = warn
  }

  /// Tells that the headers of so many files may be wanted together.
  package func expect(files: Int) {
    expectedFiles.max(files, ordering: .relaxed)
  }

  /// Whether asking for one header more is worth it; opens the catalogue when it was not asked
  /// before.
  func isOfUse() -> Bool {
    if isAtHand.load(ordering: .relaxed) { return true }
    if !isWorthIt {
      let (_, wanted) = wantedHeaders.add(1, ordering: .relaxed)
      guard wanted >= Self.fewFiles else { return false }
      expect(files: wanted)
    }
    return state.withLock { open(&$0) }
  }

  /// What is known of a file and its neighbours, by its number alone; nil if that is nothing.
  package func page(device: UInt64, inode: UInt64) -> CataloguePage? {
    page(at: CataloguePage.Place(device: device, inode: inode))
  }

  /// The facts in the header of an unchanged file; nil when they have to be read.
  ///
  /// - Parameter page: the one that was found by the file's number, which may have been wrong.
  package func facts(of key: CatalogueKey, in page: CataloguePage? = nil) -> MediaFacts? {
    let place = CataloguePage.Place(key)
    let right = page?.place == place ? page : self.page(at: place)
    return right?.withEntry(key) { $0.mediaFacts() }
  }

  /// The hash of an unchanged file; nil when it has to be made.
  package func digest(_ algorithm: DigestAlgorithm, of key: CatalogueKey) -> ContentDigest? {
    entry(of: key) { $0.digest(algorithm) }
  }

  /// Reads the entry of an unchanged file.
  func entry<Result>(of key: CatalogueKey, _ body: (CatalogueEntry) -> Result?) -> Result? {
    page(at: CataloguePage.Place(key), isWorthIt: isWorthIt || key.size >= Self.largeFile)?
      .withEntry(key, body)
  }

  /// Keeps what a header said.
  ///
  /// - Parameters:
  ///   - file: the status of the open file.
  ///   - moment: what ``clock`` showed before it was opened.
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

  /// Keeps a hash; see ``note(_:of:name:at:)`` for the parameters.
  package func note(
    _ digest: ContentDigest, of file: FileStatus, name: UnsafeRawBufferPointer, at moment: Int64
  ) {
    guard isWorthNoting(file), CatalogueClock.isSettled(file, at: moment) else { return }
    let key = CatalogueKey(file, name: name)
    note { $0.add(digest, of: key) }
  }

  /// Writes what was learned and lets go of the file; who asks again opens it again.
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

  /// Whether reading the whole file again takes longer than opening the catalogue does.
  func isWorthNoting(_ file: FileStatus) -> Bool { isWorthIt || file.size >= Self.largeFile }

  /// What an unchanged file's entry says, for what takes longer to find out than opening this does.
  func entryBytes(of key: CatalogueKey, _ body: (CatalogueEntry) -> [UInt8]?) -> [UInt8]? {
    page(at: CataloguePage.Place(key), isWorthIt: true)?.withEntry(key, body)
  }

  func note(_ add: (inout CatalogueNotes) -> Void) {
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

  /// Calls `body` with the database, which is opened for that; nil where the run does without.
  func use<Result>(
    _ body: (CatalogueDatabase, _ today: Int64) throws(CatalogueProblem) -> Result?
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

  /// Opens it unless that was tried before; whether it can be used.
  private func open(_ state: inout State) -> Bool {
    guard !state.isOpened else { return state.database != nil }
    defer { isAtHand.store(state.database != nil, ordering: .relaxed) }
    state.isOpened = true
    state.today = clock.now / 86_400_000_000_000
    do throws(CatalogueProblem) {
      let file = try CatalogueFile(path: path)
      state.file = file
      try file.makeIfMissing()
      state.database = try CatalogueDatabase(at: path)
    } catch {
      giveUp(&state, error)
    }
    return state.database != nil
  }

  private func write(_ state: inout State) {
    var learned = CatalogueNotes()
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

  /// Does without; a damaged catalogue is replaced by an empty one, which this run fills.
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
      state.database = try CatalogueDatabase(at: path)
      isAtHand.store(true, ordering: .relaxed)
    } catch {
      warn(
        "the catalogue \"\(path)\" is damaged (\(reason)) and can't be made again: \(error.reason)")
    }
  }
}

extension Catalogue {
  /// What it holds; asking makes none.
  package func status() -> CatalogueStatus {
    guard let byteCount = CatalogueFile.byteCount(of: path) else {
      return CatalogueStatus(path: path, count: 0, byteCount: 0, limit: limit, problem: nil)
    }
    var count: Int64 = 0
    var problem: String?
    do throws(CatalogueProblem) {
      let file = try CatalogueFile(path: path)
      try file.makeIfMissing()
      let database = try CatalogueDatabase(at: path)
      count = try database.fileCount()
      database.close()
    } catch {
      problem = error.reason
    }
    return CatalogueStatus(
      path: path, count: Int(clamping: count), byteCount: byteCount, limit: limit,
      problem: problem)
  }

  /// Forgets everything.
  ///
  /// - Throws: ``FileProblem`` when that is not possible now.
  package func clear() throws(FileProblem) {
    guard CatalogueFile.byteCount(of: path) != nil else { return }
    do throws(CatalogueProblem) {
      let file = try CatalogueFile(path: path)
      if try file.remove() { return }
      // A run that is under way goes on with an empty one.
      try file.makeIfMissing()
      let database = try CatalogueDatabase(at: path)
      try database.removeAll()
      database.close()
    } catch {
      throw FileProblem(error.reason)
    }
  }
}

/// What the catalogue holds.
package struct CatalogueStatus: Sendable, Hashable {
  /// The database, whether or not it is there.
  package let path: String
  /// How many files are known.
  package let count: Int
  /// What it takes, in bytes.
  package let byteCount: Int64
  /// What it may take, in bytes; what was used last stays.
  package let limit: Int64
  /// Why it can't be used, if so; the next run makes a damaged one anew.
  package let problem: String?
}
