import Foundation
import PipelineSupport
import TestSupport
import Testing

@testable import Engine
@testable import State

/// An administrator's prohibitions, which the user can't override.
@Suite struct PolicyTests {
  private let world: PermissionWorld
  private let path: String

  init() throws {
    world = try PermissionWorld()
    path = try world.folder.write("", to: "etc/policy")
    chmod(world.folder.path("etc"), 0o755)
    chmod(path, 0o644)
  }

  private func authority(_ text: String? = nil, owner: uid_t = geteuid()) throws
    -> PermissionAuthority
  {
    if let text {
      try world.folder.write(text, to: "etc/policy")
      chmod(path, 0o644)
    }
    let store = world.store
    return PermissionAuthority(policy: PolicyFile(path: path, owner: owner)) { store }
  }

  @Test func aDecisionOfTheUserChangesNothing() throws {
    let request = world.request(try world.rule())
    try world.decide(.authorized, request)
    guard case .library(let library) = world.library else {
      Issue.record("the world's library is no folder")
      return
    }
    let authority = try authority("# archive\n\nrestrict library \(library)\n")
    let permission = try authority.permission(for: request)
    #expect(permission.status == .restricted)
    #expect(permission.restriction == .policy("\(path):3"))
    #expect(authority.restriction(ofNamed: library) == .policy("\(path):3"))
    #expect(
      permission.restriction?.message(for: request.target)
        == "the administrator's policy (\(path):3) forbids the library \"\(library)\"; only the "
        + "administrator can change that")
  }

  @Test(arguments: [
    ("/a/b", "/a/b", true), ("/a/b", "/a/b/c", true), ("/a/b", "/a", true),
    ("/a/b", "/a/bc", false),
    ("/a/b/", "/a/b", true), ("/", "/a", true), ("/a/b c", "/a/b c", true), ("/a/b", "/", true),
  ])
  func aFolderIsForbiddenWithWhatIsInItAndWhatHoldsIt(
    _ forbidden: String, _ library: String, _ isForbidden: Bool
  ) throws {
    let policy = try Policy("restrict library \(forbidden)", path: "p")
    #expect((policy.restriction(of: .library(library), isOwn: true) != nil) == isForbidden)
  }

  @Test func capabilitiesAndRulesCanBeForbidden() throws {
    let one = try Policy("restrict capability exec", path: "p")
    #expect(one.restriction(of: .capability(.exec), isOwn: true) != nil)
    #expect(one.restriction(of: .capability(.network), isOwn: true) == nil)
    #expect(one.restriction(of: .library("/a"), isOwn: true) == nil)
    let all = try Policy("restrict rules", path: "p")
    #expect(all.restriction(of: .library("/a"), isOwn: true) != nil)
    #expect(all.restriction(of: .library("/a"), isOwn: false) == nil)
  }

  @Test(arguments: [
    "allow library /a", "restrict", "restrict library", "restrict library a", "restrict rules now",
    "restrict capability fly", "restrict everything",
  ])
  func aLineThatIsNotUnderstoodForbidsEverything(_ line: String) throws {
    let request = world.request(try world.rule())
    let permission = try authority("# first\n\(line)\n").permission(for: request)
    #expect(permission.status == .restricted)
    #expect(
      permission.restriction?.message(for: request.target).contains("line 2 is not understood")
        == true)
  }

  @Test func aPolicyOfSomeoneElseForbidsEverything() throws {
    let request = world.request(try world.rule())
    #expect(try authority("").permission(for: request).status == .notDetermined)
    #expect(try authority(owner: 4711).permission(for: request).status == .restricted)
    chmod(path, 0o664)
    #expect(try authority().permission(for: request).status == .restricted)
    chmod(path, 0o644)
    chmod(world.folder.path("etc"), 0o777)
    #expect(try authority().permission(for: request).status == .restricted)
    chmod(world.folder.path("etc"), 0o755)
    unlink(path)
    #expect(try authority().permission(for: request).status == .notDetermined)
    symlink("elsewhere", path)
    #expect(try authority().permission(for: request).status == .restricted)
  }

  @Test func theSystemsRefusalIsDistinguished() throws {
    let request = world.request(try world.rule())
    let permission = try authority("").permission(for: request, refusal: "permission denied")
    #expect(permission.restriction == .system("permission denied"))
    let message = permission.restriction?.message(for: request.target) ?? ""
    #expect(message.hasPrefix("the system refuses the library"))
    #expect(!message.contains("administrator"))
  }

  @Test func whatTheSystemRefusesIsNoMissingLibrary() async throws {
    #expect(throws: LibraryProblem.self) {
      try LibraryPath(world.folder.path("none"), home: nil)
    }
    try world.folder.makeFolder("closed/library")
    chmod(world.folder.path, 0o755)
    chmod(world.folder.path("closed"), 0o000)
    defer { chmod(world.folder.path("closed"), 0o755) }
    await #expect(processExitsWith: .success) { [path = world.folder.path as String] in
      if geteuid() == 0 { try #require(setuid(65534) == 0) }
      let place = try LibraryPath(path + "/closed/library", home: nil)
      #expect(place.refusal == "permission denied")
      #expect(place.path == path + "/closed/library")
    }
  }

  @Test func aLibraryHasOnePathWhateverItIsCalled() throws {
    symlink("library", world.folder.path("link"))
    let home = world.folder.path
    let path = world.folder.path("library")
    for name in [path, home + "/./rules/../library/", home + "/link", "~/link"] {
      #expect(try LibraryPath(name, home: home).path == path)
    }
    #expect(throws: LibraryProblem.self) { try LibraryPath("~/library", home: nil) }
  }
}
