/// Lists the assets or albums of a library, or reads records from standard input or a program.
struct LibrarySource: SourceStage {
  static let description = StageDescription(
    name: "source", role: .source,
    summary: "where assets come from: a library, one of its albums, or standard input",
    options: [
      OptionDescription(
        "album", .texts,
        "an album: its subtype, such as smartAlbumScreenshots, its path or title; or a list of albums,"
          + " whose assets come one album after the other, each once"),
      OptionDescription(
        "albums", .texts,
        "albums instead of assets, each with its count and cover: subtypes, identifiers or titles,"
          + " in that order"),
      OptionDescription(
        "stdin", .flag, "records or paths from standard input instead of a library",
        standard: "false"),
      OptionDescription(
        "exec", .texts,
        "a program that writes the records, instead of a library; the user has to permit it"),
      OptionDescription(
        "fields", .fields,
        "members of the records from standard input or a program, which later stages know as fields"
      ),
      OptionDescription(
        "members", .flag,
        "with stdin: the assets of the albums whose records are read; --library names their library",
        standard: "false"),
      OptionDescription(
        "library", .text, "a library of the rule's own; the user has to permit it"),
      OptionDescription(
        "includeHidden", .flag, "hidden files and folders too", standard: "false"),
      OptionDescription(
        "catchUp", .flag,
        "under watch, also what arrived since the rule was watched last", standard: "false"),
      OptionDescription(
        "includeAllBurstAssets", .flag,
        "every frame of a burst, not only the one that represents it",
        standard: "false"),
      OptionDescription(
        "everything", .flag,
        "files of a folder, and paths, that are neither pictures nor movies, too",
        standard: "false"),
      OptionDescription(
        "skipped", .flag,
        "instead of the assets: what a folder has besides assets, each with the reason",
        standard: "false"),
    ],
    mayAdd: [SkippedAsset.field],
    example: "source { album = \"smartAlbumScreenshots\" }")

  /// The assets to ask a library for, without the tests of later filters and without an album.
  private let fetch: AssetFetch
  /// The albums whose assets are read; empty for the whole library.
  private let albumNames: [String]
  private let albums: [String]?
  private let isStandardInput: Bool
  private let program: ProgramCall?
  /// True if albums on standard input are replaced with their assets.
  private let givesMembers: Bool
  private let library: String?
  /// True if a watch begins with the assets that arrived since the watch before.
  private let catchesUp: Bool
  /// The field for the reasons, if the source gives what is skipped instead of assets; else nil.
  private let skipped: Field?

