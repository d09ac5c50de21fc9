import AssetSupport
import Assets
import Foundation
import PipelineSupport
import Samples
import TestSupport
import Testing

/// The facts that a run knows from the one before.
@Suite struct CatalogueTests {
  private let bench: CatalogueBench

  init() throws {
    bench = try CatalogueBench()
  }

  @Test func aRunWithItSaysWhatARunWithoutItSays() throws {
    let plain = try bench.run(nil)
    #expect(plain.lines.count >= 15)
    for attempt in 1...3 {
      let known = try bench.run(bench.settled())
      #expect(known.lines == plain.lines, "attempt \(attempt)")
      #expect(known.reasons == plain.reasons, "attempt \(attempt)")
    }
    #expect(bench.reported.isEmpty)
  }

  @Test func aLivePhotoStaysOne() throws {
    for _ in 1...2 {
      let pairs = try bench.run(bench.settled()).records.filter {
        $0["livePhotoVideoPath"] != nil
      }
      #expect(pairs.count == 1)
    }
  }

  #if canImport(Glibc)
    @Test func aSecondRunOpensNoFile() throws {
      let watch = OpenWatch(bench.library)
      _ = try bench.run(bench.settled())
      #expect(try Set(watch.names) == Set(bench.openedNames))
      _ = try bench.run(bench.settled())
      #expect(watch.names == [])
    }

    @Test func aSecondRunOverPathsOpensNoFile() throws {
      let paths = try bench.openedNames.map { "\(bench.library)/\($0)" }
      let watch = OpenWatch(bench.library)
      let first = try bench.run(bench.settled(), paths: paths)
      #expect(watch.names.count == paths.count)
      #expect(try bench.run(bench.settled(), paths: paths).lines == first.lines)
      #expect(watch.names == [])
      // A library knows what was read by path.
      let library = try bench.run(bench.settled())
      #expect(watch.names == [])
      #expect(library.lines == (try bench.run(nil).lines))
    }

    @Test func aSecondRunHashesNothing() throws {
      let stages = [StageCall("source"), StageCall("filter", ["sha1": .calling("present")])]
      let watch = OpenWatch(bench.library)
      let first = try bench.run(bench.settled(), stages)
      #expect(!watch.names.isEmpty)
      #expect(try bench.run(bench.settled(), stages).lines == first.lines)
      #expect(watch.names == [])
      #expect(try first.texts("sha1").allSatisfy { $0.count == 40 })
      // Another hash of the same files leaves this one in place.
      let other = [StageCall("source"), StageCall("filter", ["sha256": .calling("present")])]
      #expect(try bench.run(bench.settled(), other).texts("sha256").allSatisfy { $0.count == 64 })
      _ = watch.names
      #expect(try bench.run(bench.settled(), stages).lines == first.lines)
      #expect(watch.names == [])
    }

    @Test func aFileOfAnotherReaderVersionIsReadAnew() throws {
      _ = try bench.run(bench.settled())
      try bench.rewriteEntries { $0.readerVersion &+= 1 }
      let watch = OpenWatch(bench.library)
      #expect(try bench.run(bench.settled()).lines == (try bench.run(nil).lines))
      #expect(Set(watch.names) == Set(try bench.openedNames))
      #expect(bench.reported.isEmpty)
    }

    @Test func fewFilesAreReadWithoutIt() throws {
      let paths = try bench.names.prefix(3).map { "\(bench.library)/\($0)" }
      _ = try bench.run(bench.settled(), paths: Array(paths))
      #expect(!bench.hasCatalogue)
    }
  #endif

  @Test func aRunThatNeedsNoHeaderMakesNone() throws {
    let stages = [StageCall("source"), StageCall("filter", ["filename": "nothing is called so"])]
    #expect(try bench.run(bench.settled(), stages).lines.isEmpty)
    #expect(!bench.hasCatalogue)
  }

  @Test func twoNamesOfOneFileAreBothKnown() throws {
    #expect(link("\(bench.library)/half.jpg", "\(bench.library)/other.jpg") == 0)
    let plain = try bench.run(nil)
    _ = try bench.run(bench.settled())
    #if canImport(Glibc)
      let watch = OpenWatch(bench.library)
      #expect(try bench.run(bench.settled()).lines == plain.lines)
      #expect(watch.names == [])
    #endif
  }
}
