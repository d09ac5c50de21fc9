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
    presence.closeStream()
    #expect(!presence.isOver)
  }
}
