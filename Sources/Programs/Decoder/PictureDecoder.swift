internal import CPictures
package import Decoding
internal import Media

/// Makes pictures of files that are passed as open descriptors. A decoder belongs to one thread.
package final class PictureDecoder {
  private let colours: OpaquePointer?
  private let heif: Result<OpaquePointer, DecodeProblem>
  private let vips: Result<OpaquePointer, DecodeProblem>

  /// Opens the libraries of a scope, while files can still be opened. Requests that need a library
  /// that could not be opened throw its problem.
  package init(scope: DecoderScope = .linked) {
    colours = cpictures_colours_new()
    heif = scope.serves(.heif) ? Self.opened(by: cpictures_heif_open) : .failure(Self.notOpened)
    vips =
      scope.serves(.every)
      ? Self.opened { cpictures_vips_open(scope.serves(.jpegXL), $0) } : .failure(Self.notOpened)
  }

  private static let notOpened = DecodeProblem(
    .unsupported, "this decoder process was not started for such files")

  private static func opened(
    by open: (UnsafeMutablePointer<cpictures_problem>) -> OpaquePointer?
  ) -> Result<OpaquePointer, DecodeProblem> {
    var problem = cpictures_problem()
    return open(&problem).map { .success($0) } ?? .failure(DecodeProblem(problem))
  }

  /// The release of libvips, such as `8.14.1`; nil if libvips is not open.
  package var libvipsRelease: String? {
    guard let vips = try? vips.get() else { return nil }
    // Some builds append a date to the number.
    return String(
      String(cString: cpictures_vips_release(vips)).prefix { "0123456789.".contains($0) })
  }

  deinit {
    cpictures_colours_free(colours)
  }

  /// Decodes, orients, fits, converts to sRGB and encodes a picture; returns its description.
  ///
  /// - Parameters:
  ///   - input: the file, open for reading at any offset.
  ///   - output: an empty file, open for writing. After a failure it may hold a part.
  ///   - advance: called with the decoded share of a large picture, from 0.0 to 1.0.
  package func decode(
    _ request: PictureRequest, from input: Int32, to output: Int32,
    advance: @escaping (Double) -> Void = { _ in }
  ) throws(DecodeProblem) -> DecodedPicture {
    guard let colours else { throw DecodeProblem(.outOfMemory, "no memory for the decoder") }
    let source = try open(request, input)
    defer { cpictures_close(source) }
    if request.isStrict { cpictures_be_strict(source) }
    var stored = PictureSize(width: 0, height: 0)
    cpictures_size(source, &stored.width, &stored.height)
    let turnsItself = request.format.loader == .heif
    let orientation = turnsItself && request.range == nil ? 1 : request.orientation
    let isSwapped = (5...8).contains(orientation)
    let shown =
      isSwapped ? PictureSize(width: stored.height, height: stored.width) : stored
    let fit = PictureFit(
      picture: shown, target: request.targetSize, mode: request.contentMode,
      allowsEnlarging: request.allowsEnlarging)
    guard Int64(fit.size.width) * Int64(fit.size.height) <= request.maximumPixels else {
      throw DecodeProblem(
        .tooLarge,
        "\(fit.size.width) x \(fit.size.height) pixels to make are more than the"
          + " \(request.maximumPixels) that are allowed")
    }
    var plan = fit.plan(orientation: orientation)
    let keepsAlpha = request.keepsAlpha && request.output == .jpeg && cpictures_has_alpha(source)
    var request = request
    if keepsAlpha { request.output = .png }
    var problem = cpictures_problem()
    var byteCount: Int64 = 0
    let listener = ProgressCallback(advance)
    let isMade = withCoding(of: request, to: output) { coding in
      coding.advance = tellAdvance
      coding.context = Unmanaged.passUnretained(listener).toOpaque()
      return cpictures_make(source, &plan, &coding, colours, try? vips.get(), &byteCount, &problem)
    }
    withExtendedLifetime(listener) {}
    guard isMade else { throw DecodeProblem(problem) }
    return DecodedPicture(size: fit.size, byteCount: byteCount, keptAlpha: keepsAlpha)
  }

  private func open(
    _ request: PictureRequest, _ input: Int32
  ) throws(DecodeProblem) -> OpaquePointer {
    var problem = cpictures_problem()
    let source: OpaquePointer?
    let limit = request.maximumPixels
    func open(_ loader: cpictures_loader) throws(DecodeProblem) -> OpaquePointer? {
      try cpictures_open_vips(vips.get(), loader, input, limit, &problem)
    }
    if let range = request.range {
      source = cpictures_open_jpeg(input, range.offset, range.count, limit, &problem)
    } else {
      switch request.format.loader {
      // The first picture of an MPO is a JPEG; the others follow its end.
      case .jpeg: source = cpictures_open_jpeg(input, 0, -1, limit, &problem)
      case .png: source = cpictures_open_png(input, limit, &problem)
      case .bmp: source = cpictures_open_bmp(input, limit, &problem)
      case .psd: source = cpictures_open_psd(input, limit, &problem)
      case .heif: source = try cpictures_open_heif(heif.get(), input, limit, &problem)
      case .gif: source = try open(CPICTURES_GIF)
      case .webp: source = try open(CPICTURES_WEBP)
      case .tiff: source = try open(CPICTURES_TIFF)
      case .pnm: source = try open(CPICTURES_PNM)
      case .radiance: source = try open(CPICTURES_RADIANCE)
      case .jpeg2000: source = try open(CPICTURES_JPEG2000)
      case .jpegXL: source = try open(CPICTURES_JPEGXL)
      case .svg: source = try open(CPICTURES_SVG)
      case nil: throw DecodeProblem(noLoaderFor: request.format)
      }
    }
    guard let source else { throw DecodeProblem(problem) }
    return source
  }

  /// Calls `body` with a request's format and quality, and with its texts as Latin-1 C strings.
  private func withCoding(
    of request: PictureRequest, to output: Int32,
    _ body: (inout cpictures_output) -> Bool
  ) -> Bool {
    let texts = request.texts.map { [Self.latin1($0.keyword), Self.latin1($0.text)] }
    let joined = texts.flatMap { $0 }.flatMap { $0 }
    return joined.withUnsafeBufferPointer { bytes in
      var places: [cpictures_text] = []
      var start = 0
      for pair in texts {
        guard let base = bytes.baseAddress else { break }
        let keyword = base + start
        let text = keyword + pair[0].count
        start += pair[0].count + pair[1].count
        places.append(cpictures_text(keyword: keyword, text: text))
      }
      return places.withUnsafeBufferPointer { places in
        var coding = cpictures_output(
          coding: Self.coding(request.output), quality: Int32(min(max(request.quality, 1), 100)),
          texts: places.baseAddress, text_count: places.count,
          keeps_profile: request.keepsProfile, file: output, advance: nil, context: nil)
        return body(&coding)
      }
    }
  }

  /// Returns a NUL-terminated Latin-1 text, with a question mark for other characters and for NUL.
  private static func latin1(_ text: String) -> [CChar] {
    text.unicodeScalars.map { scalar in
      (1...255).contains(scalar.value)
        ? CChar(bitPattern: UInt8(truncatingIfNeeded: scalar.value))
        : CChar(bitPattern: UInt8(ascii: "?"))
    } + [0]
  }

  private static func coding(_ format: PictureFormat) -> cpictures_coding {
    switch format {
    case .jpeg: CPICTURES_AS_JPEG
    case .png: CPICTURES_AS_PNG
    case .webp: CPICTURES_AS_WEBP
    case .pam: CPICTURES_AS_PAM
    }
  }
}

