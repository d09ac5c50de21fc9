internal import Platform

/// Opens what the shell hands over: files named as arguments, or standard input.
package enum InputReader {
  /// Records begin with `{`; anything else is a list of paths.
  package static func open(_ context: RunContext) throws -> any AssetReader {
    let headers = context.makeHeaderReaders()
    if !context.input.paths.isEmpty {
      return NamedFilesReader(context.input.paths, headers: headers)
    }
    let blocks = BlockReader(
      descriptor: context.input.descriptor,
      separator: context.input.isNullSeparated ? 0 : UInt8(ascii: "\n"),
      context: context)
    return DescriptorReader(blocks, headers: headers)
  }
}
