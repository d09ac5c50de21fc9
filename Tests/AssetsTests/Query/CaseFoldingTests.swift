import AssetSupport
import Assets
import Foundation
import PipelineSupport
import Testing

@Suite struct CaseFoldingTests {
  private static let scalars = (0...0x1FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)

  @Test(arguments: [
    ("IMG_0001.JPG", "img_0001.jpg"), ("Käse", "kÄSE"), ("Σίσυφος", "ΣΊΣΥΦΟΣ"), ("ДАЧА", "дача"),
    ("\u{212A}ids", "KIDS"), ("ſun", "SUN"), ("E\u{301}te\u{301}", "\u{E9}T\u{C9}"),
    ("\u{1F88}", "\u{1F80}"), ("ẞ", "ß"), ("ǅ", "ǆ"), ("İ", "i\u{307}"),
  ])
  func capitalsAndSmallLettersAreTheSame(_ first: String, _ second: String) {
    #expect(CaseFolding.fold(first) == CaseFolding.fold(second))
  }

  /// Full folding would equate some of these.
  @Test(arguments: [
    ("ß", "ss"), ("ı", "i"), ("İ", "i"), ("é", "e"), ("ﬁ", "fi"), ("a", "а"), ("", " "),
  ])
  func othersAreNot(_ first: String, _ second: String) {
    #expect(CaseFolding.fold(first) != CaseFolding.fold(second))
  }

  @Test func foldingTwiceChangesNothing() {
    for scalar in Self.scalars {
      let once = CaseFolding.fold(String(scalar))
      #expect(CaseFolding.fold(once).unicodeScalars.elementsEqual(once.unicodeScalars))
    }
  }

  /// Otherwise a name would be found or not by the system that wrote it.
  @Test func composedAndDecomposedTextsFoldToTheSame() {
    for scalar in Self.scalars {
      let text = String(scalar)
      let parts = text.decomposedStringWithCanonicalMapping
      if parts.unicodeScalars.elementsEqual(text.unicodeScalars) { continue }
      #expect(
        CaseFolding.fold(parts) == CaseFolding.fold(text), "U+\(String(scalar.value, radix: 16))")
    }
  }

  /// A pattern's question mark is one character, however it is written.
  @Test func aTextKeepsItsLength() {
    for scalar in Self.scalars where scalar.properties.changesWhenLowercased {
      #expect(CaseFolding.fold("a\(scalar)b").count == "a\(scalar)b".count)
    }
  }

  private static let texts = ["IMG_1.JPG", "img_1.jpg", "Été", "E\u{301}TE\u{301}", "\u{212A}", ""]

  /// Texts are bytes or strings, alone or in lists; all are compared alike.
  @Test(
    arguments: texts,
    [
      "img_1.jpg", "IMG_1.JPG", "été", "k", "img", "", "1.j", "\u{E9}", "zz",
    ])
  func everyKindOfValueIsComparedAlike(_ text: String, _ wanted: String) {
    let folded = CaseFolding.fold(text)
    let isEqual = folded == CaseFolding.fold(wanted)
    let isIn = wanted.isEmpty || folded.contains(CaseFolding.fold(wanted))
    let assets = [
      ValueAsset(texts: [.title: Array(text.utf8)]), ValueAsset([.title: .string(text)]),
    ]
    let constant = TextConstant(wanted, ignoringCase: true)
    let pattern = LikePattern(wanted, ignoringCase: true)
    for asset in assets {
      #expect(AssetPredicate.equals(.title, .text(constant)).matches(asset) == isEqual)
      #expect(AssetPredicate.has(.title, constant).matches(asset) == isIn)
      #expect(AssetPredicate.like(.title, pattern).matches(asset) == isEqual)
      let program = PredicateProgram(.equals(.title, .text(constant)))
      #expect(program.matches(asset) == isEqual)
    }
    let list = ValueAsset([.keywords: .texts(["other", text])])
    for test in [
      AssetPredicate.equals(.keywords, .text(constant)), .has(.keywords, constant),
      .like(.keywords, pattern),
    ] {
      #expect(test.matches(list) == isEqual)
    }
  }

  @Test func rulesSayIt() {
    let asset = ValueAsset(
      named: "IMG_1.JPG", [.keywords: .texts(["Rome"]), .title: .string("Été")])
    let held: [ArgumentValue] = [
      ["filename": .calling("like", .calling("ignoringCase", "img_*"))],
      ["filename": .calling("has", .calling("ignoringCase", "mg_1"))],
      ["filename": .calling("ignoringCase", "img_1.jpg")],
      ["title": .calling("ignoringCase", "ÉTÉ")],
      ["keywords": .list(["Paris", .calling("ignoringCase", "rome")])],
      ["keywords": .calling("has", .calling("ignoringCase", "ROME"))],
      ["keywords": .calling("none", .calling("ignoringCase", "paris"))],
    ]
    for table in held {
      let filter = CompiledFilter(table)
      #expect(filter.messages == [])
      #expect(filter.predicate.matches(asset), "\(filter.predicate)")
    }
    let exact = CompiledFilter(["filename": .calling("like", "img_*")])
    #expect(!exact.predicate.matches(asset))
    let shown = CompiledFilter(held[0]).predicate.description
    #expect(shown == "filename like \"img_*\" ignoring case")
  }

  @Test(
    arguments: [
      (
        ["path": .calling("ignoringCase", "/a")],
        "ignoringCase tests names and texts that people typed; path is neither"
      ),
      (
        ["mediaType": .calling("like", .calling("ignoringCase", "im*"))],
        "ignoringCase tests names and texts that people typed; mediaType is neither"
      ),
      (["title": .calling("ignoringCase", 3)], "ignoringCase takes a text, not 3"),
      (
        ["title": .calling("ignoringCase", .calling("like", "a*"))],
        "ignoringCase takes a text, not like(…); write like(ignoringCase(\"…\"))"
      ),
      (["title": .calling("ignoringCase")], "ignoringCase takes one value, not 0"),
      (
        ["pixelWidth": .calling("ignoringCase", "a")],
        "ignoringCase can't test pixelWidth, which is a whole number"
      ),
    ] as [(ArgumentValue, String)])
  func othersAreRefused(_ table: ArgumentValue, _ message: String) {
    #expect(CompiledFilter(table).messages == [message])
  }

  /// Identifiers, paths, hashes and listed words are the machine's.
  @Test func whatPeopleWroteMayIgnoreCase() {
    let names = Field.allCases.filter(\.mayIgnoreCase).map(\.name)
    for name in [
      "filename", "folderPath", "title", "description", "keywords", "persons", "cameraMake",
      "cameraModel", "lensModel", "software", "userComment", "profileName", "labels",
      "creator", "copyright", "placeName", "albumPaths",
    ] { #expect(names.contains(name), "\(name)") }
    for field in Field.allCases where field.knownTexts != nil { #expect(!field.mayIgnoreCase) }
    for name in ["localIdentifier", "path", "library", "rawPath", "sha1", "sha256", "mediaType"] {
      #expect(!names.contains(name), "\(name)")
    }
  }
}
