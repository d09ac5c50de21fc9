import TestSupport
import Testing

@Suite struct RunProgramTests {
  @Test func reportsOutputAndStatus() async throws {
    let result = try await shell("echo out; echo err >&2; exit 3").result()
    #expect(result.lines == ["out"])
    #expect(result.errorText == "err\n")
    #expect(result.status == .exited(3))
  }

  @Test func survivesFullPipes() async throws {
    let input = [UInt8](repeating: 0x61, count: 3_000_000)
    var program = shell("tee /dev/stderr")
    program.input = input
    let result = try await program.result()
    #expect(result.output == input)
    #expect(result.errorOutput == input)
  }

  @Test func survivesAProgramThatDoesNotRead() async throws {
    var program = shell("exit 0")
    program.input = [UInt8](repeating: 0x61, count: 3_000_000)
    #expect(try await program.result().status == .exited(0))
  }

  @Test func killsALateProgramAndItsChildren() async throws {
    var program = shell("sleep 100 | sleep 100")
    program.timeout = .milliseconds(100)
    let result = try await program.result()
    #expect(result.didTimeOut)
    #expect(result.status == .killed(signal: 9))
  }

  @Test func canBeKilled() async throws {
    let program = try shell("echo ready; exec sleep 3600").start()
    #expect(await program.printed("ready"))
    #expect(await program.end(by: 15).status == .killed(signal: 15))
  }

  @Test func givesSignalsTheirDefaults() async throws {
    let result = try await shell("kill -PIPE $$; echo alive").result()
    #expect(result.status == .killed(signal: 13))
  }

  @Test func typesOnATerminal() async throws {
    var program = shell(
      "stty size </dev/tty; printf 'sure? ' >&2; read answer; echo \"got $answer\"")
    program.terminal = Terminal(columns: 90, rows: 20)
    let running = try program.start()
    #expect(await running.showed("sure? "))
    running.send("yes\n")
    let result = await running.result()
    #expect(result.errorText.contains("20 90"))
    #expect(result.errorText.contains("got yes"))
    #expect(result.output.isEmpty)
  }

  @Test func pipesOutputBesideATerminal() async throws {
    var program = shell("echo record; test -t 0 && test -t 2 && test ! -t 1")
    program.terminal = Terminal(showsOutput: false)
    let result = try await program.result()
    #expect(result.lines == ["record"])
    #expect(result.status == .exited(0))
  }

  @Test func interruptsFromTheKeyboard() async throws {
    var program = shell("echo ready; exec sleep 3600")
    program.terminal = Terminal()
    let running = try program.start()
    #expect(await running.showed("ready"))
    running.send("\u{3}")
    #expect(await running.result().status == .killed(signal: 2))
  }

  @Test func namesAProgramThatIsMissing() throws {
    #expect(throws: SystemError.self) { try RunProgram("/nonexistent/program").start() }
  }

  private func shell(_ script: String) -> RunProgram {
    RunProgram("/bin/sh", ["-c", script])
  }
}
