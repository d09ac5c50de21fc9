internal import Platform

/// The members of a record that name a file and its folder, formatted once for each folder.
struct FolderRecordMembers: Sendable {
  /// The text from the identifier's key through the names of the folders, without the file's name.
  private let text: OwnedBytes
  /// The offsets in bytes in the text at which the file's name has to be inserted.
  private let places: (identifier: Int, filename: Int, path: Int)

  /// Formats the members; nil for a folder whose path is not UTF-8.
  init?(of directory: FolderDirectory) {
    let (root, folder) = (directory.root.path.bytes, directory.relativePath.bytes)
    guard root.isValidUTF8, folder.isValidUTF8 else { return nil }
    let slash = UInt8(ascii: "/")
    let quote = UInt8(ascii: "\"")
    var buffer = ByteBuffer(capacity: 512)
    func addFolder() {
      guard !folder.isEmpty else { return }
      buffer.append(inString: folder)
      buffer.append(slash)
    }
    buffer.append(key: "localIdentifier")
    buffer.append(quote)
    addFolder()
    let identifier = buffer.count
    buffer.append(quote)
    buffer.append(key: "library")
    buffer.append(string: root)
    buffer.append(key: "filename")
    buffer.append(quote)
    let filename = buffer.count
    buffer.append(quote)
    buffer.append(key: "path")
    buffer.append(quote)
    buffer.append(inString: root)
    if root.last != slash { buffer.append(slash) }
    addFolder()
    let path = buffer.count
    buffer.append(quote)
    if !folder.isEmpty {
      buffer.append(key: "folderPath")
      buffer.append(UInt8(ascii: "["))
      folder.forEachPart(separatedBy: slash) { name in
        buffer.separate(after: "[")
        buffer.append(string: name)
      }
      buffer.append(UInt8(ascii: "]"))
    }
    text = OwnedBytes(buffer.bytes)
    places = (identifier, filename, path)
  }

  /// Writes the members for a file; returns false, without writing, if the name is not UTF-8.
  func write(_ name: UnsafeRawBufferPointer, into buffer: inout ByteBuffer) -> Bool {
    let isPlain = name.isPlain
    guard isPlain || name.isValidUTF8 else { return false }
    put(0..<places.identifier, name, isPlain, into: &buffer)
    put(places.identifier..<places.filename, name, isPlain, into: &buffer)
    put(places.filename..<places.path, name, isPlain, into: &buffer)
    buffer.append(UnsafeRawBufferPointer(rebasing: text.bytes[places.path...]))
    return true
  }

  private func put(
    _ part: Range<Int>, _ name: UnsafeRawBufferPointer, _ isPlain: Bool,
    into buffer: inout ByteBuffer
  ) {
    buffer.append(UnsafeRawBufferPointer(rebasing: text.bytes[part]))
    if isPlain { buffer.append(name) } else { buffer.append(inString: name) }
  }
}
