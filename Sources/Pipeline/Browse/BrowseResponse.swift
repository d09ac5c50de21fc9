internal import Platform

/// The answer to a request: a line for each asset or album, and a final one. For one thread.
final class BrowseResponse {
  let request: BrowseRequest
  /// The index of the asset that the request's `index` names; nil if it names none of the fetch.
  var index: Int?
  /// The periods, such as `2026-11`, with their numbers of assets; the text is nil for unknown
  /// dates. Nil if not asked for, or if the assets have no periods.
  var periods: [(text: String?, count: Int)]?
  /// True if the answer to a quick request may lack assets.
  var isPart = false
  private(set) var written = 0
  private let output: RecordOutput
  private let context: RunContext
  private let watch: BrowseProgressReporter?

  /// Begins an answer; `watch` reports its progress if the request asked for that.
  init(
    _ request: BrowseRequest, _ output: RecordOutput, _ context: RunContext,
    _ watch: BrowseProgressReporter?
  ) {
    self.request = request
    self.output = output
    self.watch = watch
    self.context = context
  }

  /// Runs the loading steps, and writes each asset as soon as it and those before it are done;
  /// `first` is the index of the first asset in the fetch.
  func write(_ assets: [Asset], from first: Int, through steps: [any Step]) throws {
    guard !assets.isEmpty else { return }
    watch?.expect(assets.count)
    let worker = WorkerContext(context: context, functions: nil)
    var chain = try StepChain(steps[...] + [ReadAheadStep.last], in: worker)
    var isDone: [ObjectIdentifier: Bool] = [:]
    var due = 0
    func writeDone() throws {
      while due < assets.count, isDone[ObjectIdentifier(assets[due])] != nil {
        write(assets[due], at: first + due)
        due += 1
        written += 1
        watch?.note(written)
      }
      try output.flush()
    }
    var batch = Batch(ordinal: 0, assets: assets)
    batch.keep { _ in true }
    try chain.process(&batch) { done in
      if context.cancellation.isCancelled { throw RunProblem.cancelled }
      if request.isDescriptive { for asset in done.assets { try? describe(asset) } }
      for asset in done.assets { isDone[ObjectIdentifier(asset)] = true }
      try writeDone()
    }
  }

  private func describe(_ asset: Asset) throws {
    for field in Field.allCases where field.facet == .descriptive { try asset.load(field) }
  }

  private func write(_ asset: Asset, at place: Int) {
    guard let failure = asset.failure else {
      asset.writeRecord(into: &output.writer)
      return
    }
    output.writer.begin(kind: "error")
    output.writer.write("index", Int64(place))
    output.writer.write(.localIdentifier, asset.value(of: .localIdentifier))
    output.writer.write("message", failure.reason)
    output.writer.end()
  }

  /// Writes the final line; `state` is a number that changes with the library, `unread` the number
  /// of assets that are missing as they can't be read.
  func end(state: Int, count: Int, unread: Int) throws {
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    output.writer.begin(kind: "result")
    output.writer.write("state", Int64(state))
    output.writer.write("count", Int64(count))
    if let index { output.writer.write("index", Int64(index)) }
    if let periods { output.writer.write("periods", periods) }
    if isPart { output.writer.write("part", true) }
    if unread > 0 { output.writer.write("unread", Int64(unread)) }
    output.writer.end()
    try output.flush()
  }
}

extension RecordWriter {
  /// Writes a list of pairs as JSON, such as `[["2026-11",12],[null,3]]`.
  fileprivate mutating func write(
    _ key: StaticString, _ pairs: [(text: String?, count: Int)]
  ) {
    write(key: key)
    buffer.append("[")
    for (text, count) in pairs {
      buffer.separate(after: "[")
      buffer.append("[")
      if let text { buffer.append(string: text) } else { buffer.append("null") }
      buffer.append(",")
      buffer.append(Int64(count))
      buffer.append("]")
    }
    buffer.append("]")
  }
}
