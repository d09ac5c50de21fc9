/// A stage as rules may call it: its description, and what makes it of a call's options.
///
/// Built-in stages are types, and their definition follows from the type. A plugin's definition is made
/// of what its file says.
public struct StageDefinition: Sendable {
  public let description: StageDescription
  /// The type of a built-in stage; nil for a plugin's.
  package let type: (any Stage.Type)?
  /// The function of an asset that does its work, where the rule's language has it.
  package let function: FunctionReference?
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
