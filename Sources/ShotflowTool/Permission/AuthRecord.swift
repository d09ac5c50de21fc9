internal import JSON
internal import Pipeline

/// A permission, or a decision, as one line of JSON.
struct AuthRecord {
  let line: String

  init(
    kind: StaticString, status: AuthorizationStatus, rule: String, digest: String,
    target: PermissionTarget, moment: Instant? = nil, count: Int? = nil, note: String = ""
  ) {
    var writer = RecordWriter(capacity: 512)
    writer.begin(kind: kind)
    writer.write("status", status.rawValue)
    writer.write("rule", rule)
    writer.write("digest", digest)
    switch target {
    case .library(let path): writer.write("library", path)
    case .capability(let capability): writer.write("capability", capability.rawValue)
    }
    if let count { writer.write("count", Int64(count)) }
    if !note.isEmpty { writer.write("note", note) }
    if let moment { writer.write("decidedAt", moment) }
    writer.end()
    line = String(decoding: writer.buffer.bytes, as: UTF8.self)
  }
}
