internal import Platform

/// A program that answers offers, in place of a notifier. It gets the asset's record with a member
/// `offer`, and answers with one line: `{"outcome":"accepted","action":"send"}`. If it does not
/// answer in time, it is ended and the offer expires; the next offer starts it again. Confined to
/// the worker thread of the step.
final class OfferProgram {
  private let call: ProgramCall
  private let context: RunContext
  private var program: CoprocessSession?

  init(_ call: ProgramCall, in context: RunContext) {
    self.call = call
    self.context = context
  }

  /// Returns the program's answer, `expired` if it gives none until the deadline; throws
  /// ``RunProblem/programFailed(_:)`` for an invalid one.
  func answer(
    about asset: Asset, _ offer: Offer, until deadline: ContinuousClock.Instant
  ) throws -> OfferAnswer {
    let program = try program ?? CoprocessSession(call, in: context)
    self.program = program
    program.send { writer in
      writer.opening = Self.members(of: offer)
      asset.writeLine(into: &writer)
    }
    switch try program.receive(until: deadline) {
    case .lines(let chunk):
      let lines = chunk.lines()
      guard let line = lines.first, lines.count == 1 else {
        throw problem("wrote \(lines.count) lines for one offer")
      }
      return try answer(
        of: UnsafeRawBufferPointer(start: chunk.bytes + line.lowerBound, count: line.count), offer)
    case .silence:
      leave()
      return OfferAnswer(.expired)
    case .end:
      let ending = program.finish(until: .now + .seconds(1)) ?? "closed its output"
      self.program = nil
      throw problem("\(ending) without an answer")
    }
  }

  private func answer(of line: UnsafeRawBufferPointer, _ offer: Offer) throws -> OfferAnswer {
    guard line.isValidUTF8, let element = try? JSONElement(checking: line, deepest: 8) else {
      throw problem("wrote a line that is no JSON")
    }
    if let error = element[first: "error"]?.string { throw problem("failed: \(error.prefix(500))") }
    guard let outcome = element[first: "outcome"]?.string.flatMap(Outcome.init(rawValue:)) else {
      throw problem("wrote a line without an outcome")
    }
    guard let action = element[first: "action"]?.string else { return OfferAnswer(outcome) }
    let known = [OfferAnswer.plain] + offer.actions.map(\.name)
    guard known.contains(action) else {
      throw problem("chose the action \"\(action.prefix(100))\", which the rule does not have")
    }
    return OfferAnswer(outcome, action: action)
  }

  private func problem(_ reason: String) -> RunProblem {
    leave()
    let names = Outcome.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return .programFailed(
      "\(call.rulePath):\(call.line): \(call.stage): \"\(call.name)\" \(reason); it answers each"
        + " offer by one line, such as {\"outcome\":\"accepted\"}, with one of \(names)")
  }

  private func leave() {
    program?.leave()
    program = nil
  }

  /// Returns the record's member `offer` with the question, as JSON that begins with a comma.
  private static func members(of offer: Offer) -> [UInt8] {
    var writer = RecordWriter(capacity: 512)
    writer.beginObject("offer")
    writer.write("title", offer.title)
    writer.write("milliseconds", offer.duration)
    if let label = offer.acceptLabel { writer.write("accept", label) }
    writer.write("actions", [OfferAnswer.plain] + offer.actions.map(\.name))
    writer.endObject()
    var bytes = Array(writer.buffer.bytes)
    // The writer adds no comma to a first member.
    if bytes.first != UInt8(ascii: ",") { bytes.insert(UInt8(ascii: ","), at: 0) }
    return bytes
  }
}
