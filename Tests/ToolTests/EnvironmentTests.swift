import Foundation
import TestSupport
import Testing

@testable import Sessions
@testable import ShotflowTool

/// The one table of environment variables has all that the sources read.
@Suite struct EnvironmentTests {
  @Test func everyVariableThatIsReadIsInTheTable() throws {
    let known = Set(EnvironmentVariable.all.map(\.name))
    #expect(known.count == EnvironmentVariable.all.count)
    var read: Set<String> = []
    let paths = Checkout.files(in: "Sources").filter { path in
      [".swift", ".c"].contains { path.hasSuffix($0) }
        && !path.hasSuffix("/EnvironmentVariable.swift")
    }
    for path in paths {
      let text = try Checkout.text(of: path)
      guard
        ["getenv(", "Environment[", "environment[", "values(of:"].contains(where: text.contains)
      else { continue }
      for match in text.matches(of: /"([A-Z][A-Z_0-9]+)"/) { read.insert(String(match.1)) }
    }
    #expect(read.count > 15)
    #expect(read.subtracting(known) == [])
  }

  @Test func theDocumentHasTheTable() throws {
    let rows = try Checkout.text(of: "docs/environment.md").split(separator: "\n")
      .filter { $0.hasPrefix("| `") }.map(String.init)
    let wanted = EnvironmentVariable.all.map { variable in
      "| `\(variable.name)` | \(variable.meaning) |"
        + (variable.standard.isEmpty ? " |" : " \(variable.standard) |")
    }
    #expect(rows == wanted)
  }
}
