import AssetSupport
package import Pipeline
import Platform
import Testing

/// The assets of lines on standard input, taken from the source without a run.
package struct InputAssets {
  /// The assets and the failures, in order.
  package let all: [Asset]

  package init(_ text: String) throws {
    try self.init(Array(text.utf8))
  }

  package init(_ bytes: [UInt8], isNullSeparated: Bool = false) throws {
    let file = try ScratchFile(bytes)
    all = try withExtendedLifetime(file) {
      try Self.read(file.descriptor, isNullSeparated: isNullSeparated)
    }
  }

  /// Reads a descriptor to its end.
  package static func read(_ descriptor: Int32, isNullSeparated: Bool = false) throws -> [Asset] {
    let call = StageCall("source", ["stdin": true])
    let stage = try Components.builtin.stages.make(call, rulePath: "a.lua", now: Scenario.noon)
      .get()
    let source = try #require(stage.source)
    let context = RunContext(
      components: .builtin, now: Scenario.noon, ruleName: "rule", libraries: [],
      ledgerPath: "/nonexistent/ledger",
      input: InputOptions(descriptor: descriptor, isNullSeparated: isNullSeparated))
    let reader = try source.open(Query(), in: context).reader
    var assets: [Asset] = []
    while let pending = try reader.next() { assets += pending.unfold() }
    return assets
  }
}

extension StageWork {
  /// The stage as a source; nil if it is another stage.
  package var source: (any SourceWork)? {
    if case .source(let source) = part { source } else { nil }
  }
}

extension Asset {
  /// The asset's record, with its line feed.
  package var record: String {
    var writer = RecordWriter()
    writeRecord(into: &writer)
    return String(decoding: writer.buffer.bytes, as: UTF8.self)
  }
}
