import ProgramSupport
import Samples
import TestSupport
import Testing

/// Records of movies as Linux desktops record their screens, and of movies that only look so.
@Suite struct ScreenRecordingTests {
  private static let rule = """
    return pipeline { source {}, filter { sortedBy = "localIdentifier" } }
    """

  private static func recording(
    _ documentType: String, _ fill: (inout MatroskaMovie) -> Void = { _ in }
  ) -> MatroskaMovie {
    MatroskaMovie(width: 1920, height: 1080) {
      $0.documentType = documentType
      fill(&$0)
    }
  }

  private func records(_ movies: [(String, any SampleFile)]) async throws -> [PrintedRecord] {
    let world = try ProgramWorld()
    for (name, movie) in movies { try world.directory.write(movie, to: "pictures/\(name)") }
    try world.directory.write(Self.rule, to: "all.lua")
    let result = try await world.run("run", world.path("all.lua"), "--library", world.library)
    #expect(result.status == .exited(0))
    #expect(result.errorText == "")
    return try result.records()
  }

  @Test func recordersOfLinuxAreKnownByNamesAndSignatures() async throws {
    let records = try await records([
      ("Screencast from 2024-01-01 12-00-00.webm", Self.recording("webm")),
      ("Screencast_20240101_120000.webm", Self.recording("webm")),
      ("Kooha-2024-01-01-12-00-00.webm", Self.recording("webm")),
      ("2024-01-01 12-00-00.mkv", Self.recording("matroska")),
      ("recording.mkv", Self.recording("matroska")),
      ("simplescreenrecorder-2024-01-01_12.00.00.mkv", Self.recording("matroska")),
      (
        "lesson.mkv",
        Self.recording("matroska") { $0.tags = [("SOFTWARE", "OBS Studio (30.0.2)")] }
      ),
      (
        "out.ogv",
        OggMovie(width: 1366, height: 768) { $0.comments = ["ENCODER=recordMyDesktop 0.4"] }
      ),
    ])
    #expect(records.count == 8)
    for record in records {
      #expect(record.mediaType == "video", "\(record.filename ?? "")")
      #expect(record.mediaSubtypes == ["videoScreenRecording"], "\(record.filename ?? "")")
    }
  }

  @Test func moviesOfCamerasAndOthersAreNone() async throws {
    let records = try await records([
      ("2024-01-02 12-00-00.avi", AVIMovie(width: 640, height: 480)),
      (
        "2024-01-01 12-00-00.mkv",
        Self.recording("matroska") { $0.tags = [("MAKE", "Apple"), ("MODEL", "iPhone 15")] }
      ),
      ("film.mkv", Self.recording("matroska")), ("party.webm", Self.recording("webm")),
    ])
    #expect(records.count == 4)
    for record in records {
      #expect(record.mediaType == "video")
      #expect(record.mediaSubtypes ?? [] == [], "\(record.filename ?? "")")
    }
  }

  /// A movie of another family beside a picture is a movie of its own.
  @Test func aMatroskaMovieBesideAPictureIsNoLivePhoto() async throws {
    let records = try await records([
      ("IMG_0001.jpg", JPEGPicture(width: 40, height: 30)),
      ("IMG_0001.mkv", Self.recording("matroska")),
      ("IMG_0001.avi", AVIMovie(width: 640, height: 480)),
    ])
    #expect(records.map(\.playbackStyle) == ["video", "image", "video"])
  }
}
