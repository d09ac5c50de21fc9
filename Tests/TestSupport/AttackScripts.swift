import Foundation

/// Scripts that try to break out of the sandbox, to hang or to fill the memory, where they are at
/// hand: in `lua-attacks`, beside the shared data or in the folder that `SHOTFLOW_LUA_ATTACKS` names.
package enum AttackScripts {
  package static var areAtHand: Bool { !paths.isEmpty }

  /// The paths, sorted; empty with a printed line when there are none.
  package static let paths: [String] = {
    let folder =
      ProcessInfo.processInfo.environment["SHOTFLOW_LUA_ATTACKS"]
      ?? SharedData.path("../lua-attacks") ?? ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    if names.isEmpty { print("skipped: no attack scripts in SHOTFLOW_LUA_ATTACKS or lua-attacks") }
    return names.filter { $0.hasSuffix(".lua") }.sorted().map { "\(folder)/\($0)" }
  }()
}
