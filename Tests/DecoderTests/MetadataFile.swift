import Decoding
import Foundation
import Media
import Samples
import Testing

@testable import Decoder

/// A file whose metadata is read in this process, as the tool asks for it.
struct MetadataFile {
  let json: [UInt8]
  let object: [String: Any]

  /// Reads the header first, as the tool does.
  init(_ bytes: [UInt8]) throws {
    try self.init(bytes) { facts in
      MetadataRequest(format: facts.format, exif: facts.exifBlock, xmp: facts.xmpBlock)
    }
  }

  init(_ file: any SampleFile) throws {
    try self.init(file.encoded())
  }

  /// A file that is nothing but an EXIF block.
  init(exif: [UInt8]) throws {
    try self.init(exif) { _ in
      MetadataRequest(
        format: .jpeg, exif: ByteRange(offset: 0, count: Int64(exif.count)))
    }
  }

  /// A file that is nothing but an XMP packet.
  init(xmp: [UInt8]) throws {
    try self.init(xmp) { _ in
      MetadataRequest(format: .png, xmp: ByteRange(offset: 0, count: Int64(xmp.count)))
    }
  }

  init(_ bytes: [UInt8], _ request: (MediaFacts) -> MetadataRequest) throws {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    #expect(pwrite(fileno(file), bytes, bytes.count, 0) == bytes.count)
    try self.init(descriptor: fileno(file), size: bytes.count, request)
  }

  init(path: String) throws {
    let handle = try #require(FileHandle(forReadingAtPath: path))
    defer { try? handle.close() }
    let size = Int(try handle.seekToEnd())
    try self.init(descriptor: handle.fileDescriptor, size: size) { facts in
      MetadataRequest(format: facts.format, exif: facts.exifBlock, xmp: facts.xmpBlock)
    }
  }

  private init(
    descriptor: Int32, size: Int, _ request: (MediaFacts) -> MetadataRequest
  ) throws {
    var reader = HeaderReader()
    let facts = try reader.read(descriptor: descriptor, size: Int64(size))
    json = try MetadataDecoder().decode(request(facts), from: descriptor)
    let value = try JSONSerialization.jsonObject(with: Data(json))
    object = try #require(value as? [String: Any])
  }

  var exif: [String: Any] { object["exif"] as? [String: Any] ?? [:] }
  var xmp: [String: Any] { object["xmp"] as? [String: Any] ?? [:] }
  var iptc: [String: Any] { object["iptc"] as? [String: Any] ?? [:] }
}

extension [String: Any] {
  func text(_ name: String) -> String? { self[name] as? String }
  func texts(_ name: String) -> [String]? { self[name] as? [String] }
  func number(_ name: String) -> Double? { (self[name] as? NSNumber)?.doubleValue }
  func numbers(_ name: String) -> [Double]? {
    (self[name] as? [Any])?.map { ($0 as? NSNumber)?.doubleValue ?? .nan }
  }
  func object(_ name: String) -> [String: Any]? { self[name] as? [String: Any] }
}
