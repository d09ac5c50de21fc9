internal import Engine

/// What a compiled function does with its asset, where that is no more than reading members by names
/// that stand in it.
///
/// Such a function can't keep the asset, hand it on or compare it, so that it need not be one.
struct AssetUse {
  /// The names, in the order in which they stand in the function.
  private(set) var names: [String] = []
  /// Whether it may ask a date for its year and the like.
  private let namesPartOfDate: Bool

  /// Nil where the function may do anything else with its asset.
  init?(of function: LuaPrototype) {
    typealias Operation = LuaInstruction.Operation
    let isCaptured = function.children.contains { child in
      child.upvalues.contains { $0.isRegister && $0.index == 0 }
    }
    guard function.parameterCount > 0, !isCaptured else { return nil }
    namesPartOfDate = Self.names(RuleGlobals.partsOfDates, in: function)
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

  /// The most fields of which C takes the values before a call.
  static let mostRecalled = 8

  /// Those of its fields whose values an asset may have at hand.
  ///
  /// On the clock of a date it depends which date was read before, so that where there may be several,
  /// none is.
  func recalled(of fields: FieldTable) -> [Field] {
    let named = names.compactMap { fields.field(named: $0) }
    let readsClock = namesPartOfDate || named.count { fields.type(of: $0) == .date } > 1
    let plain = named.filter { field in
      PlainValue.isPossible(for: field) && !(readsClock && field == .creationDate)
    }
    return Array(plain.prefix(Self.mostRecalled))
  }
}
