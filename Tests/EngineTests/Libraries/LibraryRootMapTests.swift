import Engine
import Testing

@Suite struct LibraryRootMapTests {
  @Test(arguments: [
    ("/srv/photos", "/home/a", "/srv/photos/b/c.jpg", "/home/a/b/c.jpg"),
    ("/srv/photos/", "/home/a/", "/srv/photos", "/home/a"),
    ("/srv/photos", "/home/a", "/srv/photos2/c.jpg", "/srv/photos2/c.jpg"),
    ("/", "/mnt/backup", "/srv/c.jpg", "/mnt/backup/srv/c.jpg"),
    ("/mnt/backup", "/", "/mnt/backup/srv/c.jpg", "/srv/c.jpg"),
    ("/mnt/backup", "/", "/mnt/backup", "/"),
  ])
  func aFolderThatWasMovedIsFound(_ old: String, _ new: String, _ path: String, _ now: String) {
    let map = LibraryRootMap([LibraryRootMap.Move(from: old, to: new)])
    #expect(map.reader()?(path) == now)
  }

  @Test func theLongestFolderDecides() {
    let moves = [("/", "/a"), ("/srv/x", "/c"), ("/srv", "/b")]
    let map = LibraryRootMap(moves.map { LibraryRootMap.Move(from: $0.0, to: $0.1) })
    #expect(map.reader()?("/srv/x/1.jpg") == "/c/1.jpg")
    #expect(map.reader()?("/srv/1.jpg") == "/b/1.jpg")
    #expect(map.reader()?("/1.jpg") == "/a/1.jpg")
  }
}
