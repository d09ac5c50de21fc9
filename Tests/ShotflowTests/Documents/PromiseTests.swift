import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Sentences that promise too much, and lists that are too long to be read.
struct PromiseTests {
  /// `move` and `trash` change a library; a sentence that says that nothing does has to name both.
  @Test(arguments: Document.all)
  func noPageSaysThatLibrariesStayAsTheyAre(_ document: Document) throws {
    guard !document.path.hasPrefix("docs/decisions/"), document.path != "CHANGELOG.md" else {
      return
    }
    for sentence in try sentences(of: document) where claims(sentence) {
      #expect(
        sentence.contains("move") && sentence.contains("trash"),
        "\(document): \(sentence)")
    }
  }

  @Test func suchSentencesAreFound() {
    #expect(claims("shotflow never moves a picture."))
    #expect(claims("Libraries are never written to."))
    #expect(claims("No photo is ever deleted."))
    #expect(!claims("It never asks twice."))
  }

  @Test func theListOfPagesHasFourShortGroups() throws {
    let text = try Checkout.text(of: "docs/README.md")
    let groups = text.components(separatedBy: "\n## ").dropFirst()
    #expect(groups.count == 4)
    for group in groups {
      let entries = group.split(separator: "\n").filter { $0.hasPrefix("- ") }
      #expect((1...12).contains(entries.count), "\(group.prefix { $0 != "\n" })")
    }
  }

  private func sentences(of document: Document) throws -> [String] {
    try Checkout.text(of: document.path)
      .replacing("\n\n", with: ". ").replacing("\n", with: " ")
      .split(separator: /[.:;]\s/).map(String.init)
  }

  private func claims(_ sentence: String) -> Bool {
    let said = sentence.lowercased()
    let subject = /\b(shotflow|librar(y|ies)|pictures?|photos?)\b/
    let promise =
      /\bnever (itself )?(moves?|writes?|changes?|delet|touch|written|moved|changed)|\bno (photo|picture|library) is (ever )?(moved|changed|deleted|written)/
    return said.contains(subject) && said.contains(promise)
  }
}
