package import Pipeline
internal import Platform

/// The message at the end of a run that imported: `imported 50 pictures and 3 videos (1.2 GB) to
/// ~/Pictures; 19,950 were there already; the card can be formatted; undo with: shotflow undo`.
package struct ImportSummary: CustomStringConvertible {
  private let counts: ImportTally.Counts
  private let failures: Int
  private let sources: [String]
  private let isDryRun: Bool
  private let endings: [String]

  /// - Parameters:
  ///   - failures: the number of assets that failed.
  ///   - sources: the folders that were read as a whole.
  ///   - endings: what the source has besides, and what the user may do with it now, or how to undo the
  ///     import.
  package init(
    _ counts: ImportTally.Counts, failures: Int, sources: [String], isDryRun: Bool,
    endings: [String]
  ) {
    (self.counts, self.failures, self.sources) = (counts, failures, sources)
    (self.isDryRun, self.endings) = (isDryRun, endings)
  }

  package var description: String {
    ([deed] + [rest].compactMap(\.self) + endings).joined(separator: "; ")
  }

  /// The question about a card or phone: `50 new pictures and 3 new videos on CANON_DC: import?`.
  package static func question(_ counts: ImportTally.Counts, on label: String) -> String {
    "\(kinds(counts, "new ")) on \(label): import?"
  }

  /// Returns `50 pictures and 3 videos`, with a word in front of each kind.
  private static func kinds(_ counts: ImportTally.Counts, _ word: String = "") -> String {
    [
      number(counts.pictures, "\(word)picture", "\(word)pictures"),
      number(counts.videos, "\(word)video", "\(word)videos"),
      number(
        counts.sidecars, "\(word)sidecar of a picture that was there",
        "\(word)sidecars of pictures that were there"),
    ].compactMap(\.self).joined(separator: " and ")
  }

  private var deed: String {
    guard counts.imported + counts.sidecars > 0 else {
      if counts.seen + failures == 0, !sources.isEmpty {
        return "no pictures or movies to import in \(Self.names(of: sources))"
      }
      return failures + counts.kept > 0 ? "nothing was imported" : "nothing is new"
    }
    let kinds = Self.kinds(counts)
    let places = counts.places + [counts.backup].compactMap(\.self)
    return "\(isDryRun ? "would import" : "imported") \(kinds) (\(ByteCount(Double(counts.bytes))))"
      + " to \(Self.names(of: places, new: counts.newFolders))"
  }

  /// Returns `~/Pictures, the new folder ~/Movies and /media/disk`.
  private static func names(of folders: [String], new: Set<String> = []) -> String {
    let names = folders.map { folder in
      (new.contains(folder) ? "the new folder " : "") + CommonFolder.name(of: Array(folder.utf8))
    }
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }

  private var rest: String? {
    let backup = isDryRun ? "of them not in the backup" : "of them copied to the backup"
    let parts = [
      Self.number(counts.alreadyThere, "was there already", "were there already"),
      Self.number(counts.backedUp, backup, backup),
      Self.number(
        counts.repeated, "has the same files as another", "have the same files as others"),
      Self.number(
        counts.importedBefore, "imported before and gone since (--again takes it)",
        "imported before and gone since (--again takes them)"),
      Self.number(
        counts.edited,
        "edited in the library since, so that only what was read has its original (--again takes it)",
        "edited in the library since, so that only what was read has their originals (--again takes"
          + " them)"),
      Self.number(
        counts.sidecarsLeft, "sidecar was left, as another file has its name",
        "sidecars were left, as other files have their names"),
      Self.number(
        counts.notInBackup, "sidecar is not in the backup, as another file has its name there",
        "sidecars are not in the backup, as other files have their names there"),
      Self.number(counts.kept, "stays in its library", "stay in their libraries"),
      Self.number(failures, "failed", "failed"),
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private static func number(_ count: Int, _ one: String, _ several: String) -> String? {
    count == 0 ? nil : "\(QuantityText.grouped(count)) \(count == 1 ? one : several)"
  }
}
