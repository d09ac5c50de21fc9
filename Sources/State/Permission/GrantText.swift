/// The text of the file of permissions: a first line, the decisions, and a last line by which one
/// that is not whole or was damaged is told.
///
///     shotflow permissions  2
///     grant  authorized  library:/home/ann/Pictures  9f86…  /home/ann/rules/a.lua  a  -  edits  …
///     grant  authorized  capability:exec  9f86…  /home/ann/rules/a.lua  a  -  -  …  61be…
///     grant  limited  library:/srv/photos  60c3…  /home/ann/rules/b.lua  b  hidden  -  …
///     asset  2015/IMG_2908.PNG
///     end  4  2c26…
///
/// Fields stand between tabs, see ``FieldLine``. Version 1 did not have the last one, the programs: a
/// permission to start some is not one any more.
struct GrantText {
  private static let firstLine = FieldLine(["shotflow permissions", "2"])
  private static let earlierFirstLine = FieldLine(["shotflow permissions", "1"])

  /// - Throws: ``FileProblem`` when the system can't hash.
  static func bytes(of grants: [Grant]) throws(FileProblem) -> [UInt8] {
    var lines = [firstLine]
    for grant in grants {
      lines.append(
        FieldLine([
          "grant", grant.status.rawValue, grant.target.text, grant.digest, grant.rulePath ?? "",
          grant.ruleName, grant.includesHidden ? "hidden" : "-",
          grant.followsEdits ? "edits" : "-", grant.wants.joined(separator: ","),
          grant.decidedAt.description, grant.programs ?? "",
        ]))
      if case .limited(let assets) = grant.decision {
        lines += assets.map { FieldLine([Array("asset".utf8), $0]) }
      }
    }
    let body = lines.flatMap(\.bytes)
    let end = FieldLine(["end", "\(lines.count)", try hash(body)])
    return body + end.bytes
  }

  /// - Throws: ``FileProblem`` for anything that ``bytes(of:)`` would not have written.
  static func grants(in bytes: [UInt8]) throws(FileProblem) -> [Grant] {
    let damaged = FileProblem("is damaged")
    guard bytes.last == UInt8(ascii: "\n") else { throw damaged }
    var lines: [FieldLine] = []
    for text in bytes.dropLast().split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      guard let line = FieldLine(text) else { throw damaged }
      lines.append(line)
    }
    guard let end = lines.popLast(), let first = lines.first else { throw damaged }
    let isEarlier = first == earlierFirstLine
    guard first == firstLine || isEarlier else {
      throw FileProblem(
        first.texts?.first == "shotflow permissions"
          ? "was written by a newer shotflow" : damaged.reason)
    }
    let body = Array(bytes.dropLast(end.bytes.count))
    guard end == FieldLine(["end", "\(lines.count)", try hash(body)]) else { throw damaged }
    return try grants(of: lines.dropFirst(), fieldCount: isEarlier ? 10 : 11, otherwise: damaged)
  }

  private static func grants(
    of lines: some Sequence<FieldLine>, fieldCount: Int, otherwise damaged: FileProblem
  ) throws(FileProblem) -> [Grant] {
    var grants: [Grant] = []
    for line in lines {
      switch line.fields.first.map({ String(decoding: $0, as: UTF8.self) }) {
      case "grant":
        guard let grant = grant(line, fieldCount) else { throw damaged }
        grants.append(grant)
      case "asset":
        guard line.fields.count == 2, let last = grants.indices.last,
          case .limited(let assets) = grants[last].decision
        else { throw damaged }
        grants[last].decision = .limited(assets + [line.fields[1]])
      default: throw damaged
      }
    }
    return grants
  }

  private static func grant(_ line: FieldLine, _ fieldCount: Int) -> Grant? {
    guard let texts = line.texts, texts.count == fieldCount,
      let target = PermissionTarget(texts[2]),
      isDigest(texts[3]), let moment = Instant(texts[9]),
      ["hidden", "-"].contains(texts[6]), ["edits", "-"].contains(texts[7])
    else { return nil }
    let decision: Grant.Decision
    switch texts[1] {
    case "authorized": decision = .authorized
    case "denied": decision = .denied
    case "limited": decision = .limited([])
    default: return nil
    }
    let wants = texts[8].split(separator: ",").map(String.init)
    let programs = texts.count > 10 && !texts[10].isEmpty ? texts[10] : nil
    guard wants.allSatisfy(isDigest), programs.map(isDigest) ?? true else { return nil }
    return Grant(
      target: target, decision: decision, digest: texts[3],
      rulePath: texts[4].isEmpty ? nil : texts[4], ruleName: texts[5],
      includesHidden: texts[6] == "hidden", followsEdits: texts[7] == "edits", wants: wants,
      programs: programs, decidedAt: moment)
  }

  private static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }

  private static func hash(_ bytes: [UInt8]) throws(FileProblem) -> String {
    let state = try HashState(.sha256)
    bytes.withUnsafeBytes(state.update)
    return try state.finish().hexadecimal
  }
}
