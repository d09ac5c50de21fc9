import Foundation
import Pipeline
import TerminalSupport
import Testing

@testable import Terminal

@Suite struct ProgressReporterTests {
  private let progress = RunProgress()

  /// Everything that arrives at the reading end of a pipe while `body` has the writing end.
  private func piped(_ body: (Int32) -> Void) throws -> [String] {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    body(ends[1])
    close(ends[1])
    let data = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true).readDataToEndOfFile()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `the last record has the last counts`() throws {
    let lines = try piped { descriptor in
      let reporter = ProgressReporter(
        progress, stage: "load", display: .json, on: StatusLine(descriptor: -1),
        recordDescriptor: descriptor)
      reporter.start()
      progress.expect(items: 4)
      progress.complete(items: 3)
      progress.complete(failures: 1)
      reporter.stop(isComplete: true)
      reporter.stop(isComplete: false)
    }
    let last = try #require(lines.last)
    #expect(last.hasPrefix(#"{"v":1,"type":"progress","stage":"load","done":3,"total":4,"#))
    #expect(last.hasSuffix(#""errors":1,"fraction":1.0}"#))
  }

  @Test func `records on standard error are whole lines`() throws {
    let lines = try piped { descriptor in
      let status = StatusLine(descriptor: descriptor)
      let reporter = ProgressReporter(progress, stage: "load", display: .json, on: status)
      reporter.start()
      status.write("message")
      reporter.stop(isComplete: false)
    }
    #expect(lines.count == 2 && lines.first == "message")
    #expect(lines.last?.hasPrefix(#"{"v":1,"type":"progress","stage":"load","done":0,"#) == true)
  }

  @Test(arguments: [ProgressDisplay.none, .plain, .json])
  func `a signal has one line written at once`(display: ProgressDisplay) throws {
    progress.complete(items: 1204)
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let reporter = ProgressReporter(
      progress, stage: "load", display: display, on: StatusLine(descriptor: ends[1]))
    reporter.start()
    defer { reporter.stop(isComplete: true) }
    reporter.printOnce()
    let reader = FileHandle(fileDescriptor: ends[0], closeOnDealloc: false)
    var text = ""
    while !text.contains("load: 1,204") {
      let data = reader.availableData
      try #require(!data.isEmpty)
      text += String(decoding: data, as: UTF8.self)
    }
  }

  @Test func `plain progress ends with a summary, none with nothing`() throws {
    progress.complete(items: 7)
    progress.complete(failures: 2)
    for (display, count) in [(ProgressDisplay.plain, 1), (.none, 0)] {
      let lines = try piped { descriptor in
        let reporter = ProgressReporter(
          progress, stage: "load", display: display, on: StatusLine(descriptor: descriptor))
        reporter.start()
        reporter.stop(isComplete: true)
      }
      #expect(lines.count == count)
      if let line = lines.first {
        #expect(line.hasPrefix("load: 7 in 0.") && line.hasSuffix(", 2 failed"))
      }
    }
  }

  @Test func `the bar appears on a terminal, makes way and is cleared`() throws {
    let terminal = try TerminalPair(columns: 80)
    let status = StatusLine(descriptor: terminal.device)
    let reporter = ProgressReporter(progress, stage: "load", display: .bar, on: status)
    progress.expect(items: 10)
    progress.complete(items: 5)
    reporter.start()
    #expect(terminal.shows("50 %  5 of 10"))
    reporter.suspend {
      #expect(terminal.screen == [""])
    }
    status.write("message")
    #expect(terminal.screen.first == "message")
    reporter.stop(isComplete: true)
    #expect(terminal.screen == ["message", ""])
  }

  @Test func `a reader that is gone, or full, does not hold the run up`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    let gone = ProgressReporter(
      progress, stage: "load", display: .json, on: StatusLine(descriptor: -1),
      recordDescriptor: ends[1])
    gone.start()
    gone.stop(isComplete: true)
    close(ends[1])

    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let zeros = [UInt8](repeating: 0, count: 4096)
    while write(ends[1], zeros, zeros.count) > 0 {}
    _ = fcntl(ends[1], F_SETFL, 0)
    let full = ProgressReporter(
      progress, stage: "load", display: .json, on: StatusLine(descriptor: -1),
      recordDescriptor: ends[1])
    full.start()
    full.stop(isComplete: true)
  }

  @Test(
    arguments: [
      (ProgressMode.auto, true, OutputKind.file, ProgressDisplay.bar),
      (.auto, true, .terminal, .none), (.auto, true, .pipe, .none), (.auto, false, .file, .none),
      (.bar, true, .terminal, .bar), (.bar, true, .pipe, .bar), (.bar, false, .file, .plain),
      (.plain, true, .terminal, .plain), (.json, true, .terminal, .json),
      (.none, true, .file, .none),
    ])
  func `shows what was asked for, where it can`(
    mode: ProgressMode, error: Bool, output: OutputKind, display: ProgressDisplay
  ) {
    #expect(mode.display(isErrorTerminal: error, output: output) == display)
  }
}
