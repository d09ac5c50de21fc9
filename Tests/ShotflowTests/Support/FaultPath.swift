import TestSupport
import Testing

/// A way through the program on which calls are made to fail.
struct FaultPath: Sendable, CustomTestStringConvertible {
  let name: String
  /// What stands behind the source.
  let stages: String
  /// Whether files are put into a folder.
  var hasOutput = false
  /// Whether a memory keeps what was offered.
  var remembers = false

  var testDescription: String { name }

  static let all = [
    FaultPath(
      name: "offers", stages: "dedupe { memory = \"kept\" }, notify {}", remembers: true),
    FaultPath(name: "copies", stages: "load { file = \"copy\" }", hasOutput: true),
    FaultPath(name: "facts", stages: "filter { pixelWidth = present }, dedupe { by = \"sha1\" }"),
    FaultPath(name: "cached pictures", stages: "load { size = { 64, 64 } }"),
    FaultPath(name: "pictures", stages: "load { size = { 64, 64 } }", hasOutput: true),
    FaultPath(name: "metadata", stages: "load { metadata = true }"),
  ]
}

/// One call that fails, in the words of the fault library.
struct FaultPoint: CustomStringConvertible {
  let call: String
  let number: Int
  /// Whether all calls behind it fail, too.
  let stays: Bool
  let kind: String

  var description: String { "\(call):\(number)\(stays ? "+" : ""):\(kind)" }

  /// Whether the program is to go on as if nothing had happened.
  var isHarmless: Bool { kind == "short" || kind == "EINTR" }
  var isDeath: Bool { kind == "die" }
}
