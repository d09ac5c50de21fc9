/// The changes that a stage makes outside of the run, and the permission that it needs.
public struct ActionBehaviour: Sendable {
  /// The condition under which the stage changes something outside of the run.
  public var condition: ActingCondition
  /// The permission that the stage needs; nil for none.
  package var need: CapabilityNeed?
  /// The program that the stage starts; nil for none.
  package var program: ProgramCall?
  /// The folder that the stage puts files into, an absolute path; nil for one that the user names.
  package var writtenFolder: String?
  /// The folder that the stage creates and no other stage of the rule may create; nil for none.
  package var madeFolder: String?
  /// True if the stage takes files away from where they are.
  package var movesFiles = false
  /// True if the stage may get an asset again without harm, as it reuses a copy that exists.
  package var isRepeatable = false

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

  /// Creates the behaviour of a stage that starts a program, for which it needs a permission.
  package init(_ condition: ActingCondition = .never, starting program: ProgramCall?) {
    self.condition = condition
    self.program = program
    need = program.map { CapabilityNeed(.exec, $0.text) }
  }
}

/// The condition under which a stage or step has outside effects, such as copying a file.
public enum ActingCondition: Sendable {
  case never, always
  /// The condition that the user named a folder or a descriptor for the files that stages make.
  case onOutput

  /// Returns true if the stage has effects.
  ///
  /// - Parameter hasOutput: True if the user named a destination for the files that stages make.
  func holds(hasOutput: Bool) -> Bool { self == .always || self == .onOutput && hasOutput }
}

/// The permission that a stage needs.
package struct CapabilityNeed: Hashable, Sendable {
  package let capability: Capability
  /// The action that needs the permission, worded to follow the stage's name.
  package let action: String
  /// The absolute paths that the action affects. If they have symbolic links, the permission is for
  /// the targets of these when the user is asked.
  package let places: [String]

  package init(_ capability: Capability, _ action: String, at places: [String] = []) {
    self.capability = capability
    self.action = action
    self.places = places
  }
}
