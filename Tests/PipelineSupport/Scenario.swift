import AssetSupport
import Foundation
package import Pipeline
import TestSupport
import Testing

/// A pipeline of built-in stages that a test runs.
package struct Scenario {
  package var stages: [StageCall]
  package var libraries: [String] = []
  /// The part of the libraries that exists for the rule.
  package var access = LibraryAccess()
  /// The bytes on standard input.
  package var input: [UInt8] = []
  package var isNullSeparated = false
  package var now = Scenario.noon
  package var ruleName = "rule"
  /// The path of the ledger; by default a run that asks for one fails.
  package var ledger = "/nonexistent/ledger.sqlite"
  /// The facts that earlier runs read.
  package var catalogue: Catalogue?
  /// The folder of the fetches that tokens represent.
  package var snapshots: SnapshotFolder?
  /// The capabilities that the user grants beside the library.
  package var capabilities: [Capability] = []
  package var outputFolder: String?
  package var isDryRun = false
  package var decoders: DecoderPool?
  package var thumbnails: ThumbnailCache?
  package var pictureDescriptor: Int32?
  package var notices = RunNotices()
  package var cancellation = Cancellation()
  package var progress = RunProgress()
  package var functions: (any RuleFunctions)?
  /// The texts of the rule and its modules.
  package var texts: [String] = []
  package var notifier: (any Notifier)?
  package var lanes = 2

  package static let noon = Instant(milliseconds: 1_714_564_800_000)

  /// Returns true if this build has a stage; a test that uses one in passing can do without.
  package static func knows(_ stage: String) -> Bool {
    Components.builtin.stages.names.contains(stage)
  }

  /// A run of no library, for what is asked without a rule.
  package static let context = RunContext(
    components: .builtin, now: noon, ruleName: "test", libraries: [],
    ledgerPath: "/nonexistent/ledger")

  package init(_ stages: [StageCall], library: String? = nil, input: String = "") {
    self.stages = stages
    libraries = library.map { [$0] } ?? []
    self.input = Array(input.utf8)
  }

  /// The outcome of a run, and its output.
  package struct Outcome {
    package let report: RunReport
    package let bytes: [UInt8]

    package init(report: RunReport, bytes: [UInt8]) {
      self.report = report
      self.bytes = bytes
    }

    package var lines: [String] {
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The records, as Foundation reads them.
    package var records: [[String: Any]] {
      get throws {
        try lines.map { line in
          let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
          return value as? [String: Any] ?? [:]
        }
      }
    }

    /// One text of each record.
    package func texts(_ name: String) throws -> [String] {
      try records.map { $0[name] as? String ?? "" }
    }

    package var names: [String] { get throws { try texts("localIdentifier") } }
    package var reasons: [String] { report.failures.map(\.reason) }
  }

  package func plan() throws -> PipelinePlan {
    try PlanBuilder(components: .builtin, rulePath: "rules/test.lua", now: now).plan(
      stages, sources: texts)
  }

  /// The messages of the problems for which planning fails; empty if it succeeds.
  package var problems: [String] {
    do {
      _ = try plan()
      return []
    } catch {
      return (error as? RuleProblems)?.problems.map(\.message) ?? ["\(error)"]
    }
  }

  package func run() throws -> Outcome {
    let output = try ScratchFile()
    let report = try run(to: output.descriptor)
    return Outcome(report: report, bytes: try output.bytes)
  }

  /// Runs with records written to a descriptor, and looks whether libraries of Photos stay as they are.
  package func run(to descriptor: Int32) throws -> RunReport {
    let before = PhotosLibraryStates(libraries, isSameProcess: true)
    defer { #expect(before.changes == []) }
    let source = try ScratchFile(input)
    var context = RunContext(
      components: .builtin, now: now, ruleName: ruleName, libraries: libraries, ledgerPath: ledger,
      input: InputOptions(descriptor: source.descriptor, isNullSeparated: isNullSeparated),
      outputFolder: outputFolder, isDryRun: isDryRun, cancellation: cancellation,
      progress: progress, decoders: decoders, notices: notices)
    context.permission.capabilities = capabilities
    if capabilities.contains(.exec) {
      context.permission.programs = try ProgramFile.all(of: plan().programs)
    }
    context.permission.access = access
    context.services.catalogue = catalogue
    context.thumbnails = thumbnails
    context.snapshots = snapshots
    context.output.pictureDescriptor = pictureDescriptor
    context.services.notifier = notifier
    return try PipelineRun(
      plan(), in: context, functions: functions, outputDescriptor: descriptor, lanes: lanes
    ).run()
  }
}

extension StageRegistry {
  /// Makes a stage of a rule that adds no fields.
  package func make(
    _ call: StageCall, rulePath: String, now: Instant
  ) -> Result<any StageWork, RuleProblems> {
    var fields = FieldTable()
    return make(call, rulePath: rulePath, now: now, fields: &fields)
  }
}
