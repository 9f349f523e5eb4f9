// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData
import Foundation

/// Shelves with books in an order or without, and tags of books.
///
/// Configurations: *Books* and *Shelves* each have what their name says; *Drafts* an entity alone.
package enum TapeModel {
  package static func make() -> NSManagedObjectModel {
    let shelf = GarageModel.entity("Shelf", [GarageModel.attribute("title", .string)])
    let book = GarageModel.entity(
      "Book",
      [GarageModel.attribute("title", .string), GarageModel.attribute("pages", .integer64)])
    let tag = GarageModel.entity("Tag", [GarageModel.attribute("label", .string)])
    let draft = GarageModel.entity("Draft", [GarageModel.attribute("text", .string)])
    GarageModel.relate(
      shelf, name: "books", many: true, rule: .nullifyDeleteRule, to: book, inverseName: "shelf",
      many: false)
    GarageModel.relate(
      shelf, name: "queue", many: true, rule: .nullifyDeleteRule, to: book, inverseName: "waitsFor",
      many: false, ordered: true)
    GarageModel.relate(
      book, name: "tags", many: true, rule: .nullifyDeleteRule, to: tag, inverseName: "books",
      many: true)
    let model = NSManagedObjectModel()
    model.entities = [shelf, book, tag, draft]
    model.setEntities([shelf, book, tag], forConfigurationName: "Library")
    model.setEntities([draft], forConfigurationName: "Drafts")
    return model
  }
}
