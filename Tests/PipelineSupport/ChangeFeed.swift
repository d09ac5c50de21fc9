import AssetSupport
package import Engine
import Foundation
package import Runs
import TestSupport
import Testing

/// A consumer of changes: it asks with the token that it has, and applies the answer to its list.
package final class ChangeFeed {
  package var stages: [StageCall]
  package var library: String?
  package var input = ""
  package var now = Scenario.noon
  package var isDryRun = false
  package var functions: (any RuleFunctions)?
  package var texts: [String] = []
  package var access = LibraryAccess()
  package var outputFolder: String?
  package var decoders: DecoderPool?
  package private(set) var token = ""
  /// The identifiers of the fetch, as far as the consumer knows.
  package private(set) var list: [String] = []
  package private(set) var messages: [String] = []
  package let snapshots: SnapshotFolder
  private let directory: TemporaryDirectory

  /// - Parameter stages: those before `observe`, and those behind it.
  package init(
    _ stages: [StageCall] = [StageCall("source")], library: String? = nil,
    behind: [StageCall] = []
  ) throws {
    directory = try TemporaryDirectory()
    snapshots = SnapshotFolder(path: directory.path("changes"))
    self.stages = stages + [StageCall("observe")] + behind
    self.library = library
  }

  /// The changes that a run reported, as short texts: `removed 3 a`, `moved 1 2 b`.
  package struct ReportedChanges: Equatable {
    package var changes: [String] = []
    package var isListing = false
    package var errors: [String] = []
    package var assets: [[String: Any]] = []
    package var report: RunReport?

    package static func == (left: ReportedChanges, right: ReportedChanges) -> Bool {
      left.changes == right.changes && left.isListing == right.isListing
    }
  }

  /// Asks with a token, and gives what came, without using it.
  package func ask(_ token: String) throws -> (news: ReportedChanges, records: [[String: Any]]) {
    var scenario = Scenario(
      stages.map { call in
        guard call.name == "observe" else { return call }
        return StageCall("observe", ["since": .text(token)])
      }, library: library, input: input)
    scenario.now = now
    scenario.snapshots = snapshots
    scenario.isDryRun = isDryRun
    scenario.functions = functions
    scenario.texts = texts
    scenario.access = access
    scenario.outputFolder = outputFolder
    scenario.decoders = decoders
    let heard = Heard()
    scenario.notices = RunNotices { heard.add($0) }
    let outcome = try scenario.run()
    messages = heard.messages
    let records = try outcome.records
    var news = ReportedChanges()
    news.report = outcome.report
    for record in records where record["kind"] as? String == "change" {
      let asset = Self.subject(record)
      let places = ["index", "from", "to"].compactMap { record[$0] as? Int }.map { "\($0)" }
      news.changes.append(
        ([record["type"] as? String ?? ""] + places + [asset["localIdentifier"] as? String ?? ""])
          .joined(separator: " ").replacing("/L0/001", with: ""))
      if record["hasIncrementalChanges"] as? Bool == false { news.isListing = true }
      if let error = record["error"] as? String { news.errors.append(error) }
      news.assets.append(asset)
    }
    return (news, records)
  }

  /// Asks with the token that the consumer has, applies the answer, and keeps the next token.
  @discardableResult
  package func next() throws -> ReportedChanges {
    let (news, records) = try ask(token)
    if isDryRun { return news }
    #expect(records.last?["kind"] as? String == "token")
    token = records.last?["token"] as? String ?? ""
    if records.last?["hasIncrementalChanges"] as? Bool == false { list = [] }
    apply(records)
    return news
  }

  /// The asset or album that changed.
  private static func subject(_ record: [String: Any]) -> [String: Any] {
    (record["asset"] ?? record["album"]) as? [String: Any] ?? [:]
  }

  private func apply(_ records: [[String: Any]]) {
    func identifier(_ record: [String: Any]) -> String {
      (Self.subject(record)["localIdentifier"] as? String ?? "")
        .replacing("/L0/001", with: "")
    }
    func index(_ record: [String: Any], _ name: String = "index") -> Int {
      record[name] as? Int ?? -1
    }
    func all(_ type: String) -> [[String: Any]] {
      records.filter { $0["type"] as? String == type }
    }
    for record in all("removed").reversed() {
      #expect(list.remove(at: index(record)) == identifier(record))
    }
    for record in all("inserted") { list.insert(identifier(record), at: index(record)) }
    let moves = all("moved")
    for move in moves { #expect(list[index(move, "from")] == identifier(move)) }
    for from in moves.map({ index($0, "from") }).sorted(by: >) { list.remove(at: from) }
    for move in moves { list.insert(identifier(move), at: index(move, "to")) }
    for record in all("changed") { #expect(list[index(record)] == identifier(record)) }
  }

  /// The notices of a run for the user.
  private final class Heard: @unchecked Sendable {
    // Runs of these tests tell their messages on one thread.
    private(set) var messages: [String] = []

    func add(_ message: String) { messages.append(message) }
  }
}
