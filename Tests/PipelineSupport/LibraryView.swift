import AssetSupport
package import Assets
package import Engine
import Foundation
import Pipeline
import Platform
import Synchronization
import TestSupport

@testable import State

/// A library as a rule sees it: everything that comes of it, as text.
package struct LibraryView {
  package let library: String
  package var access = LibraryAccess()
  package var ledger = "/nonexistent/ledger.sqlite"

  package init(_ library: String) {
    self.library = library
  }

  /// - Parameter chosen: the identifiers of the assets that exist for the rule.
  package init(_ library: String, limitedTo chosen: [String]) {
    self.library = library
    access = .limited(library, to: chosen)
  }

  /// Returns the records, notices, counts and progress of a run.
  package func trace(_ stages: [StageCall]) throws -> String {
    var scenario = Scenario(stages, library: library)
    scenario.access = access
    scenario.ledger = ledger
    let reported = Lock<[String]>([])
    scenario.notices = RunNotices { text in reported.withLock { $0.append(text) } }
    scenario.progress = RunProgress(wantsTotal: true)
    do {
      let outcome = try scenario.run()
      let report = outcome.report
      let progress = scenario.progress.snapshot
      return """
        \(outcome.lines.joined(separator: "\n"))
        \(report.steps) \(report.read) \(report.emitted) \(report.failures) \(report.notes)
        \(reported.withLock { $0 }) \(progress.totalItems) \(progress.doneItems) \(progress.failures)
        """
    } catch let problem as LibraryProblem {
      return "\(problem)"
    }
  }

  /// Returns the answers of a browser to requests, one after the other.
  package func answers(_ requests: [String]) throws -> String {
    let reported = Lock<[String]>([])
    var context = RunContext(
      components: .builtin, now: Scenario.noon, ruleName: "rule", libraries: [library],
      ledgerPath: nil,
      notices: RunNotices { text in reported.withLock { $0.append(text) } })
    context.permission.access = access
    let output = try ScratchFile()
    let browser = Browser(
      FetchLibrary(path: library, in: context), in: context, outputDescriptor: output.descriptor
    ) { Scenario.noon }
    for request in requests {
      try Array(request.utf8).withUnsafeBytes { try browser.answer($0) }
    }
    return try String(decoding: output.bytes, as: UTF8.self) + "\(reported.withLock { $0 })"
  }
}

extension LibraryAccess {
  /// A library that the user named, of which some assets exist.
  package static func limited(_ library: String, to chosen: [String]) -> LibraryAccess {
    var access = LibraryAccess()
    access.add(
      library, .library(library),
      Permission(.limited, chosen: ChosenAssets(chosen.map { Array($0.utf8) })), isNamed: true)
    return access
  }
}
