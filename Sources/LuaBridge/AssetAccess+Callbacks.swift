internal import CLuaShim
internal import Engine

// C calls these on any worker thread, so they are free functions without an actor.

func luaReadsField(
  _ context: UnsafeMutableRawPointer?, _ index: Int32, _ field: Int32,
  _ value: UnsafeMutablePointer<shotlua_value>?
) {
  guard let context, let value, let field = Field(number: UInt8(truncatingIfNeeded: field))
  else { return }
  context.assumingMemoryBound(to: AssetAccess.self).pointee
    .read(field, ofAssetAt: Int(index), into: &value.pointee)
}

func luaRecallsFields(
  _ context: UnsafeMutableRawPointer?, _ index: Int32, _ wanted: UInt32,
  _ values: UnsafeMutablePointer<shotlua_plain>?
) {
  guard let context, let values else { return }
  context.assumingMemoryBound(to: AssetAccess.self).pointee
    .recall(ofAssetAt: Int(index), wanted: wanted, into: values)
}

func luaAsksConformance(
  _ context: UnsafeMutableRawPointer?, _ index: Int32, _ type: UnsafePointer<CChar>?
) -> Bool {
  guard let context, let type else { return false }
  let access = context.assumingMemoryBound(to: AssetAccess.self)
  return access.pointee.assets[Int(index)].hasItemConforming(to: String(cString: type))
}

func luaAsksClock(_ context: UnsafeMutableRawPointer?, _ index: Int32) -> Int32 {
  guard let context else { return 0 }
  return context.assumingMemoryBound(to: AssetAccess.self).pointee.clock(ofAssetAt: Int(index))
}

func luaCallFailed(
  _ context: UnsafeMutableRawPointer?, _ index: Int32, _ error: UnsafePointer<shotlua_error>?
) {
  guard let context else { return }
  context.assumingMemoryBound(to: AssetAccess.self).pointee
    .fail(assetAt: Int(index), for: error?.pointee)
}

func luaCallReturned(
  _ context: UnsafeMutableRawPointer?, _ place: Int, _ value: UnsafePointer<shotlua_value>?
) {
  guard let context, let value else { return }
  context.assumingMemoryBound(to: AssetAccess.self).pointee.keep(value.pointee, at: place)
}