/// The closure to call with the progress, in an object that C passes on.
private final class ProgressCallback {
  let tell: (Double) -> Void

  init(_ tell: @escaping (Double) -> Void) {
    self.tell = tell
  }
}

/// Calls the closure with the progress; a free function for C, bound to no actor.
private func tellAdvance(_ context: UnsafeMutableRawPointer?, _ rows: Int32, _ all: Int32) {
  guard let context, all > 0 else { return }
  Unmanaged<ProgressCallback>.fromOpaque(context).takeUnretainedValue()
    .tell(Double(rows) / Double(all))
}

extension DecodeProblem {
  init(_ problem: cpictures_problem) {
    let reason = Reason(rawValue: UInt8(clamping: Int(problem.status.rawValue) - 1))
    let message = withUnsafeBytes(of: problem.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    self.init(reason ?? .damaged, message)
  }
}

extension PictureFit {
  /// Returns the plan for a picture whose pixels are stored with an EXIF orientation.
  func plan(orientation: UInt8) -> cpictures_plan {
    let isSwapped = (5...8).contains(orientation)
    return cpictures_plan(
      left: isSwapped ? top : left, top: isSwapped ? left : top,
      width: isSwapped ? height : width, height: isSwapped ? width : height,
      result_width: isSwapped ? size.height : size.width,
      result_height: isSwapped ? size.width : size.height, orientation: Int32(orientation))
  }
}
