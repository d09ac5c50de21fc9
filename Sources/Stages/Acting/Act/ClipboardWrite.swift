/// Puts an asset's path, its picture or the value of a field into the clipboard.
package struct ClipboardWrite: TransformStage {
  package static let description = StageDescription(
    name: "clipboard", role: .act,
    summary: "puts paths, a picture or the values of a field into the clipboard; those of several"
      + " assets a line each",
    options: [
      OptionDescription(
        "what", .text, "path, image, or the name of a field, such as text where a stage adds it",
        standard: "\"path\"")
    ],
    example: "clipboard { what = \"path\" }")

  private let content: ClipboardContent?

  package init(_ arguments: inout StageArguments) {
    let what = arguments.text("what") ?? "path"
    content = ClipboardContent(what, arguments.fields)
    guard content == nil else { return }
    arguments.note(
      "what takes \"path\", \"image\" or the name of a field, and no stage before adds \"\(what)\"",
      token: what, suggestion: NearestName.of(what, among: ["image"] + arguments.fields.names))
  }

  public var traits: StageTraits {
    .acting(.clipboard, "put \"\(content?.name ?? "")\" of assets there")
  }

  package func steps(leadingIsAnswered: Bool) -> [any Step] {
    content.map { [ClipboardStep(name: Self.description.name, content: $0)] } ?? []
  }
}
