internal import Console
internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Terminals

/// Why a rule takes an asset or leaves it out: the way of the asset through the rule, step by step.
struct AssetInquiry {
  private let rule: Rule
  private let context: RunContext
  private let lanes: Int
  private var lines: [String] = []

  /// - Parameters:
  ///   - word: the asset's `localIdentifier`, file name or path.
  ///   - context: of a dry run.
  /// - Throws: ``UsageProblem``, ``LibraryProblem``, or what ends a run.
  init(_ word: String, _ rule: Rule, in context: RunContext, lanes: Int) throws {
    self.rule = rule
    self.context = context
    self.lanes = lanes
    if rule.plan.source.traits.readsInput {
      throw UsageProblem("the rule reads standard input; why is about what a library has")
    }
    for (place, plan) in ([rule.plan] + rule.following).enumerated() {
      if place > 0 { lines.append("next     when that is done") }
      try inquire(word, plan, isFirst: place == 0)
    }
  }

  /// One line for each step, behind its name.
  func text(_ style: Style) -> String {
    lines.map { line in
      let text = TerminalText.escaped(line)
      let name = text.prefix { $0 != " " }
      return style.bold(String(name)) + text.dropFirst(name.count) + "\n"
    }.joined()
  }

  private mutating func inquire(_ word: String, _ plan: PipelinePlan, isFirst: Bool) throws {
    var context = context
    context.fields = plan.fields
    let found = try InquiredAsset(word, of: plan, in: context)
    if isFirst {
      lines.append("asset    \(found.identifier)")
      lines.append("rule     \(rule.loaded.name), at \(context.now)")
    }
    guard found.isGiven else {
      lines.append("source   does not give it: \(reason(found.asset, plan))")
      return lines.append("result   left out by source")
    }
    lines.append("source   gives it")
    // What the source answers no step shows; tests of albums are of their members.
    let answered = plan.source.pushdown(plan.query.predicate, in: context).accepted
    let tests =
      plan.source.traits.listsAlbums ? [] : answered.findings(on: found.asset, plan.fields)
    append(tests, of: "filter")
    if let test = tests.first(where: { !$0.holds }) {
      return lines.append("result   left out by filter: not \(test.test)")
    }
    let follower = AssetFollower(of: found.identifier, plan.fields)
    context.stepObserver = follower
    let sink = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(sink) }
    let report = try PipelineRun(
      plan, in: context, functions: rule.loaded, outputDescriptor: sink, lanes: lanes
    ).run()
    tell(follower, report)
  }

  private mutating func append(_ tests: [TestFinding], of name: String) {
    for test in tests {
      let verdict = test.holds ? "yes" : "NO"
      lines.append("\(Self.padded(name))\(test.test): \(verdict), it is \(test.values)")
    }
  }

  /// Tells what became of the asset in the steps behind the source.
  private mutating func tell(_ follower: AssetFollower, _ report: RunReport) {
    let accounts = follower.accounts
    for account in accounts {
      if follower.steps[account.place].traits.startsProgram {
        lines.append("\(Self.padded(account.name))\(account.detail): is not started")
        return lines.append("result   not known: why starts no program")
      }
      append(account.tests, of: account.name)
      if account.tests.isEmpty {
        let detail = account.detail.isEmpty ? "" : "\(account.detail): "
        lines.append("\(Self.padded(account.name))\(detail)\(verdict(on: account, follower))")
      }
      switch account.fate {
      case .passed: continue
      case .dropped: return lines.append("result   left out by \(account.name)")
      case .failed:
        return lines.append(
          "result   failed in \(account.name): \(account.failure ?? "no reason is known")")
      case nil:
        return lines.append(
          "result   not decided: \(account.name) needed no more assets, so it stopped before this one"
        )
      }
    }
    let unmet = follower.steps.dropFirst(accounts.count)
    if let next = unmet.first, accounts.count < follower.steps.count {
      return lines.append(
        "result   left out by \(next.name): enough assets came before it")
    }
    lines.append("result   comes through")
    lines += report.notes.map { "note     \($0)" }
  }

  private func verdict(on account: AssetFollower.Account, _ follower: AssetFollower) -> String {
    let traits = follower.steps[account.place].traits
    let isByPlace = traits.slice != nil || !traits.order.isEmpty
    let place = isByPlace ? ", as number \(account.position) of those that came to it" : ""
    return switch account.fate {
    case .passed: "passes"
    case .dropped: "LEFT OUT" + place
    case .failed: "FAILS"
    case nil: "not reached"
    }
  }

  private static func padded(_ name: String) -> String {
    name + String(repeating: " ", count: max(1, 9 - name.count))
  }

  /// Why the source of a rule does not give an asset that the library has.
  private func reason(_ asset: Asset, _ plan: PipelinePlan) -> String {
    if asset.value(of: .isHidden).isTrue, !plan.source.traits.includesHidden {
      return "it is hidden; source { includeHidden = true } gives hidden ones"
    }
    let tests = (plan.source.fetch(plan.query)?.membership ?? .always)
      .findings(on: asset, plan.fields).filter { !$0.holds }
    if let test = tests.first {
      return "the album holds what passes \(test.test), and it is \(test.values)"
    }
    if let album = plan.source.fetch(plan.query)?.album { return "it is not in \"\(album)\"" }
    if !asset.value(of: .representsBurst).isTrue, asset.value(of: .burstIdentifier).isPresent {
      return "another frame represents its burst; source { includeAllBurstAssets = true } gives all"
    }
    return "it is a part of another asset, or was put away"
  }
}

extension FieldValue {
  fileprivate var isTrue: Bool { if case .flag(true) = self { true } else { false } }
}
