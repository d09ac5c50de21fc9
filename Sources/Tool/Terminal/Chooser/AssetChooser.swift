package import Pipeline

/// A list on the terminal from which the user chooses assets, in order. Typing filters the list; Tab,
/// and Space while nothing is typed, marks the current asset and goes down. Enter ends with what is
/// marked, or with the current asset if nothing is. Escape cancels. On a terminal that can't move its
/// cursor, row numbers, `done` and `cancel` are typed. Each marked asset shows its place in the order.
package struct AssetChooser {
  private let assets: [ChoosableAsset]
  private let limit: Int
  private let preselected: [Int]
  private let pictures: AssetPictures?

  /// Creates a list of assets: at most `limit` can be chosen, 0 for any number; `preselected` are
  /// the positions of those chosen at the start, in order.
  package init(
    _ assets: [ChoosableAsset], limit: Int = 0, preselected: [Int] = [],
    pictures: AssetPictures? = nil
  ) {
    self.assets = assets
    self.limit = limit
    self.preselected = preselected
    self.pictures = pictures
  }

  /// Returns the positions of the chosen assets, in order; nil if the user cancels. Throws
  /// ``RunProblem/cancelled`` after Ctrl-C, or if the terminal goes away.
  package func choose(on screen: ChooserScreen) throws(RunProblem) -> [Int]? {
    guard !screen.cancellation.isCancelled, screen.enter() else { throw .cancelled }
    var session = Session(AssetSelection(assets, limit: limit, chosen: preselected))
    session.mayEndEmpty = !preselected.isEmpty
    session.isPainted = screen.isPainted
    var keys = EditKeys()
    let reader = KeyReader(screen.keys)
    var frame = ChooserFrame(on: screen, pictures)
    defer {
      frame.close()
      screen.leave()
    }
    frame.show(session)
    while !screen.cancellation.isCancelled {
      let key: EditKeys.Key?
      switch reader.read(within: keys.isUnfinished ? KeyReader.sequenceGap : KeyReader.attention) {
      case .byte(let byte): key = keys.read(byte)
      case .silence:
        key = keys.readSilence()
        if key == nil { frame.showPicture(session) }
      case .interruption: continue
      case .end: return nil
      case .hangup: throw .cancelled
      }
      if let key {
        switch session.answer(key) {
        case .goOn: frame.show(session)
        case .done: return session.selection.chosen
        case .left: return nil
        }
      } else {
        frame.adapt(session)
      }
    }
    throw .cancelled
  }
}

extension AssetChooser {
  /// The state of the list: the typed text and the selected assets.
  package struct Session {
    private(set) var selection: AssetSelection
    private(set) var text = ""
    private(set) var notice: String?
    /// True if the last key changed the typed text.
    private(set) var isTyping = false
    /// True if Enter ends the choice with nothing marked.
    var mayEndEmpty = false
    /// True if the current row is shown; otherwise rows are typed by their numbers.
    var isPainted = true

    /// The effect of a key on the list.
    enum Reaction { case goOn, done, left }

    init(_ selection: AssetSelection) {
      self.selection = selection
    }

    mutating func answer(_ key: EditKeys.Key) -> Reaction {
      notice = nil
      isTyping = false
      switch key {
      case .leave: return .left
      case .accept: return isPainted ? end() : readLine()
      case .mark: mark(thenMoveBy: 1)
      case .text(" ") where text.isEmpty: mark(thenMoveBy: 1)
      case .markUpwards: mark(thenMoveBy: -1)
      case .markAll: markListed()
      case .text(let letter): type(text + letter)
      case .erase: type(String(text.dropLast()))
      case .eraseAll: type("")
      case .up: selection.move(by: -1)
      case .down: selection.move(by: 1)
      case .pageUp: selection.move(by: -Self.page)
      case .pageDown: selection.move(by: Self.page)
      case .first: selection.move(by: -selection.matches.count)
      case .last: selection.move(by: selection.matches.count)
      }
      return .goOn
    }

    private static let page = 10
    /// The limit of the typed text in bytes, which is that of file names.
    private static let longestText = 255

    private mutating func type(_ typed: String) {
      guard typed.utf8.count <= Self.longestText else { return }
      text = typed
      isTyping = true
      guard !isPainted else { return selection.filter(by: typed) }
      // Digits are row numbers; after a `/` they are a part of a name.
      let isNumbers = typed.utf8.allSatisfy { "0123456789-, \t".utf8.contains($0) }
      selection.filter(
        by: isNumbers ? "" : String(typed.hasPrefix("/") ? typed.dropFirst() : typed[...]))
    }

    private mutating func end() -> Reaction {
      if !selection.chosen.isEmpty || mayEndEmpty { return .done }
      guard selection.current != nil else {
        notice = "No name has \"\(text)\"; Ctrl-U clears it."
        return .goOn
      }
      toggleCurrent()
      return .done
    }

    /// Takes a typed line on a terminal that can't move its cursor.
    private mutating func readLine() -> Reaction {
      let typed = text
      if typed == "cancel" { return .left }
      if typed.isEmpty || typed == "done" {
        if !selection.chosen.isEmpty || mayEndEmpty { return .done }
        clear()
        notice = "Nothing is marked yet; type the number of a row."
        return .goOn
      }
      if typed.utf8.allSatisfy({ "0123456789-, \t".utf8.contains($0) }) {
        guard let places = selection.places(in: typed) else {
          clear()
          notice = "No such number: \"\(typed)\"."
          return .goOn
        }
        clear()
        toggle(places)
      } else if selection.current == nil {
        notice = "No name has \"\(typed)\"."
      } else {
        toggleCurrent()
        clear()
      }
      return .goOn
    }

    private mutating func clear() {
      text = ""
      selection.filter(by: "")
    }

    private mutating func mark(thenMoveBy rows: Int) {
      toggleCurrent()
      if isPainted { selection.move(by: rows) }
    }

    /// Marks all rows that the filter shows; unmarks them if all of them are marked.
    private mutating func markListed() {
      guard selection.limit != 1 else { return toggleCurrent() }
      let listed = selection.matches
      let unmarked = listed.filter { selection.number(of: $0) == nil }
      toggle(unmarked.isEmpty ? listed : unmarked)
    }

    private mutating func toggleCurrent() {
      if let current = selection.current { toggle([current]) }
    }

    private mutating func toggle(_ places: [Int]) {
      if selection.toggle(places) { return }
      notice = "At most \(selection.limit) can be marked; unmark one first."
    }
  }
}
