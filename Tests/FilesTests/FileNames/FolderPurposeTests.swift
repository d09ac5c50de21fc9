import Testing

@testable import Files

@Suite struct FolderPurposeTests {
  private func purpose(_ name: String) -> FolderPurpose { FolderPurpose(named: name.utf8) }

  @Test(arguments: [
    "Backup", "backups", "Back-Up", "old_backup 2019", "Backup2020", "Copy", "copies of Rome",
    "Rome (copy)", "Copy of Rome", "Rome - Copy", "Rome (1)", "Sicherung", "SICHERUNGSKOPIE",
    "Kopie von Rom", "sauvegardes", "Copia de seguridad", "cópia", "co\u{301}pia", "copia",
    "Reservekopieën", "säkerhetskopia", "varmuuskopiot", "Záloha", "Másolatok", "Yedek",
    "Резервная копия", "αντίγραφα", "バックアップ2019", "备份", "백업 2020", "نسخة احتياطية",
  ])
  func namesOfCopies(_ name: String) {
    #expect(purpose(name) == .copies)
  }

  @Test(arguments: [
    "Download", "Downloads", "My Downloads", "Téléchargements", "TELECHARGEMENTS", "Descargas",
    "Загрузки", "ダウンロード", "下载", "WhatsApp", "WhatsApp Images", "com.whatsapp",
    "Telegram Desktop", "Signal", "Viber Images",
  ])
  func namesOfReceivedFiles(_ name: String) {
    #expect(purpose(name) == .received)
  }

  @Test(arguments: [
    "Rome", "2019", "Copyright", "Photocopies", "Backupping", "Downloaded", "Party (2019)",
    "Signals", "Telegraph", "DCIM", "100APPLE", "", "Copenhagen",
  ])
  func otherNames(_ name: String) {
    #expect(purpose(name) == .own)
  }

  @Test func theLastOfTheCasesCountsForAPath() {
    func purpose(_ path: String) -> FolderPurpose { FolderPurpose(ofFoldersIn: Array(path.utf8)) }
    #expect(purpose("/home/ann/Backup/Downloads/a.jpg") == .copies)
    #expect(purpose("/home/ann/Downloads/Rome/a.jpg") == .received)
    #expect(purpose("/home/ann/Rome/backup.jpg") == .own)
    #expect(purpose("a.jpg") == .own)
  }
}
