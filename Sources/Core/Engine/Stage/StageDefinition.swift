/// A stage that rules may call: its description, and a function that creates it from a call's
/// options.
///
/// The definition of a built-in stage is derived from its type. That of a plugin is made from its
/// file.
public struct StageDefinition: Sendable {
  /// The description of the stage.
  public let description: StageDescription
  /// The type of a built-in stage; nil for a plugin's.
  package let type: (any Stage.Type)?
  /// The function in the rule's language that implements the stage; nil for other stages.
  package let function: FunctionReference?
  /// Creates the stage from the arguments of a call, to which it adds problems.
  package let make: @Sendable (inout StageArguments) -> any StageWork

  public init(_ type: any Stage.Type) {
    description = type.description
    function = nil
    self.type = type
    make = { type.init(&$0) }
  }

  package init(
    _ description: StageDescription, function: FunctionReference? = nil,
    make: @escaping @Sendable (inout StageArguments) -> any StageWork
  ) {
    self.description = description
    self.function = function
    type = nil
    self.make = make
  }
}
