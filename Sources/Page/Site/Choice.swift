internal import JSON

/// What the user decided: a button, or places in their order, with the part of each picture that was
/// chosen.
package struct Choice {
  /// Members of the line that the tool gets.
  package let members: String

  private static let most = 100_000

  /// Reads the number of a button.
  ///
  /// - Parameter count: how many buttons there are.
  /// - Throws: ``HTTPProblem``.
  package init(answer body: [UInt8], of count: Int) throws(HTTPProblem) {
    let number = body.withUnsafeBytes { text in
      (try? JSONElement(checking: text, deepest: 2))?[first: "answer"]?.whole
    }
    guard let number, (0..<Int64(count)).contains(number) else {
      throw HTTPProblem(.badRequest, "an answer is {\"answer\":0}, with the number of a button")
    }
    members = "\"answer\":\(number)"
  }

  /// Reads a choice.
  ///
  /// - Parameter limit: how many there may be; 0 for no limit.
  /// - Throws: ``HTTPProblem``.
  package init(_ body: [UInt8], limit: Int) throws(HTTPProblem) {
    let wrong = HTTPProblem(.badRequest, "a choice is {\"chosen\":[{\"index\":0}]}")
    var places: [Int64] = []
    var items: [String] = []
    let isRead = body.withUnsafeBytes { text -> Bool in
      guard let element = try? JSONElement(checking: text, deepest: 8),
        let chosen = element[first: "chosen"], chosen.kind == .list
      else { return false }
      for item in chosen.elements {
        guard items.count < Self.most, let place = item[first: "index"]?.whole, place >= 0 else {
          return false
        }
        places.append(place)
        guard let crop = item[first: "crop"] else {
          items.append("{\"index\":\(place)}")
          continue
        }
        let sides = crop.elements.compactMap(\.number)
        guard sides.count == 4, sides.allSatisfy({ (0...1).contains($0) }) else { return false }
        let text = sides.map { "\($0)" }.joined(separator: ",")
        items.append("{\"index\":\(place),\"crop\":[\(text)]}")
      }
      return true
    }
    guard isRead, Set(places).count == places.count else { throw wrong }
    guard limit == 0 || places.count <= limit else {
      throw HTTPProblem(.badRequest, "at most \(limit) can be chosen")
    }
    members = "\"choose\":[\(items.joined(separator: ","))]"
  }
}
