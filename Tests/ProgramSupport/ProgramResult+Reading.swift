import Foundation
import TestSupport

extension ProgramResult {
  /// Every line of standard output; throws when one is no JSON object of that shape.
  package func decodedLines<Line: Decodable>(as type: Line.Type = Line.self) throws -> [Line] {
    try Self.decode(output)
  }

  /// Every record of standard output.
  package func records() throws -> [PrintedRecord] { try decodedLines() }

  /// The lines that begin with a brace among what was said on standard error.
  package func progressLines() throws -> [ProgressLine] {
    let lines = errorText.split(separator: "\n").filter { $0.hasPrefix("{") }
    return try lines.map { try JSONDecoder().decode(ProgressLine.self, from: Data($0.utf8)) }
  }

  package static func decode<Line: Decodable>(_ bytes: [UInt8]) throws -> [Line] {
    // A record that ends without a line feed is half of one.
    if let last = bytes.last, last != UInt8(ascii: "\n") { throw UnfinishedLine() }
    return try bytes.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Line.self, from: Data($0))
    }
  }

  /// The lines of standard error.
  package var errorLines: [String] { errorText.split(separator: "\n").map(String.init) }
}

/// The last line of an output has no line feed.
package struct UnfinishedLine: Error {}
