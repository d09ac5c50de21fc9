internal import Platform

/// The lines of a run's journal: JSON, one fact per line.
///
///     {"v":1,"rule":"sort","began":"2026-11-22T21:35:12.123Z"}
///     {"intent":1,"parts":[{"kind":"move","from":"/p/a.jpg","to":"/p/2015/a.jpg", …}],"folders":["/p/2015"]}
///     {"done":1,"modified":[1443389368000000000]}
///     {"removed":{"path":"/p/old"}}
///     {"undoing":1}
///     {"undone":1}
///
/// A line that a kill cut off is no fact, and neither is one that can't be parsed.
enum JournalFormat {
  private static let deepest = 8

  static func opening(rule: String, at moment: Instant) -> [UInt8] {
    line { writer in
      writer.write("v", Int64(1))
      writer.write("rule", rule)
      writer.write("began", moment)
    }
  }

  static func intent(_ operation: FileOperation) -> [UInt8] {
    line { writer in
      writer.write("intent", Int64(operation.number))
      writer.writeList("parts", operation.parts) { writer, part in
        writer.write("kind", part.kind.rawValue)
        part.from.withUnsafeBytes { writer.write("from", $0, bytesKey: "fromBytes") }
        part.to.withUnsafeBytes { writer.write("to", $0, bytesKey: "toBytes") }
        writer.write("byteCount", part.byteCount)
        writer.write("modified", part.modified)
        writer.write("digest", "\(part.digest)")
        if let previous = part.previous {
          writer.write(key: "previous")
          previous.withUnsafeBytes { writer.buffer.append(base64: $0) }
        }
      }
      writer.writeList("folders", operation.folders) { writer, folder in
        folder.withUnsafeBytes { writer.write("path", $0, bytesKey: "pathBytes") }
      }
      operation.library?.withUnsafeBytes {
        writer.write("library", $0, bytesKey: "libraryBytes")
      }
    }
  }

  /// Returns the line that records progress; `modified` are the files' modification times at their
  /// new paths, in nanoseconds since 1970.
  static func fact(_ word: JournalFact.Progress, of number: Int, modified: [Int64] = []) -> [UInt8]
  {
    line { writer in
      writer.write(key: word.key)
      writer.buffer.append(Int64(number))
      guard !modified.isEmpty else { return }
      writer.write(key: "modified")
      writer.buffer.append(UInt8(ascii: "["))
      for moment in modified {
        writer.buffer.separate(after: "[")
        writer.buffer.append(moment)
      }
      writer.buffer.append(UInt8(ascii: "]"))
    }
  }

  static func removal(of folder: [UInt8]) -> [UInt8] {
    line { writer in
      writer.write(key: "removed")
      writer.buffer.append(UInt8(ascii: "{"))
      folder.withUnsafeBytes { writer.write("path", $0, bytesKey: "pathBytes") }
      writer.endObject()
    }
  }

  private static func line(_ body: (inout RecordWriter) -> Void) -> [UInt8] {
    var writer = RecordWriter(capacity: 512)
    writer.buffer.append(UInt8(ascii: "{"))
    body(&writer)
    writer.end()
    return Array(writer.buffer.bytes)
  }

  static func facts(in bytes: [UInt8]) -> [JournalFact] {
    bytes.withUnsafeBytes { bytes in
      // The text behind the last line end was cut off.
      bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        .compactMap { line in
          let line = UnsafeRawBufferPointer(rebasing: line)
          return (try? JSONElement(checking: line, deepest: deepest)).flatMap(fact)
        }
    }
  }

  private static func fact(_ line: JSONElement) -> JournalFact? {
    if let rule = line[first: "rule"]?.string, let began = line[first: "began"] {
      return Instant(parsing: began.bytes).map { .began(rule: rule, at: $0) }
    }
    if let folder = line[first: "removed"] {
      return path(folder[first: "path"], folder[first: "pathBytes"]).map(JournalFact.removed)
    }
    if let number = number(line[first: "intent"]) { return intent(number, line) }
    for word in JournalFact.Progress.allCases {
      guard let number = number(line[first: word.key]) else { continue }
      let modified = line[first: "modified"].map { $0.elements.compactMap(\.whole) } ?? []
      return .word(word, number, modified: modified)
    }
    return nil
  }

  private static func intent(_ number: Int, _ line: JSONElement) -> JournalFact? {
    guard let list = line[first: "parts"], let folders = line[first: "folders"] else { return nil }
    var parts: [FileOperation.Part] = []
    for element in list.elements {
      guard let kind = element[first: "kind"]?.string.flatMap(FileOperation.Kind.init(rawValue:)),
        let from = path(element[first: "from"], element[first: "fromBytes"]),
        let to = path(element[first: "to"], element[first: "toBytes"]),
        let byteCount = element[first: "byteCount"]?.whole,
        let modified = element[first: "modified"]?.whole,
        let digest = element[first: "digest"]?.string.flatMap(ContentDigest.init)
      else { return nil }
      parts.append(
        FileOperation.Part(
          kind: kind, from: from, to: to, byteCount: byteCount, modified: modified, digest: digest,
          previous: element[first: "previous"].flatMap { Base64.decode($0.bytes) }))
    }
    guard !parts.isEmpty else { return nil }
    return .intent(
      FileOperation(
        number: number, parts: parts,
        folders: folders.elements.compactMap { path($0[first: "path"], $0[first: "pathBytes"]) },
        library: path(line[first: "library"], line[first: "libraryBytes"])))
  }

  private static func number(_ element: JSONElement?) -> Int? {
    element?.whole.flatMap { Int(exactly: $0) }
  }

  private static func path(_ text: JSONElement?, _ bytes: JSONElement?) -> [UInt8]? {
    if let bytes { return bytes.kind == .text ? Base64.decode(bytes.bytes) : nil }
    return text?.string.map { Array($0.utf8) }
  }
}

enum JournalFact {
  case began(rule: String, at: Instant)
  case intent(FileOperation)
  /// An empty folder that shotflow had made was removed, or was about to be.
  case removed([UInt8])
  case word(Progress, Int, modified: [Int64])

  enum Progress: CaseIterable {
    /// All files are at their new paths.
    case done
    /// All files are as they were before the operation.
    case reverted
    /// The operation can't be completed or reverted; the reason was reported to the user.
    case abandoned
    /// An undo of the operation is about to begin.
    case undoing
    case undone

    var key: StaticString {
      switch self {
      case .done: "done"
      case .reverted: "reverted"
      case .abandoned: "abandoned"
      case .undoing: "undoing"
      case .undone: "undone"
      }
    }
  }
}

extension RecordWriter {
  fileprivate mutating func writeList<Element>(
    _ key: StaticString, _ elements: [Element], _ body: (inout RecordWriter, Element) -> Void
  ) {
    write(key: key)
    buffer.append(UInt8(ascii: "["))
    for element in elements {
      buffer.separate(after: "[")
      buffer.append(UInt8(ascii: "{"))
      body(&self, element)
      endObject()
    }
    buffer.append(UInt8(ascii: "]"))
  }
}
