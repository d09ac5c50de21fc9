import Foundation
import PipelineSupport
import State
import TestSupport
import Testing

/// The user's decisions, each for one rule and one library alone.
@Suite struct PermissionStoreTests {
  private let world: PermissionWorld

  init() throws {
    world = try PermissionWorld()
  }

  @Test func nothingIsDecidedAtFirstAndAskingLeavesNoTrace() throws {
    #expect(try world.status(world.request(world.rule())) == .notDetermined)
    #expect(!FileManager.default.fileExists(atPath: world.state))
  }

  @Test func aDecisionHoldsUntilTheNext() throws {
    let request = world.request(try world.rule())
    try world.decide(.authorized, request)
    #expect(try world.status(request) == .authorized)
    try world.decide(.limited([[0xFF, 0x0A], [0x61]]), request)
    let permission = try world.store.permission(for: request)
    #expect(permission.status == .limited)
    #expect(permission.chosen?.identifiers == [[0x61], [0xFF, 0x0A]])
    try world.decide(.denied, request)
    #expect(try world.status(request) == .denied)
    #expect(try world.store.grants().count == 1)
    #expect(try world.store.revoke(at: PermissionWorld.moment) { _ in true } == 1)
    #expect(try world.status(request) == .notDetermined)
    #expect(
      try world.store.history().map(\.status)
        == [.authorized, .limited, .denied, .notDetermined])
  }

  @Test func whatWasTakenBackIsKnownUntilTheNextDecision() throws {
    let request = world.request(try world.rule())
    #expect(try !world.store.isRevoked(request))
    try world.decide(.authorized, request)
    #expect(try !world.store.isRevoked(request))
    _ = try world.store.revoke(at: PermissionWorld.moment) { _ in true }
    #expect(try world.store.isRevoked(request))
    // An unanswered question and what is permitted for one run decide nothing.
    try world.store.noteCancellation(of: request, at: PermissionWorld.moment)
    try world.store.noteRun([(request, Permission(.authorized))], at: PermissionWorld.moment)
    #expect(try world.store.isRevoked(request))
    try world.decide(.authorized, request)
    #expect(try !world.store.isRevoked(request))
  }

  @Test func aDecisionIsAboutOneRuleAndOneTarget() throws {
    let rule = try world.rule()
    try world.decide(.authorized, world.request(rule))
    #expect(try world.status(world.request(rule, .library("/elsewhere"))) == .notDetermined)
    #expect(try world.status(world.request(rule, .capability(.exec))) == .notDetermined)
    #expect(
      try world.status(world.request(world.rule("return 2", named: "b"))) == .notDetermined)
    // A copy is the same rule.
    #expect(try world.status(world.request(world.rule(named: "copy"))) == .authorized)
  }

  @Test func anEditedRuleAsksAgain() throws {
    try world.decide(.authorized, world.request(try world.rule("return 1")))
    #expect(try world.status(world.request(world.rule("return 2"))) == .notDetermined)
    #expect(try world.status(world.request(world.rule("return 1"))) == .authorized)
  }

  @Test(arguments: [false, true])
  func aPermissionToStartProgramsIsForThoseAlone(_ followsEdits: Bool) throws {
    let one = String(repeating: "1", count: 64)
    let other = String(repeating: "2", count: 64)
    func request(_ programs: String?, _ text: String = "return 1") throws -> PermissionRequest {
      world.request(try world.rule(text), .capability(.exec), uses: programs)
    }
    try world.decide(.authorized, request(one), followsEdits: followsEdits)
    #expect(try world.status(request(one)) == .authorized)
    #expect(try world.store.lapse(of: request(one)) == nil)
    for programs in [other, nil] {
      #expect(try world.status(request(programs)) == .notDetermined)
      #expect(try world.store.lapse(of: request(programs)) == .otherUses)
    }
    #expect(
      try world.status(request(one, "return 2")) == (followsEdits ? .authorized : .notDetermined))
    #expect(try world.status(request(other, "return 2")) == .notDetermined)
    // A refusal is for whatever it would start.
    try world.decide(.denied, request(one))
    #expect(try world.status(request(other)) == .denied)
  }

  @Test(arguments: Capability.allCases.filter { $0 != .exec }, [false, true])
  func aPermissionIsForTheActionsThatWereShown(
    _ capability: Capability, _ followsEdits: Bool
  ) throws {
    func request(_ actions: String..., text: String = "return 1") throws -> PermissionRequest {
      try PermissionRequest(
        world.rule(text), capability, for: actions.map { CapabilityUse($0) })
    }
    try world.decide(.authorized, request("one", "two"), followsEdits: followsEdits)
    #expect(try world.status(request("two", "one")) == .authorized)
    #expect(try world.store.lapse(of: request("one", "two")) == nil)
    let others = try [request("one"), request("one", "other"), request("one", "two", "more")]
    for other in others {
      #expect(try world.status(other) == .notDetermined)
      #expect(try world.store.lapse(of: other) == .otherUses)
    }
    let edited = try request("one", "two", text: "return 2")
    #expect(try world.status(edited) == (followsEdits ? .authorized : .notDetermined))
    #expect(try world.status(request("other", text: "return 2")) == .notDetermined)
    // A rule that does nothing with it is permitted nothing new.
    #expect(try world.status(request()) == .authorized)
    try world.decide(.authorized, request(), followsEdits: followsEdits)
    #expect(try world.status(request("one")) == .notDetermined)
    try world.decide(.denied, request())
    #expect(try world.status(request("one")) == .denied)
  }

  @Test func aModuleIsPartOfTheRule() throws {
    let request = world.request(try world.rule(modules: ["m": "return 1", "n": "return 2"]))
    try world.decide(.authorized, request)
    #expect(try world.status(request) == .authorized)
    for other in [["m": "return 1"], ["m": "return 2", "n": "return 1"], [:]] {
      #expect(try world.status(world.request(world.rule(modules: other))) == .notDetermined)
    }
  }

  @Test func aRuleWithoutModulesIsKnownBySHA256OfItsText() throws {
    // printf 'return 1' | sha256sum
    #expect(
      try world.rule("return 1").digest
        == "486d9affb60dbb0063b03d8e23a6ccf6364ce203dc3a9f56f20e750eb41ecade")
  }

  @Test func aPermissionFollowsEditsWhereTheUserSaidSo() throws {
    let first = try world.rule("return 1", wants: ["for trips"])
    try world.decide(.authorized, world.request(first), followsEdits: true)
    let edited = try world.rule("return 2", wants: ["for trips"])
    #expect(try world.status(world.request(edited)) == .authorized)
    #expect(try world.status(world.request(world.rule("return 3"))) == .authorized)
    // What asks for more is asked about.
    #expect(try world.status(world.request(edited, includesHidden: true)) == .notDetermined)
    let wider = try world.rule("return 4", wants: ["for trips", "for all"])
    #expect(try world.status(world.request(wider)) == .notDetermined)
    // Another file is another rule.
    #expect(
      try world.status(world.request(world.rule("return 5", named: "b"))) == .notDetermined)
  }

  @Test(arguments: ["rules/a.lua", "rules/m.lua", "rules"])
  func editsOfWhatOthersCanWriteAreNotTheUsers(_ name: String) throws {
    _ = try world.rule(modules: ["m": "return 1"])
    try world.decide(
      .authorized, world.request(try world.rule(modules: ["m": "return 1"])), followsEdits: true)
    let edited = try world.rule("return 2", modules: ["m": "return 1"])
    #expect(try world.status(world.request(edited)) == .authorized)
    chmod(world.folder.path(name), 0o777)
    #expect(try world.status(world.request(edited)) == .notDetermined)
  }

  @Test func hiddenAssetsAreAskedAboutOnTheirOwn() throws {
    let rule = try world.rule()
    try world.decide(.authorized, world.request(rule))
    #expect(try world.status(world.request(rule, includesHidden: true)) == .notDetermined)
    try world.decide(.authorized, world.request(rule, includesHidden: true))
    #expect(try world.status(world.request(rule, includesHidden: true)) == .authorized)
    #expect(try world.status(world.request(rule)) == .authorized)
  }

  @Test func aRefusalHoldsForWhatComesToThatPlace() throws {
    try world.decide(.denied, world.request(try world.rule("return 1")))
    #expect(
      try world.status(world.request(world.rule("return 2"), includesHidden: true)) == .denied)
    #expect(try world.status(world.request(world.rule("return 1", named: "b"))) == .denied)
    try world.decide(.authorized, world.request(try world.rule("return 2")))
    #expect(try world.status(world.request(world.rule("return 2"))) == .authorized)
  }

  @Test func manyWritersLoseNothing() async throws {
    let world = world
    let rules = try (0..<40).map { try world.rule("return \($0)", named: "r\($0)") }
    try await withThrowingTaskGroup { group in
      for rule in rules {
        group.addTask { try world.decide(.authorized, world.request(rule)) }
      }
      try await group.waitForAll()
    }
    #expect(try world.store.grants().count == 40)
    #expect(try world.store.history().count == 40)
  }
}
