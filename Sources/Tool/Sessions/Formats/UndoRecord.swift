package import Pipeline
internal import Platform
internal import Terminal

/// The result for one file of an undone run, as a record.
package struct UndoRecord {
  /// The outcome for one file: moved back, or left as it is.
  package enum State: String, CaseIterable {
    case undone, left
  }

  /// The number of the run.
  package let run: Int
  /// The outcome for the file, with the reason if it was left.
  package let report: Undo.Report

  package init(run: Int, report: Undo.Report) {
    self.run = run
    self.report = report
  }

  /// The outcome for the file, in one word.
  package var state: State { report.refusal == nil ? .undone : .left }

  /// Writes the result as a line of JSON.
  package func write(into writer: inout RecordWriter) {
    writer.begin(kind: "undo")
    writer.write("run", Int64(run))
    writer.write("state", state.rawValue)
    writer.write("act", report.part.kind.rawValue)
    report.part.to.withUnsafeBytes { writer.write("path", $0, bytesKey: "pathBytes") }
    report.part.from.withUnsafeBytes { writer.write("original", $0, bytesKey: "originalBytes") }
    if let reason = report.refusal { writer.write("reason", reason) }
    writer.end()
  }
}

/// A run that moved, copied, linked or trashed files, as a record.
package struct JournalRecord {
  /// The state of a run's journal.
  package enum State: String, CaseIterable {
    /// A run with files that can be undone.
    case done
    /// A run whose files were all undone.
    case undone
    /// A run that goes on, or was killed amid operations that are neither finished nor rolled back.
    case open
    /// A run that left no file changed, such as one whose operations were all rolled back.
    case reverted
  }

  /// The run.
  package let run: JournalRun
  /// The content of the run's journal.
  package let content: JournalContent

  package init(run: JournalRun, content: JournalContent) {
    self.run = run
    self.content = content
  }

  /// The state of the run's journal.
  package var state: State {
    if content.count(.open) > 0 { return .open }
    if content.count(.done, .undoing) > 0 { return .done }
    return content.count(.undone) > 0 ? .undone : .reverted
  }

  /// The number of files that the run changed, also of those that were undone.
  package var count: Int { content.count(.done, .undoing, .undone, .open) }

  /// Writes the run as a line of JSON.
  package func write(into writer: inout RecordWriter) {
    writer.begin(kind: "journal")
    writer.write("run", Int64(run.number))
    writer.write("rule", content.rule)
    writer.write("began", content.began)
    writer.write("state", state.rawValue)
    writer.write("count", Int64(count))
    writer.write("undone", Int64(content.count(.undone)))
    if let watch = run.watch { writer.write("watch", Int64(watch)) }
    writer.write(key: "files")
    writer.writeList(files)
    writer.end()
  }

  /// The paths of the first ``mostFiles`` files, as they were before the run.
  private var files: [String] {
    let entries = content.entries.lazy.filter {
      [.done, .undoing, .undone, .open].contains($0.state)
    }
    return Array(entries.prefix(Self.mostFiles)).compactMap(\.operation.parts.first?.from)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The maximum number of files in a record; ``count`` has the number of all.
  private static let mostFiles = 10

  /// The cells of the run's row in the table of `undo --list`.
  package var row: [String] {
    let first = files.first?.split(separator: "/").last.map(String.init)
    return [
      "\(run.number)", "\(content.began)", TerminalText.escaped(content.rule),
      run.watch.map { "\($0)" } ?? "", state.rawValue, "\(count)",
      "\(content.count(.undone))",
      TerminalText.escaped(first ?? "") + (count > 1 ? " and \(count - 1) more" : ""),
    ]
  }
}
