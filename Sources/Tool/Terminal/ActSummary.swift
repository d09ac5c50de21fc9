package import Pipeline

/// The message at the end of a run about the files that it moved, copied, linked, trashed and sent:
/// `moved 29 files (14 MB) to ~/sorted; undo with: shotflow undo`.
package struct ActSummary: CustomStringConvertible {
  private let counts: [ActTally.Count]
  private let backups: ActTally.Count?
  private let inPlace: Int
  private let same: Int
  /// The assets that stay in libraries of their own, if no file was taken anywhere.
  private let kept: [String: Int]
  private let emptied: [[UInt8]]
  private let sent: SentFiles.Tally
  private let unreadable: Int
  private let failures: Int
  private let toolName: String

  /// Creates the message; returns nil if nothing was done.
  ///
  /// - Parameters:
  ///   - unreadable: the number of files that could not be read, such as damaged ones.
  ///   - failures: the number of other assets that failed.
  package init?(
    _ tally: ActTally?, sent: SentFiles.Tally?, unreadable: Int, failures: Int, toolName: String
  ) {
    counts = tally?.counts ?? []
    backups = tally.map(\.backups).flatMap { $0.files > 0 ? $0 : nil }
    (inPlace, same) = (tally?.inPlace ?? 0, tally?.same ?? 0)
    kept = counts.isEmpty ? tally?.kept ?? [:] : [:]
    emptied = tally?.emptied ?? []
    self.sent = sent ?? SentFiles.Tally()
    (self.unreadable, self.failures, self.toolName) = (unreadable, failures, toolName)
    if counts.isEmpty, backups == nil, inPlace == 0, kept.isEmpty, self.sent.receiver == nil {
      return nil
    }
  }

  package var description: String {
    deeds + (counts.isEmpty && backups == nil ? "" : "; undo with: \(toolName) undo")
  }

  /// The message without the way to undo it.
  package var deeds: String {
    let backup = backups.map {
      "backed up \(FileCount($0.files, bytes: $0.bytes))\($0.folder.text(behind: "to"))"
    }
    let acts = (counts.map(Self.text) + [backup, Self.text(sent)].compactMap(\.self)).joined(
      separator: ", ")
    let placed = ActTally.inPlace(inPlace, same: same)
    let parts = (acts.isEmpty ? [] : [acts]) + placed
    let done = ((parts.isEmpty ? ["nothing was moved"] : parts) + staying).joined(separator: "; ")
    let left =
      switch unreadable {
      case 0: ""
      case 1: "; 1 file that can't be read left alone"
      default: "; \(unreadable) files that can't be read left alone"
      }
    let failed = failures == 0 ? "" : "; \(failures) failed"
    return "\(done)\(left)\(failed)\(empty)"
  }

  /// The words for assets that stay, such as `26 assets stay in 2 libraries: ~/a (6), ~/b (20)`; none
  /// if none do.
  private var staying: [String] {
    if kept.isEmpty { return [] }
    let count = kept.values.reduce(0, +)
    let assets = count == 1 ? "1 asset stays" : "\(count) assets stay"
    let libraries = kept.sorted { $0.key < $1.key }
      .map { (name: CommonFolder.name(of: Array($0.key.utf8)), count: $0.value) }
    if libraries.count == 1 { return ["\(assets) in the library \(libraries[0].name)"] }
    let named = libraries.prefix(3).map { "\($0.name) (\($0.count))" }
    let more = libraries.count - named.count
    return [
      "\(assets) in \(libraries.count) libraries: \(named.joined(separator: ", "))"
        + (more > 0 ? " and \(more) more" : "")
    ]
  }

  /// Returns `; empty now: ~/Pictures/old and 2 more folders (find /home/ann/Pictures -type d -empty)`,
  /// with a command that lists them all; empty without such folders.
  private var empty: String {
    let names = emptied.map(CommonFolder.name(of:)).sorted()
    guard let first = names.first else { return "" }
    let more = names.count - 1
    if more == 0 { return "; empty now: \(first)" }
    let above = emptied.reduce(into: CommonFolder()) { $0.add($1) }.path ?? []
    let place = ShellWord(above.isEmpty ? "/" : String(decoding: above, as: UTF8.self))
    return "; empty now: \(first) and \(more) more \(more == 1 ? "folder" : "folders")"
      + " (find \(place) -type d -empty)"
  }

  /// Returns `sent 3 files (4 MB) to https://example.org; 2 were sent before`; nil without upload.
  private static func text(_ sent: SentFiles.Tally) -> String? {
    guard let receiver = sent.receiver else { return nil }
    let place = receiver.isEmpty ? "" : " to \(receiver)"
    let earlier = sent.earlier == 1 ? "1 was" : "\(sent.earlier) were"
    if sent.files == 0 { return "sent nothing\(place), as \(earlier) sent before" }
    let done = "sent \(FileCount(sent.files, bytes: sent.bytes))\(place)"
    return sent.earlier == 0 ? done : "\(done); \(earlier) sent before"
  }

  private static func text(_ count: ActTally.Count) -> String {
    let files = FileCount(count.files, bytes: count.bytes)
    let isRenaming = count.kind == .move && count.renamesOnly
    let place = count.folder.text(behind: isRenaming ? "in" : "to")
    let names = count.files == 1 ? "1 file" : "\(count.files) files"
    return switch count.kind {
    case .trash: "moved \(files) to the trash"
    case .move where isRenaming: "renamed \(files)\(place)"
    case .move, .moveOnto: "moved \(files)\(place)"
    case .copy: "copied \(files)\(place)"
    case .write: "wrote \(names)\(place)"
    case .hardLink, .symbolicLink: "linked \(names)\(place)"
    }
  }
}

extension CommonFolder {
  /// Returns the folder as ` to ~/sorted` behind `word`; empty for files in different folders.
  package func text(behind word: String) -> String {
    guard let path, !path.isEmpty else { return "" }
    return " \(word) \(Self.name(of: path))"
  }

  /// Returns a path, from `~` on where it is in the user's home.
  package static func name(of path: [UInt8]) -> String {
    let text = String(decoding: path, as: UTF8.self)
    guard let home = Environment["HOME"], home.count > 1 else { return text }
    // Files are where links lead.
    for home in [home, FolderPath(real: home).path] {
      if text == home { return "~" }
      if text.hasPrefix(home + "/") { return "~\(text.dropFirst(home.count))" }
    }
    return text
  }
}
