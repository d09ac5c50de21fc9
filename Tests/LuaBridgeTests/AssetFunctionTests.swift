import LuaBridge
import Pipeline
import Testing

@Suite struct AssetFunctionTests {
  private let workbench = RuleWorkbench()

  private func answer(_ expression: String, _ asset: Asset) throws -> Bool {
    let verdicts = try workbench.verdicts(
      "function(asset) return \(expression) end", on: [asset])
    if let failure = asset.failure { Issue.record("\(failure)") }
    return verdicts == [true]
  }

  @Test func fieldsArriveInTheShapesOfLua() throws {
    let asset = SyntheticAsset(
      [
        .pixelWidth: .integer(1136), .duration: .number(1.5), .isFavorite: .flag(true),
        .creationDate: .date(Instant(milliseconds: 1500)), .folderPath: .texts(["a", "b\0c"]),
        .mediaSubtypes: .subtypes([.photoScreenshot, .photoHDR]),
        .location: .location(Location(latitude: 1.5, longitude: -2.5)),
        .cameraMake: .string("maker"),
      ], texts: [.filename: "IMG_1.PNG", .software: ""])
    #expect(
      try answer("asset.pixelWidth == 1136 and math.type(asset.pixelWidth) == 'integer'", asset))
    #expect(try answer("asset.duration == 1.5 and asset.isFavorite == true", asset))
    #expect(try answer("asset.creationDate == 1.5", asset))
    #expect(try answer("asset.filename == 'IMG_1.PNG' and asset.software == ''", asset))
    #expect(try answer("asset.filename:find('png') == nil", asset))
    #expect(try answer("asset.cameraMake == 'maker'", asset))
    #expect(try answer("#asset.folderPath == 2 and asset.folderPath[2] == 'b\\0c'", asset))
    #expect(
      try answer("table.concat(asset.mediaSubtypes, ' ') == 'photoHDR photoScreenshot'", asset))
    #expect(
      try answer("asset.location.latitude == 1.5 and asset.location.longitude == -2.5", asset))
    #expect(try answer("asset.location.altitude == nil and asset.lensModel == nil", asset))
    #expect(try answer("tostring(asset) == 'asset' and type(asset) == 'userdata'", asset))
  }

  @Test func typesConform() throws {
    let asset = SyntheticAsset([.uniformTypeIdentifier: .string("com.compuserve.gif")])
    #expect(try answer("asset:hasItemConformingTo('com.compuserve.gif')", asset))
    #expect(try answer("asset:hasItemConformingTo('public.image')", asset))
    #expect(try answer("asset:hasItemConformingTo('public.movie') == false", asset))
    #expect(try answer("asset.hasItemConformingTo(asset, 'public.item')", asset))
    #expect(try !answer("asset:hasItemConformingTo('')", asset))
    #expect(try !answer("asset:hasItemConformingTo('public.image\\0x')", SyntheticAsset()))
  }

  @Test(
    arguments: [
      ("asset.hasItemConformingTo('public.image')", "call it with a colon on the function's own"),
      ("asset:hasItemConformingTo()", "hasItemConformingTo takes a type"),
      ("asset:hasItemConformingTo(7)", "hasItemConformingTo takes a type"),
      ("asset:hasItemConformingTo({})", "hasItemConformingTo takes a type"),
    ])
  func aWrongQuestionForATypeFailsItsAsset(_ expression: String, _ reason: String) throws {
    let asset = SyntheticAsset([.uniformTypeIdentifier: .string("public.jpeg")])
    let verdicts = try workbench.verdicts(
      "function(asset) return \(expression) end", on: [asset])
    #expect(verdicts == [false])
    #expect(asset.failure?.reason.contains(reason) == true)
  }

  @Test func eachFailureIsTheOneOfItsCall() throws {
    let raised = ["a", "a", "b", "a", "", "long", "long", "{}", "{}", "7", "a"]
    let assets = raised.map { SyntheticAsset([.cameraMake: .string($0)]) }
    let verdicts = try workbench.verdicts(
      """
      function(asset)
        local text = asset.cameraMake
        if text == "{}" then error({}) end
        if text == "7" then error(7, 0) end
        if text == "long" then error(("x"):rep(3000)) end
        if text ~= "" then error(text) end
        return true
      end
      """, on: assets)
    #expect(verdicts == raised.map { $0 == "" })
    for (text, asset) in zip(raised, assets) {
      let reason = asset.failure?.reason ?? ""
      switch text {
      case "": #expect(reason == "")
      case "long": #expect(reason.contains(": xxx") && reason.count < 1100)
      case "{}": #expect(reason.hasSuffix("raised a table instead of a message"))
      case "7": #expect(reason.hasSuffix(": 7"))
      default: #expect(reason.hasSuffix(": \(text)"))
      }
    }
  }

  @Test func anEarlierAssetAnswersNoMore() throws {
    let assets = [SyntheticAsset(), SyntheticAsset()]
    let verdicts = try workbench.verdicts(
      "function(asset) ask = ask or asset.hasItemConformingTo kept = kept or asset"
        + " return ask(kept, 'public.image') end",
      on: assets, before: "local kept, ask")
    #expect(verdicts == [false, false])
    #expect(assets[0].failure == nil)
    #expect(assets[1].failure?.reason.contains("call it with a colon") == true)
  }

  @Test func verdictsFollowTheSelection() throws {
    let assets = (0..<300).map { SyntheticAsset([.pixelWidth: .integer(Int64($0))]) }
    let rule = try workbench.load(
      "return pipeline { filter(function(asset) return asset.pixelWidth % 3 == 0 end) }")
    guard case .function(let reference)? = rule.stages[0].arguments.first else {
      Issue.record("the stage has no function")
      return
    }
    var batch = Batch(ordinal: 0, assets: assets)
    batch.keep { asset in
      if case .integer(let width) = asset.value(of: .pixelWidth) { width % 2 == 0 } else { false }
    }
    let verdicts = try rule.makeEvaluator().verdicts(of: reference, on: batch)
    #expect(verdicts == (0..<150).map { ($0 * 2) % 3 == 0 })
  }

  @Test func anErrorFailsItsAssetAlone() throws {
    let assets = [SyntheticAsset([.pixelWidth: .integer(1)]), SyntheticAsset()]
    let verdicts = try workbench.verdicts(
      "function(asset)\n return asset.pixelWidth > 0 end", on: assets)
    #expect(verdicts == [true, false])
    #expect(assets[0].failure == nil)
    #expect(assets[1].failure?.stage == "filter")
    #expect(
      assets[1].failure?.reason
        == "rules/a.lua:2: attempt to compare number with nil")
  }

  @Test func anAssetCanNotBeReadAfterItsCall() throws {
    let assets = [
      SyntheticAsset([.pixelWidth: .integer(1)]), SyntheticAsset([.pixelWidth: .integer(2)]),
    ]
    let verdicts = try workbench.verdicts(
      "function(asset) kept = kept or asset return kept.pixelWidth == 1 end", on: assets,
      before: "local kept")
    #expect(verdicts == [true, false])
    #expect(
      assets[1].failure?.reason
        == "rules/a.lua:1: an asset can only be read while its function runs")
  }

  @Test func anAssetIsReadOnlyAndOpaque() throws {
    let asset = SyntheticAsset()
    _ = try workbench.verdicts("function(asset) asset.path = '/etc/shadow' end", on: [asset])
    #expect(asset.failure?.reason == "rules/a.lua:1: an asset is read-only")
    #expect(
      workbench.problem(calling: "function(asset) setmetatable(asset, {}) end") == "no problem")
    #expect(try answer("not pcall(setmetatable, asset, {})", SyntheticAsset()))
    #expect(try answer("not pcall(next, asset)", SyntheticAsset()))
  }

  @Test func anUnknownFieldEndsTheRuleEvenInsidePcall() {
    #expect(
      workbench.problem(calling: "function(asset)\n return asset.filname end")
        == "rules/a.lua:2: an asset has no field \"filname\"; did you mean \"filename\"?")
    #expect(
      workbench.problem(calling: "function(asset) pcall(function() return asset.filname end) end")
        == "rules/a.lua:1: an asset has no field \"filname\"; did you mean \"filename\"?")
    #expect(
      workbench.problem(calling: "function(asset) return asset[1] end")
        == "rules/a.lua:1: an asset has no field \"1\"")
  }

  @Test func aStateThatWasEndedStaysEnded() throws {
    let rule = try workbench.load(
      "return pipeline { filter(function(asset) return asset.filname end) }")
    let evaluator = try rule.makeEvaluator()
    let batch = Batch(ordinal: 0, assets: [SyntheticAsset()])
    let function = FunctionReference(index: 0, line: 1)
    #expect(throws: RuleProblem.self) { try evaluator.verdicts(of: function, on: batch) }
    #expect(throws: RuleProblem.self) { try evaluator.verdicts(of: function, on: batch) }
  }

  @Test func workersHaveStatesOfTheirOwn() throws {
    let rule = try workbench.load(
      "n = 0 return pipeline { filter(function() n = n + 1 return n == 1 end) }")
    let batch = Batch(ordinal: 0, assets: [SyntheticAsset()])
    let function = FunctionReference(index: 0, line: 1)
    let first = try rule.makeEvaluator()
    let second = try rule.makeEvaluator()
    #expect(try first.verdicts(of: function, on: batch) == [true])
    #expect(try second.verdicts(of: function, on: batch) == [true])
    #expect(try first.verdicts(of: function, on: batch) == [false])
  }

  @Test func anEmptyBatchHasNoVerdicts() throws {
    #expect(try workbench.verdicts("function() error('x') end", on: []).isEmpty)
  }
}
