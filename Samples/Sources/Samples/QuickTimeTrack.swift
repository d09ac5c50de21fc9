/// One track of a movie, all of whose samples lie in one chunk.
struct QuickTimeTrack {
  enum Kind {
    case video
    case audio
  }

  let movie: QuickTimeMovie
  let kind: Kind
  let number: Int
  let mediaOffset: Int

  private static let ticksPerFrame = 20

  private var frameCount: Int {
    max(1, Int((movie.duration * Double(movie.framesPerSecond)).rounded()))
  }

  var box: Box {
    Box("trak", [trackHeader, Box("mdia", [mediaHeader, handler, mediaInformation])])
  }

  private var trackHeader: Box {
    Box("tkhd", version: movie.hasLongTimes ? 1 : 0, flags: 3) {
      movie.appendTimes(to: &$0)
      $0.append(UInt32(number), .big)
      $0.append(UInt32(0), .big)
      movie.append(time: QuickTimeMovie.ticks(movie.duration), to: &$0)
      $0.append(contentsOf: repeatElement(0, count: 12))
      $0.append(UInt16(kind == .audio ? 0x100 : 0), .big)
      $0.append(UInt16(0), .big)
      let isTurned = kind == .video
      $0.append(
        contentsOf: QuickTimeMovie.matrix(
          rotation: isTurned ? movie.rotation : 0, width: movie.width, height: movie.height))
      $0.append(UInt32(isTurned ? movie.width << 16 : 0), .big)
      $0.append(UInt32(isTurned ? movie.height << 16 : 0), .big)
    }
  }

  private var mediaHeader: Box {
    Box("mdhd", version: movie.hasLongTimes ? 1 : 0) {
      movie.appendTimes(to: &$0)
      $0.append(UInt32(movie.framesPerSecond * Self.ticksPerFrame), .big)
      movie.append(time: frameCount * Self.ticksPerFrame, to: &$0)
      $0.append(UInt16(0x55C4), .big)
      $0.append(UInt16(0), .big)
    }
  }

  private var handler: Box {
    Box("hdlr", version: 0) {
      $0.append("\0\0\0\0" + (kind == .video ? "vide" : "soun"))
      $0.append(contentsOf: repeatElement(0, count: 13))
    }
  }

  private var mediaInformation: Box {
    let header =
      switch kind {
      case .video: Box("vmhd", version: 0, flags: 1) { $0.append(UInt64(0), .big) }
      case .audio: Box("smhd", version: 0) { $0.append(UInt32(0), .big) }
      }
    let reference = Box("url ", version: 0, flags: 1) { _ in }
    let references = Box("dref", version: 0) {
      $0.append(UInt32(1), .big)
      $0.append(contentsOf: reference.encoded())
    }
    return Box("minf", [header, Box("dinf", [references]), sampleTable])
  }

  private var sampleTable: Box {
    let description = Box("stsd", version: 0) {
      $0.append(UInt32(1), .big)
      $0.append(contentsOf: sampleEntry.encoded())
    }
    let times = Box("stts", version: 0) {
      $0.append(UInt32(1), .big)
      $0.append(UInt32(frameCount), .big)
      $0.append(UInt32(Self.ticksPerFrame), .big)
    }
    let chunks = Box("stsc", version: 0) {
      for number in [1, 1, frameCount, 1] { $0.append(UInt32(number), .big) }
    }
    let sizes = Box("stsz", version: 0) {
      $0.append(UInt32(movie.mediaData.count / frameCount), .big)
      $0.append(UInt32(frameCount), .big)
    }
    let offsets = Box("stco", version: 0) {
      $0.append(UInt32(1), .big)
      $0.append(UInt32(mediaOffset), .big)
    }
    return Box("stbl", [description, times, chunks, sizes, offsets])
  }

  private var sampleEntry: Box {
    var content: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
    switch kind {
    case .video:
      content.append(contentsOf: repeatElement(0, count: 16))
      content.append(UInt16(movie.width), .big)
      content.append(UInt16(movie.height), .big)
      content.append(UInt32(72 << 16), .big)
      content.append(UInt32(72 << 16), .big)
      content.append(UInt32(0), .big)
      content.append(UInt16(1), .big)
      content.append(contentsOf: repeatElement(0, count: 32))
      content.append(UInt16(24), .big)
      content.append(UInt16(0xFFFF), .big)
      return Box("jpeg", content)
    case .audio:
      content.append(contentsOf: repeatElement(0, count: 8))
      content.append(UInt16(2), .big)
      content.append(UInt16(16), .big)
      content.append(UInt32(0), .big)
      content.append(UInt32(44_100 << 16), .big)
      return Box("twos", content)
    }
  }
}
