package import Pipeline
internal import Platform
internal import Terminal

/// The result for one file of an undone run, as a record.
package struct UndoRecord {
  /// The outcome for one file: moved back, or left as it is; in a list, also what is to be undone.
  package enum State: String, CaseIterable {
    case undone, left, done, open

    init(_ state: JournalEntry.State) {
      self =
        switch state {
        case .undone: .undone
        case .open: .open
        case .done, .undoing, .reverted, .abandoned: .done
        }
    }
  }

  /// The number of the run.
  private let run: Int
  private let part: FileOperation.Part
  private let state: State
  /// The reason why the file was left.
  private let reason: String?
  /// True if nothing was done, as the user wants to see what would be.
  private let isDryRun: Bool

  /// Creates the record of a file in a list.
  init(run: Int, part: FileOperation.Part, state: State) {
    (self.run, self.part, self.state, reason, isDryRun) = (run, part, state, nil, false)
  }

  /// Creates the record of what an undo did, or would.
  init(run: Int, _ report: Undo.Report, isDryRun: Bool) {
    (self.run, part, reason, self.isDryRun) = (run, report.part, report.refusal, isDryRun)
    state = reason == nil ? .undone : .left
  }

  /// Writes the result as a line of JSON.
  package func write(into writer: inout RecordWriter) {
    writer.begin(kind: "undo")
    writer.write("run", Int64(run))
    writer.write("state", state.rawValue)
    writer.write("act", part.kind.rawValue)
    part.to.withUnsafeBytes { writer.write("path", $0, bytesKey: "pathBytes") }
    part.from.withUnsafeBytes { writer.write("original", $0, bytesKey: "originalBytes") }
    if let reason { writer.write("reason", reason) }
    writer.end()
  }

  /// The line for people.
  var line: String {
    func shown(_ path: [UInt8]) -> String {
      TerminalText.escaped(CommonFolder.name(of: path))
    }
    let (to, from) = (shown(part.to), shown(part.from))
    switch state {
    case .left: return "left     \(to): \(TerminalText.escaped(reason ?? ""))\n"
    case .done, .open:
      let origin =
        part.kind == .write ? "" : part.kind.removesOriginal ? " was \(from)" : " is of \(from)"
      return "\(state == .done ? "done     " : "open     ")\(to)\(origin)\n"
    case .undone:
      let outcome =
        part.previous != nil ? "as it was" : part.kind.removesOriginal ? "\(from) again" : "gone"
      return isDryRun ? "to undo  \(to) would be \(outcome)\n" : "undone   \(to) is \(outcome)\n"
    }
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
    content.entries.lazy.filter(\.hasEffect).prefix(Self.mostFiles)
      .compactMap(\.operation.parts.first?.from)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The maximum number of files in a record; ``count`` has the number of all.
  private static let mostFiles = 10

  /// Returns the table of `undo --list`, in which files are shortened to `width` columns; the last
  /// name alone is never cut.
  static func table(_ runs: [JournalRecord], width: Int, _ style: Style) -> String {
    var rows = [["run", "began", "rule", "state", "files"]] + runs.map(\.row)
    let used = (0..<4).map { column in
      (rows.map { TerminalText.columns(of: $0[column]) }.max() ?? 0) + 2
    }.reduce(0, +)
    for place in rows.indices {
      rows[place][4] = TerminalText.shortened(rows[place][4], to: max(12, width - used))
    }
    return "\(TextTable.titled(rows, style))"
  }

  private var row: [String] {
    let undone = content.count(.undone)
    let state = state == .done && undone > 0 ? "\(undone) of \(count) undone" : state.rawValue
    let rule = TerminalText.shortened(TerminalText.escaped(content.rule), to: Self.longestRule)
    let name = files.first?.split(separator: "/").last.map(String.init) ?? ""
    return [
      "\(run.number)", local(content.began), rule + (run.watch.map { " (watch \($0))" } ?? ""),
      state, (count > 1 ? "\(count): " : "") + TerminalText.escaped(name),
    ]
  }

  private static let longestRule = 20

  /// Returns a moment by the computer's clock as `2026-11-28 15:04`.
  private func local(_ moment: Instant) -> String {
    let text = String(unsafeUninitializedCapacity: Instant.longestText) { text in
      text.baseAddress.map { moment.write(by: .ofComputer(at: moment), to: $0) } ?? 0
    }
    return String(text.prefix(16).replacing("T", with: " "))
  }
}
