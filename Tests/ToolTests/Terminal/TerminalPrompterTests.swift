import Foundation
import Pipeline
import TerminalSupport
import Testing

@testable import Sessions
@testable import Terminal

@Suite struct TerminalPrompterTests {
  private let terminal: TerminalPair
  private let cancellation = Cancellation()
  private let prompter: TerminalPrompter

  init() throws {
    terminal = try TerminalPair(columns: 100)
    prompter = try #require(
      TerminalPrompter(
        keys: KeySource(borrowing: terminal.device),
        status: StatusLine(descriptor: terminal.device),
        cancellation: cancellation, terminal: "dumb"))
  }

  /// Asks on a thread of its own, and does something once the question is shown.
  private func answer(
    stays: Int64 = 60_000, name: String = "IMG_1.png", whenShown act: () -> Void
  ) -> Outcome? {
    let pending = PendingAnswer { [prompter] in
      try? prompter.ask(title: "Send it?", subject: name, age: 4000, stays: stays)
    }
    if terminal.shows("Esc leaves it]") { act() }
    return pending.value
  }

  /// Asks about several assets on a thread of its own, and does something once the question is shown.
  private func answers(
    about names: [String] = ["a.png", "b.png", "c.png"], stays: Int64 = 60_000,
    whenShown act: () -> Void
  ) -> [Outcome]? {
    let offers = names.map {
      Offer(title: "Send them?", subject: $0, path: nil, age: nil, duration: stays)
    }
    let group = OfferGroup(title: "Send them?", noun: "photos", offers: offers, duration: stays)
    let pending = PendingAnswer { [prompter] in
      try? prompter.answers(to: group, until: .now + .milliseconds(stays)).map(\.outcome)
    }
    if terminal.shows("Esc leaves all]") { act() }
    return pending.value
  }

  @Test(
    arguments: [
      ("\r", Outcome.accepted, "taken"), ("\n", .accepted, "taken"),
      ("\u{1B}", .dismissed, "left"), ("q", .dismissed, "left"), ("n", .dismissed, "left"),
      ("\u{4}", .dismissed, "left"), ("\u{1B}[A\r", .accepted, "taken"),
      ("xyz\r", .accepted, "taken"),
    ])
  func `one key answers`(keys: String, expected: Outcome, outcome: String) {
    let before = terminal.attributes
    let answer = answer {
      #expect(terminal.isKeyed)
      #expect(terminal.screen.last?.hasPrefix("Send it?  IMG_1.png, 4 s ago  [Return") == true)
      terminal.type(keys)
    }
    #expect(answer == expected)
    #expect(terminal.attributes == before)
    #expect(terminal.screen == ["IMG_1.png  \(outcome)", ""])
  }

  @Test func `nobody answers in time`() {
    let before = terminal.attributes
    #expect(answer(stays: 200) {} == .expired)
    #expect(terminal.attributes == before)
    #expect(terminal.screen == ["IMG_1.png  no answer", ""])
  }

  @Test func `an arrow key is no Escape`() {
    #expect(answer(stays: 400) { terminal.type("\u{1B}[A\u{1B}OB") } == .expired)
  }

  @Test func `what was typed before the question does not answer it`() {
    terminal.type("\r\n")
    #expect(terminal.hasInput())
    #expect(answer(stays: 300) {} == .expired)
  }

  @Test func `the seconds are counted down`() {
    #expect(answer(stays: 1900) {} == .expired)
    #expect(terminal.everything.contains("]  2") && terminal.everything.contains("]  1"))
    #expect(!terminal.everything.contains("]  3") && !terminal.everything.contains("]  0"))
  }

  @Test func `a cancellation ends the question`() {
    let before = terminal.attributes
    #expect(answer { cancellation.cancel() } == nil)
    #expect(terminal.attributes == before)
    #expect(throws: RunProblem.cancelled) {
      try prompter.ask(title: "", subject: "", age: nil, stays: 60_000)
    }
  }

  @Test func `a terminal that goes away answers nothing`() {
    let pending = PendingAnswer { [prompter] in
      do {
        return try "\(prompter.ask(title: "Send it?", subject: "a", age: nil, stays: 60_000))"
      } catch {
        return "\(error)"
      }
    }
    if terminal.shows("Esc leaves it]") { terminal.hangUp() }
    #expect(pending.value == "\(OfferProblem.lost)")
  }

  @Test(
    arguments: [
      ("\r", [Outcome.accepted, .accepted, .accepted], "taken"),
      ("n", [.dismissed, .dismissed, .dismissed], "left"),
      ("c2 3\ndone\n", [.dismissed, .accepted, .accepted], "2 taken"),
      ("ccancel\n", [.dismissed, .dismissed, .dismissed], "left"),
      ("c/b\ndone\n", [.dismissed, .accepted, .dismissed], "1 taken"),
    ])
  func `one question about several`(keys: String, expected: [Outcome], outcome: String) {
    let before = terminal.attributes
    let answers = answers {
      #expect(
        terminal.screen.last?.hasPrefix("Send them?  3 photos  [Return takes all, c chooses, Esc")
          == true)
      terminal.type(String(keys.prefix(1)))
      // A chooser forgets what was typed before it asked.
      for (place, line) in keys.dropFirst().split(separator: "\n").enumerated() {
        #expect(terminal.shows("listed: ", times: place + 1))
        terminal.type(line + "\n")
      }
    }
    #expect(answers == expected)
    #expect(terminal.attributes == before)
    #expect(terminal.screen.suffix(2) == ["3 photos  \(outcome)", ""])
  }

  @Test func `nobody answers about several in time`() {
    #expect(answers(stays: 200) {} == [.expired, .expired, .expired])
  }

  @Test func `ten thousand fit on a screen`() {
    let names = (1...10_000).map { "\($0).png" }
    let answers = answers(about: names) {
      // How much time is left depends on the computer.
      let question = "Send them?  10,000 photos  [Return takes all, c chooses, Esc leaves all]  "
      #expect(terminal.screen.count == 1)
      #expect(terminal.screen.first?.hasPrefix(question) == true)
      terminal.type("c")
      #expect(terminal.shows("0 marked, 10000 of 10000 listed: "))
      terminal.type("1-9999\n")
      #expect(terminal.shows("9999 marked, 10000 of 10000 listed: "))
      terminal.type("done\n")
    }
    #expect(answers?.count { $0 == .accepted } == 9999)
    #expect(answers?.last == .dismissed)
    #expect(terminal.screen.count < 50)
  }

  @Test func `what is typed behind the answer is left to others`() {
    #expect(answer { terminal.type("\rls\r") } == .accepted)
    #expect(terminal.hasInput())
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = read(terminal.device, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).hasPrefix("ls"))
  }

  @Test func `the thread that handles signals can put the terminal back`() {
    let before = terminal.attributes
    let answer = answer {
      prompter.mode.suspend()
      #expect(terminal.attributes == before)
      prompter.mode.resume()
      #expect(terminal.isKeyed)
      prompter.mode.end()
      #expect(terminal.attributes == before)
      prompter.mode.resume()
      #expect(terminal.attributes == before)
      cancellation.cancel()
    }
    #expect(answer == nil)
    #expect(terminal.attributes == before)
    #expect(!prompter.mode.enter())
    #expect(terminal.attributes == before)
  }

  @Test func `two programs that ask at once leave the terminal as it was`() throws {
    let before = terminal.attributes
    let first = try #require(TerminalMode(descriptor: terminal.device))
    #expect(first.enter())
    let second = try #require(TerminalMode(descriptor: terminal.device))
    #expect(second.enter())
    first.leave()
    second.leave()
    #expect(terminal.attributes == before)
  }

  @Test func `a name can't command the terminal`() {
    let answer = answer(name: "\u{1B}[2J\u{202E}x.png") { terminal.type("\r") }
    #expect(answer == .accepted)
    #expect(!terminal.everything.contains("\u{1B}") && !terminal.everything.contains("\u{202E}"))
  }

  @Test(
    arguments: [
      ("\r", OfferAnswer(.accepted), "taken"),
      ("s", OfferAnswer(.accepted, action: "send"), "taken: Send"),
      ("E", OfferAnswer(.accepted, action: "sell"), "taken: Sell"),
      ("n", OfferAnswer(.dismissed), "left"), ("q", OfferAnswer(.dismissed), "left"),
    ])
  func `a letter chooses an action`(keys: String, expected: OfferAnswer, outcome: String) {
    let actions = [OfferAction("send", label: "Send"), OfferAction("sell", label: "Sell")]
    let pending = PendingAnswer { [prompter] in
      try? prompter.answer(
        to: Offer(
          title: "Send it?", subject: "a.png", path: nil, age: nil, duration: 60_000,
          actions: actions, acceptLabel: "Keep"), until: .now + .seconds(60))
    }
    if terminal.shows("[Return: Keep, s: Send, e: Sell, Esc leaves it]") { terminal.type(keys) }
    #expect(pending.value == expected)
    #expect(terminal.screen == ["a.png  \(outcome)", ""])
  }

  @Test func `a letter chooses an action for several`() {
    let offers = ["a.png", "b.png"].map {
      Offer(
        title: "Send them?", subject: $0, path: nil, age: nil, duration: 60_000,
        actions: [OfferAction("copy", label: "Copy")])
    }
    let group = OfferGroup(title: "Send them?", noun: "photos", offers: offers, duration: 60_000)
    let pending = PendingAnswer { [prompter] in
      try? prompter.answers(to: group, until: .now + .seconds(60))
    }
    // The letter c chooses among them.
    if terminal.shows("[Return takes all, o: Copy, c chooses, Esc leaves all]") {
      terminal.type("o")
    }
    #expect(pending.value == offers.map { _ in OfferAnswer(.accepted, action: "copy") })
  }

  @Test func `nobody is asked without a terminal`() throws {
    let null = open("/dev/null", O_RDWR)
    defer { close(null) }
    let keys = try #require(KeySource(borrowing: terminal.device))
    #expect(KeySource(borrowing: null) == nil)
    let deaf = TerminalPrompter(
      keys: nil, status: StatusLine(descriptor: terminal.device), cancellation: cancellation)
    #expect(deaf == nil)
    let mute = TerminalPrompter(
      keys: keys, status: StatusLine(descriptor: null), cancellation: cancellation)
    #expect(mute == nil)
  }
}

extension TerminalPrompter {
  /// Asks about an asset, for so many milliseconds from now.
  fileprivate func ask(
    title: String, subject: String, age: Int64?, stays: Int64
  ) throws -> Outcome {
    let offer = Offer(title: title, subject: subject, path: nil, age: age, duration: stays)
    return try self.offer(offer, until: .now + .milliseconds(stays))
  }
}
