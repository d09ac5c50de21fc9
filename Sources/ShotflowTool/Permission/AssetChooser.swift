internal import Pipeline

/// Lets a person choose assets of a library on a terminal, by numbers of a list.
struct AssetChooser {
  private let assets: [ChoosableAsset]

  private static let pageSize = 15

  init(_ assets: [ChoosableAsset]) {
    self.assets = assets
  }

  /// The identifiers of what was chosen; nil when the person left it.
  ///
  /// - Throws: ``RunProblem/cancelled`` when the person interrupts.
  func choose(on terminal: PermissionTerminal) throws(RunProblem) -> [[UInt8]]? {
    guard !assets.isEmpty else {
      terminal.show(["There is nothing to choose."])
      return nil
    }
    terminal.show([
      "Type numbers such as 1 3-5, /text for names with a text, Return for more, done or cancel."
    ])
    var chosen: Set<Int> = []
    var listed = Array(assets.indices)
    var start = 0
    show(listed, from: start, chosen, on: terminal)
    while true {
      let shown = min(start + Self.pageSize, listed.count)
      guard
        let line = try terminal.line(
          "\(chosen.count) chosen, \(shown) of \(listed.count) listed: ")
      else { return nil }
      let text = line.drop { $0 == " " || $0 == "\t" }
      switch text {
      case "cancel", "c", "q": return nil
      case "done", "d":
        if !chosen.isEmpty { return chosen.sorted().map { assets[$0].identifier } }
        terminal.show(["Nothing is chosen yet; \"cancel\" leaves it."])
        continue
      case "":
        start = shown < listed.count ? shown : 0
      default:
        if text.hasPrefix("/") {
          listed = matches(of: text.dropFirst())
          start = 0
        } else if let numbers = numbers(in: text) {
          for number in numbers {
            // A number that was given twice is taken back.
            if chosen.remove(number) == nil { chosen.insert(number) }
          }
        } else {
          terminal.show(["No such number: \"\(text)\"."])
          continue
        }
      }
      show(listed, from: start, chosen, on: terminal)
    }
  }

  private func matches(of text: Substring) -> [Int] {
    let wanted = text.lowercased()
    return assets.indices.filter { index in
      wanted.isEmpty || assets[index].filename.lowercased().contains(wanted)
    }
  }

  /// The places of `1 3-5`, counted from 0; nil when one is not on the list.
  private func numbers(in text: Substring) -> [Int]? {
    var places: [Int] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "\t" }) {
      let ends = word.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        .map { Int($0) }
      guard let first = ends[0], let last = ends.last ?? nil, first >= 1, first <= last,
        last <= assets.count
      else { return nil }
      places += (first - 1)..<last
    }
    return places
  }

  private func show(
    _ listed: [Int], from start: Int, _ chosen: Set<Int>, on terminal: PermissionTerminal
  ) {
    let width = "\(assets.count)".utf8.count
    terminal.show(
      listed[start...].prefix(Self.pageSize).map { index in
        let number = "\(index + 1)"
        let padding = String(repeating: " ", count: max(0, width - number.utf8.count))
        let date = assets[index].creationDate.map { "\($0)".prefix(10) } ?? "no date   "
        return "\(chosen.contains(index) ? "*" : " ") \(padding)\(number)  \(date)  "
          + assets[index].filename
      }, areShortened: true)
  }
}
