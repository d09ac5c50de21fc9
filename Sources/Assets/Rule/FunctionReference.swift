/// A function of a rule, known by its place in the rule.
///
/// Each lane loads the rule again, so a function has no address that lanes could share; its number
/// in the order of the rule's stages is the same in all of them.
public struct FunctionReference: Sendable, Hashable {
  public let index: Int
  /// The line where the function begins, from 1.
  public let line: Int

  public init(index: Int, line: Int) {
    self.index = index
    self.line = line
  }
}
