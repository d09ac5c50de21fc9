internal import JSON

extension FolderDirectory {
  /// The path from the library's root.
  func writeIdentifier(of name: UnsafeRawBufferPointer, into writer: inout RecordWriter) {
    if relativePath.bytes.isEmpty {
      writer.write("localIdentifier", name, bytesKey: "localIdentifierBytes")
    } else {
      writer.writePath(
        "localIdentifier", relativePath.bytes, name: name, bytesKey: "localIdentifierBytes")
    }
  }

  /// The whole path.
  package func writePath(of name: UnsafeRawBufferPointer, into writer: inout RecordWriter) {
    if relativePath.bytes.isEmpty {
      writer.writePath("path", root.path.bytes, name: name, bytesKey: "pathBytes")
    } else {
      writer.writePath(
        "path", root.path.bytes, relativePath.bytes, name: name, bytesKey: "pathBytes")
    }
  }

  /// The names of the folders between library and file; nothing for a file of the root.
  func writeFolderNames(into writer: inout RecordWriter) {
    let path = relativePath.bytes
    guard !path.isEmpty else { return }
    writer.write(key: "folderPath")
    writer.buffer.append(UInt8(ascii: "["))
    var start = 0
    while start <= path.count {
      let end = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.count
      if start > 0 { writer.buffer.append(UInt8(ascii: ",")) }
      writer.writeRepaired(UnsafeRawBufferPointer(rebasing: path[start..<end]))
      start = end + 1
    }
    writer.buffer.append(UInt8(ascii: "]"))
  }
}
