/// What comparing files found out, in this run and in earlier ones; safe from any thread.
///
/// Files that did not change since need not be read to know whether they are equal.
struct ComparisonMemory: Sendable {
  private let catalogue: Catalogue

  /// What is known of a file that had this status.
  struct Recalled {
    let status: FileStatus
    let compared: ComparedContent
  }

  /// Nil for a run without a catalogue.
  init?(_ catalogue: Catalogue?) {
    guard let catalogue else { return nil }
    self.catalogue = catalogue
  }

  /// Nanoseconds since 1970, to be taken before a file is opened.
  var now: Int64 { catalogue.clock.now }

  /// What is known of a file as it is now; nil for nothing.
  ///
  /// - Parameter status: the file's, where that is known.
  func recall(_ place: any Original, _ status: FileStatus?) -> Recalled? {
    guard let place = place as? FilePlace, let status = status ?? (try? place.status()),
      let compared = catalogue.compared(CatalogueKey(status, name: place.name))
    else { return nil }
    return Recalled(status: status, compared: compared)
  }

  func keep(_ compared: ComparedContent, of place: any Original, _ examined: ExaminedFile) {
    guard let place = place as? FilePlace else { return }
    catalogue.note(
      compared, of: examined.file.status, name: place.name, at: examined.moment)
  }
}

/// What a lane compares files with.
struct FileComparer {
  let bytes = ContentComparison()
  /// Nil to read all.
  let memory: ComparisonMemory?

  init(in context: RunContext) {
    memory = ComparisonMemory(context.catalogue)
  }
}

/// An open file, and when opening it began.
struct ExaminedFile {
  let file: OpenFile
  /// Nanoseconds since 1970.
  let moment: Int64

  /// Whether what was read of it is what it holds now, and a later write would be seen.
  var isSettled: Bool {
    guard CatalogueClock.isSettled(file.status, at: moment),
      let now = FileStatus(descriptor: file.descriptor)
    else { return false }
    return now.isUnchanged(since: file.status)
  }
}

extension FileStatus {
  /// Whether nothing was written to the file in between, and its time was not set either.
  func isUnchanged(since other: FileStatus) -> Bool {
    hasSameContent(as: other) && changed == other.changed
  }
}
