internal import LuaBridge
internal import Pipeline

/// A prompt that asks for a rule's permissions on a page, with the same texts as on a terminal.
package struct PagePrompt: PermissionPrompt {
  private let controller: PageController
  private let context: RunContext
  private let tool: Tool

  /// - Parameter context: the context for listing the assets of a library.
  init(_ controller: PageController, in context: RunContext, of tool: Tool) {
    self.controller = controller
    self.context = context
    self.tool = tool
  }

  package func answer(_ question: PermissionQuestion) throws -> PermissionQuestion.Answer {
    let answers = question.answers
    let pageState = PageState(
      kind: .question, answers: answers.map(\.meaning) + ["leave it; the rule asks again"],
      question: PageState.Question(
        title: "\(question.heading) \(question.verb)?", facts: question.facts,
        ends: answers.map { $0.key == "d" ? question.ends.denied : "" }
          + [question.ends.leftOpen]))
    while true {
      let number: Int?
      do {
        number = try controller.ask(pageState, until: context.cancellation)
      } catch is PageProblem {
        return .leftOpen
      }
      guard let number, answers.indices.contains(number) else { return .leftOpen }
      switch answers[number].key {
      case "a": return try waiting(.allow(followsEdits: false))
      case "e": return try waiting(.allow(followsEdits: true))
      case "d": return .deny
      default:
        guard let library = question.library, case .library(let path) = library.target else {
          return .leftOpen
        }
        let chosen = try choose(in: path, includingHidden: library.includesHidden)
        if let chosen { return try waiting(.choose(chosen)) }
      }
    }
  }

  private func waiting(_ answer: PermissionQuestion.Answer) throws -> PermissionQuestion.Answer {
    try controller.showWaiting(until: context.cancellation)
    return answer
  }

  /// Lets the user choose on a page which assets of a library a rule may see. Returns their
  /// identifiers, nil if the user leaves the page; `earlier` are chosen at the start. Throws
  /// ``LibraryProblem`` if the library can't be read, ``RunProblem`` after Ctrl-C.
  func choose(
    in library: String, includingHidden: Bool, earlier: ChosenAssets? = nil
  ) throws -> [[UInt8]]? {
    try controller.showWaiting(until: context.cancellation)
    guard let file = NamelessFile() else {
      throw RunProblem.outputFailed("there is no room for the records to choose from")
    }
    var context = context
    context.request.libraries = [library]
    context.permission.access = LibraryAccess()
    context.services.postponedClaims = nil
    context.progress = RunProgress()
    let rule = try Rule(
      .program(Self.listing(includingHidden), name: "auth"), words: [], now: context.request.now,
      in: tool,
      tool.messages())
    _ = try rule.run(in: context, outputDescriptor: file.descriptor, lanes: 1)
    let records = try RecordFile(file.descriptor, unless: context.cancellation)
    let identifiers = (earlier?.identifiers ?? []).map { String(decoding: $0, as: UTF8.self) }
    let selected = try records.places(of: identifiers, in: context)
    let pageState = PageState(kind: .records, limit: 0, selected: selected.map(String.init))
    let decision = try RecordPage(records, in: context, on: controller).show(pageState)
    guard case .chosen(let picks) = decision, !picks.isEmpty else { return nil }
    return try records.list(of: picks.map(\.place), in: context).assets.map(\.identifier)
  }

  private static func listing(_ includesHidden: Bool) -> String {
    """
    return pipeline {
      source { includeHidden = \(includesHidden) },
      filter { sortedBy = "-creationDate" },
    }
    """
  }
}
