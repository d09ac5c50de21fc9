internal import Pipeline

/// A source that gives what a test says, in place of a library.
struct GivenSource: SourceStage {
  static let description = StageDescription(
    name: "source", role: .source, summary: "what a test gives", options: [], example: "source {}")

  /// The tests that make an asset one of the source that it replaces.
  private let membership: Predicate

  init(_ arguments: inout StageArguments) {
    membership = .always
  }

  /// - Parameter source: the one that it replaces.
  init(inPlaceOf source: any SourceStage, _ query: Query) {
    membership = source.fetch(query)?.membership ?? .always
  }

  func open(_ query: Query, in context: RunContext) throws -> Answer {
    Answer(
      reader: try InputReader.open(context),
      residual: .conjunction([membership, query.predicate]))
  }

  func libraryPaths(in context: RunContext) -> [String] { [] }
}
