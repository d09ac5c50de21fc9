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
  /// - Parameter others: names that the template may have beside those of fields.
  package mutating func template(
    _ text: String, of name: String, knowing others: [String] = []
  ) -> RecordTemplate? {
    let template: RecordTemplate
    do throws(TemplateProblem) {
      template = try RecordTemplate(text)
    } catch {
      note("in \(name), \(error.message)", token: name.split(separator: ".").last.map(String.init))
      return nil
    }
    var isSound = true
    for (path, isDate) in template.members where isDate || !others.contains(path.name) {
      let first = path.name.split(separator: ".").first.map(String.init) ?? path.name
      guard let field = fields.field(named: path.name) ?? fields.field(named: first) else {
        note(
          "in \(name), there is no field called \"\(path.name)\"", token: path.name,
          suggestion: nearestMember(to: path.name))
        isSound = false
        continue
      }
      if isDate, field != .localDate, ![.date, .object].contains(fields.type(of: field)) {
        note("in \(name), \"\(path.name)\" is not a date", token: path.name)
        isSound = false
      }
    }
    return isSound ? template : nil
  }

  /// Returns the part of a template that a wrong name probably means, such as `localDate:%Y` for
  /// `year`; nil if nothing is similar enough.
  package func nearestMember(to name: String) -> String? {
    switch name {
    case "date": "localDate"
    case "year": "localDate:%Y"
    case "month": "localDate:%Y-%m"
    case "day": "localDate:%Y-%m-%d"
    default: NearestName.of(name, among: fields.names)
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
