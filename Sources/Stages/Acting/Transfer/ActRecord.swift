internal import Platform

/// The actions of stages on an asset, in the order of the rule: the record's member `acts`.
struct ActRecord: Finding {
  /// One stage's action.
  struct Action {
    let stage: String
    /// The file's new path, or that of the shown file; nil if the action is on no file.
    let path: [UInt8]?
    /// The size of the file in bytes, where it is another one than the original's.
    var byteCount: Int64?
    /// The files of the asset, if there are several.
    var resources: [(type: String, path: [UInt8])] = []
    /// The name of the part in the clipboard; nil for an action on files.
    var what: String?
  }

  var acts: [Action]

  /// The place of the member in a record: after the loaded values, before the offer.
  static var recordPlace: Int { 0 }
  var recordKeys: [StaticString] { ["acts"] }

  func write(into writer: inout RecordWriter) {
    writer.write(key: "acts")
    writer.buffer.append(UInt8(ascii: "["))
    for act in acts {
      writer.buffer.separate(after: "[")
      writer.buffer.append(UInt8(ascii: "{"))
      writer.write("stage", act.stage)
      if let what = act.what { writer.write("what", what) }
      if let path = act.path { Self.write(path, into: &writer) }
      if let size = act.byteCount { writer.write("byteCount", size) }
      if act.resources.count > 1 { Self.write(act.resources, into: &writer) }
      writer.endObject()
    }
    writer.buffer.append(UInt8(ascii: "]"))
  }

  private static func write(
    _ resources: [(type: String, path: [UInt8])], into writer: inout RecordWriter
  ) {
    writer.write(key: "resources")
    writer.buffer.append(UInt8(ascii: "["))
    for resource in resources {
      writer.buffer.separate(after: "[")
      writer.buffer.append(UInt8(ascii: "{"))
      writer.write("type", resource.type)
      write(resource.path, into: &writer)
      writer.endObject()
    }
    writer.buffer.append(UInt8(ascii: "]"))
  }

  private static func write(_ path: [UInt8], into writer: inout RecordWriter) {
    path.withUnsafeBytes { writer.write("path", $0, bytesKey: "pathBytes") }
  }
}

extension Asset {
  /// The paths to which a stage put the asset's main file, that of a second copy behind the first.
  package func places(by stage: String) -> [[UInt8]] {
    findings?[ActRecord.self]?.acts.filter { $0.stage == stage }.compactMap(\.path) ?? []
  }

  func note(_ act: ActRecord.Action) {
    let findings = findingsForWriting()
    findings[ActRecord.self] = ActRecord(acts: (findings[ActRecord.self]?.acts ?? []) + [act])
  }
}
