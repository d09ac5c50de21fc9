internal import Platform

/// The input from the shell: files named as arguments, or standard input.
package enum InputReader {
  /// Opens the input. Records begin with `{`; anything else is a list of paths.
  ///
  /// - Parameter includingEverything: true to take paths of files that are neither pictures nor
  ///   movies; records are taken in any case.
  package static func open(
    _ context: RunContext, includingEverything: Bool = true
  ) throws -> any AssetReader {
    let headers = context.makeHeaderReaders()
    let files = InputFiles(headers, in: context, includingEverything: includingEverything)
    if !context.request.input.paths.isEmpty {
      return NamedFilesReader(context.request.input.paths, files)
    }
    let blocks = BlockReader(
      descriptor: context.request.input.descriptor,
      separator: context.request.input.isNullSeparated ? 0 : UInt8(ascii: "\n"),
      context: context)
    return DescriptorReader(blocks, files, headers: headers)
  }
}

final class DescriptorReader: AssetReader {
  private let blocks: BlockReader
  private let files: InputFiles
  private let headers: HeaderReaderPool
  private var holdsRecords: Bool?

  init(_ blocks: BlockReader, _ files: InputFiles, headers: HeaderReaderPool) {
    self.blocks = blocks
    self.files = files
    self.headers = headers
  }

  var isAtEnd: Bool { blocks.isAtEnd }
  var notes: [String] { files.notes }

  func next() throws -> PendingBatch? {
    guard let chunk = try blocks.next() else { return nil }
    if holdsRecords == nil {
      holdsRecords = chunk.bytes.load(as: UInt8.self) == UInt8(ascii: "{")
    }
    if holdsRecords == true {
      let headers = headers
      return PendingBatch { chunk.records(from: headers) }
    }
    return files.batch(
      of: chunk.lines().map { line in
        Array(UnsafeRawBufferPointer(start: chunk.bytes + line.lowerBound, count: line.count))
      })
  }
}

final class NamedFilesReader: AssetReader {
  private var paths: ArraySlice<[UInt8]>
  private let files: InputFiles

  init(_ paths: [[UInt8]], _ files: InputFiles) {
    self.paths = paths[...]
    self.files = files
  }

  var isAtEnd: Bool { paths.isEmpty }
  var notes: [String] { files.notes }

  func next() -> PendingBatch? {
    guard !paths.isEmpty else { return nil }
    let piece = paths.prefix(256)
    paths.removeFirst(piece.count)
    return files.batch(of: Array(piece))
  }
}
