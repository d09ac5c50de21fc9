internal import Decoding
internal import Media
internal import Samples

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Makes a picture of every file, whatever it is: of the very size that was asked for.
///
/// A file that contains `hold:NAME` waits until there is a file of that name beside this program;
/// one that contains `fail` is reported as damaged, as is an embedded preview with `torn`; one with
/// `lie` gets another size than is said, and one with `transparent` a PNG where it may. Each request adds a line to the file `requests` beside
/// this program, with what the file has behind `name:`.
struct PictureMaker {
  let folder: String

  func answer(_ frame: ReceivedFrame) throws -> DecodeResponse {
    guard case .picture(let request) = try DecodeRequest(kind: frame.kind, body: frame.body) else {
      return .metadata(Array("{\"exif\":{\"Make\":\"fake\"}}".utf8))
    }
    let input = frame.files.descriptors[0]
    let text = content(of: input, request)
    note(request, text)
    if let name = word(after: "hold:", in: text) {
      while access("\(folder)/\(name)", F_OK) != 0 { usleep(1000) }
    }
    if text.contains("fail") || (request.range != nil && text.contains("torn")) {
      return .failed(DecodeProblem(.damaged, "the picture is damaged"))
    }
    let size = size(of: request)
    let keepsAlpha = request.keepsAlpha && text.contains("transparent")
    let bytes = encoded(request, size, as: keepsAlpha ? .png : request.output)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        write(frame.files.descriptors[1], $0.baseAddress, $0.count)
      }
      if count <= 0 { return .failed(DecodeProblem(.notWritten, "can't write")) }
      written += count
    }
    let lie: Int32 = text.contains("lie") ? -1 : 0
    return .picture(
      DecodedPicture(
        size: PictureSize(width: size.width + lie, height: size.height),
        byteCount: Int64(bytes.count), keptAlpha: keepsAlpha))
  }

  /// Returns the requested size, filled; 40x30 without one.
  private func size(of request: PictureRequest) -> PictureSize {
    request.targetSize ?? PictureSize(width: 40, height: 30)
  }

  private func encoded(
    _ request: PictureRequest, _ size: PictureSize, as format: PictureFormat
  ) -> [UInt8] {
    let seed: UInt64 = request.range == nil ? 1 : 2
    let (width, height) = (Int(size.width), Int(size.height))
    return switch format {
    case .jpeg: JPEGPicture(width: width, height: height, seed: seed).encoded()
    case .png: PNGPicture(width: width, height: height, seed: seed).encoded()
    case .webp: WebPPicture(width: width, height: height, seed: seed).encoded()
    case .pam: PlainPicture(.pam, width: width, height: height).encoded()
    }
  }

  private func content(of input: Int32, _ request: PictureRequest) -> String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let start = request.range.map { off_t($0.offset) } ?? 0
    let count = request.range.map { min(Int($0.count), bytes.count) } ?? bytes.count
    let read = pread(input, &bytes, count, start)
    return String(decoding: bytes.prefix(max(0, read)), as: UTF8.self)
  }

  private func word(after mark: String, in text: String) -> String? {
    guard let mark = text.firstRange(of: mark) else { return nil }
    return String(text[mark.upperBound...].prefix { $0.isASCII && $0.isLetter })
  }

  private func note(_ request: PictureRequest, _ text: String) {
    let file = open("\(folder)/requests", O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    let kind = request.range == nil ? "picture" : "preview"
    let line = Array("\(kind) \(request.format) \(word(after: "name:", in: text) ?? "-")\n".utf8)
    _ = write(file, line, line.count)
    close(file)
  }
}
