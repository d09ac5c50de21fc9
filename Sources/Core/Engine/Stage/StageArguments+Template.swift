extension StageArguments {
  /// Returns a text with fields in braces; nil for none, or after adding a problem for a wrong one.
  package mutating func template(_ name: String) -> RecordTemplate? {
    guard let text = text(name) else { return nil }
    return template(text, of: name)
  }

  /// Returns a text with fields in braces, or a function of an asset that returns the text; nil for
  /// none, or after adding a problem.
  package mutating func templateOrFunction(_ name: String) -> TemplateOrFunction? {
    guard let value = take(name) else { return nil }
    switch value {
    case .text(let text): return template(text, of: name).map(TemplateOrFunction.template)
    case .function, .stage:
      return function(value, of: name, giving: .text).map(TemplateOrFunction.function)
    default:
      noteWrongType(name, value)
      return nil
    }
  }

  /// Returns names, each with a text with fields in braces; nil if the rule sets no valid value.
  package mutating func namedTemplates(
    _ name: String
  ) -> [(name: String, template: RecordTemplate)]? {
    guard let texts = namedTexts(name) else { return nil }
    return texts.compactMap { member in
      template(member.text, of: "\(name).\(member.name)").map { (member.name, $0) }
    }
  }

  /// Returns the template in the value of an option; nil after adding a problem for a wrong one.
  ///
  /// - Parameters:
  ///   - counting: true if it names files, so that it may have their number, `{n}`.
  ///   - leavingOthers: true if braces that begin with no field are text.
  package mutating func template(
    _ text: String, of name: String, counting: Bool = false, leavingOthers: Bool = false
  ) -> RecordTemplate? {
    let fields = fields
    func field(_ name: String) -> Field? {
      fields.field(named: name)
        ?? name.split(separator: ".").first.flatMap { fields.field(named: String($0)) }
    }
    let template: RecordTemplate
    do throws(TemplateProblem) {
      template = try RecordTemplate(text, leavingOthers: leavingOthers) { field($0) != nil }
    } catch {
      note(error.message, in: error.excerpt, of: name)
      return nil
    }
    var isSound = true
    if let place = template.counterPlace, !counting {
      note(
        "{n} numbers the files that copy, move and link name", in: Excerpt(text, place), of: name)
      isSound = false
    }
    for member in template.members {
      let path = member.path.name
      let excerpt = Excerpt(text, member.place)
      guard let field = field(path) else {
        note(
          "in \(name), there is no field called \"\(path)\"", token: path,
          suggestion: nearestMember(to: path, in: member.isDate ? excerpt.piece : nil),
          excerpt: excerpt)
        isSound = false
        continue
      }
      if member.isDate, field != .localDate, ![.date, .object].contains(fields.type(of: field)) {
        note("in \(name), \"\(path)\" is not a date", token: path, excerpt: excerpt)
        isSound = false
      }
    }
    return isSound ? template : nil
  }

  private mutating func note(_ message: String, in excerpt: Excerpt, of name: String) {
    // A single brace may be anywhere in the rule's line.
    let option = name.split(separator: ".").last.map(String.init)
    note(
      "in \(name), \(message)", token: excerpt.width > 1 ? excerpt.piece : option,
      excerpt: excerpt)
  }

  /// Returns the name that a wrong one in a template probably means, such as `fileSize` for `size`;
  /// for a date with a format, as in `{localDate:%Y}` for `year`, since the whole has colons.
  /// Returns nil if nothing is similar enough.
  ///
  /// - Parameter braces: the braces with the wrong name and a format for it; nil without a format.
  package func nearestMember(to name: String, in braces: String? = nil) -> String? {
    guard let near = NearestName.of(name, among: fields.names) else { return nil }
    guard let field = fields.field(named: near),
      field == .localDate || fields.type(of: field) == .date
    else { return near }
    if let braces { return braces.replacing(name, with: near, maxReplacements: 1) }
    switch name {
    case "year": return "{\(near):%Y}"
    case "month": return "{\(near):%Y-%m}"
    default: return "{\(near):%Y-%m-%d}"
    }
  }
}

/// The value of an option that gives a text for each asset: a template, or a function.
package enum TemplateOrFunction: Sendable {
  case template(RecordTemplate)
  case function(BoundFunction)

  /// The template; nil for a function.
  package var template: RecordTemplate? {
    if case .template(let template) = self { template } else { nil }
  }

  /// The function; nil for a template.
  package var function: BoundFunction? {
    if case .function(let function) = self { function } else { nil }
  }
}
