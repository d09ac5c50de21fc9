/// Why a line is no record.
package struct RecordProblem: Error {
  package let message: StaticString
  /// The byte of the line, from 0.
  package let place: Int

  package init(_ message: StaticString, at place: Int) {
    self.message = message
    self.place = place
  }
}
