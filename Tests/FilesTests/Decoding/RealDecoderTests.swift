import AssetSupport
import Decoding
import Files
import Foundation
import Media
import Samples
import TestSupport
import Testing

/// The decoder that is shipped, by way of the pool.
struct RealDecoderTests {
  private let folder: TemporaryDirectory
  private let pool: DecoderPool

  /// The decoder gets a name of its own here, by which its processes are found.
  init() throws {
    folder = try TemporaryDirectory()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("decoder"), withDestinationPath: Products.decoder)
    pool = DecoderPool(limit: 2, executable: folder.path("decoder"), deadline: .seconds(60))
  }

  @Test func theInstalledDecoderIsFoundBesideTheProgram() throws {
    let input = try ScratchFile(JPEGPicture(width: 64, height: 64).encoded())
    let output = try ScratchFile()
    var results: [Result<DecodedPicture, DecodeProblem>] = []
    DecoderPool(limit: 1).makePictures([job(input, output)]) { results.append($1) }
    #expect(try results.map { try $0.get().size.width } == [48])
  }

  @Test func picturesAreMadeOfFilesAsTheyAreAsked() throws {
    let sizes: [(width: Int, height: Int)] = [(640, 480), (480, 640), (48, 48), (20, 10)]
    let inputs = try (sizes).map {
      try ScratchFile(JPEGPicture(width: $0.width, height: $0.height).encoded())
    }
    let outputs = try sizes.map { _ in try ScratchFile() }
    var made = [DecodedPicture?](repeating: nil, count: sizes.count)
    pool.makePictures(zip(inputs, outputs).map { job($0, $1) }) { index, result in
      made[index] = try? result.get()
    }
    let expected: [(Int32, Int32)] = [(48, 36), (36, 48), (48, 48), (20, 10)]
    for index in sizes.indices {
      #expect(made[index]?.size.width == expected[index].0)
      #expect(made[index]?.size.height == expected[index].1)
      let bytes = try outputs[index].bytes
      #expect(made[index]?.byteCount == Int64(bytes.count))
      var reader = HeaderReader()
      let facts = try reader.read(
        descriptor: outputs[index].descriptor, size: Int64(bytes.count))
      #expect(facts.format == .jpeg)
      #expect(facts.pixelWidth == expected[index].0)
      #expect(facts.pixelHeight == expected[index].1)
    }
  }

  @Test func aBrokenFileCostsOnlyItself() throws {
    let whole = JPEGPicture(width: 640, height: 480).encoded()
    let contents: [[UInt8]] = [whole, Array(whole.prefix(30)), [], Array("no picture".utf8), whole]
    let inputs = try contents.map { try ScratchFile($0) }
    let outputs = try contents.map { _ in try ScratchFile() }
    var reasons = [DecodeProblem.Reason?](repeating: nil, count: contents.count)
    pool.makePictures(zip(inputs, outputs).map { job($0, $1) }) { index, result in
      if case .failure(let problem) = result { reasons[index] = problem.reason }
    }
    #expect(reasons == [nil, .damaged, .damaged, .damaged, nil])
  }

  @Test func metadataIsRead() throws {
    let picture = JPEGPicture(width: 64, height: 64) {
      $0.exif = EXIFBlock { $0.model = "Camera of a test" }
    }
    let bytes = picture.encoded()
    let input = try ScratchFile(bytes)
    let start = try #require(bytes.firstRange(of: Array("Exif\0\0".utf8))).upperBound
    let request = MetadataRequest(
      format: .jpeg,
      exif: ByteRange(offset: Int64(start), count: Int64(picture.exif?.encoded().count ?? 0)))
    let json = try pool.metadata(request, of: input.descriptor)
    #expect(String(decoding: json, as: UTF8.self).contains("Camera of a test"))
  }

  @Test func startedByHandItSaysWhoStartsIt() async throws {
    for arguments in [[], ["3"], ["3", "linked"], ["0", "other"], ["x", "linked"]] {
      let result = try await RunProgram(Products.decoder, arguments).result()
      #expect(result.status == .exited(64))
      #expect(result.output.isEmpty)
      #expect(
        result.errorText
          == "shotflow-decode: is started by shotflow, which hands it files to decode\n")
    }
  }

  @Test func aDecoderEndsWithItsSocket() async throws {
    // Standard input is the terminal's socket pair neither way; a real one is made here.
    let ends = try #require(MessageSocket.pair())
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Products.decoder)
    process.arguments = ["0", "linked"]
    process.standardInput = FileHandle(fileDescriptor: ends.1, closeOnDealloc: true)
    try process.run()
    close(ends.0)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect([0, 70].contains(process.terminationStatus))
  }

  #if os(Linux)
    /// From outside: what the kernel says of the running process.
    @Test func theDecoderCanOpenNoFileAndNoSocket() throws {
      for format in [MediaFormat.jpeg, .png] {
        let processes = try processes(busyWith: PictureRequest(format: format))
        #expect(!processes.isEmpty)
        for process in processes {
          #expect(process.status.contains("\nNoNewPrivs:\t1\n"))
          #expect(process.status.contains("\nSeccomp:\t2\n"))
          guard let files = process.files else { continue }
          #expect(files.count == 4)
          #expect(files[0..<3] == ["/dev/null", "/dev/null", "/dev/null"])
          #expect(files.last?.hasPrefix("socket:") == true)
        }
      }
      #expect(try pool.jailReport().isSuperset(of: [.noNewPrivileges, .systemCalls, .limits]))
    }

    @Test func aDecoderThatIsKilledMidRunLosesNoFile() throws {
      let content = JPEGPicture(width: 1600, height: 1200).encoded()
      let inputs = try (0..<150).map { _ in try ScratchFile(content) }
      let outputs = try (0..<150).map { _ in try ScratchFile() }
      var made: Set<Int> = []
      var killCount = 0
      pool.makePictures(zip(inputs, outputs).map { job($0, $1) }) { index, result in
        if (try? result.get()) != nil { made.insert(index) }
        // A file is given to a second process only: leave that one alone.
        guard index % 30 == 0 else { return }
        for number in decoderNumbers().prefix(1) where kill(number, SIGKILL) == 0 { killCount += 1 }
      }
      #expect(made.count == 150)
      #expect(killCount > 0)
    }

    /// The status and the open files of each decoder; the files are nil for all users but root, as a
    /// decoder keeps others from looking into it.
    private func processes(
      busyWith request: PictureRequest
    ) throws -> [(status: String, files: [String]?)] {
      let input = try ScratchFile(
        request.format == .png
          ? PNGPicture(width: 64, height: 64).encoded()
          : JPEGPicture(width: 64, height: 64).encoded())
      let output = try ScratchFile()
      var result: Result<DecodedPicture, DecodeProblem>?
      pool.makePictures([
        DecoderPool.Job(request, from: input.descriptor, to: output.descriptor)
      ]) { result = $1 }
      _ = try result?.get()
      return try decoderNumbers().compactMap { number in
        guard let status = FileManager.default.contents(atPath: "/proc/\(number)/status") else {
          return nil
        }
        let text = "\n" + String(decoding: status, as: UTF8.self)
        let folder = "/proc/\(number)/fd"
        guard geteuid() == 0 else {
          #expect(access(folder, R_OK) == -1)
          return (text, nil)
        }
        // The last file may not be closed yet when its answer has come.
        var names: [Int] = []
        let end = ContinuousClock.now + .seconds(20)
        repeat {
          names = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { Int($0) }
        } while names.count > 4 && .now < end
        let files = try names.sorted().map {
          try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }
        return (text, files)
      }
    }

    /// The running processes of this test's decoder.
    private func decoderNumbers() -> [pid_t] {
      let words = Data("\(folder.path("decoder"))\0".utf8)
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return numbers.compactMap { pid_t($0) }.filter {
        FileManager.default.contents(atPath: "/proc/\($0)/cmdline")?.starts(with: words) == true
      }
    }
  #endif

  private func job(_ input: ScratchFile, _ output: ScratchFile) -> DecoderPool.Job {
    DecoderPool.Job(
      PictureRequest(format: .jpeg, targetSize: PictureSize(width: 48, height: 48)),
      from: input.descriptor, to: output.descriptor)
  }
}
