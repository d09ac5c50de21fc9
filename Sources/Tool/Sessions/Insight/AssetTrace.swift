internal import LuaBridge
internal import Pipeline
internal import Platform
package import Terminal

/// The reasons why a rule takes or leaves out one asset, step by step, for the command `why`.
package struct AssetTrace {
  private let rule: Rule
  private let context: RunContext
  private let lanes: Int
  private var lines: [(name: String, text: String)] = []

  /// Follows the asset with the `localIdentifier`, file name or path `word` through a dry run.
  /// Throws ``UsageProblem`` for several, ``LibraryProblem`` for none, or an error that ends a run.
  init(_ word: String, _ rule: Rule, in context: RunContext, lanes: Int) throws {
    self.rule = rule
    self.context = context
    self.lanes = lanes
    if rule.plan.input.isStandardInput {
      throw UsageProblem("the rule reads standard input; why is about what a library has")
    }
    for (place, plan) in rule.plans.enumerated() {
      if place > 0 { say("next", "when that is done") }
      try trace(word, plan, isFirst: place == 0)
    }
  }

  /// Returns the explanation, one line for each step, which begins with its name.
  package func text(_ style: Style) -> String {
    let width = max(9, 1 + (lines.map(\.name.count).max() ?? 0))
    return lines.map { line in
      let gap = String(repeating: " ", count: width - line.name.count)
      return style.bold(TerminalText.escaped(line.name)) + gap + TerminalText.escaped(line.text)
        + "\n"
    }.joined()
  }

  private mutating func trace(_ word: String, _ plan: PipelinePlan, isFirst: Bool) throws {
    var context = context
    context.fields = plan.fields
    let found = try TracedAsset(word, of: plan, in: context)
    if isFirst {
      say(plan.input.listsAlbums ? "album" : "asset", found.identifier)
      say("rule", "\(rule.loaded.name), at \(context.request.now)")
    }
    guard found.isGiven else {
      say("source", "does not give it: \(found.reason ?? reason(found.asset, plan))")
      return say("result", "left out by source")
    }
    say("source", "gives it")
    // Tests that the source answers appear in no step; tests of albums apply to their members.
    let answered = plan.source.pushdown(plan.query.predicate, in: context).accepted
    let tests =
      plan.input.listsAlbums ? [] : answered.findings(on: found.asset, plan.fields)
    append(tests, of: "filter")
    if let test = tests.first(where: { !$0.holds }) {
      return say("result", "left out by filter: not \(test.test)")
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

  private mutating func append(_ tests: [PredicateTestResult], of name: String) {
    for test in tests {
      let verdict = test.holds ? "yes" : "NO"
      say(name, "\(test.test): \(verdict), it is \(test.values)")
    }
  }

  /// Adds a line on the asset for each step after the source.
  private mutating func tell(_ follower: AssetFollower, _ report: RunReport) {
    let accounts = follower.accounts
    for account in accounts {
      let step = follower.steps[account.place]
      if step.traits.startsProgram { return tellUnknown(behind: step) }
      append(account.tests, of: account.name)
      if account.tests.isEmpty {
        let detail = account.detail.isEmpty ? "" : "\(account.detail): "
        say(account.name, detail + verdict(on: account, of: accounts, follower))
      }
      switch account.result {
      case .passed: continue
      case .dropped: return say("result", "left out by \(account.name)")
      case .failed:
        return say(
          "result", "failed in \(account.name): \(account.failure ?? "no reason is known")")
      case nil:
        return say(
          "result",
          "not decided: \(account.name) needed no more assets, so it stopped before this one"
        )
      }
    }
    let unmet = follower.steps.dropFirst(accounts.count)
    if let next = unmet.first {
      if next.traits.program != nil || next.traits.startsProgram {
        return tellUnknown(behind: next)
      }
      return say(
        "result", "left out by \(next.name): enough assets came before it")
    }
    say("result", "comes through")
    for note in report.notes { say("note", note) }
  }

  private mutating func tellUnknown(behind step: any Step) {
    say(step.name, "\(step.detail): is not started")
    say("result", "not known: why starts no program")
  }

  private func verdict(
    on account: AssetFollower.StepReport, of accounts: [AssetFollower.StepReport],
    _ follower: AssetFollower
  ) -> String {
    let traits = follower.steps[account.place].traits
    switch account.result {
    case .passed:
      // The next step receives assets in the order of this one.
      let next = accounts.first { $0.place == account.place + 1 }
      let rank =
        traits.fetch.order.isEmpty ? nil : next.map { ", as number \($0.position) in that order" }
      return "passes" + (account.passReason.map { ": \($0)" } ?? rank ?? "")
    case .dropped:
      if traits.fetch.slice != nil {
        return "LEFT OUT, as number \(account.position) of those that came to it"
      }
      if !traits.fetch.order.isEmpty { return "LEFT OUT: as many as it keeps come before it" }
      return "LEFT OUT" + (traits.comparison.dropReason.map { ": \($0)" } ?? "")
    case .failed: return "FAILS"
    case nil: return "not reached"
    }
  }

  private mutating func say(_ name: String, _ text: String) { lines.append((name, text)) }

  /// Returns the reason why a rule's source does not give an asset of the library.
  private func reason(_ asset: Asset, _ plan: PipelinePlan) -> String {
    if asset.value(of: .isHidden).isTrue, !plan.input.includesHidden {
      return "it is hidden; --include-hidden, or source { includeHidden = true } in a rule, gives"
        + " hidden ones"
    }
    if let file = asset as? FileAsset, !file.isPictureOrMovie {
      return "it is neither a picture nor a movie; --everything, or source { everything = true } in"
        + " a rule, gives all files"
    }
    let tests = (plan.source.fetch(plan.query)?.membership ?? .always)
      .findings(on: asset, plan.fields).filter { !$0.holds }
    if let test = tests.first {
      return "the album holds what passes \(test.test), and it is \(test.values)"
    }
    if let album = plan.source.fetch(plan.query)?.album { return "it is not in \"\(album)\"" }
    if !asset.value(of: .representsBurst).isTrue, asset.value(of: .burstIdentifier).isPresent {
      return "another frame represents its burst; --include-all-burst-assets, or"
        + " source { includeAllBurstAssets = true } in a rule, gives all"
    }
    return "it is a part of another asset, or was put away"
  }
}

extension FieldValue {
  fileprivate var isTrue: Bool { if case .flag(true) = self { true } else { false } }
}
