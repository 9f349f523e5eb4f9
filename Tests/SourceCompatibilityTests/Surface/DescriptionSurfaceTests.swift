// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// The values of new descriptions, and their copies.
@Suite struct DescriptionSurfaceTests {
  /// Checks that a copy is equal, has an equal hash, and is another object.
  private func expectCopy<T: NSObject & NSCopying>(of original: T) throws -> T {
    let copy = try #require(original.copy() as? T)
    #expect(copy !== original)
    #expect(copy.isEqual(original))
    #expect(copy.hash == original.hash)
    return copy
  }

  @Test func propertiesAreCopied() throws {
    let composite = NSCompositeAttributeDescription()
    composite.name = "address"
    let street = NSAttributeDescription()
    street.name = "street"
    street.type = .string
    composite.elements = [street]
    #expect(try expectCopy(of: composite).elements == composite.elements)
    let derived = NSDerivedAttributeDescription()
    derived.name = "count"
    derived.derivationExpression = NSExpression(format: "items.@count")
    #expect(try expectCopy(of: derived).derivationExpression == derived.derivationExpression)
    let fetched = NSFetchedPropertyDescription()
    fetched.name = "friends"
    fetched.fetchRequest = NSFetchRequest(entityName: "Person")
    #expect(try expectCopy(of: fetched).fetchRequest?.entityName == "Person")
    let relationship = NSRelationshipDescription()
    relationship.name = "items"
    relationship.minCount = 1
    relationship.maxCount = 3
    #expect(try expectCopy(of: relationship).minCount == 1)
    let expression = NSExpressionDescription()
    expression.name = "total"
    expression.expression = NSExpression(format: "sum:(price)")
    expression.expressionResultType = .doubleAttributeType
    let total = try expectCopy(of: expression)
    #expect(total.expression == expression.expression)
    #expect(total.expressionResultType == .doubleAttributeType)
  }

  @Test func indexesAreCopied() throws {
    let name = NSAttributeDescription()
    name.name = "name"
    let element = NSFetchIndexElementDescription(property: name, collationType: .rTree)
    #expect(element.propertyName == "name")
    #expect(element.collationType == .rTree)
    let copy = try expectCopy(of: element)
    #expect(copy.propertyName == "name")
    let index = NSFetchIndexDescription(name: "byName", elements: [element])
    #expect(index.partialIndexPredicate == nil)
    index.partialIndexPredicate = NSPredicate(format: "name != nil")
    #expect(try expectCopy(of: index).partialIndexPredicate == index.partialIndexPredicate)
    #expect(index != NSFetchIndexDescription(name: "other", elements: [element]))
  }

  @Test func aPropertySaysWhatItIs() throws {
    let property = NSPropertyDescription()
    property.name = "name"
    #expect(!property.isIndexed)
    #expect(!property.isIndexedBySpotlight)
    property.isIndexed = true
    property.isIndexedBySpotlight = true
    #expect(property.isIndexed)
    #expect(property.isIndexedBySpotlight)
    #expect(property.description.contains("name"))
    let copy = try expectCopy(of: property)
    copy.name = "other"
    #expect(copy != property)
  }

  @Test func anAttributeKeepsWhatHasNoEffectHere() {
    let attribute = NSAttributeDescription()
    #expect(!attribute.allowsCloudEncryption)
    #expect(!attribute.preservesValueInHistoryOnDeletion)
    attribute.allowsCloudEncryption = true
    attribute.preservesValueInHistoryOnDeletion = true
    #expect(attribute.allowsCloudEncryption)
    #expect(attribute.preservesValueInHistoryOnDeletion)
  }

  @Test func anEntitySaysWhatItIs() throws {
    let entity = NSEntityDescription()
    entity.name = "Animal"
    let dog = NSEntityDescription()
    dog.name = "Dog"
    let name = NSAttributeDescription()
    name.name = "name"
    name.type = .string
    entity.properties = [name]
    #expect(Array(entity).map(\.name) == ["name"])
    entity.subentities = [dog]
    #expect(entity.subentitiesByName.keys.sorted() == ["Dog"])
    #expect(entity.description.contains("Animal"))
    let cat = NSEntityDescription()
    cat.name = "Cat"
    #expect(try expectCopy(of: cat).name == "Cat")
    #expect(entity != dog)
    entity.coreSpotlightDisplayNameExpression = NSExpression(forKeyPath: "name")
    #expect(entity.coreSpotlightDisplayNameExpression.keyPath == "name")
  }

  @Test func aModelKeepsItsTexts() {
    let model = NSManagedObjectModel()
    #expect(model.localizationDictionary == nil)
    model.localizationDictionary = ["Entity/Person": "Mensch"]
    #expect(model.localizationDictionary == ["Entity/Person": "Mensch"])
    model.setFetchRequestTemplate(NSFetchRequest(entityName: "Person"), forName: "all")
    #expect(model.fetchRequestTemplatesByName.keys.sorted() == ["all"])
  }
}
