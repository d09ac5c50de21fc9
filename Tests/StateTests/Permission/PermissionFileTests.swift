import Foundation
import TestSupport
import Testing

@testable import State

/// What can't be believed permits nothing, and says so.
@Suite struct PermissionFileTests {
  private let world: PermissionWorld
  private let request: PermissionRequest

  init() throws {
    world = try PermissionWorld()
    request = world.request(try world.rule())
    try world.decide(.authorized, request)
  }

  private func expectRefusal(_ reason: String) throws {
    let problem = #expect(throws: PermissionProblem.self) { try world.status(request) }
    #expect(problem?.description.contains(reason) == true, "\(problem?.description ?? "")")
    #expect(problem?.description.contains("nothing is permitted") == true)
  }

  @Test func filesAreThePersonsAlone() throws {
    for name in ["permissions", "permissions.log", "permissions.lock"] {
      var facts = stat()
      try #require(stat("\(world.state)/\(name)", &facts) == 0)
      #expect(facts.st_mode & 0o777 == 0o600, "\(name)")
    }
    var facts = stat()
    try #require(stat(world.state, &facts) == 0)
    #expect(facts.st_mode & 0o777 == 0o700)
  }

  @Test func noBitOfItCanBeOther() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: world.file))
    for place in whole.indices {
      var broken = whole
      broken[place] ^= 1
      try broken.write(to: URL(fileURLWithPath: world.file))
      #expect(throws: PermissionProblem.self, "byte \(place)") { try world.status(request) }
    }
    for count in whole.indices {
      try whole.prefix(count).write(to: URL(fileURLWithPath: world.file))
      #expect(throws: PermissionProblem.self, "\(count) bytes") { try world.status(request) }
    }
    try expectRefusal("is damaged")
    // Nor is a damaged file replaced by the next decision.
    #expect(throws: PermissionProblem.self) { try world.decide(.denied, request) }
  }

  @Test func aNewerFileIsNotGuessedAt() throws {
    let text = "shotflow permissions\t3\nend\t1\tx\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: world.file))
    try expectRefusal("newer shotflow")
  }

  @Test(arguments: [0o620, 0o602, 0o666]) func othersMustNotWriteIntoIt(_ mode: Int) throws {
    chmod(world.file, mode_t(mode))
    try expectRefusal("others may write into it")
  }

  @Test func othersMustNotWriteIntoItsFolder() throws {
    chmod(world.state, 0o777)
    try expectRefusal("others may write into it")
    #expect(throws: PermissionProblem.self) { try world.decide(.authorized, request) }
  }

  @Test func aLinkIsNotFollowed() throws {
    try FileManager.default.moveItem(atPath: world.file, toPath: "\(world.state)/other")
    symlink("other", world.file)
    try expectRefusal("symbolic link")
  }

  @Test func aFolderOrAPipeIsNone() throws {
    unlink(world.file)
    mkdir(world.file, 0o700)
    try expectRefusal("no regular file")
    rmdir(world.file)
    mkfifo(world.file, 0o600)
    try expectRefusal("no regular file")
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
  func anotherUsersFileIsNone() throws {
    chown(world.file, 65534, 65534)
    try expectRefusal("belongs to another user")
  }

  @Test func whoeverHoldsTheLockForLongIsNamed() throws {
    let lock = open("\(world.state)/permissions.lock", O_RDWR | O_CLOEXEC)
    defer { close(lock) }
    try #require(flock(lock, LOCK_EX) == 0)
    #expect(throws: PermissionProblem.busy(path: "\(world.state)/permissions.lock")) {
      try world.decide(.denied, request)
    }
    // Reading needs no lock.
    #expect(try world.status(request) == .authorized)
  }

  @Test func theLogStaysBounded() throws {
    let folder = PermissionFolder(world.state)
    let log = PermissionLog(folder, limit: 2000)
    let entries = (0..<100).map { number in
      PermissionLogEntry(
        .denied, ruleName: "rule \(number)", digest: "d", target: world.library, note: "",
        by: .question, at: PermissionWorld.moment)
    }
    try folder.withLock { (open) throws(PermissionProblem) in
      for entry in entries { try log.add([entry], in: open) }
    }
    let kept = try log.entries()
    #expect(kept.last == entries.last)
    #expect(kept == Array(entries.suffix(kept.count)))
    #expect(try folder.read(PermissionLog.fileName)?.count ?? 0 <= 2100)
  }
}
