internal import CSystem
internal import Platform

/// The check of a written file: whether it is on its disk as it was meant to be. Safe from any
/// thread.
struct CopyVerification: Sendable {
  private let file: OpenFile
  private let digest: ContentDigest

  /// Lets the system begin to write the file to its disk; `digest` is the hash of the content that
  /// it was to get.
  init(of made: PartialFile, _ digest: ContentDigest) throws(FileProblem) {
    csystem_begin_flush(made.descriptor)
    file = try OpenFile(copying: made.descriptor)
    self.digest = digest
  }

  /// The number of threads that wait for the disk, which writes for many of them at once.
  static let flushWidth = 8

  /// Checks files on some threads; returns the problem of each one, nil for none.
  static func problems(
    of checks: [CopyVerification], width: Int, until cancellation: Cancellation
  ) -> [FileProblem?] {
    let unwritten = WorkerThread.map(checks, width: flushWidth) { check -> FileProblem? in
      do throws(FileProblem) {
        try check.flush()
        return nil
      } catch {
        return error
      }
    }
    return WorkerThread.map(Array(checks.indices), width: width) { place -> FileProblem? in
      if let problem = unwritten[place] { return problem }
      do throws(FileProblem) {
        try checks[place].readBack(until: cancellation)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Waits until the file is on its disk, and reads it back from there: past the system's memory,
  /// where the system allows that.
  ///
  /// - Throws: ``FileProblem`` if it has other content, or can't be written or read.
  func run(until cancellation: Cancellation?) throws(FileProblem) {
    try flush()
    try readBack(until: cancellation)
  }

  private func flush() throws(FileProblem) { try PrivateFolder.sync(file.descriptor) }

  private func readBack(until cancellation: Cancellation?) throws(FileProblem) {
    file.forgetCachedContent()
    let progress = ItemProgress(cancellation: cancellation)
    guard try ContentHasher.digest(digest.algorithm, of: file, progress) == digest else {
      throw FileProblem(
        "its copy differed from it when it was read back, and was removed; check the disks and"
          + " cables, and copy it again")
    }
  }
}
