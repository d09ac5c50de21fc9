public import Decoding
internal import Platform

extension DecoderPool {
  /// What a decoder process gives up on this system; starts one to see, and ends it.
  public func jailReport() throws(DecodeProblem) -> JailReport {
    let path = try settings.executable.path()
    let process: DecoderProcess
    do throws(SpawnProblem) {
      process = try DecoderProcess(
        path: path, scope: .jpeg, startingWithin: settings.startDeadline)
    } catch {
      throw DecodeProblem(.noDecoder, "can't start \"\(path)\": \(error.text)")
    }
    defer { _ = process.end() }
    var event = pollfd(fd: process.socket.descriptor, events: Int16(POLLIN), revents: 0)
    poll(&event, 1, Int32(clamping: settings.startDeadline.components.seconds * 1000))
    do throws(WireProblem) {
      if case .frame(let frame) = try process.socket.receive() { try process.welcome(frame) }
    } catch {
      throw DecodeProblem(.crashed, "the decoder is of another version")
    }
    guard process.isIdle else {
      throw DecodeProblem(.crashed, "the decoder \"\(path)\" did not get ready")
    }
    return process.jail
  }
}
