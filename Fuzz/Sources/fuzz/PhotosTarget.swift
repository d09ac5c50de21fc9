internal import Assets
internal import Engine
internal import Pipeline
internal import State

@testable internal import PhotosLibrary

/// The database of an Apple Photos library, opened and read as a run does.
///
/// An input is a whole database, or tells what to overwrite in a sound one, so that much of what is
/// fed gets past the checks of SQLite; see ``PhotosScratchLibrary/hold(_:)``.
enum PhotosTarget {
  /// libFuzzer calls from one thread.
  nonisolated(unsafe) private static let library = PhotosScratchLibrary()
  private static let now = Instant(milliseconds: 1_443_389_380_000)

  static func feed(_ input: UnsafeRawBufferPointer) -> Int32 {
    library.hold(input)
    do {
      try read()
    } catch let problem as LibraryProblem {
      // A message is made for the user.
      precondition(!problem.description.isEmpty)
    } catch {
      preconditionFailure("not in the words of a message: \(error)")
    }
    return 0
  }

  static func feedPropertyList(_ input: UnsafeRawBufferPointer) -> Int32 {
    _ = BinaryPropertyList(input).integer("PLModelVersion")
    return 0
  }

  private static func read() throws {
    let opened = try PhotosLibrary(path: library.path)
    _ = opened.notes
    let tree = try opened.albumTree()
    var everything = PhotosSelection()
    everything.includesHidden = true
    everything.includesBurstFrames = true
    try read(everything, of: opened)
    var ordered = PhotosSelection()
    ordered.order = PhotosDateOrder([SortKey(.creationDate, isDescending: true)])
    ordered.predicate = .all([
      .ordered(.pixelWidth, .atLeast, .integer(100)), .like(.filename, LikePattern("IMG_*")),
    ])
    if let album = tree.albums.first { ordered.album = .one(album) }
    try read(ordered, of: opened)
    for album in tree.albums.prefix(8) {
      everything.album = .one(album)
      let sql = PhotosStatement(everything, opened.schema).count
      _ = try opened.explain { try opened.connect().connection.integer(sql) }
    }
  }

  private static func read(_ selection: PhotosSelection, of opened: PhotosLibrary) throws {
    let context = RunContext(
      components: .builtin, now: now, ruleName: "fed", libraries: [], ledgerPath: nil)
    let reader = try PhotosReader(opened, selection, in: context)
    var writer = RecordWriter()
    var count = 0
    // What is damaged may repeat itself.
    while count < 1000, let pending = try reader.next() {
      for asset in pending.unfold() {
        count += 1
        for field in Field.allCases where field.facet != .digest && field.facet != .metadata {
          _ = asset.value(of: field)
        }
        if case .text(let path) = asset.value(of: .path) { check(path.string) }
        asset.writeRecord(into: &writer)
      }
    }
  }

  /// A database may name any file, but none outside of its library is looked at.
  private static func check(_ path: String) {
    precondition(
      path.hasPrefix(library.path + "/") && !path.contains("/../") && !path.contains("\0"),
      "a file outside of the library: \(path)")
  }
}
