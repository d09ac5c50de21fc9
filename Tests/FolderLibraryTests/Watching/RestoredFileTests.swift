import Assets
import Engine
import Files
import FolderLibrary
import Foundation
import Synchronization
import TestSupport
import Testing

/// Files that are put back, replaced, touched or still written: only what is new arrives.
@Suite struct RestoredFileTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["a.png", "b.png", "sub/c.png", "sub/deep/d.png"] {
      try directory.write(
        "picture \(name)", to: "library/\(name)", modified: Date(timeIntervalSince1970: 1e9))
    }
  }

  private func watch(
    clock: CatalogueClock = .system, limit: Int = .max,
    uptime: @escaping @Sendable () -> SuspendingClock.Instant = { .now }
  ) throws -> FolderWatcher {
    var options = FolderWatcher.Options()
    options.watchLimit = limit
    options.uptime = uptime
    return try FolderWatcher(path: directory.path("library"), options, clock: clock)
  }

  /// Returns all that is reported, also after a second look.
  private func reported(_ watcher: FolderWatcher, _ count: Int = 0) -> [String] {
    var files = watcher.reportedFiles(count, isLooking: true)
    for _ in 0..<2 { files += watcher.look().files + watcher.news().files }
    return files.map(\.path.string).sorted()
  }

  private func run(_ program: String, _ words: String...) async throws {
    let result = try await RunProgram(program, words, environment: [:]).result()
    try #require(result.status == .exited(0), "\(result.errorText)")
  }

  private func move(_ from: String, _ to: String) throws {
    try #require(rename(directory.path(from), directory.path(to)) == 0)
  }

  @Test(arguments: ["sub", "sub/deep", "a.png"])
  func whatIsPutBackDoesNotArrive(name: String) async throws {
    try await run("/bin/cp", "-a", directory.path("library"), directory.path("backup"))
    let watcher = try watch()
    try await run("/bin/rm", "-r", directory.path("library/\(name)"))
    #expect(reported(watcher) == [])
    try await run(
      "/bin/cp", "-a", directory.path("backup/\(name)"), directory.path("library/\(name)"))
    #expect(reported(watcher) == [])
    try directory.write("new", to: "library/new.png")
    #expect(reported(watcher, 1) == ["new.png"])
  }

  @Test func aProgramMaySetTheTimeAfterClosing() throws {
    let watcher = try watch()
    let path = directory.path("library/a.png")
    for isRestored in [true, false] {
      unlink(path)
      #expect(reported(watcher) == [])
      try directory.write("picture a.png", to: "library/a.png")
      #expect(watcher.news().files.isEmpty)
      if isRestored {
        try directory.setModified(Date(timeIntervalSince1970: 1e9), of: "library/a.png")
      }
      #expect(reported(watcher, isRestored ? 0 : 1) == (isRestored ? [] : ["a.png"]))
    }
  }

  /// `touch` opens the file for writing, sets its times and closes it.
  @Test func aFileThatIsTouchedDoesNotArrive() async throws {
    let watcher = try watch()
    let path = directory.path("library/a.png")
    for _ in 0..<3 {
      try await run("/usr/bin/touch", path)
      #expect(reported(watcher) == [])
    }
    // Written over in place, with a time that is set before it is closed.
    let file = open(path, O_WRONLY | O_CLOEXEC)
    #expect(write(file, "PICTURE", 7) == 7)
    var times = [
      timespec(tv_sec: 2_000_000_000, tv_nsec: 0), timespec(tv_sec: 2_000_000_000, tv_nsec: 0),
    ]
    #expect(futimens(file, &times) == 0)
    close(file)
    #expect(reported(watcher, 1) == ["a.png"])
    try await run("/usr/bin/touch", path)
    #expect(reported(watcher) == [])
  }

  /// A disk may be gone before the time of a file was noted.
  @Test func aFileThatIsTouchedJustBeforeItsLibraryGoesDoesNotArrive() throws {
    let path = directory.path("library")
    let watch = try #require(LibraryKind(of: FolderLibrary.self).abilities.watcher)
    let watcher = try watch(LibraryPlace(path: path), WatchSettings())
    for name in ["a.png", "sub/deep/d.png"] {
      try directory.setModified(Date(timeIntervalSince1970: 1.5e9), of: "library/\(name)")
    }
    try move("library", "away")
    #expect(!watcher.news(isLooking: true).isThere)
    try directory.write("new", to: "away/new.png")
    try move("away", "library")
    let news = watcher.news(isLooking: true)
    #expect(news.isThere)
    #expect(news.arrivals.map(\.identifier.string) == ["new.png"])
  }

  @Test func anotherFileOfARemovedNameArrives() throws {
    let watcher = try watch()
    unlink(directory.path("library/a.png"))
    try directory.write(
      "another one", to: "library/a.png", modified: Date(timeIntervalSince1970: 1e9))
    #expect(reported(watcher, 1) == ["a.png"])
  }

  @Test func whatIsMovedOutAndBackDoesNotArrive() throws {
    let watcher = try watch()
    try move("library/sub", "away")
    try move("library/a.png", "a.png")
    #expect(reported(watcher) == [])
    try move("away", "library/sub")
    try move("a.png", "library/a.png")
    #expect(reported(watcher) == [])
  }

  @Test(arguments: ["a.png_exiftool_tmp", "a.png.tmp", ".goutputstream-X1", "new", ".a.png.f00bAr"])
  func aNameOverAnotherIsAChange(first: String) throws {
    let watcher = try watch()
    try directory.write("edited", to: "library/\(first)")
    try move("library/\(first)", "library/a.png")
    let news = watcher.news()
    #expect(news.files.isEmpty && news.hasChanges)
    #expect(reported(watcher) == [])
    try directory.write("fresh", to: "library/\(first)")
    try move("library/\(first)", "library/z.png")
    #expect(reported(watcher, 1) == ["z.png"])
    // It arrived, so it is there from now on.
    try directory.write("edited again", to: "library/\(first)")
    try move("library/\(first)", "library/z.png")
    #expect(reported(watcher) == [])
  }

  /// A file gets another name, and is edited under that at once. Each may be looked at by itself.
  @Test(arguments: 0..<4) func anEditedFileOfANewNameIsAChange(looks: Int) throws {
    let watcher = try watch()
    var told: [String] = []
    func look(_ bit: Int) { if looks & bit != 0 { told += reported(watcher) } }
    try move("library/a.png", "library/sub/renamed.png")
    look(1)
    try directory.write("edited", to: "library/sub/renamed.png.tmp")
    look(2)
    try move("library/sub/renamed.png.tmp", "library/sub/renamed.png")
    #expect(told + reported(watcher) == [])
  }

  /// Each of the calls may be looked at by itself.
  @Test(arguments: 0..<16, [nil, "a.png_original"])
  func aNameOverAnotherIsAChangeAlsoIfItsWriterClosesLate(looks: Int, backup: String?) throws {
    let watcher = try watch()
    var told: [String] = []
    func look(_ bit: Int) { if looks & bit != 0 { told += reported(watcher) } }
    let file = open(directory.path("library/a.png.tmp"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(file >= 0 && Foundation.write(file, "half", 4) == 4)
    look(1)
    if let backup { try move("library/a.png", "library/\(backup)") }
    try move("library/a.png.tmp", "library/a.png")
    look(2)
    if looks & 4 != 0 {
      told += watcher.news().files.map(\.path.string)
      try #require(Foundation.write(file, "rest", 4) == 4)
    }
    closeForAll(file)
    look(8)
    told += reported(watcher)
    #expect(told.filter { $0 != backup } == [])
    try directory.write("written over in place", to: "library/a.png")
    #expect(reported(watcher, 1) == ["a.png"])
  }

  /// A program that is started meanwhile holds open what the writers have open.
  @Test(arguments: 0..<32, [false, true])
  func severalWritersOfAReplacementMayCloseLate(looks: Int, isRenamed: Bool) throws {
    let watcher = try watch()
    var told: [String] = []
    func look(_ bit: Int) { if looks & bit != 0 { told += reported(watcher) } }
    let path = directory.path("library/a.png.tmp")
    let first = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    let second = open(path, O_WRONLY | O_CLOEXEC)
    try #require(first >= 0 && second >= 0 && Foundation.write(first, "new", 3) == 3)
    look(1)
    try move("library/a.png.tmp", "library/a.png")
    look(2)
    close(first)
    look(4)
    if isRenamed { try move("library/a.png", "library/z.png") }
    look(8)
    closeForAll(second)
    look(16)
    told += reported(watcher)
    #expect(told == [])
    let name = isRenamed ? "z.png" : "a.png"
    try directory.write("written over in place", to: "library/\(name)")
    #expect(reported(watcher, 1) == [name])
  }

  @Test func aFileThatIsWrittenAfterItReplacedAnotherArrives() throws {
    let watcher = try watch()
    try directory.write("edited", to: "library/a.png.tmp")
    try move("library/a.png.tmp", "library/a.png")
    _ = watcher.news()
    try directory.write("written over in place", to: "library/a.png")
    #expect(reported(watcher, 1) == ["a.png"])
  }

  @Test func anotherNameOfAFileFromJustBeforeTheStartIsNoNews() throws {
    let start = CatalogueClock.system.now - 1_000_000_000
    try directory.write("just written", to: "library/new.png")
    let watcher = try watch(clock: CatalogueClock { start })
    try move("library/new.png", "library/renamed.png")
    #expect(reported(watcher) == [])
  }

  @Test(arguments: ["a.png_original", "a.png~"])
  func aBackupIsKeptOfWhatIsEdited(backup: String) throws {
    let watcher = try watch()
    try directory.write("edited", to: "library/a.png_exiftool_tmp")
    try move("library/a.png", "library/\(backup)")
    try move("library/a.png_exiftool_tmp", "library/a.png")
    #expect(reported(watcher) == [])
    try move("library/b.png", "library/other.png")
    try directory.write("a new one", to: "library/b.png")
    #expect(reported(watcher, 1) == ["b.png"])
  }

  /// Each of the calls may be looked at by itself.
  @Test(arguments: 0..<16) func aBackupIsKeptOfWhatArrived(looks: Int) throws {
    let watcher = try watch()
    var told: [String] = []
    func look(_ bit: Int) { if looks & bit != 0 { told += reported(watcher) } }
    try directory.write("new", to: "library/new.png")
    #expect(reported(watcher, 1) == ["new.png"])
    for round in 1...3 {
      try directory.write("edited \(round)", to: "library/new.png_exiftool_tmp")
      look(1)
      try move("library/new.png", "library/new.png_original")
      look(2)
      try move("library/new.png_exiftool_tmp", "library/new.png")
      look(4)
    }
    try move("library/new.png", "library/other.png")
    look(8)
    try move("library/other.png", "library/sub/third.png")
    // No file of the backup's name is a picture.
    told = (told + reported(watcher)).filter { $0 != "new.png_original" }
    #expect(told == [])
  }

  /// Firefox creates an empty file, writes another, and gives it the name of the first.
  @Test func aPlaceholderIsNoFile() throws {
    let watcher = try watch()
    try directory.write("", to: "library/new.png")
    try directory.write("half", to: "library/new.png.part")
    _ = watcher.news()
    try move("library/new.png.part", "library/new.png")
    #expect(reported(watcher, 1) == ["new.png"])
  }

  @Test func aFolderOfARemovedNameHasNoFilesYet() throws {
    let watcher = try watch()
    try FileManager.default.removeItem(atPath: directory.path("library/sub"))
    #expect(reported(watcher) == [])
    try directory.makeFolder("library/sub")
    _ = watcher.news()
    try directory.write("another one", to: "c.png")
    try move("c.png", "library/sub/c.png")
    #expect(reported(watcher, 1) == ["sub/c.png"])
  }

  @Test func aTouchIsAChange() throws {
    let watcher = try watch()
    try directory.setModified(Date(timeIntervalSince1970: 1.1e9), of: "library/a.png")
    let news = watcher.news()
    #expect(news.hasChanges && news.files.isEmpty)
    #expect(reported(watcher) == [])
  }

  @Test func temporaryNamesDoNotArrive() throws {
    var options = FolderWatcher.Options()
    options.includesHidden = true
    let watcher = try FolderWatcher(path: directory.path("library"), options)
    for name in [
      "x.jpg_exiftool_tmp", ".goutputstream-ABC123", "x.tmp", "x.jpg~", ".syncthing.x.jpg.tmp",
      "~syncthing~x.jpg.tmp", ".nfs0000000001", ".x.jpg.aB3dE9",
    ] {
      try directory.write("half", to: "library/\(name)")
    }
    try directory.write("whole", to: "library/.x.jpeg")
    #expect(reported(watcher, 1) == [".x.jpeg"])
  }

  @Test(arguments: [true, false]) func aFileWhoseWriterStaysArrivesOnce(isWhole: Bool) throws {
    let seconds = Atomic(0)
    let start = SuspendingClock.now
    let watcher = try watch { start + .seconds(seconds.load(ordering: .relaxed)) }
    watcher.isWhole = { $0.string == "new.png" && isWhole }
    let file = open(directory.path("new.png"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(file >= 0 && Foundation.write(file, "half", 4) == 4)
    try move("new.png", "library/new.png")
    #expect(reported(watcher) == [])
    seconds.store(4, ordering: .relaxed)
    #expect(reported(watcher) == [])
    try #require(Foundation.write(file, "rest", 4) == 4)
    #expect(reported(watcher) == [])
    seconds.store(8, ordering: .relaxed)
    #expect(reported(watcher) == [])
    seconds.store(10, ordering: .relaxed)
    #expect(reported(watcher, isWhole ? 1 : 0) == (isWhole ? ["new.png"] : []))
    seconds.store(65, ordering: .relaxed)
    #expect(reported(watcher, isWhole ? 0 : 1) == (isWhole ? [] : ["new.png"]))
    closeForAll(file)
    #expect(reported(watcher) == [])
  }

  @Test func aFileWhoseWriterClosesItArrives() throws {
    let watcher = try watch()
    watcher.isWhole = { _ in false }
    let file = open(directory.path("new.png"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(file >= 0 && Foundation.write(file, "half", 4) == 4)
    try move("new.png", "library/new.png")
    #expect(reported(watcher) == [])
    try #require(Foundation.write(file, "rest", 4) == 4)
    closeForAll(file)
    #expect(reported(watcher, 1) == ["new.png"])
  }

  @Test(arguments: [0, 1]) func oldFilesOfFoldersBeyondTheLimitDoNotArrive(limit: Int) throws {
    for number in 0..<30 {
      try directory.write("\(number)", to: "library/just/\(number).png")
    }
    let watcher = try watch(limit: limit)
    #expect(reported(watcher) == [])
    try directory.write("new", to: "library/just/new.png")
    #expect(reported(watcher, 1) == ["just/new.png"])
  }

  @Test func aFolderThatCannotBeReadIsLookedAtAgain() async throws {
    let path = directory.path("library")
    let owned = ["library", "library/sub", "library/sub/deep"].map(directory.path)
    for folder in owned + [directory.path("")] { chmod(folder, 0o777) }
    await #expect(processExitsWith: .success) { [path = path as String] in
      if geteuid() == 0 {
        try #require(chown("\(path)/sub", 65534, 65534) == 0)
        try #require(setuid(65534) == 0)
      }
      chmod("\(path)/sub", 0)
      let watcher = try FolderWatcher(path: path)
      let first = watcher.news()
      try #require(first.problems.map(\.message).count == 1)
      try #require(first.problems[0].message.contains("\"sub\" can't be read"))
      try #require(watcher.hasToLook && watcher.look().files.isEmpty)
      try #require(watcher.look().problems.isEmpty)
      chmod("\(path)/sub", 0o700)
      var files = watcher.look().files
      try #require(files.isEmpty && !watcher.hasToLook)
      try Data("new".utf8).write(to: URL(fileURLWithPath: "\(path)/sub/new.png"))
      files = watcher.news().files
      try #require(files.map(\.path.string) == ["sub/new.png"])
    }
  }
}
