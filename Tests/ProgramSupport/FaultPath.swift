import TestSupport
import Testing

/// A way through the program on which calls are made to fail.
package struct FaultPath: Sendable, CustomTestStringConvertible {
  package let name: String
  /// The stages after the source.
  package let stages: String
  /// The samples that lie in the library. Every one has faults of its own; where a decoder has to be
  /// started for each of them, few are enough.
  package var kinds: Set = ["exif.jpg", "exif.png", "exif.webp", "plain.tiff", "far.png"]
  /// The number of further pictures.
  package var copies = 5
  /// True if files are put into a folder.
  package var hasOutput = false
  /// True if the rule remembers its offers.
  package var remembers = false
  /// True if facts of files are kept; the files have to be old enough for that.
  package var fillsCatalogue = false

  package var testDescription: String { name }

  private static let oneForEachDecoder: Set = ["exif.jpg", "exif.webp"]

  package static let all = [
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
package struct FaultPoint: CustomStringConvertible {
  package let call: String
  package let number: Int
  /// True if all later calls fail, too.
  package let stays: Bool
  package let kind: String

  package var description: String { "\(call):\(number)\(stays ? "+" : ""):\(kind)" }

  /// True if the program has to go on as if nothing had happened.
  package var isHarmless: Bool { kind == "short" || kind == "EINTR" }
  package var isDeath: Bool { kind == "die" }
}
