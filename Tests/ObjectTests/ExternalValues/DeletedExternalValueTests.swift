// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import Foundation
import Testing

/// Values in files of objects that a save deletes.
@Suite struct DeletedExternalValueTests {
  /// Deletes a picture, read or not, and gives what its data were in the did-save notification.
  private func deleting(
    _ gallery: Gallery, isRead: Bool, _ body: (NSManagedObject) throws -> Void
  ) throws -> [Data?] {
    try gallery.run { context in
      let picture = try context.picture("1")
      if isRead { _ = picture.data }
      nonisolated(unsafe) var seen: [Data?] = []
      let token = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextDidSave, object: context, queue: nil
      ) { note in
        let deleted = note.userInfo?[NSDeletedObjectsKey] as? Set<NSManagedObject> ?? []
        seen += deleted.map(\.data)
      }
      defer { NotificationCenter.default.removeObserver(token) }
      context.delete(picture)
      try context.save()
      try body(picture)
      return seen
    }
  }

  // R-CTX-861, R-CTX-416
  @Test(arguments: [true, false])
  func theyCanBeReadWhileTheSaveIsAnnouncedAndAfter(isRead: Bool) throws {
    let gallery = try Gallery()
    try gallery.fill([1])
    let seen = try deleting(gallery, isRead: isRead) { picture in
      #expect(picture.data == Gallery.content(1))
    }
    #expect(seen == [Gallery.content(1)])
  }
}
#endif
