/// A search for the name that a misspelt name probably means.
public enum NearestName {
  /// The longest name that is compared, in bytes.
  private static let longest = 200

  /// Returns the candidate that a word of other programs means, or else the most similar one; nil if
  /// none is similar enough.
  ///
  /// A name is similar enough if at most a third of its letters differ (at least one, at most
  /// three, and less than half of the longer name). Swapped neighbours count as one difference, and
  /// capitals as none. Longer names than rules may hold are not compared.
  public static func of(_ name: String, among candidates: some Sequence<String>) -> String? {
    if let meant = FamiliarWord.meaning(of: name, among: candidates) { return meant }
    guard name.utf8.count <= longest, !FamiliarWord.putsAway(name) else { return nil }
    let wanted = Array(name.lowercased())
    let limit = max(1, min(3, (wanted.count + 1) / 3))
    var best: (name: String, distance: Int)?
    for candidate in candidates where candidate.utf8.count <= longest {
      let distance = distance(wanted, Array(candidate.lowercased()))
      guard distance <= limit, distance * 2 < max(wanted.count, candidate.count) else { continue }
      if let best, (best.distance, best.name) <= (distance, candidate) { continue }
      best = (candidate, distance)
    }
    return best?.name
  }

  /// Returns the end of a message about a name that does not exist, `; did you mean "image"?`; without
  /// a similar name, the other remedy, or nothing.
  package static func remedy(_ similar: String?, or other: String? = nil) -> String {
    (similar.map { "did you mean \"\($0)\"?" } ?? other).map { "; \($0)" } ?? ""
  }

  /// Returns the end of a message about a choice: `asset, album or count, not "asets"; did you mean …`
  package static func refusal(of text: String, among names: [String]) -> String {
    "\(names.dropLast().joined(separator: ", ")) or \(names.last ?? ""), not \"\(text)\""
      + remedy(of(text, among: names))
  }

  /// Returns the optimal string alignment distance: the number of insertions, deletions,
  /// substitutions and swapped neighbours.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
    var rows = [Array(0...right.count)]
    for row in 1...left.count {
      var current = [row]
      for column in 1...right.count {
        let change = left[row - 1] == right[column - 1] ? 0 : 1
        var cost = min(
          rows[row - 1][column] + 1, current[column - 1] + 1, rows[row - 1][column - 1] + change)
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          cost = min(cost, rows[row - 2][column - 2] + 1)
        }
        current.append(cost)
      }
      rows.append(current)
    }
    return rows[left.count][right.count]
  }
}
