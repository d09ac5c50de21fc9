internal import JSON
internal import Pipeline

/// One thing that `shotflow doctor` has looked at.
struct DoctorFinding {
  enum Grade: String {
    /// It is as it should be.
    case ok
    /// It could be better, or is not there and may be missing.
    case note
    /// Something will not work, or is less safe than it could be.
    case problem
  }

  let grade: Grade
  let topic: String
  let text: String

  init(_ grade: Grade, _ topic: String, _ text: String) {
    self.grade = grade
    self.topic = topic
    self.text = text
  }

  /// The cells of a table.
  var cells: [String] { [grade.rawValue, topic, TerminalText.escaped(text)] }

  /// A JSON object with its line feed.
  var record: String {
    var writer = RecordWriter(capacity: 512)
    writer.begin(kind: "finding")
    writer.write("topic", topic)
    writer.write("grade", grade.rawValue)
    writer.write("text", text)
    writer.end()
    return String(decoding: writer.buffer.bytes, as: UTF8.self)
  }
}
