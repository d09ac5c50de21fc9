internal import Pipeline
internal import Platform
internal import Sessions

/// The results of rule tests, as text, TAP or JUnit.
struct RuleTestReport {
  private(set) var results: [Result] = []

  struct Result {
    let file: String
    let name: String
    /// The problems of the test; empty if it passed.
    let problems: [String]
    let seconds: Double
  }

  enum Form: String, CaseIterable {
    case text, tap, junit
  }

  mutating func add(_ result: Result) { results.append(result) }

  var failureCount: Int { results.count { !$0.problems.isEmpty } }

  func text(_ form: Form) -> String {
    switch form {
    case .text: text
    case .tap: tap
    case .junit: junit
    }
  }

  private var text: String {
    var lines: [String] = []
    var file = ""
    for result in results {
      if result.file != file {
        file = result.file
        lines.append(file)
      }
      lines.append("  \(result.problems.isEmpty ? "ok  " : "FAIL")  \(result.name)")
      lines += result.problems.map { "        \($0)" }
    }
    let passed = results.count - failureCount
    lines.append("\(passed) of \(results.count == 1 ? "1 test" : "\(results.count) tests") passed")
    return lines.map { $0 + "\n" }.joined()
  }

  /// The results in the Test Anything Protocol, version 14 (testanything.org).
  private var tap: String {
    var lines = ["TAP version 14", "1..\(results.count)"]
    for (place, result) in results.enumerated() {
      let name = "\(result.file): \(result.name)".escaping(["#": "\\#"])
      lines.append("\(result.problems.isEmpty ? "ok" : "not ok") \(place + 1) - \(name)")
      if result.problems.isEmpty { continue }
      lines.append("  ---")
      lines.append("  messages:")
      lines += result.problems.map { "    - \(LuaText.quoted($0))" }
      lines.append("  ...")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The results in JUnit's format, which continuous integration reads.
  private var junit: String {
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites tests=\"\(results.count)\" failures=\"\(failureCount)\">",
    ]
    var files: [String] = []
    for result in results where !files.contains(result.file) { files.append(result.file) }
    for file in files {
      let own = results.filter { $0.file == file }
      let failures = own.count { !$0.problems.isEmpty }
      lines.append(
        "  <testsuite name=\"\(Self.escaped(file))\" tests=\"\(own.count)\" failures=\"\(failures)\">"
      )
      for result in own {
        let start =
          "    <testcase classname=\"\(Self.escaped(file))\" name=\"\(Self.escaped(result.name))\""
          + " time=\"\(Double(Int(result.seconds * 1000)) / 1000)\""
        guard let first = result.problems.first else {
          lines.append("\(start)/>")
          continue
        }
        lines.append("\(start)>")
        lines.append(
          "      <failure message=\"\(Self.escaped(first))\">"
            + "\(Self.escaped(result.problems.joined(separator: "\n")))</failure>")
        lines.append("    </testcase>")
      }
      lines.append("  </testsuite>")
    }
    lines.append("</testsuites>")
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns a text escaped for XML 1.0; U+FFFD replaces the control characters that XML forbids.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