  init(_ arguments: inout StageArguments) {
    let album: [String]? = arguments.texts("album")
    albums = arguments.texts("albums")
    isStandardInput = arguments.flag("stdin") ?? false
    let words: [String]? = arguments.texts("exec")
    givesMembers = arguments.flag("members") ?? false
    library = arguments.text("library")
    catchesUp = arguments.flag("catchUp") ?? false
    let givesSkipped = arguments.flag("skipped") ?? false
    skipped = givesSkipped ? arguments.add(SkippedAsset.field) : nil
    if givesSkipped, isStandardInput || words != nil || album != nil || albums != nil {
      arguments.note(
        "skipped gives what a library's folders have besides assets, so it goes with neither stdin,"
          + " exec nor albums", token: "skipped")
    }
    let known = arguments.fields
    let declared = arguments.addFields("fields")
    program = words.flatMap {
      arguments.program(
        $0, of: "exec", "source { exec = { \"./list.py\" } }", declaring: declared)
    }
    if arguments.fields != known, !isStandardInput, words == nil {
      arguments.note(
        "fields are those of records; they go with stdin = true or exec", token: "fields")
    }
    if words != nil, isStandardInput || album != nil || albums != nil || library != nil {
      arguments.note(
        "exec gives what a program writes, so it goes with neither stdin, albums nor library",
        token: "exec")
    }
    if album?.isEmpty == true {
      arguments.note("album names at least one, such as \"Holiday\"", token: "album")
    }
    albumNames = album ?? []
    if isStandardInput || words != nil { arguments.addGiven(Prompt.field) }
    if givesMembers, !isStandardInput {
      arguments.note(
        "members are those of albums on standard input; add stdin = true, or write album = …",
        token: "members")
    }
    var fetch = AssetFetch(album: albumNames.count == 1 ? albumNames[0] : nil)
    fetch.includesHidden = arguments.flag("includeHidden") ?? false
    fetch.includesBurstFrames = arguments.flag("includeAllBurstAssets") ?? false
    fetch.includesEverything = arguments.flag("everything") ?? false
    self.fetch = fetch
    // A smart album is a test, so that it has members among what is read.
    let isTest = fetch.membership != .always
    if isStandardInput, album != nil && !isTest || library != nil {
      arguments.note(
        "stdin gives what the shell passes on, so it goes with neither library nor album, except"
          + " for a smart album such as smartAlbumScreenshots", token: "stdin")
    }
    if let albums {
      if album != nil {
        arguments.note("a source gives one album's assets, or albums; not both", token: "albums")
      }
      if isStandardInput {
        arguments.note("albums are a library's; standard input has none", token: "albums")
      }
      if albums.isEmpty {
        arguments.note(
          "albums names at least one, such as { \"albumRegular\" }", token: "albums")
      }
    }
    for name in (albums ?? []) + albumNames
    where CollectionSubtype(rawValue: name) == nil && name.hasPrefix("smartAlbum") {
      arguments.note(
        "no album is of subtype \"\(name)\"", token: name,
        suggestion: NearestName.of(name, among: CollectionSubtype.allCases.map(\.rawValue)))
    }
  }

  var traits: StageTraits {
    let hidden = CollectionSubtype.smartAlbumAllHidden.rawValue
    let includesHidden =
      fetch.includesHidden || (albumNames + (albums ?? [])).contains(hidden)
    var input = InputBehaviour(
      isStandardInput: isStandardInput, readsNamedLibraries: givesMembers,
      listsAlbums: albums != nil,
      ownLibrary: library.map { RuleLibrary(name: $0, includesHidden: includesHidden) },
      includesHidden: includesHidden)
    input.catchesUp = catchesUp
    return StageTraits(input: input, action: ActionBehaviour(starting: program))
  }

  /// True if the source reads records, not a library.
  private var readsRecords: Bool { isStandardInput || program != nil }

  private func listing(in context: RunContext) -> AlbumRequest? {
    albums.map {
      AlbumRequest(
        names: $0, includesHidden: fetch.includesHidden,
        includesBurstFrames: fetch.includesBurstFrames,
        includesEverything: includesEverything(in: context))
    }
  }

  /// True if the rule or the user asks for files that are neither pictures nor movies.
  private func includesEverything(in context: RunContext) -> Bool {
    fetch.includesEverything || context.request.includesEverything
  }

  func pushdown(
    _ predicate: AssetPredicate, in context: RunContext
  ) -> (accepted: AssetPredicate, rest: AssetPredicate) {
    let whole = AssetPredicate.conjunction([fetch.membership, predicate])
    if readsRecords || skipped != nil { return (.always, whole) }
    let kinds = ((try? places(in: context)) ?? []).compactMap {
      try? context.libraryKinds.kind(of: $0)
    }
    return LibraryReader.pushdown(whole, to: kinds, knowing: context.fields)
  }

  func libraryPaths(in context: RunContext) -> [String] {
    readsRecords ? [] : ((try? places(in: context)) ?? []).map(\.path)
  }

