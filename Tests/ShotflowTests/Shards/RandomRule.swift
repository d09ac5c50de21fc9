import ProgramSupport
import Samples

/// A rule as text: a source, some filters, perhaps labels and duplicates.
struct RandomRule {
  private var generator: SeededGenerator
  let text: String

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    var stages = [Self.pick(&generator, Self.sources)]
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      stages.append(Self.pick(&generator, Self.stages))
    }
    switch Int.random(in: 0...3, using: &generator) {
    case 0: stages.append(Self.pick(&generator, Self.counts))
    case 1: break
    default: stages.append(Self.order(&generator))
    }
    text = "return pipeline { \(stages.joined(separator: ", ")) }"
  }

  private static let sources = [
    "source {}", "source {}", "source { includeHidden = true }", "source { album = \"trip\" }",
    "source { includeAllBurstAssets = true }",
  ]

  private static let stages = [
    "filter { mediaType = \"image\" }", "filter { pixelWidth = at_least(30) }",
    "filter { filename = like(\"*1*\") }", "filter { creationDate = present }",
    "filter { mediaSubtypes = has(\"photoScreenshot\") }",
    "filter(function(asset) return (asset.pixelWidth or 1) % 3 ~= 1 end)",
    "filter(function(asset) return asset.filename:byte(1) % 2 == 0 end)",
    "classify { wide = { pixelWidth = at_least(40) }, "
      + "odd = function(asset) return (asset.fileSize or 0) % 2 == 1 end }",
    "filter { cameraModel = none(\"Maker 1\") }", "dedupe {}", "dedupe { keep = \"oldest\" }",
    "filter { limit = 9 }",
  ]

  private static let counts = [
    "count {}", "count { by = \"cameraModel\" }", "count { by = \"{localDate:%Y-%m-%d}\" }",
    "count { by = { \"mediaType\", \"pixelWidth\" }, sums = false }",
    "count { by = \"{mediaType}/{filename}\" }", "count { by = \"mediaSubtypes\" }",
  ]

  private static func order(_ generator: inout SeededGenerator) -> String {
    let fields = ["filename", "pixelWidth", "creationDate", "fileSize", "mediaType", "cameraModel"]
    let keys = (0..<Int.random(in: 1...2, using: &generator)).map { _ in
      "\"\(Bool.random(using: &generator) ? "-" : "")\(pick(&generator, fields))\""
    }
    let limit = Bool.random(using: &generator) ? ", limit = 7" : ""
    let offset = Bool.random(using: &generator) ? ", offset = 3" : ""
    return "filter { sortedBy = { \(keys.joined(separator: ", ")) }\(limit)\(offset) }"
  }

  private static func pick(_ generator: inout SeededGenerator, _ words: [String]) -> String {
    words.randomElement(using: &generator) ?? ""
  }
}
