// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension AttributeDocument {
  /// The validations the file asks for; bounds are inclusive. Empty for types without any.
  package var validationFacets: [ValidationFacet] {
    switch kind {
    case .integer16, .integer32, .integer64, .decimal, .double, .float: numberFacets
    case .string: stringFacets
    case .date: dateFacets
    case .undefined, .boolean, .binaryData, .uuid, .uri, .transformable, .objectID, .composite: []
    }
  }

  private var numberFacets: [ValidationFacet] {
    let bounds = (
      minValueString.flatMap { DefaultValueParser.value($0, of: kind) },
      maxValueString.flatMap { DefaultValueParser.value($0, of: kind) }
    )
    return [
      bounds.0.map { ValidationFacet("SELF >= %@", $0, code: 1620) },
      bounds.1.map { ValidationFacet("SELF <= %@", $0, code: 1610) },
    ].compactMap { $0 }
  }

  private var stringFacets: [ValidationFacet] {
    [
      minValueString.map {
        ValidationFacet("length >= %@", .integer(LeadingNumber($0).integer), code: 1670)
      },
      maxValueString.map {
        ValidationFacet("length <= %@", .integer(LeadingNumber($0).integer), code: 1660)
      },
      regularExpressionString.map {
        ValidationFacet("SELF MATCHES %@", .string($0), code: 1680)
      },
    ].compactMap { $0 }
  }

  private var dateFacets: [ValidationFacet] {
    let path = "timeIntervalSinceReferenceDate"
    return [
      minDateTimeInterval.map { ValidationFacet("\(path) >= %@", .double($0), code: 1640) },
      maxDateTimeInterval.map { ValidationFacet("\(path) <= %@", .double($0), code: 1630) },
    ].compactMap { $0 }
  }
}
