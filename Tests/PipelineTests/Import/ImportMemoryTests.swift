import Engine
import Pipeline
import State
import Testing

@Suite struct ImportMemoryTests {
  @Test(arguments: ["import", String(repeating: "m", count: 64)])
  func eachFolderAroundAFileHasOne(name: String) throws {
    let own = [FolderPath(real: "/pictures")]
    let names = ImportMemory(name).names(around: Array("/pictures/2015/a.jpg".utf8), own: own)
    #expect(names.count == 4 && Set(names).count == 4)
    #expect(names.last == name)
    for name in names { try Ledger.check(memory: name) }
    let others = ImportMemory(name).names(around: Array("/pictures/2016/a.jpg".utf8), own: [])
    #expect(others.dropFirst() == names.dropFirst().dropLast())
    #expect(others.first != names.first)
  }
}
