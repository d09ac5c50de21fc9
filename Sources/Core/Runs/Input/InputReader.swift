internal import Platform

/// The input from the shell: files named as arguments, or standard input.
package enum InputReader {
  /// Opens the input. Records begin with `{`; anything else is a list of paths.
  package static func open(_ context: RunContext) throws -> any AssetReader {
    let headers = context.makeHeaderReaders()
    if !context.request.input.paths.isEmpty {
      return NamedFilesReader(context.request.input.paths, headers: headers)
    }
    let blocks = BlockReader(
      descriptor: context.request.input.descriptor,
      separator: context.request.input.isNullSeparated ? 0 : UInt8(ascii: "\n"),
      context: context)
    return DescriptorReader(blocks, headers: headers)
  }
}

final class DescriptorReader: AssetReader {
  private let blocks: BlockReader
  private let headers: HeaderReaderPool
  private var holdsRecords: Bool?

  init(_ blocks: BlockReader, headers: HeaderReaderPool) {
    self.blocks = blocks
    self.headers = headers
  }

  var isAtEnd: Bool { blocks.isAtEnd }

  func next() throws -> PendingBatch? {
    guard let chunk = try blocks.next() else { return nil }
    if holdsRecords == nil {
      holdsRecords = chunk.bytes.load(as: UInt8.self) == UInt8(ascii: "{")
    }
    let headers = headers
    if holdsRecords == true { return PendingBatch { chunk.records(from: headers) } }
    return PendingBatch {
      chunk.lines().map { line in
        FileAsset(
          path: Array(
            UnsafeRawBufferPointer(start: chunk.bytes + line.lowerBound, count: line.count)),
          headers: headers)
      }
    }
  }
}

final class NamedFilesReader: AssetReader {
  private var paths: ArraySlice<[UInt8]>
  private let headers: HeaderReaderPool

  init(_ paths: [[UInt8]], headers: HeaderReaderPool) {
    self.paths = paths[...]
    self.headers = headers
  }

  var isAtEnd: Bool { paths.isEmpty }

  func next() -> PendingBatch? {
    guard !paths.isEmpty else { return nil }
    let piece = paths.prefix(256)
    paths.removeFirst(piece.count)
    let headers = headers
    return PendingBatch { piece.map { FileAsset(path: $0, headers: headers) } }
  }
}
