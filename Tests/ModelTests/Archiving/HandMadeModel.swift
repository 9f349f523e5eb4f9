// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Archives of models as Apple's tools would write them.
enum HandMadeModel {
  /// An archive of a model with attributes of many types, defaults, and relationships with inverses.
  static func everything() -> Data {
    let archive = HandMadeArchive()
    let (root, owner, pet) = (
      archive.add(.map([:])), archive.add(.map([:])), archive.add(.map([:]))
    )
    let (pets, keeper) = (archive.add(.map([:])), archive.add(.map([:])))
    relationship(pets, "pets", to: "PetSample", inverse: "keeper", isMany: true, archive)
    relationship(keeper, "keeper", to: "OwnerSample", inverse: "pets", isMany: false, archive)
    let attributes = defaults(archive).map { name, type, value in
      (name, attribute(name, type: type, defaultValue: value, archive))
    }
    entity(owner, "OwnerSample", attributes + [("pets", pets)], archive)
    entity(pet, "PetSample", [("keeper", keeper)], archive)
    archive.complete(
      root, "NSManagedObjectModel",
      [
        "NSEntities": archive.dictionary([("OwnerSample", owner), ("PetSample", pet)]),
        "NSVersionIdentifiers": archive.array([archive.add(.text("7"))], "NSSet"),
      ])
    return archive.data(root: root)
  }

  private static func defaults(
    _ archive: HandMadeArchive
  ) -> [(String, Int, HandMadeArchive.Item?)] {
    let date = archive.instance("NSDate", ["NS.time": .real(86_400)])
    let uuid = archive.instance("NSUUID", ["NS.uuidbytes": .data(Data(1...16))])
    let url = archive.instance("NSURL", ["NS.relative": archive.text("https://example.org/a")])
    let decimal = archive.instance(
      "NSDecimalNumberPlaceholder", above: "NSDecimalNumber",
      [
        "NS.exponent": .int(-2), "NS.length": .int(2), "NS.negative": .bool(true),
        "NS.mantissa.bo": .int(1),
        // 123456, the lowest pair first.
        "NS.mantissa": .data(Data([0x40, 0xE2, 0x01, 0x00] + [UInt8](repeating: 0, count: 12))),
      ])
    return [
      ("flag", 800, .object(archive.add(.bool(true)))),
      ("count", 300, .object(archive.add(.int(-5)))),
      ("ratio", 500, .object(archive.add(.real(0.25)))),
      ("title", 700, archive.text("Grüße")),
      ("born", 900, .object(date)), ("tag", 1100, .object(uuid)), ("home", 1200, .object(url)),
      ("price", 400, .object(decimal)),
      ("portrait", 1000, .object(archive.add(.data(Data([1, 2, 3]))))),
    ]
  }

  // MARK: - Descriptions

  static func attribute(
    _ name: String, type: Int, defaultValue: HandMadeArchive.Item? = nil,
    above: String = "NSPropertyDescription", _ archive: HandMadeArchive
  ) -> Int {
    archive.instance(
      "NSAttributeDescription", above: above,
      [
        "NSPropertyName": archive.text(name), "NSAttributeType": .int(type),
        "NSIsOptional": .bool(true), "NSDefaultValue": defaultValue ?? .object(0),
        "NSFlagsKey": .int(name == "title" ? 16 : 0),
      ])
  }

  private static func relationship(
    _ number: Int, _ name: String, to destination: String, inverse: String, isMany: Bool,
    _ archive: HandMadeArchive
  ) {
    archive.complete(
      number, "NSRelationshipDescription",
      [
        "NSPropertyName": archive.text(name), "NSIsOptional": .bool(true),
        "_NSDestinationEntityName": archive.text(destination),
        "_NSInverseRelationshipName": archive.text(inverse),
        "NSMinCount": .int(0), "NSMaxCount": .int(isMany ? 0 : 1),
        "NSDeleteRule": .int(isMany ? 2 : 1), "NSIsOrdered": .bool(isMany),
      ])
  }

  static func entity(
    _ number: Int, _ name: String, _ properties: [(String, Int)], parent: Int = 0,
    _ archive: HandMadeArchive
  ) {
    archive.complete(
      number, "NSEntityDescription",
      [
        "NSEntityName": archive.text(name), "NSProperties": archive.dictionary(properties),
        "NSSuperentity": .object(parent), "NSRenamingIdentifier": archive.text("\(name)Before"),
      ])
  }

  /// An archive of a model of some entities by name.
  static func model(of entities: [(String, Int)], _ archive: HandMadeArchive) -> Data {
    let root = archive.instance(
      "NSManagedObjectModel", ["NSEntities": archive.dictionary(entities)])
    return archive.data(root: root)
  }
}
