import Assets
import Foundation
import Samples

/// Writes records as another program might: any order, spaces, escapes and numbers.
package struct RandomJSON {
  private var generator: SeededGenerator

  package init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// A record with a `mediaType`, some fields of any type, and members that are no fields.
  package mutating func record() -> String {
    var keys = Array(Field.allCases.map(\.name).shuffled(using: &generator).prefix(9))
    keys += ["unknown", "Ünbekannt", "", "a\"b\\c"].shuffled(using: &generator).prefix(2)
    if !keys.contains("mediaType") { keys.append("mediaType") }
    let members = keys.map { key in
      let value = key == "mediaType" ? "\"image\"" : value(for: key)
      return "\(space())\(quoted(key, isKey: true))\(space()):\(space())\(value)\(space())"
    }
    return "{\(members.joined(separator: ","))}\(space())"
  }

  /// A member's value: often of the field's type, sometimes anything. Names of assets and files are
  /// texts, or null.
  private mutating func value(for key: String) -> String {
    if key == "path" || key == "localIdentifier" {
      return generator.chance(0.9) ? quoted(generator.text()) : "null"
    }
    guard let field = Field(name: key), generator.chance(0.8) else { return anything(depth: 0) }
    switch field.type {
    case .flag: return generator.chance(0.5) ? "true" : "false"
    case .integer, .number: return number()
    case .date:
      let milliseconds = Int64.random(in: -4_000_000_000_000...9_000_000_000_000, using: &generator)
      return quoted(Instant(milliseconds: milliseconds).description)
    case .text: return quoted(generator.text())
    case .texts:
      return list(
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          quoted(generator.chance(0.5) ? generator.text() : "photoScreenshot")
        })
    case .object, .value:
      return "{\(space())\"FNumber\":\(number()),\"more\":[{\(space())}]\(space())}"
    case .location:
      return "{\(space())\"latitude\":\(number()),\(space())\"x\":[{}],\"longitude\"\(space()):1.5}"
    }
  }

  private mutating func anything(depth: Int) -> String {
    switch Int.random(in: 0..<(depth < 3 ? 7 : 5), using: &generator) {
    case 0: return "null"
    case 1: return "true"
    case 2: return number()
    case 3, 4: return quoted(generator.text())
    case 5:
      return list(
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          anything(depth: depth + 1)
        })
    default:
      let members = (0..<Int.random(in: 0...3, using: &generator)).map { index in
        "\(quoted("\(index)}]\""))\(space()):\(anything(depth: depth + 1))"
      }
      return "{\(space())\(members.joined(separator: ",\(space())"))}"
    }
  }

  private mutating func list(_ values: [String]) -> String {
    "[\(space())\(values.joined(separator: "\(space()),\(space())"))]"
  }

  private mutating func number() -> String {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: "\(Int.random(in: -9000...9000, using: &generator))"
    case 1: "\(generator.wholeNumber())"
    case 2: "-0"
    case 3:
      "\(Int.random(in: 0...99, using: &generator)).\(Int.random(in: 0...99, using: &generator))"
    case 4:
      "1\(generator.chance(0.5) ? "e" : "E")\(["", "+", "-"][Int.random(in: 0..<3, using: &generator)])\(Int.random(in: 0...20, using: &generator))"
    default: "12.50e1"
    }
  }

  /// Spaces between tokens; a line holds no line feed.
  private mutating func space() -> String {
    generator.chance(0.8) ? "" : [" ", "\t", "  ", "\r"].randomElement(using: &generator) ?? ""
  }

  /// A JSON string with as few or as many escapes as there may be.
  ///
  /// Keys of fields are written plainly, as every known writer does.
  private mutating func quoted(_ text: String, isKey: Bool = false) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n" where generator.chance(0.5): result += "\\n"
      case "\t" where generator.chance(0.5): result += "\\t"
      case "\u{8}" where generator.chance(0.5): result += "\\b"
      case "\u{C}" where generator.chance(0.5): result += "\\f"
      case "\r" where generator.chance(0.5): result += "\\r"
      case "/" where generator.chance(0.5): result += "\\/"
      default:
        if scalar.value < 0x20 || (!isKey && generator.chance(0.15)) {
          for unit in String(scalar).utf16 {
            let digits = String(format: generator.chance(0.5) ? "%04x" : "%04X", unit)
            result += "\\u\(digits)"
          }
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
