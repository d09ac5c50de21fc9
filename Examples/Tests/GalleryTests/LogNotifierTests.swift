import Foundation
import Gallery
import Pipeline
import Testing

@Suite struct LogNotifierTests {
  @Test func appendsEachOffer() throws {
    let world = try ToolWorld()
    try world.write(rule: "notify { title = \"Print?\" }")
    let result = try world.run(
      "run", "rule.lua", "--library", "pictures.csv", "--notifier", "log")
    #expect(
      try world.text(of: "offers.log") == "Print? wide.gif\nPrint? high.gif\nPrint? even.gif\n")
    let prompts = try result.records.map { $0["prompt"] as? [String: Any] }
    #expect(prompts.map { $0?["outcome"] as? String } == ["delivered", "delivered", "delivered"])
    _ = try world.run("run", "rule.lua", "--library", "pictures.csv", "--notifier", "log")
    #expect(try world.text(of: "offers.log").split(separator: "\n").count == 6)
  }

  @Test func isAskedOnlyWhereItIsNamed() throws {
    let world = try ToolWorld()
    try world.write(rule: "notify {}")
    for words in [["--notifier", "none"], [], ["--notifier", "log", "--dry-run"]] {
      let result = try world.run(["run", "rule.lua", "--library", "pictures.csv"] + words)
      #expect(try result.records.count == 3)
      #expect(throws: (any Error).self) { try world.text(of: "offers.log") }
    }
    let unknown = try world.run(
      "run", "rule.lua", "--library", "pictures.csv", "--notifier", "lgo")
    #expect(unknown.status == 64)
    #expect(unknown.messages.contains("no notifier called \"lgo\"; did you mean \"log\"?"))
  }

  @Test func isListedAndExplained() throws {
    let world = try ToolWorld()
    #expect(try world.run("notifiers").lines.last == "log       appends each offer to a file")
    try world.write(rule: "notify {}")
    let plan = try world.run(
      "explain", "rule.lua", "--library", "pictures.csv", "--notifier", "log")
    #expect(plan.lines.contains("asks     by log: appends each offer to a file"))
  }

  @Test func endsTheRunWhereItCannotWrite() throws {
    let world = try ToolWorld()
    let log = LogNotifier(path: world.folder.path)
    let offer = Offer(title: "Print?", subject: "a.gif", path: nil, age: nil, duration: 0)
    #expect(throws: (any Error).self) { try log.offer(offer, until: .now) }
  }
}
