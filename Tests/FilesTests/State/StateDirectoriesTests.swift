import Files
import Foundation
import PipelineSupport
import Testing

@Suite struct StateDirectoriesTests {
  @Test func areBelowHome() throws {
    let directories = try StateDirectories(environment: { ["HOME": "/home/ada"][$0] })
    #expect(directories.state == "/home/ada/.local/state/shotflow")
    #expect(directories.cache == "/home/ada/.cache/shotflow")
    #expect(directories.configuration == "/home/ada/.config/shotflow")
    #expect(directories.ledger == "/home/ada/.local/state/shotflow/ledger.sqlite")
  }

  @Test func followTheVariables() throws {
    let variables = ["XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/c/", "XDG_CONFIG_HOME": "/"]
    let directories = try StateDirectories(environment: { variables[$0] })
    #expect(directories.state == "/s/shotflow")
    #expect(directories.cache == "/c/shotflow")
    #expect(directories.configuration == "/shotflow")
  }

  @Test(arguments: ["", "state", "./state", "~/state"])
  func ignoreWhatIsNotAbsolute(_ value: String) throws {
    let variables = ["HOME": "/h", "XDG_STATE_HOME": value]
    let directories = try StateDirectories(environment: { variables[$0] })
    #expect(directories.state == "/h/.local/state/shotflow")
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "home"]])
  func needAHome(_ environment: [String: String]) {
    #expect(throws: StateDirectoryError.noHome(variable: "XDG_STATE_HOME")) {
      try StateDirectories(environment: { environment[$0] })
    }
  }

  @Test func areMadeForTheUserAlone() throws {
    let folder = try LedgerFolder()
    try StateDirectories.make(folder: folder.path + "/a/b")
    try StateDirectories.make(folder: folder.path + "/a/b")
    for path in ["/a", "/a/b"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + path)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
  }

  @Test func sayThatAFileIsInTheWay() throws {
    let folder = try LedgerFolder()
    try Data().write(to: URL(fileURLWithPath: folder.path + "/a"))
    let error = #expect(throws: StateDirectoryError.self) {
      try StateDirectories.make(folder: folder.path + "/a/b")
    }
    #expect("\(try #require(error))".contains("\"\(folder.path)/a/b\""))
    #expect(throws: StateDirectoryError.self) {
      try StateDirectories.make(folder: folder.path + "/a")
    }
  }
}
