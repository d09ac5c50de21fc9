import CLuaShim
import CStockLua
import Foundation
import Testing

/// Lua's own tests, inside the sandbox.
@Suite(.serialized, .enabled(if: LuaSuiteFile.folder != nil)) struct LuaSuiteTests {
  /// errors.lua fills the stack several times with the collector stopped.
  private let budget = shotlua_budget(
    instructions: 1 << 40, memory: 128 << 20, milliseconds: 60_000)

  @Test(arguments: LuaSuiteFile.all)
  func passes(file: LuaSuiteFile) throws {
    let source = try file.bytes()
    let module = try LuaSuiteFile.bytes(of: "bwcoercion")
    let names = file.lent.map { strdup($0) }
    defer { for name in names { free(name) } }
    let problem = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 2048)
    problem.initialize(repeating: 0)
    defer { problem.deallocate() }
    let hasPassed = "\(file.name).lua".withCString { name in
      "bwcoercion".withCString { moduleName in
        source.withUnsafeBytes { source in
          module.withUnsafeBytes { module in
            names.map { UnsafePointer($0) }.withUnsafeBufferPointer { lent in
              var test = stocklua_test(
                source: text(source), name: name, module: text(module), module_name: moduleName,
                lent: lent.baseAddress, lent_count: lent.count, budget: budget)
              return stocklua_run(&test, problem.baseAddress, problem.count)
            }
          }
        }
      }
    }
    #expect(hasPassed, "\(problem.baseAddress.map { String(cString: $0) } ?? "")")
  }

  private func text(_ bytes: UnsafeRawBufferPointer) -> shotlua_text {
    shotlua_text(
      bytes: bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length: bytes.count)
  }
}
