internal import Platform

/// The entries and problems in an exported ledger's lines: JSON objects by ``LedgerEntryRecord``.
package struct LedgerLines {
  /// The entries of the lines, in their order; complete only if there is no problem.
  package private(set) var entries: [LedgerEntry] = []
  /// The first 20 problems, sorted by line.
  package private(set) var problems: [LedgerLineProblem] = []
  /// The number of all problems.
  package private(set) var problemCount = 0

  /// The greatest size of an import, in bytes.
  package static let limit = 1 << 30
  private static let reportedProblems = 20

  package init(_ bytes: UnsafeRawBufferPointer) {
    let chunk = RecordChunk(capacity: bytes.count)
    chunk.bytes.copyMemory(
      from: bytes.baseAddress ?? UnsafeRawPointer(chunk.bytes), byteCount: bytes.count)
    chunk.count = bytes.count
    var scanner = RecordScanner(chunk)
    var found: [(number: Int, extent: RecordScanner.Extent)] = []
    chunk.forEachLine { line, number in
      do throws(RecordProblem) {
        let text = UnsafeRawBufferPointer(rebasing: bytes[line])
        guard text.isValidUTF8 else { throw RecordProblem("is not UTF-8", at: 0) }
        found.append((number, try scanner.scan(line)))
      } catch {
        note(number, "is no JSON object: \(error.message), at byte \(error.place + 1)")
      }
    }
    scanner.finish()
    for (number, extent) in found {
      do throws(LedgerLineError) {
        entries.append(try LedgerEntry(LedgerLineMembers(extent, in: chunk)))
      } catch {
        note(number, error.reason)
      }
    }
    problems.sort { $0.line < $1.line }
    problems = Array(problems.prefix(Self.reportedProblems))
  }

  private mutating func note(_ line: Int, _ reason: String) {
    problemCount += 1
    // Both passes may find as many problems as are reported.
    if problems.count < 2 * Self.reportedProblems {
      problems.append(LedgerLineProblem(line: line, reason: reason))
    }
  }
}

/// An invalid line of an exported ledger, and the reason.
package struct LedgerLineProblem: Hashable, Sendable {
  /// The line's number, from 1.
  package let line: Int
  /// The reason, as the end of a sentence.
  package let reason: String
}
