import Testing

@testable import Page

@Suite struct PageScriptTests {
  @Test func eachModuleStandsOnceBehindThoseThatItImports() {
    let modules = [
      "main": "import { Page } from \"./page.js\";\nimport { a } from \"./words.js\";\nshow(a);\n",
      "page": "import { a, b } from \"./words.js\";\nexport class Page extends a {}\n",
      "words": "export const a = 1;\nexport async function b() {}\nconst own = 2;\n",
    ]
    #expect(
      PageScript.bundle(modules.mapValues { Array($0.utf8) }, from: "main") == """
        const $words = (() => {
        const a = 1;
        async function b() {}
        const own = 2;
        return { a, b };
        })();
        const $page = (() => {
        const { a, b } = $words;
        class Page extends a {}
        return { Page };
        })();
        const $main = (() => {
        const { Page } = $page;
        const { a } = $words;
        show(a);
        return {  };
        })();

        """)
  }

  @Test func allModulesOfThePageAreInItsScript() {
    let lines = String(decoding: PageScript.bytes, as: UTF8.self).split(separator: "\n")
    for name in PageScript.modules.keys {
      #expect(lines.count { $0 == "const $\(name) = (() => {" } == 1, "\(name)")
    }
    // A file that CPage lacks.
    for line in lines where line.hasPrefix("const {") {
      let name = line.dropLast().split(separator: "$").last ?? ""
      #expect(PageScript.modules[String(name)] != nil, "\(line)")
    }
    #expect(!lines.contains { $0.hasPrefix("import ") || $0.hasPrefix("export ") })
    #expect(lines.last == "})();")
  }
}
