internal import Pipeline
internal import Platform
internal import Sessions

/// The file with the state of a watched rule and library: the watching process, and the time up to
/// which all arrived assets were processed. The process locks it (flock(2)). A kill at any time
/// frees the lock, and leaves a time that is at most too early.
final class WatchRecord {
  private let descriptor: Int32
  private let folder: PrivateFolder
  private let name: String
  /// The last stored status; nil before the first.
  private var status: WatchStatus?
  /// The time up to which arrivals were processed, in nanoseconds since 1970; nil before the first.
  private(set) var moment: Int64?
  /// True if the rule never watched the library before.
  let isFirst: Bool
  /// The assets that the rule knows; nil for a rule without `catchUp`.
  let known: KnownAssets?

  /// The fixed number of digits of the time at the file's start, so that one write replaces it.
  private static let momentLength = 20

  /// Opens and locks the file. Throws ``WatchConflict`` if another process has locked it,
  /// ``RunProblem`` if it can't be opened.
  init(
    rule: String, identity: RuleIdentity, library: LibraryPlace, in state: String, catchesUp: Bool
  ) throws {
    do throws(FileProblem) {
      folder = try PrivateFolder(["watch"], below: state, makes: true)
    } catch {
      throw RunProblem.notKept("\"\(state)/watch\": \(error.reason)")
    }
    var fingerprint = Fingerprint()
    fingerprint.add(identity.resolvedPath ?? identity.digest)
    fingerprint.add(library.identity.string)
    name = String(fingerprint.value, radix: 16)
    let opened = openat(
      folder.descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard opened >= 0 else {
      throw RunProblem.notKept("\"\(folder.path)/\(name)\": \(FileProblem(error: errno).reason)")
    }
    descriptor = opened
    let lines = Self.text(of: opened).split(separator: "\n").map(String.init)
    guard Self.lock(opened) else {
      close(opened)
      throw WatchConflict(
        rule: rule, library: library.name, process: lines.dropFirst().first.flatMap { Int($0) })
    }
    moment = lines.first.flatMap { Int64($0.drop { $0 == "0" }) }
    isFirst = moment == nil
    // The list belongs to an earlier start, or would lack the assets that arrive from now on.
    if moment == nil || !catchesUp { folder.remove(name + ".known") }
    known = catchesUp ? KnownAssets(name + ".known", in: folder) : nil
    // If the process is killed in between, the time stays intact, as one write replaces it.
    let text = "\(Self.line(moment ?? 0))\n\(getpid())\n\(rule)\n\(library.path)\n"
    Self.write(text, to: opened)
    _ = ftruncate(opened, off_t(text.utf8.count))
  }

  deinit { close(descriptor) }

  /// The path of the file that exists while the rule is paused in the library.
  var pausePath: String {
    _ = try? folder.folder(RulePause.folder, makes: true)
    return "\(folder.path)/\(RulePause.folder)/\(name)"
  }

  /// Stores the status for ``WatchStatusSession``, if it has changed; returns true if so.
  func store(_ status: WatchStatus) -> Bool {
    guard status != self.status else { return false }
    self.status = status
    // On a full disk the list keeps the earlier status.
    try? folder.write(status.bytes, to: name + Self.statusEnding)
    return true
  }

  static let statusEnding = ".status"
  /// The greatest size of a status in bytes.
  static let longestStatus = 1 << 20

  /// Returns true if a process has locked the record `name`, as it watches its rule and library.
  static func isLocked(_ name: String, in folder: PrivateFolder) -> Bool {
    guard let file = try? folder.open(name) else { return false }
    return flock(file.descriptor, LOCK_SH | LOCK_NB) != 0
  }

  /// Locks a file, and tries for 50 ms, as ``isLocked(_:in:)`` may hold it for a moment. Returns
  /// false if another process has it.
  private static func lock(_ descriptor: Int32) -> Bool {
    for _ in 0..<lockAttempts {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      usleep(lockPause)
    }
    return false
  }

  private static let lockAttempts = 10
  /// The time between two attempts to lock the file, in microseconds.
  private static let lockPause: UInt32 = 5000

  /// Stores the keys of the rule's assets, and the time up to which all arrivals were processed, in
  /// nanoseconds since 1970; nil keeps the stored time.
  func save(_ moment: Int64?) {
    known?.save()
    guard let moment, moment != self.moment else { return }
    self.moment = moment
    Self.write(Self.line(moment), to: descriptor)
  }

  private static func line(_ moment: Int64) -> String {
    let digits = String(max(0, moment))
    return String(repeating: "0", count: max(0, momentLength - digits.count)) + digits
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { _ = pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  private static func text(of descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
