internal import Pipeline
internal import Sessions

/// The options of `find` that select the assets of any rule: those about fields and albums, and the
/// order and number of assets. Options that say where records come from are the rule's own.
struct FindSelection: SelectionVocabulary {
  private static let stageOptions = [
    "album", "includeHidden", "includeAllBurstAssets", "sortedBy", "offset", "limit",
  ]

  /// Returns the options that select assets, in the order of the help.
  func flags(in tool: Tool) -> [FindFlag] {
    FindFlag.all(in: tool.components).filter { flag in
      switch flag.meaning {
      case .source(let option), .filter(let option): Self.stageOptions.contains(option.name)
      case .field, .test, .value, .shape, .folder, .libraries: true
      }
    }
  }

  func inputs(in tool: Tool) -> [CommandInput] {
    flags(in: tool).map(\.input)
      + (FindQuery.selectionEntries + [FindQuery.countEntry]).map(\.input)
  }

  func endsGroup(_ name: String, behind words: [String]) -> Bool {
    let (any, all) = (FindQuery.anyOption, FindQuery.allOption)
    return "--" + name == all && words.last { $0 == any || $0 == all } == any
  }

  func shownInputs(in tool: Tool) -> (pictures: [CommandInput], results: [CommandInput]) {
    var (pictures, results): ([CommandInput], [CommandInput]) = ([], [])
    for flag in flags(in: tool) {
      switch flag.meaning {
      case .filter: results.append(flag.input)
      case .field where !Self.shownFields.contains(flag.name): break
      default: pictures.append(flag.input)
      }
    }
    let group = CommandInput(
      ["--any … --all"], help: "one of the options between these has to hold")
    var count = FindQuery.countEntry.input
    count.help = "print the number of results alone"
    return (pictures + [group], results + [count])
  }

  /// The options about fields that a rule's help lists; `find --help` lists all.
  private static let shownFields = [
    "taken", "added", "filename", "media-type", "file-size", "rating", "keywords", "camera-model",
  ]

  /// Returns entries that collect the options, each with its value as in `--in=DCIM`, but for those
  /// about the number of assets.
  static func entries<Target>(
    _ path: SendablePath<Target, [String]>, in tool: Tool
  ) -> [CommandEntry<Target>] {
    Self().inputs(in: tool).filter { !["--limit", "--count"].contains($0.names[0]) }.map { input in
      let name = input.names[0]
      @Sendable func deny(_ target: inout Target) {
        target[keyPath: path].append("--no-" + name.dropFirst(2))
      }
      var entry = CommandEntry<Target>(input, deny: input.isDeniable ? deny : nil) {
        target, text in
        let isPlain = input.valueName == nil && text.isEmpty
        target[keyPath: path].append(isPlain ? name : "\(name)=\(text)")
      }
      entry.input.isShown = false
      return entry
    }
  }

  func selection(
    _ words: [String], in libraries: [String], of tool: Tool
  ) throws -> RuleSelection {
    let query = try FindQuery(words, among: flags(in: tool))
    let surroundings =
      query.namesPlaces
      ? try FindSurroundings(in: libraries, of: tool) : FindSurroundings()
    return RuleSelection(
      source: query.source, filters: try query.tests(surroundings), results: query.results,
      libraries: try query.compared(in: surroundings).flatMap { $0.value.texts ?? [] },
      countsAll: query.countsAll)
  }
}
