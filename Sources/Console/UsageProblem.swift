internal import Pipeline

/// What is wrong with the words of a command line.
package struct UsageProblem: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }

  package static func unknownOption(_ name: String, known: [String]) -> UsageProblem {
    let near = NearestName.of(name, among: known).map { "; did you mean \"--\($0)\"?" } ?? ""
    return UsageProblem("the rule has no option \"--\(name)\"\(near)")
  }
}
