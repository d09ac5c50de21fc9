internal import Platform

/// A program that makes a still of a movie, and how it is called for that.
struct PosterProgram: Sendable, Hashable {
  let path: String
  let arguments: [String]

  /// The ways to make a still, best first.
  static func installed(in searchPath: String, duration: Double?) -> [PosterProgram] {
    var programs: [PosterProgram] = []
    if let path = find("ffmpegthumbnailer", in: searchPath) {
      // Takes the tenth by itself, and there the frame that shows most.
      programs.append(
        PosterProgram(
          path: path, arguments: ["-i", input, "-o", "-", "-c", "jpeg", "-s", "0", "-q", "10"]))
    }
    if let path = find("ffmpeg", in: searchPath) {
      let tenth = min(max(0, (duration ?? 0) / 10), longestSeek)
      if tenth > 0 {
        programs.append(
          PosterProgram(path: path, arguments: ffmpeg(seek: ["-ss", String(tenth)])))
      }
      // What lies behind the last frame has no picture.
      programs.append(PosterProgram(path: path, arguments: ffmpeg(seek: [])))
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
  private static func ffmpeg(seek: [String]) -> [String] {
    ["-nostdin", "-v", "error", "-protocol_whitelist", "file", "-f", "mov", "-threads", "1"] + seek
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
