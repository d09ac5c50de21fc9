/// Reads Apple's maker note: `Apple iOS`, a version, a byte-order mark and one directory, its
/// offsets counted from the note's start.
enum AppleMakerNote {
  private static let directoryOffset: UInt64 = 14

  static func read(
    _ entry: TIFFEntry, of block: TIFFBlock, _ window: inout HeaderWindow,
    into draft: inout FactsDraft
  ) throws(MediaError) {
    guard let head = try block.value(entry, limit: 14, &window), head.has("Apple iOS\0", at: 0)
    else { return }
    let note = TIFFBlock(
      base: entry.location,
      end: entry.location + min(block.end - entry.location, Int64(entry.byteCount)),
      isLittleEndian: head.has("II", at: 12))
    guard var directory = try note.directory(at: directoryOffset, &window) else { return }
    while let entry = try directory.next(&window) {
      switch entry.tag {
      case TIFFTag.appleBurstIdentifier:
        draft.facts.burstIdentifier = try note.text(entry, &window)
      case TIFFTag.appleContentIdentifier:
        draft.facts.contentIdentifier = try note.text(entry, &window)
      default: break
      }
    }
  }
}
