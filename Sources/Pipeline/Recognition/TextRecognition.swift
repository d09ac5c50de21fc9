package import Engine

/// Adds the text in a picture, which the program tesseract recognises.
package struct TextRecognition: TransformStage {
  package static let description = StageDescription(
    name: "ocr", role: .classify,
    summary: "adds the text in a picture, by the program tesseract",
    options: [
      .texts("languages", "languages of the text, by tesseract's names", default: ["eng"]),
      .choice(
        "layout", among: TextLayout.allCases.map(\.rawValue),
        "how the text stands: on pages, scattered over the picture, as one block, or on one line",
        default: TextLayout.page.rawValue),
      .integer(
        "minimumConfidence",
        "words that tesseract is less sure of are left out, in percent", default: 30),
      .flag("lowercase", "gives the text in lower case, so that tests need not mind case"),
      .integer(
        "largestSide", "pixels of the longer side; larger pictures are made smaller", default: 3200),
      .duration("timeout", "how long one picture may take", default: "1m"),
      .choice(
        "onError", among: OnError.allCases.map(\.rawValue),
        "what a picture that fails does to the run", default: OnError.skip.rawValue),
    ],
    adds: [.text("text", "the text in the picture, one line of it a line; empty for none")],
    mayAdd: [], program: Tesseract.program, example: "ocr { languages = { \"eng\", \"deu\" } }")

  private enum OnError: String, CaseIterable {
    case skip, stop
  }

  private static let sides = 64...10_000
  private static let mostLanguages = 8

  private let settings: TextRecognitionSettings

  package init(_ arguments: inout StageArguments) {
    let languages: [String] = arguments.texts("languages")
    let layout: String = arguments.choice("layout", among: TextLayout.allCases.map(\.rawValue))
    let confidence: Int = arguments.integer("minimumConfidence")
    let side: Int = arguments.integer("largestSide")
    let timeout: Int64 = arguments.duration("timeout")
    let onError: String = arguments.choice("onError", among: OnError.allCases.map(\.rawValue))
    settings = TextRecognitionSettings(
      languages: languages.reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
      layout: TextLayout(rawValue: layout) ?? .page, minimumConfidence: confidence,
      isLowercase: arguments.flag("lowercase"), side: Int32(clamping: side),
      timeout: .milliseconds(timeout), stopsAtFailure: onError == OnError.stop.rawValue)
    if settings.languages.isEmpty || settings.languages.count > Self.mostLanguages {
      arguments.note(
        "languages names 1 to \(Self.mostLanguages) languages, such as { \"eng\", \"deu\" }",
        token: "languages")
    }
    for language in languages where !TextRecognitionSettings.isLanguage(language) {
      arguments.note(
        "\"\(language)\" is no language of tesseract, such as \"eng\", \"deu\" or \"chi_sim\"",
        token: language)
    }
    if confidence > 100 {
      arguments.note(
        "minimumConfidence is from 0 to 100, not \(confidence)", token: "minimumConfidence")
    }
    if !Self.sides.contains(side) {
      arguments.note(
        "largestSide is from \(Self.sides.lowerBound) to \(Self.sides.upperBound), not \(side)",
        token: "largestSide")
    }
    if timeout < 1 {
      arguments.note("timeout is longer than nothing, such as \"30s\"", token: "timeout")
    }
  }

  package var traits: StageTraits {
    StageTraits(letsTestsPass: true, albums: .members, observation: .fetch)
  }

  package func steps(leadingIsAnswered: Bool) -> [any Step] {
    [TextRecognitionStep(settings: settings)]
  }
}
