extension PictureSize {
  func write(to writer: inout WireWriter) {
    writer.integer(width)
    writer.integer(height)
  }

  init(from reader: inout WireReader) throws(WireProblem) {
    self.init(
      width: try reader.integer(within: 1...Int32.max),
      height: try reader.integer(within: 1...Int32.max))
  }
}
