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
      case .field, .test, .value, .folder: true
      }
    }
  }

  func names(in tool: Tool) -> [String] { flags(in: tool).map(\.name) + [FindQuery.caseOption] }

  func help(in tool: Tool) -> (pictures: [(String, String)], results: [(String, String)]) {
    var (pictures, results): ([(String, String)], [(String, String)]) = ([], [])
    for flag in flags(in: tool) {
      switch flag.meaning {
      case .filter: results.append((flag.usage, flag.summary))
      case .field where !Self.shownFields.contains(flag.name): break
      default: pictures.append((flag.usage, flag.summary))
      }
    }
    return (pictures, results)
  }

  /// The options about fields that a rule's help lists; `find --help` lists all.
  private static let shownFields = [
    "taken", "added", "filename", "media-type", "file-size", "rating", "keywords", "camera-model",
  ]

  func takesValue(_ name: String, in tool: Tool) -> Bool? {
    if name == FindQuery.caseOption { return false }
    let flags = flags(in: tool)
    if let flag = flags.first(where: { $0.isCalled(name) }) { return flag.valueName != nil }
    guard name.hasPrefix("no-") else { return nil }
    let denied = flags.first { $0.isCalled(String(name.dropFirst(3))) }
    return denied?.canBeDenied == true ? false : nil
  }

  func selection(
    _ words: [String], in libraries: [String], of tool: Tool
  ) throws -> RuleSelection {
    let query = try FindQuery(words, among: flags(in: tool))
    let surroundings =
      query.namesPlaces
      ? try FindSurroundings(in: libraries, of: tool) : FindSurroundings()
    return RuleSelection(
      source: query.source, filters: try query.tests(surroundings), results: query.results)
  }
}
