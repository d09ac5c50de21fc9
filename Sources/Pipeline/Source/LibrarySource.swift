/// The stage `source`, which makes one of four sources: of a library's assets, of its albums, of
/// records from standard input, or of those from a program.
struct LibrarySource: Stage {
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

  private let source: any SourceWork

  var part: StagePart { .source(source) }
  var traits: StageTraits { source.traits }

  init(_ arguments: inout StageArguments) {
    let album: [String]? = arguments.texts("album")
    let albums: [String]? = arguments.texts("albums")
    let isStandardInput = arguments.flag("stdin") ?? false
    let words: [String]? = arguments.texts("exec")
    let givesMembers = arguments.flag("members") ?? false
    let library = arguments.text("library")
    let catchesUp = arguments.flag("catchUp") ?? false
    let givesSkipped = arguments.flag("skipped") ?? false
    let skipped = givesSkipped ? arguments.add(SkippedAsset.field) : nil
    if givesSkipped, isStandardInput || words != nil || album != nil || albums != nil {
      arguments.note(
        "skipped gives what a library's folders have besides assets, so it goes with neither stdin,"
          + " exec nor albums", token: "skipped")
    }
    let known = arguments.fields
    let declared = arguments.addFields("fields")
    let program = words.flatMap {
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
    let albumNames = album ?? []
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
    let hidden = CollectionSubtype.smartAlbumAllHidden.rawValue
    let includesHidden =
      fetch.includesHidden || (albumNames + (albums ?? [])).contains(hidden)
    var input = InputBehaviour(
      isStandardInput: isStandardInput, readsNamedLibraries: givesMembers,
      listsAlbums: albums != nil,
      ownLibrary: library.map { RuleLibrary(name: $0, includesHidden: includesHidden) },
      includesHidden: includesHidden)
    input.catchesUp = catchesUp
    source =
      if let program {
        ProgramSource(program, input: input)
      } else if isStandardInput {
        RecordSource(input: input, fetch: fetch)
      } else if let albums {
        AlbumSource(input: input, names: albums, fetch: fetch)
      } else {
        AssetSource(input: input, fetch: fetch, albumNames: albumNames, skipped: skipped)
      }
  }
}
