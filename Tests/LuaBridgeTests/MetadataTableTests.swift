import Pipeline
import Testing

@testable import LuaBridge

@Suite struct MetadataTableTests {
  private let workbench = RuleWorkbench()

  private func asset(_ json: StaticString) -> SyntheticAsset {
    SyntheticAsset([.exif: .object(TextSpan(json))])
  }

  private func answer(_ expression: String, _ asset: Asset) throws -> Bool {
    try workbench.verdicts("function(asset) return \(expression) end", on: [asset]) == [true]
  }

  @Test func membersAreReadByTheirNames() throws {
    let asset = asset(
      """
      {"Model":"X","FNumber":2.8,"ISO":100,"Fired":true,"Flat":false,"Lens":[24,null,1.5],\
      "IFD1":{"Compression":6,"a":{}},"Many":[],"Exponent":-1e-05,"Nothing":null}
      """)
    #expect(try answer("asset.exif.Model == 'X' and asset.exif.FNumber == 2.8", asset))
    #expect(try answer("math.type(asset.exif.ISO) == 'integer' and asset.exif.ISO == 100", asset))
    #expect(try answer("asset.exif.Fired == true and asset.exif.Flat == false", asset))
    #expect(try answer("asset.exif.Lens[1] == 24 and asset.exif.Lens[2] == nil", asset))
    #expect(try answer("asset.exif.Lens[3] == 1.5 and #asset.exif.Many == 0", asset))
    #expect(
      try answer("asset.exif.IFD1.Compression == 6 and next(asset.exif.IFD1.a) == nil", asset))
    #expect(try answer("asset.exif.Exponent == -0.00001 and asset.exif.Nothing == nil", asset))
    #expect(try answer("asset.exif.Unknown == nil and asset.xmp == nil", asset))
  }

  @Test func textsAreUnescaped() throws {
    let asset = asset(
      #"{"a":"\"\\\/\b\f\n\r\t","b":"\u00e9\ud83d\ude00","c":"\ud83d","d\n":"東","e":"","f":"\\"}"#)
    #expect(try answer(#"asset.exif.a == "\"\\/\b\f\n\r\t""#, asset))
    #expect(try answer(#"asset.exif.b == "é😀" and asset.exif.c == "\u{FFFD}""#, asset))
    #expect(try answer(#"asset.exif["d\n"] == "東" and asset.exif.e == """#, asset))
    #expect(try answer(#"asset.exif.f == "\\""#, asset))
  }

  /// A rule may change a table: the next question gets another.
  @Test func aTableIsACopy() throws {
    let asset = asset("{\"Model\":\"X\"}")
    let function = "function(asset) asset.exif.Model = 'Y' return asset.exif.Model == 'X' end"
    #expect(try workbench.verdicts(function, on: [asset]) == [true])
    #expect(try answer("not pcall(function() asset.exif = {} end)", asset))
  }

  /// A record of another program may hold anything that is JSON; it costs its asset, not the run.
  @Test func moreThanATableHoldsFailsTheAssetAlone() throws {
    let list = "[" + String(repeating: "[],", count: 100_000) + "[]]"
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    let long = "\"" + String(repeating: "x", count: 5 << 20) + "\""
    let texts = [list, deep, long].map { OwnedBytes(Array("{\"a\":\($0)}".utf8)) }
    let assets = texts.map { SyntheticAsset([.exif: .object($0.span)]) }
    let whole = asset("{\"a\":1}")
    let verdicts = try workbench.verdicts(
      "function(asset) return asset.exif.a ~= nil end", on: assets + [whole])
    #expect(verdicts == [false, false, false, true])
    #expect(
      assets.map { $0.failure?.reason } == [
        "rules/a.lua:1: the metadata has too many values",
        "rules/a.lua:1: the metadata is nested too deeply",
        "rules/a.lua:1: the metadata is too large",
      ])
    withExtendedLifetime(texts) {}
  }
}
