internal import Pipeline
internal import Terminal

/// The commands that list and undo what runs did to files.
package struct UndoSession {
  private let tool: Tool
  private let messages: Messages

  package init(_ tool: Tool) {
    self.tool = tool
    messages = tool.messages()
  }

  /// Lists the runs that can be undone, the newest first.
  package func list(_ format: FormatRequest?) throws {
    try take {
      let folder = JournalFolder(path: try tool.directories().journals)
      let records = try folder.numbers.reversed().compactMap { (number) throws(FileProblem) in
        try folder.content(of: number).map { JournalRecord(run: number, content: $0) }
      }
      if let format {
        let printing = try format.printing(color: tool.color) {
          RecordMembers([.journal], in: tool)
        }
        return try printing.print { print in for record in records { try print(record.write) } }
      }
      guard !records.isEmpty else {
        return messages.write("no run has moved, copied, linked or trashed files yet")
      }
      let rows = records.map { record in
        [
          "\(record.run)", "\(record.content.began)", TerminalText.escaped(record.content.rule),
          record.state.rawValue, "\(record.count)", "\(record.content.count(.undone))",
        ]
      }
      let head = ["run", "began", "rule", "state", "count", "undone"]
      tool.output.write("\(TextTable.titled([head] + rows, tool.style))")
    }
  }

  /// Undoes a run; `number` is nil for the last one that can be undone. Throws ``ExitStatus`` after
  /// it reported an error, also if a file was left as it is.
  package func undo(_ number: Int?, isDryRun: Bool, _ format: FormatRequest?) throws {
    try take {
      let folder = JournalFolder(path: try tool.directories().journals)
      if !isDryRun { try JournalRecovery(folder).run { messages.write($0) } }
      let undo = Undo(in: folder)
      guard let number = try number ?? undo.lastNumber() else {
        return messages.write("there is nothing to undo")
      }
      let cancellation = Cancellation()
      Signals.handle(cancellation)
      let left = try report(format) { print in
        var left = 0
        let isKnown = try undo.run(
          number, isDryRun: isDryRun, unless: { cancellation.isCancelled }
        ) { report in
          let record = UndoRecord(run: number, report: report)
          if record.state == .left { left += 1 }
          print(record)
        }
        guard isKnown else {
          throw UsageProblem(
            folder.numbers.contains(number)
              ? "run \(number) goes on; undo it when it is over"
              : "there is no run \(number); \"\(tool.name) undo --list\" shows those that there are"
          )
        }
        return left
      }
      if cancellation.isCancelled { throw RunProblem.cancelled }
      if isDryRun { messages.write("dry run: nothing was undone") }
      if left > 0 {
        messages.write(
          left == 1 ? "1 file was left as it is" : "\(left) files were left as they are")
        throw ExitStatus.someFailed
      }
    }
  }

  private func report(
    _ format: FormatRequest?, _ body: ((UndoRecord) -> Void) throws -> Int
  ) throws -> Int {
    guard let format else {
      return try body { record in tool.output.write(Self.line(record)) }
    }
    let printing = try format.printing(color: tool.color) { RecordMembers([.undo], in: tool) }
    var left = 0
    try printing.print { print in
      try withoutActuallyEscaping(print) { print in
        var problem: (any Error)?
        left = try body { record in
          do { try print(record.write) } catch { problem = problem ?? error }
        }
        if let problem { throw problem }
      }
    }
    return left
  }

  private static func line(_ record: UndoRecord) -> String {
    func shown(_ path: [UInt8]) -> String {
      TerminalText.escaped(String(decoding: path, as: UTF8.self))
    }
    let (to, from) = (shown(record.report.part.to), shown(record.report.part.from))
    if let reason = record.report.refusal {
      return "left     \(to): \(TerminalText.escaped(reason))\n"
    }
    if record.report.part.previous != nil { return "undone   \(to) is as it was\n" }
    return record.report.part.kind.removesOriginal
      ? "undone   \(to) is \(from) again\n" : "undone   \(to) is gone\n"
  }

  private func take(_ body: () throws -> Void) throws {
    try messages.reporting {
      do {
        try body()
      } catch let problem as FileProblem {
        throw OutputProblem.notWritable("can't use the journals: \(problem.reason)")
      }
    }
  }
}
