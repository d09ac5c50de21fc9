import Foundation
import Pipeline
import TestSupport
import Testing

/// A pipeline of built-in stages that a test runs.
struct Scenario {
  var stages: [StageCall]
  var libraries: [String] = []
  /// What exists of the libraries for the rule.
  var access = LibraryAccess()
  /// What standard input would give.
  var input: [UInt8] = []
  var isNullSeparated = false
  var now = Scenario.noon
  var ruleName = "rule"
  /// Where the ledger would be; by default a run that asks for one fails.
  var ledger = "/nonexistent/ledger.sqlite"
  /// What earlier runs read of files.
  var catalogue: Catalogue?
  /// Where fetches are kept that tokens stand for.
  var snapshots: SnapshotFolder?
  /// What the person allows beside the library.
  var capabilities: [Capability] = []
  var outputFolder: String?
  var isDryRun = false
  var decoders: DecoderPool?
  var thumbnails: ThumbnailCache?
  var pictureDescriptor: Int32?
  var notices = RunNotices()
  var cancellation = Cancellation()
  var progress = RunProgress()
  var functions: (any RuleFunctions)?
  /// The texts of the rule and its modules.
  var texts: [String] = []
  var notifier: (any Notifier)?
  var lanes = 2

  static let noon = Instant(milliseconds: 1_714_564_800_000)

  init(_ stages: [StageCall], library: String? = nil, input: String = "") {
    self.stages = stages
    libraries = library.map { [$0] } ?? []
    self.input = Array(input.utf8)
  }

  /// What a run did and wrote.
  struct Outcome {
    let report: RunReport
    let bytes: [UInt8]

    var lines: [String] {
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The records, as Foundation reads them.
    var records: [[String: Any]] {
      get throws {
        try lines.map { line in
          let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
          return value as? [String: Any] ?? [:]
        }
      }
    }

    /// One text of each record.
    func texts(_ name: String) throws -> [String] {
      try records.map { $0[name] as? String ?? "" }
    }

    var names: [String] { get throws { try texts("localIdentifier") } }
    var reasons: [String] { report.failures.map(\.reason) }
  }

  func plan() throws -> PipelinePlan {
    try PlanBuilder(components: .builtin, rulePath: "rules/test.lua", now: now).plan(
      stages, sources: texts)
  }

  func run() throws -> Outcome {
    let output = try ScratchFile()
    let report = try run(to: output.descriptor)
    return Outcome(report: report, bytes: try output.bytes)
  }

  /// Runs with records written to a descriptor, and looks whether libraries of Photos stay as they are.
  func run(to descriptor: Int32) throws -> RunReport {
    let before = PhotosLibraryStates(libraries, isSameProcess: true)
    defer { #expect(before.changes == []) }
    let source = try ScratchFile(input)
    var context = RunContext(
      components: .builtin, now: now, ruleName: ruleName, libraries: libraries, ledgerPath: ledger,
      input: InputOptions(descriptor: source.descriptor, isNullSeparated: isNullSeparated),
      outputFolder: outputFolder, isDryRun: isDryRun, cancellation: cancellation,
      progress: progress, decoders: decoders, notices: notices)
    context.capabilities = capabilities
    context.access = access
    context.catalogue = catalogue
    context.thumbnails = thumbnails
    context.snapshots = snapshots
    context.pictureDescriptor = pictureDescriptor
    context.notifier = notifier
    return try PipelineRun(
      plan(), in: context, functions: functions, outputDescriptor: descriptor, lanes: lanes
    ).run()
  }
}

extension StageRegistry {
  /// Makes a stage of a rule that adds no fields.
  func make(
    _ call: StageCall, rulePath: String, now: Instant
  ) -> Result<any Stage, RuleProblems> {
    var fields = FieldTable()
    return make(call, rulePath: rulePath, now: now, fields: &fields)
  }
}
