import Testing

@Suite struct MyToolTests {
  @Test func hasItsOwnNameAndVersion() throws {
    let world = try ToolWorld()
    #expect(try world.run("--version").output == "1.0.0\n")
    #expect(try world.run("--help").output.contains("USAGE: mytool <subcommand>"))
  }

  @Test func makesPictures() throws {
    let world = try ToolWorld()
    try world.write(rule: "filter { pixelWidth = 8 }, load { data = \"size\" }")
    let result = try world.run("run", "rule.lua", "--library", "pictures.csv")
    #expect(result.status == 0, "\(result.messages)")
    #expect(try result.texts("filename") == ["even.gif"])
  }
}
