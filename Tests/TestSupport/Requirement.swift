import Foundation
package import Testing

/// Something that a test needs of the computer: a program, a right, a system call.
///
///     @Test(.needs(.program("ffmpeg"))) func aMovieGivesAPicture() throws { … }
///
/// Where it is missing the test is skipped, with the reason. Where the variable `CI` is set on Linux
/// the test fails instead, since `script/setup all` installs everything that tests need there.
package struct Requirement: Sendable, CustomStringConvertible {
  package let description: String
  private let isMet: @Sendable () async throws -> Bool

  private static let setpriv = "/usr/bin/setpriv"
  private static let folders = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]

  /// A library that makes system calls fail can be loaded in front of the C library.
  package static let faultLibrary = Requirement(
    description: "needs a C compiler, and a linker that loads libraries in front of others"
  ) { FaultLibrary.path != nil }

  /// Programs can be run by a user who is bound by file modes, in the folder for temporary files.
  package static let unprivilegedUser = Requirement(
    description: "needs a user who is not root and may enter the folder for temporary files"
  ) {
    guard geteuid() == 0 else { return true }
    return try await succeeds(
      asNobody("/usr/bin/test", ["-x", FileManager.default.temporaryDirectory.path]))
  }

  /// A program can have a mount namespace of its own, where other folders lie over those of the
  /// system.
  package static let ownMounts = Requirement(
    description: "needs a kernel that lets users mount in a namespace of their own"
  ) {
    try await succeeds(
      RunProgram(
        "/bin/sh", ["-c", "unshare -rm sh -c 'mount --bind /tmp /mnt && mount -t tmpfs a /mnt'"]))
  }

  /// A program can have a limit of its own for the folders that it watches.
  package static let ownWatchLimit = Requirement(
    description: "needs a kernel that lets users bound watches in a namespace of their own"
  ) {
    try await succeeds(
      RunProgram(
        "/bin/sh", ["-c", "unshare -rm sh -c 'echo 50 > /proc/sys/user/max_inotify_watches'"]))
  }

  /// A device that is full whatever is written.
  package static let fullDevice = Requirement(description: "needs /dev/full") {
    access("/dev/full", W_OK) == 0
  }

  package static func program(_ name: String) -> Requirement {
    Requirement(description: "needs the program \(name)") { path(ofProgram: name) != nil }
  }

  /// Tesseract, and its models of these languages.
  package static func tesseract(languages: [String]) -> Requirement {
    Requirement(
      description: "needs the program tesseract with \(languages.joined(separator: " and "))"
    ) {
      guard let program = path(ofProgram: "tesseract") else { return false }
      let lines = try await RunProgram(program, ["--list-langs"]).result().lines
      return languages.allSatisfy(lines.contains)
    }
  }

  /// A second file system that files can be moved to.
  package static let secondFileSystem = Requirement(
    description: "needs /dev/shm on a file system of its own"
  ) {
    var memory = stat()
    var temporary = stat()
    guard access("/dev/shm", W_OK) == 0, stat("/dev/shm", &memory) == 0,
      stat(FileManager.default.temporaryDirectory.path, &temporary) == 0
    else { return false }
    return memory.st_dev != temporary.st_dev
  }

  /// A program that is in no folder for programs.
  package static func executable(_ path: String) -> Requirement {
    Requirement(description: "needs the program \(path)") { access(path, X_OK) == 0 }
  }

  /// The path of an installed program.
  package static func path(ofProgram name: String) -> String? {
    folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// A program run by a user whom file modes bind, for tests that need ``unprivilegedUser``.
  package static func asNobody(_ executable: String, _ arguments: [String]) -> RunProgram {
    guard geteuid() == 0 else { return RunProgram(executable, arguments) }
    let user = ["--reuid=65534", "--regid=65534", "--clear-groups", "--"]
    return RunProgram(setpriv, user + [executable] + arguments)
  }

  private static func succeeds(_ program: RunProgram) async throws -> Bool {
    try await program.result().status == .exited(0)
  }

  /// - Throws: ``Missing`` where tests must not be skipped.
  fileprivate func check() async throws -> Bool {
    if (try? await isMet()) == true { return true }
    #if os(Linux)
      if ProcessInfo.processInfo.environment["CI"] != nil { throw Missing(requirement: self) }
    #endif
    return false
  }

  /// An error that fails a test where it may not be skipped.
  private struct Missing: Error, CustomStringConvertible {
    let requirement: Requirement
    var description: String { "the test \(requirement); with CI set it may not be skipped" }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test where the computer lacks what the test needs; see ``Requirement``.
  package static func needs(
    _ requirement: Requirement, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    .enabled(Comment(rawValue: requirement.description), sourceLocation: sourceLocation) {
      try await requirement.check()
    }
  }

  /// The same for several, of which all have to be there.
  package static func needs(
    all requirements: [Requirement], sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    let reasons = requirements.map(\.description).joined(separator: ", ")
    return .enabled(Comment(rawValue: reasons), sourceLocation: sourceLocation) {
      for requirement in requirements {
        guard try await requirement.check() else { return false }
      }
      return true
    }
  }
}
