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
      case .field, .test, .value, .shape, .folder: true
      }
    }
  }

  func names(in tool: Tool) -> [String] {
    // A rule may have an option --all of its own, which is meant outside of groups.
    flags(in: tool).map(\.name) + FindQuery.plainOptions.filter { $0 != FindQuery.allOption }
  }

  func endsGroup(_ name: String, behind words: [String]) -> Bool {
    let (any, all) = ("--" + FindQuery.anyOption, "--" + FindQuery.allOption)
    return name == FindQuery.allOption && words.last { $0 == any || $0 == all } == any
  }

  func help(in tool: Tool) -> (pictures: [(String, String)], results: [(String, String)]) {
    var (pictures, results): ([(String, String)], [(String, String)]) = ([], [])
    for flag in flags(in: tool) {
      switch flag.meaning {
      case .filter: results.append((flag.usage, flag.summary))
      case .field where !Self.shownFields.contains(flag.name): break
      default: pictures.append((flag.usage, flag.summary))
      }
    }
    results.append(("--\(FindQuery.countOption)", "print the number of results alone"))
    pictures.append(("--any … --all", "one of the options between these has to hold"))
    return (pictures, results)
  }

  /// The options about fields that a rule's help lists; `find --help` lists all.
  private static let shownFields = [
    "taken", "added", "filename", "media-type", "file-size", "rating", "keywords", "camera-model",
  ]

  func takesValue(_ name: String, in tool: Tool) -> Bool? {
    if FindQuery.plainOptions.contains(name) || name == FindQuery.countOption { return false }
    let flags = flags(in: tool)
    if let flag = flags.first(where: { $0.isCalled(name) }) { return flag.valueName != nil }
    guard name.hasPrefix("no-") else { return nil }
    let denied = flags.first { $0.isCalled(String(name.dropFirst(3))) }
    return denied?.canBeDenied == true ? false : nil
  }

  /// Removes and returns the options that select assets, each with its value as in `--in=DCIM`, but
  /// none called as in `others`.
  func take(from words: inout [String], except others: [String], in tool: Tool) -> [String] {
    var rest = words[...]
    words = []
    var taken: [String] = []
    while let word = rest.popFirst() {
      if word == "--" {
        words += [word] + rest
        break
      }
      let name = String(word.dropFirst(2).prefix { $0 != "=" })
      guard word.hasPrefix("--"), !others.contains(name),
        let takesValue = takesValue(name, in: tool)
      else {
        words.append(word)
        continue
      }
      let value = takesValue && !word.contains("=") ? rest.popFirst() : nil
      taken.append(word + (value.map { "=\($0)" } ?? ""))
    }
    return taken
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
      countsAll: query.countsAll)
  }
}
