internal import Pipeline
internal import Platform
internal import Sessions

/// The stored state of a rule that is watched on a library: the watching process, and the moment up
/// to which all arrivals were processed. There is one file for each rule and library, locked
/// (flock(2)) by the watching process. If that is killed at any time, the lock becomes free, and
/// the moment is at most too early.
final class WatchRecord {
  private let descriptor: Int32
  /// The moment up to which all arrivals were processed, in nanoseconds since 1970; nil if the rule
  /// was never watched there.
  private(set) var moment: Int64?
  /// True if the rule was never watched there.
  let isFirst: Bool
  /// The assets that the rule knows; nil if it does not catch up.
  let known: KnownAssets?

  /// The length of the moment, which comes first and has a fixed length, so that one write replaces
  /// it.
  private static let momentLength = 20

  /// - Throws: ``WatchConflict`` if another process watches; ``FileProblem`` if nothing can be stored.
  init(
    rule: String, identity: RuleIdentity, library: LibraryPlace, in state: String, catchesUp: Bool
  ) throws {
    let folder: PrivateFolder
    do throws(FileProblem) {
      folder = try PrivateFolder(["watch"], below: state, makes: true)
    } catch {
      throw RunProblem.notKept("\"\(state)/watch\": \(error.reason)")
    }
    var fingerprint = Fingerprint()
    fingerprint.add(identity.resolvedPath ?? identity.digest)
    fingerprint.add(library.identity.string)
    let name = String(fingerprint.value, radix: 16)
    let opened = openat(
      folder.descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard opened >= 0 else {
      throw RunProblem.notKept("\"\(folder.path)/\(name)\": \(FileProblem(error: errno).reason)")
    }
    descriptor = opened
    let lines = Self.text(of: opened).split(separator: "\n").map(String.init)
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      close(opened)
      throw WatchConflict(
        rule: rule, library: library.name, process: lines.dropFirst().first.flatMap { Int($0) })
    }
    moment = lines.first.flatMap { Int64($0.drop { $0 == "0" }) }
    isFirst = moment == nil
    // They belong to an earlier start, or would lack the assets that arrive from now on.
    if moment == nil || !catchesUp { folder.remove(name + ".known") }
    known = catchesUp ? KnownAssets(name + ".known", in: folder) : nil
    // A kill in between leaves the moment intact, as its own write replaces it.
    let text = "\(Self.line(moment ?? 0))\n\(getpid())\n\(rule)\n\(library.path)\n"
    Self.write(text, to: opened)
    _ = ftruncate(opened, off_t(text.utf8.count))
  }

  deinit { close(descriptor) }

  /// Stores the moment up to which all arrivals were processed.
  func save(_ moment: Int64) {
    known?.save()
    guard moment != self.moment else { return }
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
