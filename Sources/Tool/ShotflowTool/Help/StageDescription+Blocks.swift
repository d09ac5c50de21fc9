internal import Pipeline
internal import Sessions
internal import Terminal

extension StageDescription {
  var blocks: [TextBlock] {
    var blocks: [TextBlock] = [.paragraph("\(name): \(summary).")]
    if let note = content.plainNote { blocks.append(.paragraph(note)) }
    let options = options.map { option in
      let standard =
        option.isRequired ? "; required" : option.standard.map { "; default \($0)" } ?? ""
      return TextBlock.Term(option.name, "\(option.summary) (\(option.type.summary)\(standard))")
    }
    let condition = OptionDescription.condition
    let general =
      role == .source || role.isValue
      ? [] : [TextBlock.Term(condition.name, condition.summary)]
    if !(options + general).isEmpty {
      blocks += [.paragraph("Options:"), .terms(options + general)]
    }
    let added = adds.flatMap(\.withMembers) + mayAdd
    if !added.isEmpty {
      let fields = added.map { TextBlock.Term($0.name, "\($0.summary) (\($0.type.summary))") }
      blocks += [
        .paragraph(adds.isEmpty ? "Fields that it may add:" : "Fields that it adds:"),
        .terms(fields),
      ]
    }
    let example = example.split(separator: "\n", omittingEmptySubsequences: false)
    return blocks + [.paragraph("Example:"), .example(example.map(String.init))]
  }
}
