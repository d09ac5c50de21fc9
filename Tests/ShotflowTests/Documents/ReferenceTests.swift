import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The references that are printed from descriptions: they are up to date, and true.
struct ReferenceTests {
  @Test(arguments: [
    ("rules", "docs/rules.md"), ("schema", "docs/record.schema.json"),
    ("lua", "rules/_meta/shotflow.lua"),
  ])
  func theCopyIsWhatTheCommandPrints(_ document: String, _ path: String) async throws {
    let printed = try await RunProgram(Products.shotflow, ["reference", document]).result()
    #expect(printed.status == .exited(0))
    #expect(
      try printed.text == Checkout.text(of: path),
      "print it anew: shotflow reference \(document) > \(path)")
  }

  @Test func thePageOfTheJailsIsMadeOfTheirLists() async throws {
    let printed = try await RunProgram("\(Checkout.path)/script/jail-calls").result()
    #expect(printed.status == .exited(0))
    #expect(
      try printed.text == Checkout.text(of: "docs/jail.md"),
      "print it anew: script/jail-calls > docs/jail.md")
  }

  @Test func definitionsForEditorsAreLua() async throws {
    let tour = try Tour()
    let definitions = try Checkout.text(of: "rules/_meta/shotflow.lua")
    // A rule can't change its words, so that they are defined as others of the same name.
    let names = definitions.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^(?:function )?(\w+)(?:\(| = )/).map { String($0.1) }
    }
    #expect(names.contains("source"))
    try tour.write(
      """
      local rule = pipeline { source {} }
      do
        local \(names.joined(separator: ", "))
        \(definitions)
      end
      return rule
      """, to: "rules/editor.lua")
    let (lines, status) = try await tour.run("shotflow check rules/editor.lua")
    #expect(status == .exited(0), "\(lines)")
  }

  @Test func everyRecordFitsTheSchema() async throws {
    let checker = try SchemaChecker(Checkout.text(of: "docs/record.schema.json"))
    let tour = try Tour()
    try tour.write(
      """
      return pipeline {
        source { includeHidden = true, includeAllBurstAssets = true },
        classify { large = { pixelWidth = at_least(4000) } },
        load { file = "copy", data = "size", size = "maximum" },
        filter { sha256 = present },
        dedupe { memory = "schema" },
        notify {},
      }
      """, to: "rules/everything.lua")
    try tour.write(
      """
      return pipeline {
        source {},
        filter { mediaType = "image" },
        load { size = { 150, 150 }, deliveryMode = "opportunistic" },
      }
      """, to: "rules/thumbnails.lua")
    let commands = [
      "shotflow sample pictures --now 2015-09-27T21:29:28Z",
      "cp pictures/dance.gif pictures/Holiday/$'\\xff'.gif",
      "shotflow run rules/everything.lua -l pictures --out loaded",
      "shotflow run rules/thumbnails.lua -l pictures --out loaded",
      "find pictures -type f | shotflow run pick --limit 100",
      "echo '{\"path\":\"pictures/dance.gif\"}' | shotflow run pick",
      "shotflow ledger list --json",
      "shotflow run albums -l pictures --out loaded",
      "shotflow run changes -l pictures | tee before",
      "rm pictures/dance.gif",
      "shotflow run changes -l pictures"
        + " --since $(sed -n 's/.*\"token\":\"\\([0-9a-f]*\\)\".*/\\1/p' before)",
    ]
    var kinds: Set<String> = []
    var members: Set<String> = []
    for command in commands {
      for line in try await tour.run(command).lines where line.hasPrefix("{") {
        #expect(try checker.problems(of: line) == [], "\(command)")
        let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        kinds.insert(record?["kind"] as? String ?? "")
        members.formUnion(record?.keys.map { $0 } ?? [])
      }
    }
    #expect(kinds == ["album", "asset", "change", "offer", "token"])
    #expect(
      members.isSuperset(of: [
        "labels", "file", "data", "image", "prompt", "classifiedBy", "location", "pathBytes",
      ]))
  }

  @Test(arguments: [
    "{\"v\":2,\"kind\":\"asset\"}", "{\"v\":1,\"kind\":\"asset\",\"pixelWidth\":\"wide\"}",
    "{\"v\":1,\"kind\":\"asset\",\"creationDate\":\"2015-09-27\"}",
    "{\"v\":1,\"kind\":\"asset\",\"mediaType\":\"picture\"}", "{\"v\":1,\"kind\":\"offer\"}",
    "{\"v\":1,\"kind\":\"asset\",\"location\":{\"latitude\":1}}",
  ])
  func theSchemaRefusesWhatIsNoRecord(_ line: String) throws {
    let checker = try SchemaChecker(Checkout.text(of: "docs/record.schema.json"))
    #expect(try !checker.problems(of: line).isEmpty)
  }
}
