/// The properties of a format; ``MediaFormat/entry`` has one for each.
struct FormatDescription: Sendable {
  enum Kind: Sendable {
    case unknown, picture, raw, movie
  }

  typealias Reader =
    @Sendable (inout HeaderWindow, inout MediaFactsBuilder) throws(MediaError) -> Void
  typealias EndCheck = @Sendable (inout HeaderWindow) throws(MediaError) -> Completeness

  let kind: Kind
  /// The uniform type identifier, such as `public.jpeg`.
  let type: String
  /// The types that the type conforms to directly.
  let parents: [String]
  /// The media type in shared-mime-info, which file managers use; nil for `unknown`.
  let mime: String?
  /// The extensions that only files of the format have, in lower case, with spaces between them.
  let extensions: StaticString
  var loader: PixelLoader?
  /// The noun phrase for a format without a loader, such as `a Windows icon (ICO)`.
  var phrase: String
  /// FFmpeg's names of the demuxers, best first.
  var demuxers = ["mov"]
  let signatures: [FormatSignature]
  /// Reads the facts in the header, which may also show that the format is another one.
  let read: Reader
  /// Checks that the file is complete; nil if that can't be done cheaply.
  let end: EndCheck?

  static func picture(
    _ type: String, _ mime: String?, _ extensions: StaticString,
    in parents: [String] = ["public.image"],
    loader: PixelLoader? = nil, phrase: String = "a file of this kind",
    _ signatures: [FormatSignature], _ read: @escaping Reader, end: EndCheck? = nil
  ) -> Self {
    Self(
      kind: .picture, type: type, parents: parents, mime: mime, extensions: extensions,
      loader: loader, phrase: phrase, signatures: signatures, read: read, end: end)
  }

  static func raw(
    _ type: String, _ mime: String, _ extensions: StaticString,
    _ signatures: [FormatSignature] = [], _ read: @escaping Reader = TIFFHeader.read,
    end: EndCheck? = nil
  ) -> Self {
    Self(
      kind: .raw, type: type, parents: ["public.camera-raw-image"], mime: mime,
      extensions: extensions, phrase: "a file of this kind", signatures: signatures, read: read,
      end: end)
  }

  static func movie(
    _ type: String, _ mime: String, _ extensions: StaticString,
    in parents: [String] = ["public.movie"], demuxers: [String] = ["mov"],
    _ signatures: [FormatSignature], _ read: @escaping Reader,
    end: EndCheck? = nil
  ) -> Self {
    Self(
      kind: .movie, type: type, parents: parents, mime: mime, extensions: extensions,
      phrase: "a movie without its still",
      demuxers: demuxers, signatures: signatures, read: read, end: end)
  }

  /// Returns the description of a movie format of QuickTime's family, which has one reader.
  static func boxes(
    _ type: String, _ mime: String, _ extensions: StaticString, _ signatures: [FormatSignature]
  ) -> Self {
    .movie(type, mime, extensions, signatures, ISOHeader.read, end: ISOEnd.judge)
  }

  static func heif(
    _ type: String, _ mime: String, _ extensions: StaticString, in parents: [String],
    _ signatures: [FormatSignature]
  ) -> Self {
    .picture(
      type, mime, extensions, in: parents, loader: .heif, signatures, ISOHeader.read,
      end: ISOEnd.judge)
  }
}

/// The part of the decoder that reads the pixels of a format.
package enum PixelLoader: Sendable {
  case jpeg, heif, png, gif, webp, tiff, pnm, radiance, jpeg2000, jpegXL, bmp, psd, svg
}
