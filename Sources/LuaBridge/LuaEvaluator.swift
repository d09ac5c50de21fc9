internal import CLuaShim
internal import Engine

/// Runs a rule's functions on the assets of one lane, in a Lua state of its own.
final class LuaEvaluator: FunctionEvaluator {
  private let state: LuaState
  private let functions: [RuleFunction]
  private var access = AssetAccess()

  init(_ state: LuaState) {
    self.state = state
    functions = state.stages.functions
  }

  func verdicts(of function: FunctionReference, on batch: Batch) throws -> [Bool] {
    try [Bool](unsafeUninitializedCapacity: batch.count) { verdicts, count in
      guard let answers = verdicts.baseAddress else { return }
      try evaluate(function, on: batch, verdicts: answers)
      count = batch.count
    }
  }

  func values(of function: FunctionReference, on batch: Batch) throws -> [FieldValue] {
    access.returned = Array(repeating: .absent, count: batch.count)
    defer { access.returned = [] }
    try evaluate(function, on: batch, verdicts: nil)
    return access.returned
  }

  private func evaluate(
    _ function: FunctionReference, on batch: Batch, verdicts: UnsafeMutablePointer<Bool>?
  ) throws {
    precondition(
      functions.indices.contains(function.index), "a function belongs to the evaluator's rule")
    (access.stage, access.name) = (functions[function.index].stage, functions[function.index].name)
    if batch.selection.isEmpty { return }
    try batch.assets.withUnsafeBufferPointer { assets in
      try batch.selection.withUnsafeBufferPointer { indices in
        try withUnsafeMutablePointer(to: &access) { access in
          access.pointee.assets = assets
          defer { access.pointee.assets = UnsafeBufferPointer(start: nil, count: 0) }
          var reader = shotlua_reader(
            context: access, read: luaReadsField, conforms: luaAsksConformance,
            failed: luaCallFailed, returned: verdicts == nil ? luaCallReturned : nil)
          try state.evaluate(function, reader: &reader, indices: indices, verdicts: verdicts)
        }
      }
    }
  }
}
