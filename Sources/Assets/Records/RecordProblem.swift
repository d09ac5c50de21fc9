/// Why a line is no record.
struct RecordProblem: Error {
  let message: StaticString
  /// The byte of the line, from 0.
  let place: Int

  init(_ message: StaticString, at place: Int) {
    self.message = message
    self.place = place
  }
}
