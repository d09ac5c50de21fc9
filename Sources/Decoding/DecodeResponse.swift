/// What the decoder process answers to a ``DecodeRequest``; exactly one for each.
package enum DecodeResponse: Sendable, Hashable {
  /// The picture was written to the second descriptor.
  case picture(DecodedPicture)
  /// One JSON object with the members `exif`, `xmp` and `iptc`, each there if the file has it.
  case metadata([UInt8])
  case failed(DecodeProblem)
}
