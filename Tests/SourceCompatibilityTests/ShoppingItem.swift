// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// A class as client code writes it without generated code.
class ShoppingItem: NSManagedObject {
  var name: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }

  var count: Int {
    get { (value(forKey: "count") as? NSNumber)?.intValue ?? 0 }
    set { setValue(newValue, forKey: "count") }
  }

  var createdAt: Date? {
    willAccessValue(forKey: "createdAt")
    defer { didAccessValue(forKey: "createdAt") }
    return primitiveValue(forKey: "createdAt") as? Date
  }

  var list: ShoppingList? {
    get { value(forKey: "list") as? ShoppingList }
    set { setValue(newValue, forKey: "list") }
  }

  class func fetchRequest() -> NSFetchRequest<ShoppingItem> {
    NSFetchRequest<ShoppingItem>(entityName: "ShoppingItem")
  }

  convenience init(name: String, count: Int = 1, in context: NSManagedObjectContext) {
    self.init(context: context)
    self.name = name
    self.count = count
  }

  override func awakeFromInsert() {
    super.awakeFromInsert()
    setPrimitiveValue(Date(timeIntervalSinceReferenceDate: 0), forKey: "createdAt")
  }

  override func validateForInsert() throws {
    try super.validateForInsert()
    guard count >= 0 else {
      throw NSError(
        domain: NSCocoaErrorDomain, code: NSManagedObjectValidationError,
        userInfo: [
          NSLocalizedDescriptionKey: "A negative count.", NSValidationKeyErrorKey: "count",
        ])
    }
  }
}

/// A list with a helper over its relationship.
class ShoppingList: NSManagedObject {
  var title: String? {
    get { value(forKey: "title") as? String }
    set { setValue(newValue, forKey: "title") }
  }

  var items: Set<ShoppingItem> {
    get { value(forKey: "items") as? Set<ShoppingItem> ?? [] }
    set { setValue(newValue, forKey: "items") }
  }

  class func fetchRequest() -> NSFetchRequest<ShoppingList> {
    NSFetchRequest<ShoppingList>(entityName: "ShoppingList")
  }

  func add(_ item: ShoppingItem) { mutableSetValue(forKey: "items").add(item) }
}
