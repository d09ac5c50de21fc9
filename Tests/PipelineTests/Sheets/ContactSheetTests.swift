import AssetSupport
import Pipeline
import PipelineSupport
import TestSupport
import Testing

/// The requests of the stage, and its sheets with decoders that follow commands.
@Suite struct ContactSheetTests {
  private func traits(_ sheet: ArgumentValue) throws -> StageTraits {
    let call = StageCall("sheet", sheet)
    return try Components.builtin.stages.make(call, rulePath: "a.lua", now: Scenario.noon).get()
      .traits
  }

  @Test func onlyASheetElsewhereNeedsPermission() throws {
    #expect(try traits(["to": "sheet"]).action.need == nil)
    #expect(try traits(["to": "sheet"]).action.writtenFolder == nil)
    for place in ["~/sheet", "/srv/sheet"] {
      let traits = try traits(["to": .text(place)])
      #expect(traits.action.need?.capability == .write)
      #expect(traits.action.need?.action == "make the contact sheet \"\(place)\"")
      #expect(traits.action.writtenFolder?.hasSuffix("/sheet") == true)
    }
    #expect(try traits(["to": "x"]).action.condition == .always)
  }

  @Test func aPictureThatFailsIsAFailureAndItsAssetGoesOn() throws {
    let world = try PictureWorld()
    try world.write("a.jpg")
    try world.write("b.jpg", "fail")
    try world.write("c.jpg")
    var scenario = Scenario(
      [StageCall("source"), StageCall("sheet", ["to": "s", "title": "x"])],
      library: world.library.path)
    scenario.outputFolder = world.out.path
    scenario.decoders = world.decoders.pool
    let outcome = try scenario.run()
    #expect(try outcome.names == ["a.jpg", "b.jpg", "c.jpg"])
    #expect(outcome.report.failures.map(\.stage) == ["sheet"])
    let html = try world.out.text(of: "s/index.html")
    #expect(html.contains("pictures/00002.jpg") && !html.contains("pictures/00003.jpg"))
    #expect(html.contains("class=\"missing\""))
  }

  @Test func aRunThatEndsEarlyLeavesNothing() throws {
    let world = try PictureWorld()
    try world.write("a.jpg")
    try world.write("b.jpg")
    var scenario = Scenario(
      [StageCall("source"), StageCall("sheet", ["to": "s"])], library: world.library.path)
    scenario.outputFolder = world.out.path
    scenario.decoders = world.decoders.pool
    scenario.cancellation = world.cancellation
    world.cancellation.cancel()
    #expect(throws: (any Error).self) { try scenario.run() }
    #expect(try world.written == [])
  }
}
