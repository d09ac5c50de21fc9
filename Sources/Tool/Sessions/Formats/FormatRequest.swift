package import Pipeline
internal import Platform
package import Terminal

/// The values of `--format`.
package enum OutputFormat: String, CaseIterable, Sendable {
  case ndjson, json, tsv, csv, paths, paths0, table

  /// The sentence that explains the format in help and completions.
  package var summary: String {
    switch self {
    case .ndjson: "one line of JSON; other rules read it"
    case .json: "one element of a list"
    case .tsv: "one line, with tabs between cells"
    case .csv: "one line, with commas between cells (RFC 4180)"
    case .paths: "the path of the file, one a line"
    case .paths0: "the path of the file and a NUL, for xargs -0"
    case .table: "one line of aligned columns"
    }
  }
}

/// The options on the format of records, as the user typed them.
package struct FormatRequest: Sendable {
  /// The name after `--format`; nil for ``standard`` on a terminal, and for JSON lines elsewhere.
  package var format: String?
  /// The configured format for records on a terminal; nil for a table.
  package var standard: OutputFormat?
  /// The members to print of each record, each text with commas between several; empty for all.
  package var fields: [String] = []
  /// The template by which each record is printed as a line; nil without one.
  package var template: String?
  /// True if paths and lines of a template end with NUL.
  package var endsWithNUL = false

  package init(format: String? = nil, fields: [String] = []) {
    (self.format, self.fields) = (format, fields)
  }

  /// The options in the order of the help.
  package static let entries: [CommandEntry<FormatRequest>] = [
    CommandEntry(
      "--format", value: "format",
      help: """
        How records are printed: ndjson, json, tsv, csv, paths, paths0 or table. Without it: a \
        table for lists, and on a terminal where the configuration says nothing else; elsewhere \
        ndjson, a line of JSON for each.
        """,
      values: .cases(of: OutputFormat.self)
    ) { $0.format = $1 },
    CommandEntry(
      "--fields", value: "names",
      help: """
        The members of each record to print, with commas between: filename,location.latitude. May \
        be repeated.
        """,
      values: .list(.members), isRepeated: true
    ) { $0.fields.append($1) },
    CommandEntry(
      "--template", value: "text",
      help: "Print this line for each record: '{localDate:%Y-%m} {filename}'."
    ) { $0.template = $1 },
  ]
}

/// The format in which a command prints records, checked and chosen by a ``FormatRequest``.
package struct PrintFormat: Sendable {
  /// The writer of this format; nil for one line of JSON for each record.
  package let form: (any RecordFormat)?
  /// The description of the format, for `explain`.
  package let summary: String
  /// Messages about columns that are unknown, or that the terminal has no room for.
  package var notices: [String] = []
  /// True if the records are a table because standard output is a terminal, not by any setting.
  package var isTableByItself = false

  /// The hint below a table that the user did not choose.
  package static let hint = "--format ndjson prints the whole records as JSON"

  /// The format with one line of JSON for each record.
  package static let lines = PrintFormat(form: nil, summary: "one record a line")
}

extension FormatRequest {
  /// True if the user gave neither `--format` nor `--fields` nor `--template`.
  package var isPlain: Bool { format == nil && fields.isEmpty && template == nil }

  /// Returns the same request with a template for records, unless the user chose a form.
  package func printing(_ template: String) -> FormatRequest {
    var request = self
    if isPlain { request.template = template }
    return request
  }

