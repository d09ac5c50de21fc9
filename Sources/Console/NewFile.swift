package import Pipeline
internal import Platform

/// A text in a file that is not there yet.
package enum NewFile {
  /// - Throws: ``OutputProblem`` when there is a file already, and when it can't be written.
  package static func write(_ text: String, to path: String) throws(OutputProblem) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      let reason = errno == EEXIST ? "it is there already" : String(cString: strerror(errno))
      throw OutputProblem.notWritable("can't write \"\(path)\": \(reason.lowercased())")
    }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard Platform.write(descriptor, bytes, bytes.count) == bytes.count else {
      let reason = String(cString: strerror(errno)).lowercased()
      unlink(path)
      throw OutputProblem.notWritable("can't write \"\(path)\": \(reason)")
    }
  }
}
