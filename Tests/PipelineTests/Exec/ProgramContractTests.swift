import AssetSupport
import Engine
import Foundation
import PipelineSupport
import TestSupport
import Testing

@testable import Runs

/// The contract of programs, held against programs that keep it and that break it.
@Suite(.timeLimit(.minutes(5))) struct ProgramContractTests {
  init() {
    // As the tool does: a program that has read enough is no reason to end.
    signal(SIGPIPE, SIG_IGN)
  }

  private func violations(
    _ words: [String], _ fields: [String: FieldType] = [:], within timeout: Duration = .seconds(30)
  ) -> [String] {
    ProgramContract(of: words, beside: "/tmp", fields: fields, timeout: timeout).violations()
  }

  @Test func aProgramThatKeepsItHasNoViolations() {
    #expect(violations(["cat"]) == [])
    #expect(
      violations(["sed", "-u", "s/}$/,\"mood\":\"glad\"}/"], ["mood": .text]) == [])
    #expect(violations(["sed", "-u", "s/.*/null/"]) == [])
  }

  @Test func fieldsHaveTheirTypes() {
    #expect(
      violations(["sed", "-u", "s/}$/,\"mood\":5}/"], ["mood": .text]).first
        == "gives an asset of which nothing is known a \"mood\" that is not a text")
  }

  @Test func aProgramThatWaitsForMoreIsNamed() {
    #expect(
      violations(["sort"], within: .milliseconds(300)).first?.hasPrefix("gives no answer for")
        == true)
  }

  @Test func aProgramThatPrintsTextIsNamed() {
    #expect(
      violations(["sed", "-u", "s/.*/hello/"]).first
        == "answers an asset of which nothing is known with a line that is no record: hello")
  }

  @Test func aProgramThatLosesMembersIsNamed() {
    #expect(
      violations(["sed", "-u", "s/\"kept\"/\"other\"/"]).first
        == "loses members of an asset of which nothing is known that it does not know")
  }

  @Test func aProgramThatAnswersForOthersIsNamed() {
    #expect(
      violations(["sed", "-u", "s/\"localIdentifier\":\"/&x/"]).first
        == "answers an asset of which nothing is known for another asset, \"xnothing\"")
  }

  @Test func aProgramThatEndsAtOnceIsNamedWithItsWords() {
    #expect(
      violations(["sh", "-c", "echo no stage >&2; exit 4"]) == [
        "ended with status 4 before it answered for an asset of which nothing is known",
        "says: no stage",
      ])
  }

  @Test func aStatusAtTheEndIsNamed() {
    #expect(
      violations(["sh", "-c", "cat; exit 3"]).contains(
        "at the end of its input, exec \"sh\" ended with status 3"))
  }

  @Test func aProgramThatSpeaksFirstIsNamed() {
    #expect(
      violations(["sh", "-c", "cat; echo bye"]).contains(
        "at the end of its input, it writes more lines than it read"))
  }

  @Test func aProgramThatIsMissingIsNamed() {
    #expect(violations(["no-such-program"]).first?.hasPrefix("can't be started: ") == true)
  }
}