  /// Returns the format of records on standard output. `members` are those that records may have.
  /// Throws ``UsageProblem`` for an unknown member, or for options that contradict each other.
  package func printing(
    color: ColorChoice, _ members: () -> RecordMembers
  ) throws(UsageProblem) -> PrintFormat {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    if isPlain, !isTerminal { return .lines }
    let format = try format.map { (name) throws(UsageProblem) in try Self.format(named: name) }
    if let template {
      guard format == nil, fields.isEmpty else {
        throw UsageProblem("--template is a format of its own: leave out --format and --fields")
      }
      return try printing(template, members())
    }
    let members = members()
    let chosen = format ?? (isTerminal ? terminalFormat(of: members) : .ndjson)
    func isFolder(_ name: String) -> Bool {
      chosen == .table && name == TableLayout.folder && members.haveFolders
    }
    let names = try names(for: chosen).map { name in
      members.shape(of: name) == nil && !members.isOpen && !isFolder(name)
        ? FamiliarWord.meaning(of: name, among: members.names) ?? name : name
    }
    let notices = try Self.check(names.filter { !isFolder($0) }, members)
    let columns =
      names.isEmpty
      ? members.standardPaths(inTable: chosen == .table) : names.map { MemberPath($0) }
    let named = names.isEmpty ? nil : columns
    let form: (any RecordFormat)?
    switch chosen {
    case .ndjson: form = named.map { JSONLineForm(columns: $0) }
    case .json: form = JSONListForm(columns: named)
    case .tsv: form = TSVForm(columns: columns)
    case .csv: form = CSVForm(columns: columns)
    case .paths, .paths0:
      guard members.havePaths else {
        throw UsageProblem("these records have no paths, so --format \(chosen) prints nothing")
      }
      form = PathForm(terminator: chosen == .paths0 || endsWithNUL ? 0 : UInt8(ascii: "\n"))
    case .table:
      let style = Style(color, isTerminal: isTerminal, environment: { Environment[$0] })
      let group = members.group
      let width = Output.columns - (group == nil ? 0 : TableForm.markWidth)
      let layout = TableLayout(
        columns, of: members, width: max(1, width), isStandard: names.isEmpty)
      var printing = PrintFormat(
        form: TableForm(layout, style, inGroupsOf: group, besides: members.original),
        summary: Self.summary(.table, layout.columns.map(\.path)),
        notices: notices)
      printing.isTableByItself = format == nil && standard != .table && names.isEmpty
      if !names.isEmpty, !layout.hidden.isEmpty {
        printing.notices.append(
          "too narrow for \(layout.hidden.joined(separator: ", ")); --format tsv shows all columns")
      }
      return printing
    }
    return PrintFormat(form: form, summary: Self.summary(chosen, named), notices: notices)
  }

  /// Returns the format on a terminal if the command line names none: the configured one if it
  /// suits these records, else a table.
  private func terminalFormat(of members: RecordMembers) -> OutputFormat {
    switch standard {
    case .paths?, .paths0?: members.havePaths && fields.isEmpty ? standard ?? .table : .table
    case let format: format ?? .table
    }
  }

  private func printing(
    _ text: String, _ members: RecordMembers
  ) throws(UsageProblem) -> PrintFormat {
    let template: RecordTemplate
    do {
      // Lines have no number, so that "n" is a member as any other.
      template = try RecordTemplate(text) { $0 == "n" || members.shape(of: $0) != nil }
    } catch {
      throw UsageProblem("in --template, \(error.message)", error.excerpt)
    }
    var notices: [String] = []
    for member in template.members {
      let name = member.path.name
      do {
        notices += try Self.check([name], members)
      } catch {
        throw UsageProblem(error.description, Excerpt(text, member.place))
      }
      guard member.isDate else { continue }
      switch members.shape(of: name) {
      case .date?, .open?, nil: break
      default:
        throw UsageProblem(
          "in --template, \"\(name)\" is not a date", Excerpt(text, member.place))
      }
    }
    return PrintFormat(
      form: TemplateForm(template: template, terminator: endsWithNUL ? 0 : UInt8(ascii: "\n")),
      summary: "by a template", notices: notices)
  }

  private static func format(named name: String) throws(UsageProblem) -> OutputFormat {
    if let format = OutputFormat(rawValue: name) { return format }
    let names = OutputFormat.allCases.map(\.rawValue)
    throw UsageProblem("--format takes \(NearestName.refusal(of: name, among: names))")
  }

  private func names(for format: OutputFormat) throws(UsageProblem) -> [String] {
    let names = fields.flatMap { text in
      text.split(separator: ",", omittingEmptySubsequences: false).map { name in
        name.filter { $0 != " " }
      }
    }
    if !names.isEmpty, format == .paths || format == .paths0 {
      throw UsageProblem("--format \(format) prints paths alone: leave out --fields")
    }
    if names.contains("") {
      throw UsageProblem("--fields takes names with commas between, such as filename,path")
    }
    return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Checks names of members. Throws ``UsageProblem`` for an unknown one; if records may have any
  /// member, returns warnings about likely misspellings instead.
  private static func check(
    _ names: [String], _ members: RecordMembers
  ) throws(UsageProblem) -> [String] {
    let problems = names.compactMap { members.problem(with: $0) }
    guard members.isOpen else {
      if let problem = problems.first { throw UsageProblem(problem) }
      return []
    }
    // Records from elsewhere may have any member, but a misspelling is more likely.
    return problems.filter { $0.contains("did you mean") }
  }

  private static func summary(_ format: OutputFormat, _ columns: [MemberPath]?) -> String {
    guard let columns else { return "as \(format)" }
    return "as \(format): \(columns.map(\.name).joined(separator: ", "))"
  }
}
