/// The text of the file of permissions: a first line, the decisions, and a last line that reveals a
/// truncated or damaged file.
///
///     shotflow permissions  3
///     grant  authorized  library:/home/ann/Pictures  9f86…  /home/ann/rules/a.lua  a  -  edits  …
///     grant  authorized  capability:exec  9f86…  /home/ann/rules/a.lua  a  -  -  …  61be…
///     grant  limited  library:/srv/photos  60c3…  /home/ann/rules/b.lua  b  hidden  -  …
///     asset  2015/IMG_2908.PNG
///     end  4  2c26…
///
/// Fields are separated by tabs, see ``TabSeparatedLine``. The last one is the use of a capability.
/// Version 1 lacks it, and version 2 has it for programs and hosts alone, without the places of
/// secrets: their permissions of other capabilities are invalid.
struct GrantFileFormat {
  private static let firstLine = TabSeparatedLine(["shotflow permissions", "3"])
  private static let earlierFirstLines = ["1", "2"].map {
    TabSeparatedLine(["shotflow permissions", $0])
  }

  /// Returns the file's text for these grants; throws ``FileProblem`` if the system can't hash.
  static func bytes(of grants: [Grant]) throws(FileProblem) -> [UInt8] {
    var lines = [firstLine]
    for grant in grants {
      lines.append(
        TabSeparatedLine([
          "grant", grant.status.rawValue, grant.target.text, grant.digest, grant.rulePath ?? "",
          grant.ruleName, grant.includesHidden ? "hidden" : "-",
          grant.followsEdits ? "edits" : "-", grant.wants.joined(separator: ","),
          grant.decidedAt.description, grant.uses ?? "",
        ]))
      if case .limited(let assets) = grant.decision {
        lines += assets.map { TabSeparatedLine([Array("asset".utf8), $0]) }
      }
    }
    let body = lines.flatMap(\.bytes)
    let end = TabSeparatedLine(["end", "\(lines.count)", try hash(body)])
    return body + end.bytes
  }

  /// Parses the file's text; throws ``FileProblem`` for what ``bytes(of:)`` would not write.
  static func grants(in bytes: [UInt8]) throws(FileProblem) -> [Grant] {
    let damaged = FileProblem("is damaged")
    guard bytes.last == UInt8(ascii: "\n") else { throw damaged }
    var lines: [TabSeparatedLine] = []
    for text in bytes.dropLast().split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      guard let line = TabSeparatedLine(text) else { throw damaged }
      lines.append(line)
    }
    guard let end = lines.popLast(), let first = lines.first else { throw damaged }
    let earlier = earlierFirstLines.firstIndex(of: first)
    guard first == firstLine || earlier != nil else {
      throw FileProblem(
        first.texts?.first == "shotflow permissions"
          ? "was written by a newer shotflow" : damaged.reason)
    }
    let body = Array(bytes.dropLast(end.bytes.count))
    guard end == TabSeparatedLine(["end", "\(lines.count)", try hash(body)]) else { throw damaged }
    let grants = try grants(
      of: lines.dropFirst(), fieldCount: earlier == 0 ? 10 : 11, otherwise: damaged)
    return earlier == nil ? grants : grants.map(\.readFromEarlierVersion)
  }

  private static func grants(
    of lines: some Sequence<TabSeparatedLine>, fieldCount: Int, otherwise damaged: FileProblem
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

  private static func grant(_ line: TabSeparatedLine, _ fieldCount: Int) -> Grant? {
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
    let uses = texts.count > 10 && !texts[10].isEmpty ? texts[10] : nil
    guard wants.allSatisfy(isDigest), uses.map(isDigest) ?? true else { return nil }
    return Grant(
      target: target, decision: decision, digest: texts[3],
      rulePath: texts[4].isEmpty ? nil : texts[4], ruleName: texts[5],
      includesHidden: texts[6] == "hidden", followsEdits: texts[7] == "edits", wants: wants,
      uses: uses, decidedAt: moment)
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

extension Grant {
  /// The grant as read from an earlier version's file, where only ``uses`` of programs are valid.
  fileprivate var readFromEarlierVersion: Grant {
    if target == .capability(.exec) { return self }
    return Grant(
      target: target, decision: decision, digest: digest, rulePath: rulePath, ruleName: ruleName,
      includesHidden: includesHidden, followsEdits: followsEdits, wants: wants, uses: nil,
      decidedAt: decidedAt)
  }
}
