internal import JSON
package import Pipeline

/// What became of one file when a run was undone, as a record.
package struct UndoRecord {
  package enum State: String, CaseIterable {
    case undone, left
  }

  package let run: Int
  package let report: Undo.Report

  package init(run: Int, report: Undo.Report) {
    self.run = run
    self.report = report
  }

  package var state: State { report.refusal == nil ? .undone : .left }

  /// Writes it as a line of JSON.
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

/// A run that moved, copied or linked files, as a record.
package struct JournalRecord {
  package enum State: String, CaseIterable {
    /// Something of it can be undone.
    case done
    /// All of it was undone.
    case undone
    /// It goes on, or was killed, and what it left half done was not put right yet.
    case open
    /// Nothing of it is left to undo.
    case reverted
  }

  package let run: Int
  package let content: JournalContent

  package init(run: Int, content: JournalContent) {
    self.run = run
    self.content = content
  }

  package var state: State {
    if content.count(.open) > 0 { return .open }
    if content.count(.done, .undoing) > 0 { return .done }
    return content.count(.undone) > 0 ? .undone : .reverted
  }

  package var count: Int { content.count(.done, .undoing, .undone, .open) }

  /// Writes it as a line of JSON.
  package func write(into writer: inout RecordWriter) {
    writer.begin(kind: "journal")
    writer.write("run", Int64(run))
    writer.write("rule", content.rule)
    writer.write("began", content.began)
    writer.write("state", state.rawValue)
    writer.write("count", Int64(count))
    writer.write("undone", Int64(content.count(.undone)))
    writer.end()
  }
}
