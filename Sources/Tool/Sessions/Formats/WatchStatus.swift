package import Pipeline
internal import Platform
internal import Terminal

/// The state of a watched rule in one library, which the running watch stores and prints as a
/// record.
package struct WatchStatus: Equatable {
  /// The state of the watch; the raw value is the word in the record.
  package enum State: String, CaseIterable {
    case watching
    /// The rule gets no arrivals until it is resumed.
    case paused
    /// The library is absent, such as on an unmounted disk, and the watch waits for it.
    case away
    /// The rule needs a permission again, for which the watch waits.
    case unpermitted
  }

  /// The rule as the user named it.
  package let rule: String
  /// The absolute path of the rule's file without links; nil if it is in no file.
  package let ruleFile: String?
  /// The path of the library.
  package let library: String
  package let process: Int64
  /// The moment at which the watch began.
  package let began: Instant
  package var state = State.watching
  /// The number of the rule's assets that wait for an answer.
  package var waiting = 0
  /// The number of assets whose evaluation failed and is tried again.
  package var retried = 0
  /// The number of assets that the rule gets when it is resumed.
  package var held = 0
  /// The watched folders; nil for a library with a database, and for an absent one.
  package var folders: FolderCoverage?
  package var lastArrival: WatchActivity.Event?
  package var lastError: WatchActivity.Event?

  package init(
    rule: String, ruleFile: String?, library: String, process: Int64, began: Instant
  ) {
    (self.rule, self.ruleFile, self.library) = (rule, ruleFile, library)
    (self.process, self.began) = (process, began)
  }

  /// Reads a stored status; nil if it is damaged.
  package init?(_ bytes: [UInt8]) {
    let stored = bytes.withUnsafeBytes { bytes -> WatchStatus? in
      guard let element = try? JSONElement(checking: bytes, deepest: 8) else { return nil }
      return WatchStatus(element)
    }
    guard let stored else { return nil }
    self = stored
  }

  private init?(_ element: JSONElement) {
    var (texts, numbers, lists) = ([String: String](), [String: Int64](), [String: [String]]())
    for (name, value) in element.members {
      guard let name = name.string else { return nil }
      if let text = value.string {
        texts[name] = text
      } else if let number = value.whole {
        numbers[name] = number
      } else {
        lists[name] = value.elements.compactMap(\.string)
      }
    }
    guard let rule = texts["rule"], let library = texts["library"],
      let process = numbers["process"], let began = texts["began"].flatMap(Instant.init),
      let state = texts["state"].flatMap(State.init)
    else { return nil }
    self.init(
      rule: rule, ruleFile: texts["ruleFile"], library: library, process: process, began: began)
    func number(_ name: String) -> Int { Int(numbers[name] ?? 0) }
    func event(_ name: String, _ moment: String) -> WatchActivity.Event? {
      guard let text = texts[name], let moment = texts[moment].flatMap(Instant.init) else {
        return nil
      }
      return WatchActivity.Event(text: text, moment: moment)
    }
    self.state = state
    (waiting, retried, held) = (number("waiting"), number("retried"), number("held"))
    if numbers["folders"] != nil {
      folders = FolderCoverage(
        count: number("folders"), polledCount: number("polled"),
        unreadableCount: number("unreadable"), polled: lists["polledFolders"] ?? [],
        unreadable: lists["unreadableFolders"] ?? [])
    }
    lastArrival = event("lastArrival", "arrivedAt")
    lastError = event("lastError", "failedAt")
  }

  /// Writes the status as a line of JSON.
  package func write(into writer: inout RecordWriter) {
    writer.begin(kind: "watch")
    writer.write("rule", rule)
    if let ruleFile { writer.write("ruleFile", ruleFile) }
    writer.write("library", library)
    writer.write("state", state.rawValue)
    writer.write("process", process)
    writer.write("began", began)
    writer.write("waiting", Int64(waiting))
    writer.write("retried", Int64(retried))
    writer.write("held", Int64(held))
    if let folders {
      writer.write("folders", Int64(folders.count))
      writer.write("polled", Int64(folders.polledCount))
      writer.write("unreadable", Int64(folders.unreadableCount))
      writer.write("polledFolders", folders.polled)
      writer.write("unreadableFolders", folders.unreadable)
    }
    if let lastArrival {
      writer.write("lastArrival", lastArrival.text)
      writer.write("arrivedAt", lastArrival.moment)
    }
    if let lastError {
      writer.write("lastError", lastError.text)
      writer.write("failedAt", lastError.moment)
    }
    writer.end()
  }

  /// The status as a line of JSON.
  package var bytes: [UInt8] {
    var writer = RecordWriter(capacity: 1024)
    write(into: &writer)
    return Array(writer.buffer.bytes)
  }
}
