package import Decoding
package import Media
internal import Platform

/// Makes a still picture of a movie with an installed program, searched for at the first still. The
/// program gets the movie as an open file, never its name. It ends with all that it started; its time,
/// memory and output are limited. Its jail is that of rules' programs and not a decoder's, because it
/// must start and load a hundred libraries first: its picture must be decoded like any untrusted file.
package struct VideoPoster: Sendable {
  private let searchPath: String?
  private let deadline: Duration
  private let cancellation: Cancellation

  /// - Parameters:
  ///   - searchPath: folders, joined by colons; nil for the variable `PATH`.
  ///   - deadline: the time for one movie, less that for which other processes had the processor.
  ///     The first start of `ffmpeg` reads 220 MB of libraries, which alone takes longer than 5 s
  ///     from a slow disk.
  ///   - cancellation: ends the program; the current movie then fails as cancelled.
  package init(
    searchPath: String? = nil, deadline: Duration = .seconds(20),
    cancellation: Cancellation = Cancellation()
  ) {
    self.searchPath = searchPath
    self.deadline = deadline
    self.cancellation = cancellation
  }

  /// Writes a JPEG picture in the movie's own size, upright, to `output`, an empty file, whose
  /// content is undefined after a failure. `ffmpeg` tries no other format than `format`. The still
  /// is taken after a tenth of `duration`, seconds, if known.
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

  /// Returns the paths of the programs to use, in order of preference.
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

struct PosterProgram: Sendable, Hashable {
  let path: String
  let arguments: [String]

  /// Returns the installed programs, best first; one may appear again with other arguments.
  static func installed(
    in searchPath: String, format: MediaFormat, duration: Double?
  ) -> [PosterProgram] {
    var programs: [PosterProgram] = []
    if let path = find("ffmpegthumbnailer", in: searchPath) {
      // This program seeks to a tenth by itself, and picks a representative frame there.
      programs.append(
        PosterProgram(
          path: path, arguments: ["-i", input, "-o", "-", "-c", "jpeg", "-s", "0", "-q", "10"]))
    }
    if let path = find("ffmpeg", in: searchPath) {
      let tenth = min(max(0, (duration ?? 0) / 10), longestSeek)
      for reader in format.demuxers {
        if tenth > 0 {
          programs.append(
            PosterProgram(
              path: path, arguments: ffmpeg(reader: reader, seek: ["-ss", String(tenth)])))
        }
        // After the last frame there is no picture.
        programs.append(
          PosterProgram(path: path, arguments: ffmpeg(reader: reader, seek: [])))
      }
    }
    return programs
  }

  /// The movie's descriptor; a file name could be taken for an option, or for a network address.
  private static let input = BoundedProgram.inputPath
  /// The latest time of the still in seconds, ten hours.
  private static let longestSeek = 36_000.0

  /// Returns the arguments that allow only the detected format, so that no playlist is followed.
  private static func ffmpeg(reader: String, seek: [String]) -> [String] {
    ["-nostdin", "-v", "error", "-protocol_whitelist", "file", "-f", reader, "-threads", "1"] + seek
      + ["-i", input, "-an", "-frames:v", "1", "-c:v", "mjpeg", "-pix_fmt", "yuvj420p"]
      + ["-q:v", "2", "-f", "image2pipe", "pipe:1"]
  }

  private static func find(_ name: String, in searchPath: String) -> String? {
    for folder in searchPath.split(separator: ":") where folder.hasPrefix("/") {
      let path = "\(folder)/\(name)"
      if access(path, X_OK) == 0 { return path }
    }
    return nil
  }
}
