internal import JSON

/// The members of one line, by their names.
struct LedgerLineMembers {
  private let chunk: RecordChunk
  private let extent: RecordScanner.Extent

  /// Names and places of this length fit everywhere; a longer one was not written by an export.
  private static let longestText = 65_536

  init(_ extent: RecordScanner.Extent, in chunk: RecordChunk) {
    self.extent = extent
    self.chunk = chunk
  }

  /// - Throws: when there is no such member, or it is no text.
  func text(_ name: StaticString) throws(LedgerLineFault) -> String {
    guard let text = try optionalText(name) else {
      throw LedgerLineFault(reason: "there is no \"\(name)\"")
    }
    return text
  }

  /// - Throws: when there is no such member, or it is no date.
  func date(_ name: StaticString) throws(LedgerLineFault) -> Int64 {
    guard let date = try optionalDate(name) else {
      throw LedgerLineFault(reason: "there is no \"\(name)\"")
    }
    return date
  }

  func optionalDate(_ name: StaticString) throws(LedgerLineFault) -> Int64? {
    guard let text = try optionalText(name) else { return nil }
    guard let instant = Instant(text) else {
      throw LedgerLineFault(reason: "\"\(name)\" is no date: \"\(text)\"")
    }
    return instant.milliseconds
  }

  private func optionalText(_ name: StaticString) throws(LedgerLineFault) -> String? {
    for place in 0..<Int(extent.memberCount) {
      let member = chunk.tape[Int(extent.firstMember) + place]
      guard TextSpan(chunk.span(member.keyStart, member.keyCount)).hasSameBytes(as: name) else {
        continue
      }
      guard member.count <= Self.longestText else {
        throw LedgerLineFault(reason: "\"\(name)\" is too long")
      }
      let element = JSONElement(member.kind, chunk.span(member.start, member.count))
      guard let text = element.string else {
        throw LedgerLineFault(reason: "\"\(name)\" is no text")
      }
      return text
    }
    return nil
  }
}

extension LedgerEntry {
  /// - Throws: what a line lacks, or says that can't be.
  init(_ members: LedgerLineMembers) throws(LedgerLineFault) {
    let kind = try members.text("kind")
    guard kind == "offer" else {
      throw LedgerLineFault(reason: "the kind is \"\(kind)\", not \"offer\"")
    }
    let digestText = try members.text("digest")
    guard let digest = ContentDigest(digestText) else {
      throw LedgerLineFault(reason: "\"digest\" is no digest: \"\(digestText)\"")
    }
    let memory = try members.text("memory")
    do throws(LedgerError) { try Ledger.check(memory: memory) } catch {
      throw LedgerLineFault(reason: "\(error)")
    }
    let stateText = try members.text("state")
    guard let state = OfferState(stateText) else {
      throw LedgerLineFault(reason: "\"state\" is no state: \"\(stateText)\"")
    }
    let settledAt = try members.optionalDate("settledAt")
    if case .settled = state {
      if settledAt == nil { throw LedgerLineFault(reason: "there is no \"settledAt\"") }
    } else if settledAt != nil {
      throw LedgerLineFault(reason: "\"settledAt\" is there, but the state is \"\(stateText)\"")
    }
    self.init(
      digest: digest, memory: memory, rule: try members.text("rule"),
      identifier: try members.text("localIdentifier"), library: try members.text("library"),
      filename: try members.text("filename"), state: state,
      claimedAt: try members.date("claimedAt"),
      offeredAt: try members.optionalDate("offeredAt"), settledAt: settledAt)
  }
}
