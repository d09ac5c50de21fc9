/// The results of file comparisons of this run and earlier ones, so that unchanged files need not
/// be read again; safe from any thread.
struct ComparisonCache: Sendable {
  private let catalogue: Catalogue

  struct KnownContent {
    let status: FileStatus
    let compared: ComparedContent
  }

  init?(_ catalogue: Catalogue?) {
    guard let catalogue else { return nil }
    self.catalogue = catalogue
  }

  /// The time in nanoseconds since 1970, which is read before a file is opened.
  var now: Int64 { catalogue.clock.now }

  /// Returns the stored results for a file in its present state; nil if there are none. `status` is
  /// that state; nil to read it from the disk.
  func recall(_ place: any Original, _ status: FileStatus?) -> KnownContent? {
    guard let place = place as? FilePlace, let status = status ?? (try? place.status()),
      let compared = catalogue.compared(CatalogueKey(status, name: place.name))
    else { return nil }
    return KnownContent(status: status, compared: compared)
  }

  func keep(_ compared: ComparedContent, of place: any Original, _ examined: ExaminedFile) {
    guard let place = place as? FilePlace else { return }
    catalogue.note(
      compared, of: examined.file.status, name: place.name, at: examined.moment)
  }
}

struct FileComparer {
  let bytes = ContentComparison()
  /// The results of earlier comparisons; nil to read all files.
  let memory: ComparisonCache?

  init(in context: RunContext) {
    memory = ComparisonCache(context.services.catalogue)
  }
}

/// An open file, and the time when opening it began.
struct ExaminedFile {
  let file: OpenFile
  /// The time at which opening began, in nanoseconds since 1970.
  let moment: Int64

  /// True if the file is unchanged since it was read, and a later write would be detected.
  var isSettled: Bool {
    guard CatalogueClock.isSettled(file.status, at: moment),
      let now = FileStatus(descriptor: file.descriptor)
    else { return false }
    return now.isUnchanged(since: file.status)
  }
}

extension FileStatus {
  /// Returns true if the file was not written since the other status, and its times were not set.
  func isUnchanged(since other: FileStatus) -> Bool {
    hasSameContent(as: other) && changed == other.changed
  }
}
