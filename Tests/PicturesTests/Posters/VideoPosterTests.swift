import AssetSupport
import Decoding
import Foundation
import Media
import Pictures
import Samples
import TestSupport
import Testing

struct VideoPosterTests {
  /// A movie whose frames are all the same picture.
  private static func movie(
    rotation: Int = 0, duration: Double = 2, frames: Int = 20
  ) -> QuickTimeMovie {
    let frame = JPEGPicture(width: 320, height: 192, seed: 5).encoded()
    return QuickTimeMovie(width: 320, height: 192) {
      $0.rotation = rotation
      $0.duration = duration
      $0.framesPerSecond = Int(Double(frames) / duration)
      $0.mediaData = Array(repeating: frame, count: frames).flatMap { $0 }
    }
  }

  /// A poster that waits for an installed program as long as its first start may take here.
  private func patientPoster(in programs: TemporaryDirectory) -> VideoPoster {
    VideoPoster(searchPath: programs.path, deadline: .seconds(120))
  }

  /// A folder in which one program can be found.
  private func folder(with program: String) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(program),
      withDestinationPath: #require(Requirement.path(ofProgram: program)))
    return folder
  }

  private func folder(withScript script: String, as name: String) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    try folder.write("#!/bin/sh\n\(script)\n", to: name)
    chmod(folder.path(name), 0o755)
    return folder
  }

  @Test(.needs(.program("ffmpegthumbnailer")), arguments: [0, 90])
  func ffmpegthumbnailerMakesAnUprightPictureInTheMoviesSize(rotation: Int) throws {
    try expectAnUprightPicture("ffmpegthumbnailer", rotation)
  }

  @Test(.needs(.program("ffmpeg")), arguments: [0, 90])
  func ffmpegMakesAnUprightPictureInTheMoviesSize(rotation: Int) throws {
    try expectAnUprightPicture("ffmpeg", rotation)
  }

  private func expectAnUprightPicture(_ program: String, _ rotation: Int) throws {
    let programs = try folder(with: program)
    let input = try ScratchFile(Self.movie(rotation: rotation).encoded())
    let output = try ScratchFile()
    try patientPoster(in: programs).make(
      of: input.descriptor, duration: 2, into: output.descriptor)
    let bytes = try output.bytes
    var reader = HeaderReader()
    let facts = try reader.read(descriptor: output.descriptor, size: Int64(bytes.count))
    #expect(facts.format == .jpeg)
    let isTurned = rotation == 90
    #expect(facts.pixelWidth == (isTurned ? 192 : 320))
    #expect(facts.pixelHeight == (isTurned ? 320 : 192))
    #expect(bytes.suffix(2) == [0xFF, 0xD9])
  }

  @Test(.needs(.program("ffmpeg"))) func aMovieThatIsShorterThanItSaysHasAPicture() throws {
    let programs = try folder(with: "ffmpeg")
    let input = try ScratchFile(Self.movie(duration: 0.1, frames: 1).encoded())
    let output = try ScratchFile()
    try patientPoster(in: programs).make(
      of: input.descriptor, duration: 1000, into: output.descriptor)
    #expect(try output.bytes.starts(with: [0xFF, 0xD8]))
  }

  @Test(.needs(.program("ffmpegthumbnailer")))
  func aFileThatIsNoMovieIsDamagedForFfmpegthumbnailer() throws {
    try expectDamage("ffmpegthumbnailer")
  }

  @Test(.needs(.program("ffmpeg"))) func aFileThatIsNoMovieIsDamagedForFfmpeg() throws {
    try expectDamage("ffmpeg")
  }

  private func expectDamage(_ program: String) throws {
    let programs = try folder(with: program)
    let input = try ScratchFile(Array("#EXTM3U\nhttp://localhost:1/\n".utf8))
    let problem = try failure(of: patientPoster(in: programs), input)
    #expect(problem.reason == .damaged)
    #expect(problem.message.hasPrefix("\(program) ended with status "))
  }

  /// The name of ffmpeg's reader for each format, so that it tries no other.
  @Test(arguments: [
    (MediaFormat.avi, "avi"), (.matroska, "matroska"), (.webM, "matroska"),
    (.windowsMedia, "asf"), (.flash, "flv"), (.ogg, "ogg"), (.transportStream, "mpegts"),
    (.avchd, "mpegts"), (.mpeg2, "mpegvideo"), (.dv, "dv"), (.mpeg4, "mov"),
  ])
  func ffmpegReadsTheFormatThatTheHeaderShows(format: MediaFormat, reader: String) throws {
    let programs = try folder(withScript: "echo \"$*\"", as: "ffmpeg")
    let input = try ScratchFile()
    let output = try ScratchFile()
    try VideoPoster(searchPath: programs.path).make(
      of: input.descriptor, as: format, duration: nil, into: output.descriptor)
    #expect(String(decoding: try output.bytes, as: UTF8.self).contains(" -f \(reader) -threads"))
  }

  @Test(.needs(.program("ffmpeg"))) func anAVIHasAPicture() throws {
    let programs = try folder(with: "ffmpeg")
    let frame = JPEGPicture(width: 320, height: 192, seed: 5).encoded()
    let movie = AVIMovie(width: 320, height: 192) {
      $0.frames = 1
      $0.frameData = frame
    }
    let input = try ScratchFile(movie.encoded())
    let output = try ScratchFile()
    try patientPoster(in: programs).make(
      of: input.descriptor, as: .avi, duration: nil,
      into: output.descriptor)
    let bytes = try output.bytes
    var reader = HeaderReader()
    let facts = try reader.read(descriptor: output.descriptor, size: Int64(bytes.count))
    #expect(facts.format == .jpeg)
    #expect((facts.pixelWidth, facts.pixelHeight) == (320, 192))
  }

  @Test func withoutAProgramThePackagesAreNamed() throws {
    let programs = try TemporaryDirectory()
    let problem = try failure(of: VideoPoster(searchPath: programs.path), ScratchFile())
    #expect(
      problem
        == DecodeProblem(
          .missingLibrary,
          "no program makes pictures of videos; install the package ffmpegthumbnailer or ffmpeg"))
  }

  @Test func theProgramGetsAnOpenFileAndNoEnvironment() throws {
    let programs = try folder(
      withScript: "cat /dev/fd/0; echo; env", as: "ffmpegthumbnailer")
    let input = try ScratchFile(Array("movie".utf8))
    let output = try ScratchFile()
    // `env` and `cat` are found by the shell's own default.
    try VideoPoster(searchPath: "relative:/nowhere:\(programs.path)").make(
      of: input.descriptor, duration: nil, into: output.descriptor)
    let lines = String(decoding: try output.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.first == "movie")
    #expect(!lines.contains { $0.hasPrefix("HOME=") || $0.hasPrefix("PATH=") })
  }

  @Test func aProgramThatFailsIsFollowedByTheNext() throws {
    let programs = try folder(withScript: "printf rest; exit 3", as: "ffmpegthumbnailer")
    try programs.write("#!/bin/sh\nprintf second\n", to: "ffmpeg")
    chmod(programs.path("ffmpeg"), 0o755)
    let input = try ScratchFile()
    let output = try ScratchFile()
    try VideoPoster(searchPath: programs.path).make(
      of: input.descriptor, duration: nil, into: output.descriptor)
    #expect(try output.bytes == Array("second".utf8))
  }

  @Test func aProgramThatWritesNothingIsAProblem() throws {
    let programs = try folder(withScript: "exit 0", as: "ffmpegthumbnailer")
    let problem = try failure(of: VideoPoster(searchPath: programs.path), ScratchFile())
    #expect(problem == DecodeProblem(.damaged, "ffmpegthumbnailer makes no picture of it"))
  }

  @Test func aProgramThatNeverEndsWritingIsStopped() throws {
    let programs = try folder(withScript: "exec cat /dev/zero", as: "ffmpegthumbnailer")
    let poster = VideoPoster(searchPath: programs.path, deadline: .seconds(60))
    #expect(try failure(of: poster, ScratchFile()).reason == .tooLarge)
  }

  /// Ways to start another program; the second leaves the group of the one that starts it.
  private static let starts = ["sleep", "setsid sleep"]

  @Test(arguments: starts)
  func aProgramThatHangsIsEndedWithAllThatItStarted(_ left: String) throws {
    let duration = Self.duration
    let programs = try folder(
      withScript: "\(left) \(duration) & printf begun; wait", as: "ffmpegthumbnailer")
    let poster = VideoPoster(searchPath: programs.path, deadline: .milliseconds(500))
    #expect(try failure(of: poster, ScratchFile()).reason == .deadline)
    #if os(Linux)
      // The signal has been sent, and arrives.
      #expect(waited(for: duration, toRun: false))
    #endif
  }

  @Test(arguments: starts)
  func whatAProgramStartedEndsWithItsSuccess(_ left: String) throws {
    let duration = Self.duration
    let programs = try folder(
      withScript: "\(left) \(duration) > /dev/null & printf picture", as: "ffmpegthumbnailer")
    let output = try ScratchFile()
    try patientPoster(in: programs).make(
      of: ScratchFile().descriptor, duration: 1, into: output.descriptor)
    #expect(try output.bytes == Array("picture".utf8))
    #if os(Linux)
      #expect(waited(for: duration, toRun: false))
    #endif
  }

  /// Seconds that nothing else sleeps for.
  private static var duration: String { "\(getpid())\(UInt16.random(in: 10000...65535))" }

  /// Waits until a program sleeps so long, or no longer does; false when that takes too long.
  private func waited(for seconds: String, toRun: Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while ProcessTable.has("sleep", seconds) != toRun, .now < end { usleep(1000) }
    return ProcessTable.has("sleep", seconds) == toRun
  }

  @Test func aCancelledRunEndsTheProgram() throws {
    let cancellation = Cancellation()
    let duration = Self.duration
    let programs = try folder(withScript: "sleep \(duration) & wait", as: "ffmpegthumbnailer")
    DispatchQueue.global().async {
      #if os(Linux)
        _ = waited(for: duration, toRun: true)
      #endif
      cancellation.cancel()
    }
    let poster = VideoPoster(
      searchPath: programs.path, deadline: .seconds(60), cancellation: cancellation)
    #expect(try failure(of: poster, ScratchFile()).reason == .cancelled)
    #if os(Linux)
      #expect(waited(for: duration, toRun: false))
    #endif
  }

  private func failure(of poster: VideoPoster, _ input: ScratchFile) throws -> DecodeProblem {
    let output = try ScratchFile()
    return try #require(throws: DecodeProblem.self) {
      try poster.make(of: input.descriptor, duration: 1, into: output.descriptor)
    }
  }
}
