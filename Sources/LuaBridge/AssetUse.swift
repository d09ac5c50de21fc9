internal import Engine

/// The members of its asset that a compiled function reads, if it uses them only by constant names.
/// Such a function can't store, pass on or compare the asset, so Lua needs no object for it.
struct AssetUse {
  /// The members' names, in the order of their first use in the function.
  private(set) var names: [String] = []
  /// True if the function may read parts of a date, such as its year.
  private let namesPartOfDate: Bool

  /// Analyses a function; nil if it may use its asset but for members with constant names.
  init?(of function: LuaPrototype) {
    typealias Operation = LuaInstruction.Operation
    let isCaptured = function.children.contains { child in
      child.upvalues.contains { $0.isRegister && $0.index == 0 }
    }
    guard function.parameterCount > 0, !isCaptured else { return nil }
    namesPartOfDate = Self.names(SandboxGlobals.partsOfDates, in: function)
    for instruction in function.code {
      if instruction.operation == Operation.prepareVariadic { return nil }
      guard instruction.usesFirstRegister else { continue }
      guard instruction.operation == Operation.getField, instruction.a != 0,
        function.constants.indices.contains(instruction.c),
        case .text(let name) = function.constants[instruction.c]
      else { return nil }
      if !names.contains(name) { names.append(name) }
    }
  }

  private static func names(_ names: [String], in function: LuaPrototype) -> Bool {
    function.constants.contains { constant in
      if case .text(let text) = constant { names.contains(text) } else { false }
    } || function.children.contains { Self.names(names, in: $0) }
  }

  /// The greatest number of fields whose values C gets before a call.
  static let mostRecalled = 8

  /// Returns the fields whose values an asset may have cached. Omits `creationDate` if several
  /// dates may be read, as a date's clock depends on the date read before.
  func recalled(of fields: FieldTable) -> [Field] {
    let named = names.compactMap { fields.field(named: $0) }
    let readsClock = namesPartOfDate || named.count { fields.type(of: $0) == .date } > 1
    let plain = named.filter { field in
      PlainValue.isPossible(for: field) && !(readsClock && field == .creationDate)
    }
    return Array(plain.prefix(Self.mostRecalled))
  }
}
