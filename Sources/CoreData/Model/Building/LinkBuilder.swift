// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat

/// Makes links of attributes whose user info in the model file says `linkDestination`: a to-one link
/// of a URI, a to-many of a string. `linkChecksExistence` is `YES` for one that saves check.
struct LinkBuilder {
  private static let destination = "linkDestination"
  private static let check = "linkChecksExistence"

  private let document: AttributeDocument
  private let entityName: String

  /// Nil for an attribute that is no link. Throws for a link of another type.
  init?(_ document: AttributeDocument, place: String, model: String) throws {
    guard let name = document.userInfo[LinkBuilder.destination] else { return nil }
    guard document.kind == .uri || document.kind == .string, !document.isDerived else {
      throw CocoaError.make(
        .fileReadCorruptFile,
        reason: "The attribute \(place) in model '\(model)' has the user info "
          + "\(LinkBuilder.destination): it must be of type URI, or String for a link to many.")
    }
    self.document = document
    entityName = name
  }

  func link() -> LinkDescription {
    let link = LinkDescription()
    link.destinationEntityName = entityName
    link.isToMany = document.kind == .string
    let check = document.userInfo[LinkBuilder.check]?.lowercased() ?? ""
    link.checksExistence = ["yes", "true", "1"].contains(check)
    return link
  }
}
