// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Rows and references under numbers that no object has.
@Suite struct AbsurdNumberTests {
  private let kind = StackKind(name: "SQLite", stores: [(NSSQLiteStoreType, nil)])

  /// Three notes, and three cars of one person, in a file that was changed thereafter.
  private func stack(_ change: String) throws -> Stack {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      for number in 1...3 {
        _ = context.insert("Note", ["text": "\(number)"])
        context.insert("Car", ["numberPlate": "\(number)"]).setValue(person, forKey: "owner")
      }
      try context.save()
    }
    #expect(try RawFile.run(change, at: kind.url(0, in: stack.directory)))
    return stack
  }

  /// The reason for which a fetch is refused as of a damaged file; nil when it is not.
  private func complaint(
    in context: NSManagedObjectContext, entity: String,
    result: NSFetchRequestResultType = .managedObjectResultType
  ) -> String? {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
    request.resultType = result
    // Values alone do not say which row they are of.
    if result == .dictionaryResultType { request.propertiesToFetch = ["objectID"] }
    do {
      _ = try context.fetch(request)
      return nil
    } catch {
      let error = error as? CocoaError
      return error?.code == .fileReadCorruptFile ? error?.localizedDescription : nil
    }
  }

  // R-PSC-845, R-REQ-122
  @Test(arguments: [0, -1, .min] as [Int64])
  func aRowUnderSuchANumberIsDamage(_ number: Int64) throws {
    let stack = try stack("UPDATE ZNOTE SET Z_PK = \(number) WHERE ZTEXT = '2'")
    for result in [.managedObjectResultType, .managedObjectIDResultType, .dictionaryResultType]
      as [NSFetchRequestResultType]
    {
      let text = try stack.run { complaint(in: $0, entity: "Note", result: result) }
      #expect(text?.contains("the row \(number) of ZNOTE") == true, "\(result): \(text ?? "")")
    }
    // Others are as good as before.
    try stack.run { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      request.predicate = NSPredicate(format: "text == '3'")
      let note = try #require(try context.fetch(request).first)
      note.setValue("changed", forKey: "text")
      try context.save()
    }
  }

  // R-PSC-845
  @Test(arguments: ["0", "-1", "-9223372036854775808", "'text'", "x''"])
  func aReferenceToSuchANumberIsDamage(_ number: String) throws {
    let stack = try stack("UPDATE ZCAR SET ZOWNER = \(number) WHERE ZNUMBERPLATE = '2'")
    let text = try stack.run { complaint(in: $0, entity: "Car") }
    #expect(text?.contains("the row 2 of ZCAR") == true)
    #expect(text?.contains("ZOWNER") == true)
    try stack.run { context in
      let owner = try #require(try context.all("Person").first)
      #expect((owner.value(forKey: "cars") as? Set<NSManagedObject>)?.count == 2)
    }
  }

  // R-PSC-845, R-PSC-103
  @Test(arguments: [NSXMLStoreType, NSBinaryStoreType])
  func aStoreAtTheEndOfItsNumbersMigratesOrSaysWhyNot(_ type: String) throws {
    let folder = try TemporaryDirectory()
    let url = folder.url.appendingPathComponent("a.sqlite")
    let model = GarageModel.make()
    for entity in model.entities { entity.uniquenessConstraints = [] }
    func coordinator() throws -> NSPersistentStoreCoordinator {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      _ = try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url)
      return coordinator
    }
    let first = try coordinator()
    try first.remove(first.persistentStores[0])
    #expect(try RawFile.run("UPDATE Z_PRIMARYKEY SET Z_MAX = \(Int64.max)", at: url))
    let again = try coordinator()
    #expect(throws: CocoaError.self) {
      try again.migratePersistentStore(
        again.persistentStores[0], to: folder.url.appendingPathComponent("b"), withType: type)
    }
    #expect(again.persistentStores.map(\.type) == [NSSQLiteStoreType])
  }

  // R-PSC-845
  @Test func theGreatestNumberIsAsGoodAsAnother() throws {
    let stack = try stack("UPDATE ZNOTE SET Z_PK = \(Int64.max) WHERE ZTEXT = '2'")
    try stack.run { context in
      let note = try #require(
        try context.all("Note", "text == '2'", sortedBy: "text").first)
      #expect(note.objectID.uriRepresentation().lastPathComponent == "p\(Int64.max)")
      note.setValue("changed", forKey: "text")
      try context.save()
    }
    #expect(try stack.run { try $0.all("Note", "text == 'changed'", sortedBy: "text").count } == 1)
  }
}
#endif