  /// Returns the state of each library; nil for records, for assets that the user chose, and if a
  /// library has no state to compare.
  func marks(in context: RunContext) -> [LibraryMark]? {
    guard !readsRecords, let places = try? places(in: context), !places.isEmpty else {
      return nil
    }
    var marks: [LibraryMark] = []
    for place in places {
      guard place.chosen == nil, let kind = try? context.libraryKinds.kind(of: place),
        let mark = kind.mark(place)
      else { return nil }
      marks.append(mark)
    }
    return marks
  }

  func fetch(_ query: Query) -> AssetFetch? {
    guard !readsRecords, albums == nil, library == nil, albumNames.count < 2, skipped == nil else {
      return nil
    }
    var fetch = fetch
    (fetch.predicate, fetch.order) = (query.predicate, query.order)
    return fetch
  }

  func open(_ query: Query, in context: RunContext) throws -> Answer {
    if let program {
      let (_, rest) = pushdown(query.predicate, in: context)
      return try ProgramSource.open(program, leaving: rest, in: context)
    }
    if isStandardInput {
      let (_, rest) = pushdown(query.predicate, in: context)
      let input = try InputReader.open(
        context, includingEverything: includesEverything(in: context))
      guard givesMembers else { return Answer(reader: input, residual: rest) }
      var fetch = fetch
      fetch.predicate = query.predicate
      fetch.includesEverything = includesEverything(in: context)
      return Answer(reader: AlbumMemberReader(input, fetch, in: context), residual: rest)
    }
    let places = try places(in: context)
    if let listing = listing(in: context) {
      return try openAlbums(listing, of: places, in: context)
    }
    let takesFiles = !context.request.input.paths.isEmpty
    let isAlone = places.count == 1 && !takesFiles
    var answers: [Answer] = []
    for place in places where context.arrivals.map({ $0.library == place.path }) ?? true {
      var fetch = fetch
      (fetch.predicate, fetch.order) = (query.predicate, query.order)
      fetch.includesEverything = includesEverything(in: context)
      if let skipped {
        answers.append(try answer(fetch, at: place, skipped, in: context))
        continue
      }
      if albumNames.count > 1 {
        answers.append(try answer(fetch, at: place, in: context))
        continue
      }
      // Only a single library can apply the offset and the limit.
      if isAlone { (fetch.offset, fetch.limit) = (query.offset, query.limit) }
      answers.append(
        try LibraryReader(fetch, in: context).answer(of: context.library(place), at: place))
    }
    if takesFiles {
      let files = try InputReader.open(
        context, includingEverything: includesEverything(in: context))
      let tests = AssetPredicate.conjunction([fetch.membership, query.predicate])
      answers.append(Answer(reader: files, residual: tests))
    }
    if answers.count == 1 {
      answers[0].isOrdered = answers[0].isOrdered && !query.order.isEmpty
      return answers[0]
    }
    return Answer(
      reader: ChainedReader(answers.map(\.reader)), residual: Self.union(answers.map(\.residual)),
      notes: answers.flatMap(\.notes))
  }

  /// Returns the assets of several albums of a library, each once, in the order of the albums.
  private func answer(
    _ fetch: AssetFetch, at place: LibraryPlace, in context: RunContext
  ) throws -> Answer {
    let library = try context.library(place)
    var notes: [String] = []
    let readers = try albumNames.map { name -> any AssetReader in
      var fetch = fetch
      fetch.album = name
      let answer = try LibraryReader(fetch, in: context).answer(of: library, at: place)
      notes += answer.notes.filter { !notes.contains($0) }
      // Each album has tests of its own, so they are not left to the run.
      let tests = PredicateProgram(answer.residual)
      return ChosenReader(answer.reader) { tests.matches($0) }
    }
    return Answer(reader: DistinctReader(ChainedReader(readers)), residual: .always, notes: notes)
  }

