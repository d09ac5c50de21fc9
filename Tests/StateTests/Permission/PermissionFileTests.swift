import Foundation
import TestSupport
import Testing

@testable import State

/// Invalid files of permissions, which permit nothing and are reported.
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

  @Test func filesAreTheUsersAlone() throws {
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
    let text = "shotflow permissions\t4\nend\t1\tx\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: world.file))
    try expectRefusal("newer shotflow")
  }

  @Test(arguments: [1, 2]) func whatAnEarlierVersionPermittedIsAskedForAgain(
    _ version: Int
  ) throws {
    let rule = try world.rule()
    let digest = String(repeating: "1", count: 64)
    func line(_ decision: String, _ target: PermissionTarget, _ uses: String = "")
      -> TabSeparatedLine
    {
      let fields = [
        "grant", decision, target.text, rule.digest, rule.resolvedPath ?? "", rule.name, "-", "-",
        "", PermissionWorld.moment.description,
      ]
      return TabSeparatedLine(version == 1 ? fields : fields + [uses])
    }
    let lines = [
      TabSeparatedLine(["shotflow permissions", "\(version)"]), line("authorized", world.library),
      line("authorized", .capability(.write)), line("authorized", .capability(.network), digest),
      line("denied", .capability(.desktop)), line("authorized", .capability(.exec), digest),
    ]
    let body = lines.flatMap(\.bytes)
    let state = try HashState(.sha256)
    body.withUnsafeBytes(state.update)
    let end = TabSeparatedLine(["end", "\(lines.count)", try state.finish().hexadecimal])
    try Data(body + end.bytes).write(to: URL(fileURLWithPath: world.file))

    func request(_ capability: Capability) throws -> PermissionRequest {
      capability == .exec
        ? world.request(rule, .capability(.exec), uses: digest)
        : try PermissionRequest(rule, capability, for: [CapabilityUse("anything")])
    }
    func check() throws {
      #expect(try world.status(world.request(rule)) == .authorized)
      #expect(try world.status(request(.desktop)) == .denied)
      for capability in [Capability.write, .network] {
        #expect(try world.status(request(capability)) == .notDetermined)
        #expect(try world.store.lapse(of: request(capability)) == .outdated)
      }
      #expect(try world.status(request(.exec)) == (version == 1 ? .notDetermined : .authorized))
      #expect(
        try world.store.grants().filter(\.isOutdated).map(\.target.text)
          == ["capability:write", "capability:network"]
          + (version == 1 ? ["capability:exec"] : []))
    }
    try check()
    // Another decision writes the file again, which makes them no better.
    try world.decide(.authorized, world.request(try world.rule("return 2", named: "other")))
    try check()
    try world.decide(.authorized, request(.write))
    #expect(try world.status(request(.write)) == .authorized)
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
    try expectRefusal("not an ordinary file")
    rmdir(world.file)
    mkfifo(world.file, 0o600)
    try expectRefusal("not an ordinary file")
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
  func anotherUsersFileIsNone() throws {
    chown(world.file, 65534, 65534)
    try expectRefusal("belongs to another user")
  }

  @Test func aProcessThatHoldsTheLockForLongIsNamed() throws {
    let lock = open("\(world.state)/permissions.lock", O_RDWR | O_CLOEXEC)
    defer { close(lock) }
    try #require(flock(lock, LOCK_EX) == 0)
    #expect(throws: PermissionProblem.busy(path: "\(world.state)/permissions.lock")) {
      try world.decide(.denied, request)
    }
    // Reading needs no lock.
    #expect(try world.status(request) == .authorized)
  }

  @Test func theLogKeepsWhatWasTakenBack() throws {
    let folder = PermissionFolder(world.state)
    let log = PermissionLog(folder, limit: 2000)
    func entry(_ number: Int, _ status: AuthorizationStatus) -> PermissionLogEntry {
      PermissionLogEntry(
        status, ruleName: "rule \(number)", digest: "d", target: world.library, note: "",
        by: .command, at: PermissionWorld.moment)
    }
    try folder.withLock { (open) throws(PermissionProblem) in
      try log.add([entry(0, .notDetermined)], in: open)
      for number in 1..<100 { try log.add([entry(number, .denied)], in: open) }
    }
    #expect(try log.entries().first == entry(0, .notDetermined))
    // Even of those only the last ones.
    try folder.withLock { (open) throws(PermissionProblem) in
      for number in 100..<200 { try log.add([entry(number, .notDetermined)], in: open) }
    }
    #expect(try log.entries().last == entry(199, .notDetermined))
    #expect(try folder.read(PermissionLog.fileName)?.count ?? 0 <= 2100)
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
