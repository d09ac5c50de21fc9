/// The effects of a stage outside of the run, and the permission that it needs for them.
public struct ActionBehaviour: Sendable {
  /// The condition under which the stage has such effects.
  public var condition: ActingCondition
  /// The permission that the stage needs; nil for none.
  package var need: CapabilityNeed?
  /// The program that the stage starts; nil for none.
  package var program: ProgramCall?
  /// The folder that the stage puts files into, an absolute path; nil for one that the user names.
  package var writtenFolder: String?
  /// The folder that the stage creates and owns, so that no other stage of the rule can create it,
  /// too; nil for none.
  package var madeFolder: String?

  public init(_ condition: ActingCondition = .never) {
    self.condition = condition
  }

  package init(
    _ condition: ActingCondition = .always, needing need: CapabilityNeed?,
    writing writtenFolder: String? = nil, making madeFolder: String? = nil
  ) {
    self.condition = condition
    self.need = need
    self.writtenFolder = writtenFolder
    self.madeFolder = madeFolder
  }

  /// The behaviour of a stage that starts a program, which needs a permission.
  package init(_ condition: ActingCondition = .never, starting program: ProgramCall?) {
    self.condition = condition
    self.program = program
    need = program.map { CapabilityNeed(.exec, $0.text) }
  }
}

/// The condition under which a stage or a step has effects outside of the run, such as copying a
/// file or sending a message.
public enum ActingCondition: Sendable {
  case never, always
  /// If the user named a folder or a descriptor for the files that it makes.
  case onOutput

  /// Returns true if it has effects.
  ///
  /// - Parameter hasOutput: True if the user named a destination for the files that stages make.
  func holds(hasOutput: Bool) -> Bool { self == .always || self == .onOutput && hasOutput }
}

/// The permission that a stage needs.
package struct CapabilityNeed: Hashable, Sendable {
  package let capability: Capability
  /// The action that needs it, in words that follow the stage's name.
  package let action: String
  /// The places that the action is about, as absolute paths in which links may be: a permission is
  /// for where they lead when the user is asked.
  package let places: [String]

  package init(_ capability: Capability, _ action: String, at places: [String] = []) {
    self.capability = capability
    self.action = action
    self.places = places
  }
}
