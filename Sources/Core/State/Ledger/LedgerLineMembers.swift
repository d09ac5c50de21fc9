internal import Platform

struct LedgerLineMembers {
  private let chunk: RecordChunk
  private let extent: RecordScanner.Extent

  /// The greatest length of a text, in bytes; every name and path is shorter.
  private static let longestText = 65_536

  init(_ extent: RecordScanner.Extent, in chunk: RecordChunk) {
    self.extent = extent
    self.chunk = chunk
  }

  func text(_ name: StaticString) throws(LedgerLineError) -> String {
    guard let text = try optionalText(name) else {
      throw LedgerLineError(reason: "there is no \"\(name)\"")
    }
    return text
  }

  func date(_ name: StaticString) throws(LedgerLineError) -> Int64 {
    guard let date = try optionalDate(name) else {
      throw LedgerLineError(reason: "there is no \"\(name)\"")
    }
    return date
  }

  func optionalDate(_ name: StaticString) throws(LedgerLineError) -> Int64? {
    guard let text = try optionalText(name) else { return nil }
    guard let instant = Instant(text) else {
      throw LedgerLineError(reason: "\"\(name)\" is no date: \"\(text)\"")
    }
    return instant.milliseconds
  }

  private func optionalText(_ name: StaticString) throws(LedgerLineError) -> String? {
    for place in 0..<Int(extent.memberCount) {
      let member = chunk.tape[Int(extent.firstMember) + place]
      guard TextSpan(chunk.span(member.keyStart, member.keyCount)).hasSameBytes(as: name) else {
        continue
      }
      guard member.count <= Self.longestText else {
        throw LedgerLineError(reason: "\"\(name)\" is too long")
      }
      let element = JSONElement(member.kind, chunk.span(member.start, member.count))
      guard let text = element.string else {
        throw LedgerLineError(reason: "\"\(name)\" is no text")
      }
      return text
    }
    return nil
  }
}

extension LedgerEntry {
  init(_ members: LedgerLineMembers) throws(LedgerLineError) {
    let kind = try members.text("kind")
    guard kind == "offer" else {
      throw LedgerLineError(reason: "the kind is \"\(kind)\", not \"offer\"")
    }
    let digestText = try members.text("digest")
    guard let digest = ContentDigest(digestText) else {
      throw LedgerLineError(reason: "\"digest\" is no digest: \"\(digestText)\"")
    }
    let memory = try members.text("memory")
    do throws(LedgerError) { try Ledger.check(memory: memory) } catch {
      throw LedgerLineError(reason: "\(error)")
    }
    let stateText = try members.text("state")
    guard let state = OfferState(stateText) else {
      throw LedgerLineError(reason: "\"state\" is no state: \"\(stateText)\"")
    }
    let settledAt = try members.optionalDate("settledAt")
    if case .settled = state {
      if settledAt == nil { throw LedgerLineError(reason: "there is no \"settledAt\"") }
    } else if settledAt != nil {
      throw LedgerLineError(reason: "\"settledAt\" is there, but the state is \"\(stateText)\"")
    }
    self.init(
      digest: digest, memory: memory, rule: try members.text("rule"),
      identifier: try members.text("localIdentifier"), library: try members.text("library"),
      filename: try members.text("filename"), state: state,
      claimedAt: try members.date("claimedAt"),
      offeredAt: try members.optionalDate("offeredAt"), settledAt: settledAt)
  }
}

struct LedgerLineError: Error {
  let reason: String
}