  /// Returns what is skipped in a library's folders, with the reasons in a field.
  private func answer(
    _ fetch: AssetFetch, at place: LibraryPlace, _ skipped: Field, in context: RunContext
  ) throws -> Answer {
    guard let library = try context.library(place) as? any SkippingLibrary else {
      let note = "\"\(place.name)\" is no folder of files, so that none of it are skipped"
      return Answer(reader: ChainedReader([]), residual: .always, notes: [note])
    }
    return Answer(
      reader: library.skipped(by: fetch, reasonIn: skipped, for: context),
      residual: .conjunction([fetch.membership, fetch.predicate]))
  }

  /// Returns the tests that at least one of several libraries can't apply itself.
  private static func union(_ residuals: [AssetPredicate]) -> AssetPredicate {
    var tests: [AssetPredicate] = []
    for test in residuals.flatMap(\.conjuncts) where !tests.contains(test) { tests.append(test) }
    return .conjunction(tests)
  }

  private func openAlbums(
    _ listing: AlbumRequest, of places: [LibraryPlace], in context: RunContext
  ) throws -> Answer {
    var notes: [String] = []
    var readers: [any AssetReader] = []
    for place in places {
      let library = try context.library(place)
      notes += library.notes
      let albums = try LibraryReader.albums(listing, of: library, at: place, in: context)
      readers.append(AlbumReader(albums, in: context))
    }
    return Answer(reader: ChainedReader(readers), residual: .always, notes: notes)
  }

  func statements(_ query: Query, in context: RunContext) -> [String] {
    guard !readsRecords, let places = try? places(in: context) else { return [] }
    return places.flatMap { place -> [String] in
      do {
        let library = try context.library(place)
        if let listing = listing(in: context) {
          return try library.kind.abilities.albums.statements?(library, listing, query)
            ?? []
        }
        let albums: [String?] = albumNames.isEmpty ? [nil] : albumNames
        return albums.flatMap { album in
          var fetch = fetch
          fetch.album = album
          fetch.predicate = .conjunction([fetch.membership, query.predicate])
          fetch.order = albumNames.count > 1 ? [] : query.order
          return library.statements(for: fetch)
        }
      } catch {
        return ["none: \(error)"]
      }
    }
  }

  func findings(in context: RunContext) -> [String] {
    if givesMembers {
      return ["of albums on standard input: the assets, from what --library names"]
    }
    if let program { return ["records of \(program.text)"] }
    guard !readsRecords, let places = try? places(in: context) else { return [] }
    return places.flatMap { (try? context.library($0))?.findings ?? [] }
  }

  private func places(in context: RunContext) throws(LibraryProblem) -> [LibraryPlace] {
    try context.places(own: library, named: context.request.libraries)
  }
}

/// Passes each asset of another reader on once; confined to one thread.
private final class DistinctReader: AssetReader {
  private let reader: any AssetReader
  /// The identifiers passed on: as bytes, as names of different files may be the same text.
  private var seen: Set<[UInt8]> = []

  init(_ reader: any AssetReader) {
    self.reader = reader
  }

  var isAtEnd: Bool { reader.isAtEnd }
  var notes: [String] { reader.notes }

  func next() throws -> PendingBatch? {
    guard let pending = try reader.next() else { return nil }
    let assets = pending.unfold().filter { asset in
      if asset.failure != nil { return true }
      let identifier = asset.identifierBytes
      return seen.insert(withExtendedLifetime(identifier) { Array($0.bytes) }).inserted
    }
    return PendingBatch { assets }
  }
}

final class AlbumReader: AssetReader {
  private var albums: ArraySlice<AlbumAsset>

  private static let batchSize = 256

  init(_ albums: [AlbumAsset], in context: RunContext) {
    self.albums = albums[...]
    if context.progress.wantsTotal {
      context.progress.expect(items: context.progress.snapshot.totalItems + albums.count)
    }
  }

  var isAtEnd: Bool { albums.isEmpty }

  func next() -> PendingBatch? {
    guard !albums.isEmpty else { return nil }
    let batch = Array(albums.prefix(Self.batchSize))
    albums = albums.dropFirst(Self.batchSize)
    return PendingBatch { batch }
  }
}
