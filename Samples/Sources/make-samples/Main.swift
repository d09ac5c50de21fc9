import PhotosSamples
import Samples
import ShotwellSamples

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes sample libraries, corpora for measurements and records.
@main struct Main {
  static func main() {
    do {
      switch try Command(CommandLine.arguments.dropFirst()) {
      case .library(let path, let now, let seed):
        let moment = now ?? Int(time(nil))
        for entry in try SampleLibrary(now: moment, seed: seed).write(to: path) {
          say("\(path)/\(entry.path): \(entry.note)")
        }
      case .corpus(let path, let count, let seed):
        let summary = try SampleCorpus(count: count, seed: seed).write(to: path)
        say(
          "\(path): \(summary.files) files, \(summary.bytes / 1_000_000) MB, "
            + "\(summary.copies) exact copies, \(summary.partners) partners of the same size")
      case .records(let count, let seed):
        try print(count: count, seed: seed)
      case .kinds(let path):
        let folder = try SampleFolder(replacing: path)
        for (name, sample) in SampleKinds.all + SampleMovies.all {
          try folder.write(sample.encoded(), to: name)
        }
      case .text(let lines):
        try Descriptor.output.put(StrokeText(lines: lines).picture.encoded())
      case .photos(let path, let count, let albums, let flags, let seed):
        var assets = GeneratedPhotos(count: count, seed: seed)
        if flags.contains("--pictures") {
          assets.original = JPEGPicture(width: 400, height: 300).encoded()
        }
        try PhotosSampleLibrary(
          flags.contains("--whole") ? .wholeMacOS15 : .macOS15, assets,
          albums: assets.albums(albums)
        ).write(to: path)
        say("\(path): \(count) assets, with the tables of Photos in macOS 15")
      case .takeout(let path, let count, let seed):
        try TakeoutSampleLibrary(count: count, seed: seed).write(to: path)
        say("\(path): \(count) pictures, as two archives of a Google Takeout")
      case .shotwell(let path, let count, let seed):
        try ShotwellSampleLibrary(count: count, seed: seed).write(to: path)
        say("\(path): \(count) photos and videos, with the tables of Shotwell 0.30")
      case .help:
        say(Command.usage)
      }
    } catch let error as UsageError {
      say("make-samples: \(error.message)\n\(Command.usage)")
      exit(64)
    } catch {
      say("make-samples: \(error)")
      exit(73)
    }
  }

  private static func print(count: Int, seed: UInt64) throws(SampleError) {
    var records = SampleRecords(seed: seed)
    var bytes: [UInt8] = []
    for number in 0..<count {
      bytes.append(contentsOf: records.next().utf8)
      guard bytes.count > 1 << 16 || number == count - 1 else { continue }
      try Descriptor.output.put(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
  }

  private static func say(_ message: String) {
    // A closed standard error can't be reported.
    try? Descriptor.error.put(Array("\(message)\n".utf8))
  }
}
