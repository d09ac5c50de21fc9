internal import Platform

/// The user's answer: a button, or chosen assets in order, with the chosen part of each picture and
/// its mark.
package struct Choice {
  /// The member of the JSON line that reports the answer to the tool, such as `"answer":0`.
  package let members: String

  private static let most = 100_000

  /// Reads `{"answer":0}`; throws ``HTTPProblem`` unless the number is from 0 to `count` - 1.
  package init(answer body: [UInt8], of count: Int) throws(HTTPProblem) {
    let number = body.withUnsafeBytes { text in
      (try? JSONElement(checking: text, deepest: 2))?[first: "answer"]?.whole
    }
    guard let number, (0..<Int64(count)).contains(number) else {
      throw HTTPProblem(.badRequest, "an answer is {\"answer\":0}, with the number of a button")
    }
    members = "\"answer\":\(number)"
  }

  /// Reads a choice of at most `limit` assets, 0 for any number. `identifier` returns an asset's
  /// identifier from its key on the page; it is nil for records, which are chosen by position.
  /// Throws ``HTTPProblem`` for an invalid choice, an unknown asset, or too many assets.
  package init(
    _ body: [UInt8], limit: Int, identifier: ((String) -> String?)? = nil
  ) throws(HTTPProblem) {
    let wrong = HTTPProblem(.badRequest, "a choice is {\"chosen\":[{\"index\":0}]}")
    var names: Set<String> = []
    var items: [String] = []
    let isRead = body.withUnsafeBytes { text -> Bool in
      guard let element = try? JSONElement(checking: text, deepest: 8),
        let chosen = element[first: "chosen"], chosen.kind == .list
      else { return false }
      for item in chosen.elements {
        guard items.count < Self.most, let name = Self.name(of: item, identifier),
          names.insert(name).inserted, let crop = Self.crop(of: item),
          let mark = Self.mark(of: item)
        else { return false }
        items.append("{\(name)\(crop)\(mark)}")
      }
      return true
    }
    guard isRead else { throw wrong }
    guard limit == 0 || items.count <= limit else {
      throw HTTPProblem(.badRequest, "at most \(limit) can be chosen")
    }
    members = "\"choose\":[\(items.joined(separator: ","))]"
  }

  /// Returns the chosen part of a picture as a JSON member behind a comma, empty for all of it; nil if
  /// it is invalid.
  private static func crop(of item: JSONElement) -> String? {
    guard let crop = item[first: "crop"] else { return "" }
    let sides = crop.elements.compactMap(\.number)
    guard sides.count == 4, sides.allSatisfy({ (0...1).contains($0) }) else { return nil }
    return ",\"crop\":[\(sides.map { "\($0)" }.joined(separator: ","))]"
  }

  /// Returns the mark of a chosen asset, `1` to `5`, as a JSON member behind a comma, empty for none;
  /// nil if it is invalid.
  private static func mark(of item: JSONElement) -> String? {
    guard let mark = item[first: "mark"] else { return "" }
    guard let text = mark.string, ["1", "2", "3", "4", "5"].contains(text) else { return nil }
    return ",\"mark\":\"\(text)\""
  }

  /// Returns a chosen asset as a JSON member, such as `"index":0`; nil if it is invalid or unknown.
  private static func name(of item: JSONElement, _ identifier: ((String) -> String?)?) -> String? {
    guard let identifier else {
      return item[first: "index"]?.whole.flatMap { $0 >= 0 ? "\"index\":\($0)" : nil }
    }
    guard let known = item[first: "key"]?.string.flatMap(identifier) else { return nil }
    var json = ByteBuffer()
    json.append(string: known)
    return "\"identifier\":\(String(decoding: json.bytes, as: UTF8.self))"
  }
}
