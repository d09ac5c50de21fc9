import Foundation
import State
import Testing

@Suite struct ProcessIdentityTests {
  @Test func thisProcessRuns() {
    let current = ProcessIdentity.current
    #expect(current.isRunning)
    #expect(current == .current)
    #expect(ProcessIdentity("\(current)") == current)
  }

  @Test func aNumberAloneIsNoProcess() {
    let current = ProcessIdentity.current
    let later = ProcessIdentity(
      boot: current.boot, number: current.number, start: current.start + 1)
    let elsewhere = ProcessIdentity(
      boot: "another", number: current.number, start: current.start)
    #expect(!later.isRunning)
    #expect(!elsewhere.isRunning)
  }

  @Test(arguments: ["", "a/b", "a/b/c", "a/1/2/3", "a/1/-2", "a/99999999999/2"])
  func refusesOtherText(_ text: String) {
    #expect(ProcessIdentity(text) == nil)
  }
}
