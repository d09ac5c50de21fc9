import Engine
import Foundation
import TestSupport
import Testing

@testable import Sessions
@testable import ShotflowTool

/// The list of the rules that come along is that of the folder `rules`.
struct ShippedRulesTests {
  @Test func theListIsThatOfTheFolder() throws {
    let names = Checkout.files(in: "rules").filter { $0.hasSuffix(".lua") }
      .map { String($0.dropFirst("rules/".count)) }.filter { !$0.contains("/") }
    #expect(names.count > 4)
    var digests: [String: String] = [:]
    for name in names { digests[name] = try Self.identity(of: name).digest }
    let lines = digests.sorted { $0.key < $1.key }.map { "    \"\($0.key)\": \"\($0.value)\"," }
    #expect(
      ShippedRules.digests == digests,
      "Sources/Tool/Sessions/Library/ShippedRules.swift has to say:\n\(lines.joined(separator: "\n"))"
    )
  }

  @Test func aRuleIsKnownByItsContentAlone() throws {
    let text = try Checkout.text(of: "rules/recent.lua")
    #expect(ShippedRules.include(try Self.identity(text, named: "other")))
    #expect(!ShippedRules.include(try Self.identity(text + " ", named: "recent")))
    let module = [("newest", "newest.lua", "return {}")]
    #expect(!ShippedRules.include(try Self.identity(text, named: "recent", modules: module)))
  }

  private static func identity(of name: String) throws -> RuleIdentity {
    try identity(Checkout.text(of: "rules/\(name)"), named: name)
  }

  private static func identity(
    _ text: String, named name: String,
    modules: [(name: String, path: String, text: String)] = []
  ) throws -> RuleIdentity {
    try RuleIdentity(name: name, path: "\(name).lua", text: text, modules: modules, wants: [])
  }
}
