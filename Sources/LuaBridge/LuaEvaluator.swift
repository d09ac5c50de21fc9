internal import CLuaShim
internal import Engine

/// Runs a rule's functions on the assets of one lane, in a Lua state of its own.
final class LuaEvaluator: FunctionEvaluator {
  private let state: LuaState
  /// The stage that each function belongs to.
  private let stageNames: [String]
  private var access = AssetAccess()

  init(_ state: LuaState) {
    self.state = state
    stageNames = state.stages.functions.map(\.stage)
  }

  func verdicts(of function: FunctionReference, on batch: Batch) throws -> [Bool] {
    let selection = batch.selection
    precondition(
      stageNames.indices.contains(function.index), "a function belongs to the evaluator's rule")
    access.stage = stageNames[function.index]
    return try [Bool](unsafeUninitializedCapacity: selection.count) { verdicts, count in
      guard let answers = verdicts.baseAddress, !selection.isEmpty else { return }
      try batch.assets.withUnsafeBufferPointer { assets in
        try selection.withUnsafeBufferPointer { indices in
          try withUnsafeMutablePointer(to: &access) { access in
            access.pointee.assets = assets
            defer { access.pointee.assets = UnsafeBufferPointer(start: nil, count: 0) }
            var reader = shotlua_reader(
              context: access, read: luaReadsField, conforms: luaAsksConformance,
              failed: luaCallFailed)
            try state.evaluate(function, reader: &reader, indices: indices, verdicts: answers)
          }
        }
      }
      count = selection.count
    }
  }
}
