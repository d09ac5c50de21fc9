/// Gives the assets whose records a program writes.
final class ProgramReader: AssetReader {
  private let blocks: BlockReader
  private let headers: HeaderReaderPool
  private let call: ProgramCall

  init(_ program: RuleProgram, in context: RunContext) {
    call = program.call
    headers = context.makeHeaderReaders()
    blocks = BlockReader(
      descriptor: program.output, separator: UInt8(ascii: "\n"), context: context)
  }

  var isAtEnd: Bool { blocks.isAtEnd }

  /// Whether the program closed its output, and nothing of it is left to read.
  var didSeeEnd: Bool { blocks.isAtEnd && !blocks.wasLeft }

  func next() throws -> PendingBatch? {
    do throws(FileProblem) {
      guard let chunk = try blocks.next() else { return nil }
      chunk.origin = "\(call.title), "
      let headers = headers
      return PendingBatch { chunk.records(from: headers) }
    } catch {
      throw RunProblem.programFailed("\(call.title): \(error.reason)")
    }
  }
}
