import Testing

@testable import Page

@Suite struct PresenceTests {
  @Test func aPageThatIsFollowedIsNeverOver() {
    let presence = Presence(patience: .zero)
    presence.openStream()
    presence.openStream()
    presence.closeStream()
    #expect(!presence.isOver)
    presence.closeStream()
    #expect(presence.isOver)
  }

  @Test func aReloadIsNoEnd() {
    let presence = Presence(patience: .seconds(3600))
    presence.openStream()
    presence.leave()
    presence.closeStream()
    #expect(!presence.isOver)
  }

  @Test func aPageThatSaidGoodbyeIsOverSoonerThanASilentOne() async throws {
    let (silent, closed) = (
      Presence(patience: .seconds(3600)), Presence(patience: .seconds(3600))
    )
    for presence in [silent, closed] { presence.openStream() }
    closed.leave()
    for presence in [silent, closed] { presence.closeStream() }
    try await Task.sleep(for: .seconds(3))
    #expect(closed.isOver)
    #expect(!silent.isOver)
  }

  @Test func whoComesBackIsThere() async throws {
    let presence = Presence(patience: .seconds(3600))
    presence.leave()
    presence.note()
    try await Task.sleep(for: .seconds(3))
    #expect(!presence.isOver)
  }
}
