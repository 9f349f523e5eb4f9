// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// One run of the fuzzer over the repository's models.
struct ModelFuzz {
  let seed: UInt64
  let count: Int

  private static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }
  private static let models = [
    "Models/Atlas.xcdatamodeld/Atlas.xcdatamodel",
    "Models/Company.xcdatamodeld/Company.xcdatamodel",
    "Tests/ManagedPropertyTests/Studio.xcdatamodeld/Studio.xcdatamodel",
    "Tests/MainActorTests/Bookshop.xcdatamodeld/Bookshop.xcdatamodel",
  ]

  /// Loads mutants, and uses what loads. Returns how many did.
  func run() throws -> Int {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("fuzz-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let texts =
      try Self.models.map {
        try String(
          contentsOf: Self.root.appendingPathComponent($0).appendingPathComponent("contents"),
          encoding: .utf8)
      } + [SampleModelText.everything]
    var loaded = 0
    for number in 0..<count {
      let mutant = seed &+ UInt64(number)
      // The last line that a crash leaves behind says which mutant it was.
      FileHandle.standardError.write(Data("model mutant \(mutant)\n".utf8))
      var mutator = ModelMutator(seed: mutant)
      let file = folder.appendingPathComponent("Mutant.xcdatamodel.xml")
      try mutator.mutated(texts[Int(mutant % UInt64(texts.count))]).write(to: file)
      if let model = try? NSManagedObjectModel.load(from: file) {
        loaded += 1
        use(model, in: folder, isDurable: number % 8 == 0)
      }
    }
    return loaded
  }

  /// Adds a store, makes an object of each entity, saves, fetches. All may throw.
  private func use(_ model: NSManagedObjectModel, in folder: URL, isDurable: Bool) {
    for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
    _ = model.copy()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let type = isDurable ? NSSQLiteStoreType : NSInMemoryStoreType
    let url = folder.appendingPathComponent(UUID().uuidString)
    guard
      let store = try? coordinator.addPersistentStore(
        ofType: type, configurationName: nil, at: isDurable ? url : nil, options: nil)
    else { return }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.performAndWait {
      for entity in model.entities where !entity.isAbstract {
        let object = NSManagedObject(entity: entity, insertInto: context)
        for (name, property) in entity.propertiesByName
        where !(property is NSFetchedPropertyDescription) {
          _ = object.value(forKey: name)
        }
        if (try? object.validateForInsert()) == nil { context.delete(object) }
      }
      try? context.save()
      for entity in model.entities {
        let request = NSFetchRequest<NSManagedObject>()
        request.entity = entity
        _ = try? context.fetch(request)
      }
      for template in model.fetchRequestTemplatesByName.values where template.entity != nil {
        _ = try? context.count(for: template)
      }
    }
    try? coordinator.remove(store)
  }
}

enum SampleModelText {
  /// A model with every element that a file may have.
  static let everything = """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift" userDefinedModelVersionIdentifier="1">
    <entity name="Place" representedClassName="Place" isAbstract="YES" elementID="Spot" versionHashModifier="x">
    <attribute name="name" attributeType="String" defaultValueString="none" minValueString="1" maxValueString="99" regularExpressionString=".*"/>
    <attribute name="extent" optional="YES" attributeType="Integer 16" defaultValueString="3" minValueString="0" maxValueString="100" usesScalarValueType="YES"/>
    <attribute name="big" optional="YES" attributeType="Integer 64" defaultValueString="3"/>
    <attribute name="price" optional="YES" attributeType="Decimal" defaultValueString="0.5"/>
    <attribute name="ratio" optional="YES" attributeType="Float" defaultValueString="0.5" minValueString="-1"/>
    <attribute name="open" optional="YES" attributeType="Boolean" defaultValueString="YES"/>
    <attribute name="since" optional="YES" attributeType="Date" defaultDateTimeInterval="0" minDateTimeInterval="-10" maxDateTimeInterval="10"/>
    <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
    <attribute name="tag" optional="YES" attributeType="UUID"/>
    <attribute name="page" optional="YES" attributeType="URI" defaultValueString="https://example.org"/>
    <attribute name="colours" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData" customClassName="[String]"/>
    <attribute name="address" optional="YES" attributeType="Composite" composite="Address"/>
    <attribute name="folded" optional="YES" attributeType="String" derived="YES" derivationExpression="canonical:(name)"/>
    <attribute name="scratch" optional="YES" transient="YES" attributeType="Double"/>
    <relationship name="region" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Region" inverseName="places" inverseEntity="Region"/>
    <relationship name="friends" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Place" inverseName="friends" inverseEntity="Place"/>
    <userInfo><entry key="k" value="v"/></userInfo>
    <fetchIndex name="byName" partialIndexPredicate="extent &gt; 1">
    <fetchIndexElement property="name" type="Binary" order="descending"/>
    <fetchIndexElement expression="length:(name)" expressionType="Integer 64" type="Binary" order="ascending"/>
    </fetchIndex>
    <uniquenessConstraints>
    <uniquenessConstraint><constraint value="name"/><constraint value="address.city"/></uniquenessConstraint>
    </uniquenessConstraints>
    </entity>
    <entity name="Town" representedClassName=".Town" parentEntity="Place" codeGenerationType="class">
    <attribute name="mayor" optional="YES" attributeType="String"/>
    <relationship name="twins" optional="YES" toMany="YES" deletionRule="No Action" destinationEntity="Town"/>
    </entity>
    <entity name="Region" representedClassName="Region">
    <attribute name="title" optional="YES" attributeType="String" indexed="YES"/>
    <relationship name="places" optional="YES" toMany="YES" ordered="YES" minCount="0" maxCount="50" deletionRule="Cascade" destinationEntity="Place" inverseName="region" inverseEntity="Place"/>
    <fetchedProperty name="large" optional="YES">
    <fetchRequest name="fetchedPropertyFetchRequest" entity="Place" predicateString="extent &gt; 10 AND region == $FETCH_SOURCE"/>
    </fetchedProperty>
    <compoundIndexes><compoundIndex><index value="title"/></compoundIndex></compoundIndexes>
    </entity>
    <composite name="Address">
    <attribute name="city" optional="YES" attributeType="String" defaultValueString="Bonn"/>
    <attribute name="point" optional="YES" attributeType="Composite" composite="Point"/>
    </composite>
    <composite name="Point">
    <attribute name="x" optional="YES" attributeType="Double" defaultValueString="1"/>
    </composite>
    <fetchRequest name="named" entity="Place" predicateString="name == $NAME" fetchLimit="5" fetchBatchSize="2" resultType="0" includeSubentities="YES" includePropertyValues="YES" returnObjectsAsFaults="NO" includesPendingChanges="YES" returnDistinctResults="NO"/>
    <fetchRequest name="sized" entity="Town" predicateString="extent &gt; 3"/>
    <configuration name="Places">
    <memberEntity name="Place"/>
    <memberEntity name="Town"/>
    </configuration>
    </model>
    """
}
