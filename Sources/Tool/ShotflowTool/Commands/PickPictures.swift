internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Sessions
internal import Terminal

/// A maker of the small pictures in a list of records, by a rule that loads them.
struct PickPictures {
  private let list: RecordList
  private let context: RunContext
  private let tool: Tool

  private static let rule = """
    return pipeline {
      source { stdin = true },
      load { size = { 320, 320 }, deliveryMode = "fastFormat", format = "png" },
    }
    """
  private static let largest = 8 << 20

  init(_ list: RecordList, in context: RunContext, _ tool: Tool) {
    self.list = list
    self.tool = tool
    self.context = context.apart
  }

  /// Returns the picture of a record; nil if none can be made.
  func picture(of place: Int) -> AssetPictures.Picture? {
    guard let record = NamelessFile(), let result = NamelessFile(),
      list.write([place], to: record.descriptor).complete == 1
    else { return nil }
    do {
      lseek(record.descriptor, 0, SEEK_SET)
      var context = context
      context.request.input = InputOptions(descriptor: record.descriptor)
      let rule = try Rule(
        .program(Self.rule, name: "pick"), words: [], now: context.request.now, in: tool,
        tool.messages())
      _ = try rule.run(in: context, outputDescriptor: result.descriptor, lanes: 1)
      lseek(result.descriptor, 0, SEEK_SET)
      let line = try OpenFile(copying: result.descriptor).bytes(atMost: Self.largest) ?? []
      return try Self.picture(in: line)
    } catch {
      return nil
    }
  }

  private static func picture(in line: [UInt8]) throws -> AssetPictures.Picture? {
    try line.withUnsafeBytes { bytes in
      let record = try JSONElement(checking: bytes, deepest: 32)
      guard let image = record[first: "image"],
        let path = image[first: "path"]?.string,
        let width = image[first: "pixelWidth"]?.whole,
        let height = image[first: "pixelHeight"]?.whole,
        let png = try OpenFile(directory: AT_FDCWD, name: path).bytes(atMost: largest),
        png.starts(with: [0x89, 0x50, 0x4E, 0x47])
      else { return nil }
      return AssetPictures.Picture(png: png, width: Int(width), height: Int(height))
    }
  }
}
