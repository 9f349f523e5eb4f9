// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What is kept of deleted objects (R-PSC-734).
@Suite struct HistoryTombstoneTests {
  private static let uuid = UUID()

  /// An attribute of each type, all preserved but the last.
  private static func model() -> NSManagedObjectModel {
    let types: [(String, NSAttributeDescription.AttributeType)] = [
      ("flag", .boolean), ("small", .integer16), ("large", .integer64), ("real", .double),
      ("narrow", .float), ("exact", .decimal), ("text", .string), ("moment", .date),
      ("bytes", .binaryData), ("uuid", .uuid), ("link", .uri), ("colours", .transformable),
      ("none", .string), ("forgotten", .string),
    ]
    let entity = NSEntityDescription()
    entity.name = "Keepsake"
    var properties: [NSAttributeDescription] = types.map { name, type in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.type = type
      attribute.isOptional = true
      attribute.preservesValueInHistoryOnDeletion = name != "forgotten"
      if type == .transformable {
        attribute.valueTransformerName = "NSSecureUnarchiveFromDataTransformer"
      }
      return attribute
    }
    let place = NSCompositeAttributeDescription()
    place.name = "place"
    place.isOptional = true
    place.elements = ["street", "city"].map { name in
      let element = NSAttributeDescription()
      element.name = name
      element.type = .string
      element.isOptional = true
      return element
    }
    place.preservesValueInHistoryOnDeletion = true
    properties.append(place)
    entity.properties = properties
    let model = NSManagedObjectModel()
    model.entities = [entity]
    return model
  }

  private static var values: [String: Any] {
    [
      "flag": true, "small": 7, "large": Int64.max, "real": 0.5, "narrow": Float(1.5),
      "exact": NSDecimalNumber(string: "12345678901234567890.123"), "text": "Zoë",
      "moment": Date(timeIntervalSinceReferenceDate: 1_000.25), "bytes": Data([1, 2, 3]),
      "uuid": uuid, "link": URL(fileURLWithPath: "/tmp/x"),
      "colours": ["red", "green"] as NSArray, "forgotten": "x",
      "place": ["street": "Main", "city": "Turin"],
    ]
  }

  private func expectAll(_ tombstone: [AnyHashable: Any]?) throws {
    let kept = try #require(tombstone)
    #expect(kept["flag"] as? Bool == true)
    #expect(kept["small"] as? Int16 == 7)
    #expect(kept["large"] as? Int64 == .max)
    #expect(kept["real"] as? Double == 0.5)
    #expect(kept["narrow"] as? Float == 1.5)
    #expect(
      kept["exact"] as? NSDecimalNumber == NSDecimalNumber(string: "12345678901234567890.123"))
    #expect(kept["text"] as? String == "Zoë")
    #expect(kept["moment"] as? Date == Date(timeIntervalSinceReferenceDate: 1_000.25))
    #expect(kept["bytes"] as? Data == Data([1, 2, 3]))
    #expect(kept["uuid"] as? UUID == Self.uuid)
    #expect(kept["link"] as? URL == URL(fileURLWithPath: "/tmp/x"))
    #expect(kept["colours"] as? [String] == ["red", "green"])
    #expect(kept["place"] as? [String: String] == ["street": "Main", "city": "Turin"])
    // What was nil, and what is not preserved, is not there.
    #expect(kept.count == 13)
  }

  // R-PSC-734
  @Test(arguments: StackKind.singles) func valuesOfEveryTypeOutliveTheirObject(
    _ kind: StackKind
  ) throws {
    let stage = try HistoryStage(kind, model: Self.model())
    try stage.save { _ = $0.insert("Keepsake", Self.values) }
    try stage.save { try $0.delete($0.only("Keepsake")) }
    try expectAll(try stage.lastChanges().first?.tombstone)
  }

  // R-PSC-734, R-PSC-685
  @Test(arguments: StackKind.singles) func soTheyDoForABatchDeletion(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind, model: Self.model())
    try stage.save { _ = $0.insert("Keepsake", Self.values) }
    let context = stage.context()
    try context.performAndWait {
      let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Keepsake")
      try context.execute(NSBatchDeleteRequest(fetchRequest: fetch))
    }
    try expectAll(try stage.lastChanges().first?.tombstone)
  }

  // R-PSC-734: the values at deletion are those of the store, not what was set before it.
  @Test(arguments: StackKind.singles) func nilIsKeptAsNothing(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind, model: Self.model())
    try stage.save { _ = $0.insert("Keepsake") }
    try stage.save { try $0.delete($0.only("Keepsake")) }
    let tombstone = try stage.lastChanges().first?.tombstone
    #expect(tombstone?.isEmpty == true)
  }

  // R-PSC-734
  @Test(arguments: StackKind.singles.filter(\.isDurable)) func anotherCoordinatorReadsThem(
    _ kind: StackKind
  ) throws {
    let stage = try HistoryStage(kind, model: Self.model())
    try stage.save { _ = $0.insert("Keepsake", Self.values) }
    try stage.save { try $0.delete($0.only("Keepsake")) }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = try stage.another(model: Self.model())
    try context.performAndWait {
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
      request.resultType = .changesOnly
      let result = try context.execute(request) as? NSPersistentHistoryResult
      let changes = result?.result as? [NSPersistentHistoryChange]
      try expectAll(changes?.last?.tombstone)
    }
  }
}
