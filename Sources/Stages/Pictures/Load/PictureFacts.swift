internal import CSystem
internal import Decoding
internal import Media

/// The facts from an original's header that matter for a picture of it, read from the descriptor
/// that the decoder gets, so that both read the same file.
struct PictureFacts {
  let media: MediaFacts
  /// The largest JPEG in the file, with its stored size; nil if none exists of known size.
  let preview: EmbeddedPreview?
  let hasAlpha: Bool

  init(_ file: OpenFile, by reader: inout HeaderReader) throws(MediaError) {
    media = try reader.read(descriptor: file.descriptor, size: file.status.size)
    hasAlpha = Self.hasAlpha(file, media.format)
    // The size of the preview matters if nothing else can be shown.
    let isTrusted = media.format.loader != nil
    preview = media.embeddedPreview.flatMap { preview in
      if isTrusted, preview.pixelWidth > 0, preview.pixelHeight > 0 { return preview }
      return JPEGFrame.size(of: preview.range, in: file.descriptor).map {
        EmbeddedPreview(range: preview.range, pixelWidth: $0.width, pixelHeight: $0.height)
      }
    }
  }

  /// The size after orientation is applied; nil if the header does not give it.
  var size: PictureSize? {
    guard media.pixelWidth > 0, media.pixelHeight > 0 else { return nil }
    return PictureSize(width: media.pixelWidth, height: media.pixelHeight)
  }

  var previewSize: PictureSize? {
    guard let preview else { return nil }
    return (5...8).contains(media.orientation)
      ? PictureSize(width: preview.pixelHeight, height: preview.pixelWidth)
      : PictureSize(width: preview.pixelWidth, height: preview.pixelHeight)
  }

  /// True if the picture may be transparent. GIF frames nearly always are; PNG and WebP declare it
  /// in their first bytes (PNG 11.2.2; WebP container specification, `VP8X` and `VP8L`).
  private static func hasAlpha(_ file: OpenFile, _ format: MediaFormat) -> Bool {
    guard format == .png || format == .webp else { return format == .gif }
    return withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { head in
      guard csystem_read_at(file.descriptor, head.baseAddress, head.count, 0) == head.count
      else { return false }
      // Colour types 4 and 6 have an alpha channel.
      if format == .png { return head[25] & 4 != 0 }
      switch head[15] {
      case UInt8(ascii: "X"): return head[20] & 0x10 != 0
      case UInt8(ascii: "L"): return head[24] & 0x10 != 0
      default: return false
      }
    }
  }
}
