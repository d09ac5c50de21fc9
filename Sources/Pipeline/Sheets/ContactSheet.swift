/// Makes HTML pages of thumbnails of all assets, with the thumbnails in a folder beside them.
package struct ContactSheet: TransformStage {
  package static let description = StageDescription(
    name: "sheet", role: .act,
    summary: "makes a contact sheet: a folder with a page of small pictures for any browser",
    options: [
      OptionDescription(
        "to", .text, "the folder that it makes; an earlier sheet there is replaced, nothing else is"
      ),
      OptionDescription.integer(
        "size", "the pixels that the longer side of a picture may have, from 16 to 2048",
        default: 200),
      OptionDescription(
        "title", .text, "the words above the pictures; without it the rule's name"),
      OptionDescription.text(
        "caption", "the words below each picture, with fields in braces; \"\" for none",
        default: "{filename}"),
      OptionDescription.integer(
        "page", "how many pictures a page has before the next one begins", default: 500),
    ],
    example: "sheet { to = \"sheet\", size = 200, caption = \"{filename}\" }")

  private let step: SheetStep?

  package init(_ arguments: inout StageArguments) {
    let place = SheetPath(&arguments)
    let size: Int = arguments.integer("size")
    if !(16...2048).contains(size) {
      arguments.note("size is from 16 to 2048 pixels", token: "size")
    }
    let page: Int = arguments.integer("page")
    if !(1...100_000).contains(page) {
      arguments.note("page is from 1 to 100000 pictures", token: "page")
    }
    let title = arguments.text("title")
    let caption = arguments.template("caption") ?? Self.filename
    step = place.map {
      SheetStep(
        place: $0, side: Int32(clamping: size), title: title, caption: caption, pageLength: page)
    }
  }

  private static let filename = try? RecordTemplate("{filename}")

  public var traits: StageTraits {
    guard let place = step?.place else { return .acting }
    let need = CapabilityNeed(
      .write, "make the contact sheet \"\(place.text)\"",
      at: [place.fixedParent].compactMap(\.self))
    return StageTraits(
      action: ActionBehaviour(
        needing: place.isInOutput ? nil : need, writing: place.fixedPath, making: place.plainText))
  }

  package func steps(leadingIsAnswered: Bool) -> [any Step] { step.map { [$0] } ?? [] }
}
