internal import LuaBridge
internal import Pipeline
package import Terminal

/// The text that `explain` prints: a line for each step, in the order in which assets pass them.
package struct PlanExplanation {
  private let rule: Rule
  private let context: RunContext
  private let permissions: [(PermissionTarget, Permission)]
  /// The notifier that the command line names; nil if it names none.
  private let notifier: NotifierDescription?
  private let printing: PrintFormat

  init(
    _ rule: Rule, in context: RunContext, permissions: [(PermissionTarget, Permission)] = [],
    notifier: NotifierDescription? = nil, printing: PrintFormat = .lines
  ) {
    self.rule = rule
    self.context = context
    self.permissions = permissions
    self.notifier = notifier
    self.printing = printing
  }

  /// Returns one line for each step, the name first.
  package func text(_ style: Style) -> String {
    var lines = ["rule     \(rule.loaded.name), at \(context.request.now)"]
    for option in rule.loaded.options {
      guard let value = option.value else { continue }
      lines.append("option   --\(option.flag) = \(value.text)")
    }
    for (target, permission) in permissions {
      let count = permission.chosen.map {
        " to \($0.count == 1 ? "1 asset" : "\($0.count) assets")"
      }
      lines.append("access   \(permission.status.rawValue)\(count ?? ""): \(target.summary)")
    }
    for (place, plan) in rule.plans.enumerated() {
      if place > 0 { lines.append("next     when that is done") }
      lines += self.lines(of: plan)
    }
    if let notifier { lines.append("asks     by \(notifier.name): \(notifier.summary)") }
    lines.append("shards   \(shards)")
    lines.append("output   in order, \(printing.summary)")
    return lines.map { line in
      let text = TerminalText.escaped(line)
      let name = text.prefix { $0 != " " }
      return style.bold(String(name)) + text.dropFirst(name.count) + "\n"
    }.joined()
  }

  /// The steps that run in parallel on parts of a library, and how their results are merged.
  private var shards: String {
    switch ShardedPlan.cut(rule, context) {
    case .failure(let problem): return "none: \(problem)"
    case .success(let cut):
      let steps = (["source"] + rule.plan.steps.prefix(cut.steps).map(\.name))
        .joined(separator: ", ")
      switch cut.merge {
      case .place: return "every step"
      case .order: return "\(steps); then the records are put in order"
      case .count: return "\(steps); then each part counts, and the counts are added up"
      case .again(let reason):
        return "\(steps); then the rule again on what comes through, as \(reason)"
      }
    }
  }

  private func lines(of plan: PipelinePlan) -> [String] {
    let (accepted, rest) = plan.source.pushdown(plan.query.predicate, in: context)
    let album = plan.source.fetch(plan.query)?.album.map { "the album \"\($0)\"; " } ?? ""
    var lines = ["source   \(album)answers: \(accepted.text(plan.fields))"]
    for finding in plan.source.findings(in: context) { lines.append("library  \(finding)") }
    for statement in plan.source.statements(plan.query, in: context) {
      lines.append("sql      \(statement)")
    }
    for addition in plan.additions {
      let fields = addition.fields.map { "\($0.name) (\($0.type.summary))" }
      lines.append("adds     \(addition.stage): \(fields.joined(separator: ", "))")
    }
    var rows: [(name: String, side: Bool, acts: String, facets: [Facet], detail: String)] = []
    // The tests that an album's library left over are applied where its assets are counted.
    if rest != .always, !plan.input.listsAlbums {
      let facets = rest.fields.facets.facets
      rows.append(("filter", true, "", facets, rest.cheapestFirst.text(plan.fields)))
    }
    var isSideBySide = true
    for step in plan.steps {
      isSideBySide = isSideBySide && step.ordering == .any
      let traits = step.traits
      let reach = traits.action.consent.map { " on \($0.reach)" } ?? ""
      let acts =
        switch traits.action.condition {
        case .never: ""
        case .always: "acts\(reach), "
        case .onOutput: reach.isEmpty ? "" : "acts\(reach) where its output has a place, "
        }
      rows.append((step.name, isSideBySide, acts, step.facets.facets, step.detail))
    }
    for row in rows {
      let facets =
        row.facets.isEmpty ? "nothing more" : row.facets.map(\.name).joined(separator: ", ")
      let padding = String(repeating: " ", count: max(1, 9 - row.name.count))
      lines.append(
        "\(row.name)\(padding)\(row.side ? "in lanes" : "in order"), \(row.acts)reads \(facets)"
          + (row.detail.isEmpty ? "" : ": \(row.detail)"))
    }
    return lines
  }
}
