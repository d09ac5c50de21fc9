import Foundation
import TestSupport

@testable import Assets
@testable import Engine
@testable import State

/// A rule, a library and a place for decisions.
struct PermissionWorld {
  let folder: TemporaryDirectory

  static let moment = Instant(milliseconds: 1_443_389_380_500)

  init() throws {
    folder = try TemporaryDirectory()
    try folder.makeFolder("library")
    try folder.makeFolder("rules")
  }

  var state: String { folder.path("state/shotflow") }
  var store: PermissionStore { PermissionStore(folder: state) }
  var file: String { "\(state)/permissions" }
  var library: PermissionTarget { .library(folder.path("library")) }

  /// A rule with that text, which is written to its file.
  func rule(
    _ text: String = "return 1", named name: String = "a", modules: [String: String] = [:],
    wants: [String] = []
  ) throws -> RuleIdentity {
    let path = try folder.write(text, to: "rules/\(name).lua")
    var parts: [(name: String, path: String, text: String)] = []
    for (name, text) in modules {
      parts.append((name, try folder.write(text, to: "rules/\(name).lua"), text))
    }
    return try RuleIdentity(name: name, path: path, text: text, modules: parts, wants: wants)
  }

  func request(
    _ rule: RuleIdentity, _ target: PermissionTarget? = nil, includesHidden: Bool = false,
    uses: String? = nil
  ) -> PermissionRequest {
    PermissionRequest(rule, target ?? library, includesHidden: includesHidden, uses: uses)
  }

  func decide(
    _ decision: Grant.Decision, _ request: PermissionRequest, followsEdits: Bool = false
  ) throws {
    try store.decide(
      decision, for: [request], followsEdits: followsEdits, by: .command, at: Self.moment)
  }

  func status(_ request: PermissionRequest) throws -> AuthorizationStatus {
    try store.permission(for: request).status
  }
}
