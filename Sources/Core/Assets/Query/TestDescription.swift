/// The name, the arguments and the summary of a test that rules can use.
///
/// The checks, the documentation and the definitions for editors all use it.
public struct TestDescription: Hashable, Sendable {
  /// The name of the test in rules.
  public let name: String
  /// The form of a call, such as `within(duration)`.
  public var usage: String { name + arguments }
  /// A description of the values for which the test holds.
  public let summary: String
  /// The arguments of a call, such as `(duration)`; empty for a test without arguments.
  let arguments: String
  /// True if the test is written without arguments, as a constant.
  public var isConstant: Bool { arguments.isEmpty }

  /// Every test, in the order of the documentation.
  public static let all: [TestDescription] = TestWord.all.map(\.description)

  private static let synonyms: [String: String] = Dictionary(
    uniqueKeysWithValues: TestWord.all.flatMap { word in
      word.synonyms.map { ($0, word.description.name) }
    })

  /// Returns the test that a misspelt name probably means; nil if none is similar enough.
  public static func nearest(to word: String) -> String? {
    synonyms[word] ?? NearestName.of(word, among: all.map(\.name))
  }
}
