internal import Assets
internal import Decoding
internal import Media

@testable internal import Decoder
@testable internal import Files

/// The readers of whole metadata: what they write is JSON that the tool accepts.
enum MetadataTarget {
  static func feedExif(_ input: UnsafeRawBufferPointer) -> Int32 {
    let descriptor = ScratchInput.descriptor(holding: input)
    do {
      let range = ByteRange(offset: 0, count: Int64(input.count))
      let json = try MetadataDecoder().decode(
        MetadataRequest(format: .tiff, exif: range), from: descriptor)
      check(json)
    } catch {
      preconditionFailure("reading failed: \(error)")
    }
    return 0
  }

  static func feedXMP(_ input: UnsafeRawBufferPointer) -> Int32 {
    check { XMPObject.write(Array(input), into: &$0) }
    return 0
  }

  static func feedIPTC(_ input: UnsafeRawBufferPointer) -> Int32 {
    let bytes = Array(input)
    check { IPTCObject.write(PhotoshopResources(bytes).iptc ?? bytes, into: &$0) }
    return 0
  }

  private static func check(_ fill: (inout MetadataWriter) -> Void) {
    var writer = MetadataWriter(limit: 1 << 20)
    writer.beginObject()
    fill(&writer)
    writer.endObject()
    precondition(writer.bytes.count <= 1 << 20, "more was written than there is room for")
    check(Array(writer.bytes))
  }

  private static func check(_ json: [UInt8]) {
    do {
      _ = try DecodedMetadata(json)
    } catch {
      preconditionFailure("no JSON was written: \(error.message)")
    }
  }
}
