// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// An object of a predicate may be given as itself, its ID or its URI, in any wrapping. // R-PRED-172
@Suite struct ObjectConstantTests {
  /// The URI with the identifier of the store in small letters: only who looks it up as an object's knows it.
  private func foreign(_ uri: URL) -> URL? {
    uri.host.flatMap { host in
      URL(string: uri.absoluteString.replacingOccurrences(of: host, with: host.lowercased()))
    }
  }

  /// The forms of an object that is to be found.
  private func forms(of object: NSManagedObject) -> [Any] {
    let id = object.objectID
    let uri = id.uriRepresentation()
    return [
      object, id, uri, uri as NSURL, AnyHashable(object), AnyHashable(id), AnyHashable(uri),
      uri as URL? as Any, foreign(uri) as Any,
    ]
  }

  private func lists(of object: NSManagedObject) -> [Any] {
    let id = object.objectID
    let uri = id.uriRepresentation()
    return [
      [object], [id], [uri], [uri as NSURL] as NSArray, NSSet(object: uri), Set([uri]), Set([id]),
      [AnyHashable(uri)], Set([AnyHashable(uri), AnyHashable(7)]), [7, "x", uri] as [Any],
      [uri as URL?], Set([uri as URL?]), [uri as NSURL?], [foreign(uri)], Set([foreign(uri)]),
      [AnyHashable(foreign(uri))], [foreign(uri) as NSURL?],
    ]
  }

  @Test(arguments: StackKind.everyStore)
  func everyFormFindsTheObject(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      let owners = (0..<3).map { context.insert("Person", ["firstName": "\($0)"]) }
      for (index, owner) in owners.enumerated() {
        context.insert("Car", ["numberPlate": "\(index)"]).setValue(owner, forKey: "owner")
      }
      try context.save()
      #expect(foreign(owners[1].objectID.uriRepresentation()) != nil)
      for form in forms(of: owners[1]) {
        #expect(try plates("owner == %@", form, in: context) == ["1"], "\(type(of: form))")
        #expect(try plates("owner != %@", form, in: context) == ["0", "2"], "\(type(of: form))")
      }
      for list in lists(of: owners[2]) {
        #expect(try plates("owner IN %@", list, in: context) == ["2"], "\(type(of: list))")
      }
    }
  }

  private func plates(
    _ format: String, _ constant: Any, in context: NSManagedObjectContext
  ) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
    request.predicate = NSPredicate(format: format, argumentArray: [constant])
    return try context.fetch(request).compactMap { $0.value(forKey: "numberPlate") as? String }
      .sorted()
  }
}
