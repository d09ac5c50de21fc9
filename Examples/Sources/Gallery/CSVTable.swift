/// The rows of a CSV file, as RFC 4180 has it: the first names the columns.
///
///     let table = try CSVTable("path,title\na.jpg,\"Rome, again\"\n")
///     table.rows[0]["title"]  // "Rome, again"
struct CSVTable {
  let columns: [String]
  let rows: [Row]

  struct Row {
    /// The line in the file where it begins, from 1.
    let line: Int
    private let cells: [String: String]

    fileprivate init(line: Int, _ cells: [String: String]) {
      self.line = line
      self.cells = cells
    }

    /// Nil for a cell that is empty, or a column that does not exist.
    subscript(_ column: String) -> String? {
      cells[column].flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  /// - Throws: ``CSVProblem`` when a quote is left open or misplaced, or a row has another number of
  ///   cells than there are columns.
  init(_ text: String) throws(CSVProblem) {
    var reader = CSVReader(text)
    columns = try reader.next()?.cells ?? []
    var rows: [Row] = []
    while let (line, cells) = try reader.next() {
      guard cells.count == columns.count else {
        throw CSVProblem(
          "line \(line) has \(cells.count) cells, and there are \(columns.count) columns")
      }
      rows.append(Row(line: line, Dictionary(zip(columns, cells)) { first, _ in first }))
    }
    self.rows = rows
  }
}

/// A problem of a CSV file.
struct CSVProblem: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

/// Takes a CSV file apart, byte by byte.
private struct CSVReader {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  init(_ text: String) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    bytes = Array(text.utf8)
    if bytes.starts(with: mark) { place = mark.count }
  }

  /// The next row that is not empty; nil at the end.
  mutating func next() throws(CSVProblem) -> (line: Int, cells: [String])? {
    while takeLineEnd() {}
    guard place < bytes.count else { return nil }
    let first = line
    var cells = [try cell()]
    while place < bytes.count, !takeLineEnd() {
      place += 1
      cells.append(try cell())
    }
    return (first, cells)
  }

  /// Reads up to a comma or the end of the line.
  private mutating func cell() throws(CSVProblem) -> String {
    if place < bytes.count, bytes[place] == UInt8(ascii: "\"") { return try quotedCell() }
    let start = place
    while place < bytes.count, !",\r\n".utf8.contains(bytes[place]) {
      guard bytes[place] != UInt8(ascii: "\"") else {
        throw CSVProblem("line \(line) has a quote within a cell that does not begin with one")
      }
      place += 1
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// Two quotes are one; all else is as it is, line ends too.
  private mutating func quotedCell() throws(CSVProblem) -> String {
    let first = line
    var cell: [UInt8] = []
    place += 1
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\n") { line += 1 }
      guard byte == UInt8(ascii: "\"") else {
        cell.append(byte)
        continue
      }
      guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else {
        guard place == bytes.count || ",\r\n".utf8.contains(bytes[place]) else {
          throw CSVProblem("line \(line) goes on behind a closing quote")
        }
        return String(decoding: cell, as: UTF8.self)
      }
      cell.append(byte)
      place += 1
    }
    throw CSVProblem("line \(first) opens a quote that nothing closes")
  }

  private mutating func takeLineEnd() -> Bool {
    guard place < bytes.count, "\r\n".utf8.contains(bytes[place]) else { return false }
    if bytes[place] == UInt8(ascii: "\r"), place + 1 < bytes.count,
      bytes[place + 1] == UInt8(ascii: "\n")
    {
      place += 1
    }
    place += 1
    line += 1
    return true
  }
}
