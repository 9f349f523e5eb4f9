// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Values that the history meets in unusual places.
@Suite struct HistoryExternalValueTests {
  private static func model() -> NSManagedObjectModel {
    let scan = NSAttributeDescription()
    scan.name = "scan"
    scan.attributeType = .binaryDataAttributeType
    scan.allowsExternalBinaryDataStorage = true
    scan.preservesValueInHistoryOnDeletion = true
    let entity = NSEntityDescription()
    entity.name = "Document"
    entity.properties = [scan]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    return model
  }

  /// A value in a file of its own is kept like any other.
  @Test(arguments: StackKind.singles, [10, 400_000]) func aLargeValueOutlivesItsObject(
    _ kind: StackKind, _ size: Int
  ) throws {
    let stage = try HistoryStage(kind, model: Self.model())
    let scan = Data(repeating: 7, count: size)
    try stage.save { _ = $0.insert("Document", ["scan": scan]) }
    try stage.save { try $0.delete($0.only("Document")) }
    let kept = try stage.lastChanges().first?.tombstone?["scan"] as? Data
    #expect(kept == scan)
  }
}
