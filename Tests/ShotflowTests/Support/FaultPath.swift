import TestSupport
import Testing

/// A way through the program on which calls are made to fail.
struct FaultPath: Sendable, CustomTestStringConvertible {
  let name: String
  /// What stands behind the source.
  let stages: String
  /// The samples that lie in the library. Every one has faults of its own; where a decoder has to be
  /// started for each of them, few are enough.
  var kinds: Set = ["exif.jpg", "exif.png", "exif.webp", "plain.tiff", "far.png"]
  /// How many pictures more there are.
  var copies = 5
  /// Whether files are put into a folder.
  var hasOutput = false
  /// Whether a memory keeps what was offered.
  var remembers = false
  /// Whether what was read of files is kept; they have to be left alone for a while before.
  var fillsCatalogue = false

  var testDescription: String { name }

  private static let oneForEachDecoder: Set = ["exif.jpg", "exif.webp"]

  static let all = [
    FaultPath(
      name: "offers", stages: "dedupe { memory = \"kept\" }, notify {}", remembers: true),
    FaultPath(name: "copies", stages: "load { file = \"copy\" }", hasOutput: true),
    FaultPath(
      name: "facts", stages: "filter { pixelWidth = present }, dedupe { by = \"sha1\" }",
      fillsCatalogue: true),
    FaultPath(
      name: "cached pictures", stages: "load { size = { 64, 64 } }", kinds: oneForEachDecoder,
      copies: 1),
    FaultPath(
      name: "pictures", stages: "load { size = { 64, 64 } }", kinds: oneForEachDecoder, copies: 1,
      hasOutput: true),
    FaultPath(
      name: "metadata", stages: "load { metadata = true }", kinds: oneForEachDecoder, copies: 1),
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
