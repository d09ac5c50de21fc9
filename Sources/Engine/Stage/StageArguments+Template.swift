extension StageArguments {
  /// A text with fields in braces, which the rule has to know here.
  package mutating func template(_ name: String) -> RecordTemplate? {
    guard let text = text(name) else { return nil }
    let template: RecordTemplate
    do throws(TemplateProblem) {
      template = try RecordTemplate(text)
    } catch {
      note("in \(name), \(error.message)", token: name)
      return nil
    }
    var isSound = true
    for (path, isDate) in template.members {
      let first = path.name.split(separator: ".").first.map(String.init) ?? path.name
      guard let field = fields.field(named: path.name) ?? fields.field(named: first) else {
        note(
          "in \(name), there is no field called \"\(path.name)\"", token: path.name,
          suggestion: NearestName.of(path.name, among: fields.names))
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
}
