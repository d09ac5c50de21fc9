package import Decoding
package import Media
internal import Platform

/// Makes a still picture of a movie, with a program that is installed for that.
///
/// The program is looked for when the first still is made. It gets the movie as an open file and
/// never learns its name, starts in a process group of its own that is ended as a whole, and is
/// bounded in time, memory and what it writes. It is not closed in like a decoder: it has to start
/// and to load a hundred libraries first. So its picture is to be decoded like any other file.
package struct VideoPoster: Sendable {
  private let searchPath: String?
  private let deadline: Duration
  private let cancellation: Cancellation

  /// - Parameters:
  ///   - searchPath: folders, joined by colons; nil for the variable `PATH`.
  ///   - deadline: how long one movie may take, less the time for which others had the processor.
  ///   - cancellation: ends the program, and what it was at fails as cancelled.
  package init(
    searchPath: String? = nil, deadline: Duration = .seconds(5),
    cancellation: Cancellation = Cancellation()
  ) {
    self.searchPath = searchPath
    self.deadline = deadline
    self.cancellation = cancellation
  }

  /// Writes a JPEG picture in the movie's own size, turned upright.
  ///
  /// - Parameters:
  ///   - input: a movie, open for reading.
  ///   - format: the format that its header shows; `ffmpeg` tries no other.
  ///   - duration: how long the movie is, in seconds, if that is known; the still is taken after a
  ///     tenth.
  ///   - output: an empty file, open for writing. What it holds after a failure is open.
  package func make(
    of input: Int32, as format: MediaFormat = .quickTime, duration: Double?, into output: Int32
  ) throws(DecodeProblem) {
    let programs = PosterProgram.installed(
      in: searchPath ?? Self.variable, format: format, duration: duration)
    guard !programs.isEmpty else {
      throw DecodeProblem(
        .missingLibrary,
        "no program makes pictures of videos; install the package ffmpegthumbnailer or ffmpeg")
    }
    var time = deadline
    var last = DecodeProblem(.damaged, "")
    for program in programs {
      guard ftruncate(output, 0) == 0, lseek(output, 0, SEEK_SET) == 0 else {
        throw DecodeProblem(.notWritten, "can't empty the file for a video's picture")
      }
      do throws(DecodeProblem) {
        let run = BoundedProgram(
          path: program.path, arguments: program.arguments, input: input, output: output)
        return try run.finish(within: &time, unless: cancellation)
      } catch {
        guard error.reason == .damaged else { throw error }
        last = error
      }
    }
    throw last
  }

  /// The programs that would be used, in that order.
  package static func programPaths() -> [String] {
    var paths: [String] = []
    for program in PosterProgram.installed(
      in: variable, format: .quickTime, duration: nil)
    where !paths.contains(program.path) {
      paths.append(program.path)
    }
    return paths
  }

  private static var variable: String { getenv("PATH").map { String(cString: $0) } ?? "" }
}

/// A program that makes a still of a movie, and how it is called for that.
struct PosterProgram: Sendable, Hashable {
  let path: String
  let arguments: [String]

  /// The ways to make a still, best first.
  static func installed(
    in searchPath: String, format: MediaFormat, duration: Double?
  ) -> [PosterProgram] {
    var programs: [PosterProgram] = []
    if let path = find("ffmpegthumbnailer", in: searchPath) {
      // Takes the tenth by itself, and there the frame that shows most.
      programs.append(
        PosterProgram(
          path: path, arguments: ["-i", input, "-o", "-", "-c", "jpeg", "-s", "0", "-q", "10"]))
    }
    if let path = find("ffmpeg", in: searchPath) {
      let tenth = min(max(0, (duration ?? 0) / 10), longestSeek)
      for reader in readers(of: format) {
        if tenth > 0 {
          programs.append(
            PosterProgram(
              path: path, arguments: ffmpeg(reader: reader, seek: ["-ss", String(tenth)])))
        }
        // What lies behind the last frame has no picture.
        programs.append(
          PosterProgram(path: path, arguments: ffmpeg(reader: reader, seek: [])))
      }
    }
    return programs
  }

  /// The movie, which the program gets as this descriptor; a name could be taken for an option, or
  /// for an address on the network.
  private static let input = "/dev/fd/\(BoundedProgram.inputNumber)"
  /// Ten hours into a movie there is a picture.
  private static let longestSeek = 36_000.0

  /// No format but the one that the file was found to have, so that no list of addresses is
  /// followed.
  private static func ffmpeg(reader: String, seek: [String]) -> [String] {
    ["-nostdin", "-v", "error", "-protocol_whitelist", "file", "-f", reader, "-threads", "1"] + seek
      + ["-i", input, "-an", "-frames:v", "1", "-c:v", "mjpeg", "-pix_fmt", "yuvj420p"]
      + ["-q:v", "2", "-f", "image2pipe", "pipe:1"]
  }

  /// What ffmpeg calls its readers of a format; an MPEG movie may be one without packets.
  private static func readers(of format: MediaFormat) -> [String] {
    switch format {
    case .avi: ["avi"]
    case .matroska, .webM: ["matroska"]
    case .windowsMedia: ["asf"]
    case .flash: ["flv"]
    case .ogg: ["ogg"]
    case .transportStream, .avchd: ["mpegts"]
    case .mpeg: ["mpeg", "mpegvideo"]
    case .mpeg2: ["mpegvideo"]
    case .dv: ["dv"]
    default: ["mov"]
    }
  }

  private static func find(_ name: String, in searchPath: String) -> String? {
    for folder in searchPath.split(separator: ":") where folder.hasPrefix("/") {
      let path = "\(folder)/\(name)"
      if access(path, X_OK) == 0 { return path }
    }
    return nil
  }
}
