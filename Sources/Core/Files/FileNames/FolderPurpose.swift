internal import Media

/// The purpose of a folder by its name: the user's own order, files that were sent or downloaded,
/// or copies of files that are elsewhere. The list for users is in docs/guide/duplicates.md.
package enum FolderPurpose: Int, Comparable, Sendable {
  case own, received, copies

  package static func < (left: FolderPurpose, right: FolderPurpose) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Creates the purpose of the folders in a file's path; of several, the last among the cases.
  package init(ofFoldersIn path: [UInt8]) {
    let folders = path.split(separator: UInt8(ascii: "/")).dropLast()
    self = folders.map(FolderPurpose.init(named:)).max() ?? .own
  }

  /// Creates the purpose of one folder by its name, such as `Backup`.
  package init(named name: some Collection<UInt8>) {
    let bytes = Array(name)
    let isCopy = bytes.withUnsafeBytes { CopyName.certainty(of: $0) > 1 }
    let name = Self.folded(bytes)
    let words = name.split { !$0.isLetter }.map(String.init)
    let pairs = zip(words, words.dropFirst()).map { "\($0) \($1)" }
    func has(_ list: Names) -> Bool {
      (words + pairs).contains(where: list.words.contains)
        || list.parts.contains { name.contains($0) }
    }
    self = isCopy || has(Self.copyNames) ? .copies : has(Self.receivedNames) ? .received : .own
  }

  /// Names of folders: words, and parts of names in languages that write no spaces.
  private struct Names {
    let words: Set<String>
    let parts: [String]

    init(words: String, parts: String) {
      self.words = Set(Self.folded(words))
      self.parts = Self.folded(parts)
    }

    /// Returns the entries as folded names; a hyphen within one becomes a space.
    private static func folded(_ list: String) -> [String] {
      list.split { $0 == " " || $0 == "\n" }.map { FolderPurpose.folded(Array($0.utf8)) }
    }
  }

  private static func folded(_ name: [UInt8]) -> String {
    name.withUnsafeBytes { bytes in
      var fold = NameFold(NameBytes(bytes), from: 0)
      var units: [UInt16] = []
      while let unit = fold.next() { units.append(unit) }
      return String(decoding: units, as: UTF16.self)
    }
  }

  /// Names of folders of copies in English, German, French, Spanish, Italian, Portuguese, Dutch,
  /// the Nordic languages, Polish, Czech, Slovak, Hungarian, Turkish, Russian, Ukrainian, Greek;
  /// Japanese, Chinese, Korean, Arabic, Hebrew.
  private static let copyNames = Names(
    words: """
      backup backups back-up back-ups bak bkp copy copies duplicate duplicates
      sicherung sicherungen sicherungskopie sicherungskopien datensicherung kopie kopien
      sauvegarde sauvegardes copie doublons
      respaldo respaldos copia copias duplicados copie doppioni duplicati
      cópia cópias reservekopie reservekopieën kopieën duplicaten
      kopia kopior säkerhetskopia säkerhetskopior kopi kopier sikkerhedskopi sikkerhetskopi
      kopio kopiot varmuuskopio varmuuskopiot
      záloha zálohy kópia kópie másolat másolatok mentés yedek yedekler kopya kopyalar
      копия копии бэкап резервная дубликаты копія копії резервна
      αντίγραφο αντίγραφα
      """,
    parts: "バックアップ コピー 备份 備份 副本 拷贝 複製 백업 복사본 사본 نسخة גיבוי")

  /// Names of folders of downloads in about the same languages, and those of messengers.
  private static let receivedNames = Names(
    words: """
      download downloads téléchargement téléchargements descarga descargas scaricati
      transferências hämtningar nedlastinger overførsler lataukset pobrane stažené letöltések
      indirilenler descărcări загрузки завантаження λήψεις
      whatsapp telegram signal viber wechat weixin messenger threema snapchat skype discord slack
      kakaotalk imessage zalo
      """,
    parts: "ダウンロード 下载 下載 다운로드 التنزيلات הורדות")
}
