internal import Pipeline
internal import Platform

/// A process that runs a rule on one part of a library: it reads the part's positions from an
/// unnamed file, and writes the result to another.
final class ShardProcess {
  let number: Int
  private let words: [String]
  private var shard: UnsafeMutablePointer<FILE>?
  private var output: UnsafeMutablePointer<FILE>?
  private var errors: UnsafeMutablePointer<FILE>?
  private var child: ChildProcess?
  private var hasFailed = false
  /// The number of the part's assets.
  private let count: Int
  /// The range of the assets' positions in the library; nil if the result has counts alone.
  private let ordinals: ClosedRange<Int>?

  /// Prepares the process with its arguments; `shard` is the file with the positions, which is read
  /// from its beginning and closed with this object. The result has to be that of `count` assets
  /// within `ordinals`.
  init(
    number: Int, _ words: [String], shard: UnsafeMutablePointer<FILE>, count: Int,
    at ordinals: ClosedRange<Int>?
  ) {
    self.number = number
    (self.count, self.ordinals) = (count, ordinals)
    self.words = words
    self.shard = shard
  }

  deinit {
    if let child {
      child.end()
      _ = child.wait()
    }
    close()
  }

  private func close() {
    for file in [shard, output, errors] { if let file { fclose(file) } }
    (shard, output, errors) = (nil, nil, nil)
  }

  /// Starts the process, or starts it again.
  func start() throws(RunProblem) {
    for file in [output, errors] { if let file { fclose(file) } }
    (output, errors) = (tmpfile(), tmpfile())
    guard let shard, let output, let errors else {
      throw .outputFailed("can't make a temporary file for a shard")
    }
    lseek(fileno(shard), 0, SEEK_SET)
    do throws(SpawnProblem) {
      child = try ChildProcess(
        path: InstalledExecutable.ownPath, arguments: words,
        descriptors: [fileno(shard), fileno(output), fileno(errors)],
        environment: ChildProcess.userEnvironment)
    } catch {
      throw .missingProgram("can't start a process for a shard: \(error.text)")
    }
  }

  /// Returns the result once the process has ended; nil before. A process that was killed, or whose
  /// result is incomplete, is started once more. Throws ``ShardProblem`` if it fails again.
  func resultIfOver() throws -> ShardResult? {
    guard let ended = child?.endIfOver(), let output else { return nil }
    child = nil
    do {
      guard ended == .exited(0) else { throw ShardProblem(reason(ended)) }
      lseek(fileno(output), 0, SEEK_SET)
      let result = try ShardResult(try ShardText.bytes(of: fileno(output)))
      try result.check(isOf: count, at: ordinals)
      close()
      return result
    } catch {
      // An error that the process reported itself would occur again.
      let mayPass = if case .exited(let status) = ended { status == 0 } else { true }
      if ended == .exited(ExitStatus.cannotWrite.rawValue) {
        throw RunProblem.outputFailed("shard \(number): \(error)")
      }
      guard mayPass, !hasFailed else { throw ShardProblem("shard \(number): \(error)") }
      hasFailed = true
      try start()
      return nil
    }
  }

  private func reason(_ end: ProcessEnd) -> String {
    guard let errors else { return "\(end)" }
    lseek(fileno(errors), 0, SEEK_SET)
    let said = (try? ShardText.bytes(of: fileno(errors))) ?? []
    let lines = String(decoding: said, as: UTF8.self).split(separator: "\n")
    return lines.isEmpty ? "its process ended: \(end)" : lines.suffix(3).joined(separator: "; ")
  }
}
