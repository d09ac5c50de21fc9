import Foundation
import Testing

/// The types that authors of stages and kinds of library fill in stay small enough to be read.
@Suite struct AuthoredTypeTests {
  private static let memberLimit = 8
  private static let engine = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }.appendingPathComponent("Sources/Core/Engine")

  @Test(arguments: [
    (
      "Stage/StageTraits.swift",
      ["StageTraits", "AlbumBehaviour", "InputBehaviour", "OfferBehaviour"]
    ),
    ("Stage/ActionBehaviour.swift", ["ActionBehaviour", "CapabilityNeed"]),
    (
      "Stage/StepTraits.swift",
      ["StepTraits", "FetchBehaviour", "StepAction", "AssetComparison", "StepQuestion"]
    ),
    (
      "Context/RunContext.swift",
      ["RunContext", "Request", "Permission", "Output", "Services", "InputOptions"]
    ),
    ("Libraries/LibraryKind.swift", ["LibraryKind", "LibraryAbilities", "AlbumAbilities"]),
  ])
  func noneHasMoreThanEightMembers(path: String, types: [String]) throws {
    let text = try String(contentsOf: Self.engine.appendingPathComponent(path), encoding: .utf8)
    for type in types {
      let members = Self.members(of: type, in: text)
      #expect(!members.isEmpty, "\(path) declares no \(type)")
      #expect(members.count <= Self.memberLimit, "\(type): \(members.joined(separator: ", "))")
    }
  }

  /// Returns the names of a type's public and package properties, without those of nested types.
  private static func members(of type: String, in text: String) -> [String] {
    let lines = text.split(separator: "\n").drop { !$0.contains("struct \(type):") }
    var members: [String] = []
    var depth = 0
    for line in lines {
      if depth == 1, let found = line.firstMatch(of: /^ *(?:public|package) (?:var|let) (\w+)/) {
        members.append(String(found.1))
      }
      depth += line.count { $0 == "{" } - line.count { $0 == "}" }
      if depth == 0 { break }
    }
    return members
  }
}
