internal import Platform

/// The reason why a line is no record.
package struct RecordProblem: Error {
  package let message: StaticString
  /// The offset of the problem in the line in bytes, from 0.
  package let place: Int

  package init(_ message: StaticString, at place: Int) {
    self.message = message
    self.place = place
  }

  /// Creates the problem of a JSON fault; `isAtEnd` is true if the line ends at the fault.
  init(_ fault: JSONProblem.Fault, isAtEnd: Bool) {
    let message: StaticString =
      switch fault {
      case .value where isAtEnd, .memberEnd where isAtEnd, .elementEnd where isAtEnd:
        "ends in the middle"
      case .value: "has a value that is no JSON"
      case .name: "a key is a text in double quotes"
      case .colon: "a key is followed by :"
      case .memberEnd, .elementEnd: "members are separated by commas"
      case .textEnd: "has a text without an end"
      case .controlCharacter: "has a control character in a text"
      case .escape: "has an escape that is no JSON"
      case .nesting: "is nested too deeply"
      case .rest: "goes on after its }"
      }
    self.init(message, at: 0)
  }
}
