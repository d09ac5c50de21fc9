internal import Decoding

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The request in the input's first word; its second is an argument.
struct FileCommand {
  let socket: MessageSocket
  let frame: ReceivedFrame
  let scope: String
  /// True if this is the first file of the process.
  let isFirst: Bool

  func run() throws {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = pread(frame.files.descriptors[0], &bytes, bytes.count, 0)
    let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
    let argument = words.count > 1 ? String(words[1]) : ""
    switch words.first {
    case "process": try answer("\(getpid()) \(scope)")
    case "open-files": try answer(Self.openFiles)
    case "echo": try answer(argument)
    case "abort": abort()
    case "exit": exit(Int32(argument) ?? 1)
    case "fault": UnsafeMutablePointer<Int>(bitPattern: 64)?.pointee = 1
    case "signal": kill(getpid(), Int32(argument) ?? SIGKILL)
    case "signal-once": try signalOnce(marker: argument)
    case "hang": hang()
    case "hang-up": hangUp()
    case "dribble": try dribble()
    case "twice":
      let message = try response("twice").frame(number: frame.number)
      try socket.send(message + message)
    case "steps":
      for share in [0.25, 0.5] {
        try socket.send(DecodeProgress(share: share).frame(number: frame.number))
      }
      try answer("steps")
    case "wrong-step":
      // More than all of it.
      let body: [UInt8] = [0xFF, 0xFF]
      try socket.send(FrameHeader.frame(.progress, number: frame.number, body: body, limit: 2))
    case "old-step":
      try socket.send(DecodeProgress(share: 0.5).frame(number: frame.number &- 1))
    case "garbage": try socket.send([UInt8](repeating: 0xA5, count: 100))
    case "half":
      try socket.send(Array(response("half").frame(number: frame.number).prefix(20)))
      exit(0)
    case "old-number": try socket.send(response("old").frame(number: frame.number &- 1))
    case "other-kind": try socket.send(DecodeResponse.metadata([]).frame(number: frame.number))
    case "large": try lie(size: PictureSize(width: 30_000, height: 20_000))
    case "longer": try lie(byteCount: 1 << 40)
    case "files":
      let message = try response("files").frame(number: frame.number)
      try socket.send(message, descriptors: [0, 1])
    case "memory": try refuse(.outOfMemory)
    case "memory-unless-first":
      if isFirst { try answer("first") } else { try refuse(.outOfMemory) }
    case "abort-unless-first":
      if isFirst { try answer("first") } else { abort() }
    case "garbage-unless-first":
      if isFirst {
        try answer("first")
      } else {
        try socket.send([UInt8](repeating: 0xA5, count: 100))
      }
    case "damaged": try refuse(.damaged)
    default: try refuse(.unsupported)
    }
  }

  /// Writes the text where a picture would be.
  private func response(_ text: String) -> DecodeResponse {
    guard frame.kind == .picture else { return .metadata(Array(text.utf8)) }
    let bytes = Array(text.utf8)
    write(frame.files.descriptors[1], bytes, bytes.count)
    return .picture(
      DecodedPicture(
        size: PictureSize(width: 1, height: 1), byteCount: Int64(bytes.count)))
  }

  private func answer(_ text: String) throws {
    try socket.send(response(text).frame(number: frame.number))
  }

  private func refuse(_ reason: DecodeProblem.Reason) throws {
    let problem = DecodeProblem(reason, "as the file says")
    try socket.send(DecodeResponse.failed(problem).frame(number: frame.number))
  }

  private func lie(
    size: PictureSize = PictureSize(width: 1, height: 1), byteCount: Int64 = 3
  ) throws {
    _ = response("lie")
    let picture = DecodedPicture(size: size, byteCount: byteCount)
    try socket.send(DecodeResponse.picture(picture).frame(number: frame.number))
  }

  /// Is killed, unless the marker says that this has happened.
  private func signalOnce(marker: String) throws {
    let file = open(marker, O_CREAT | O_EXCL | O_WRONLY, 0o600)
    if file >= 0 {
      _ = response("what must not stay")
      kill(getpid(), SIGKILL)
    }
    try answer("second")
  }

  private func hang() -> Never {
    while true { sleep(1000) }
  }

  private func hangUp() -> Never {
    close(socket.descriptor)
    hang()
  }

  private static var openFiles: String {
    (0..<1024).filter { fcntl(Int32($0), F_GETFD) >= 0 }.map(String.init).joined(separator: ",")
  }

  /// Sends a long answer so slowly that it never ends.
  private func dribble() throws -> Never {
    let message = try DecodeResponse.metadata([UInt8](repeating: 32, count: 4 << 20))
      .frame(number: frame.number)
    var sent = 0
    while true {
      try socket.send(Array(message[sent..<sent + 1]))
      sent += 1
      usleep(1000)
    }
  }
}
