// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Composite attributes between their dictionary (in memory) and their leaves (in rows).
enum CompositeCoding {
  /// Returns the dictionary that the leaves in a row stand for; nil when all are null (R-MOD-136).
  static func dictionary(_ row: Row, leaves: [CompositeLeaf]) -> [String: Any]? {
    var result: [String: Any] = [:]
    for leaf in leaves {
      guard let value = value(of: leaf, in: row) else { continue }
      set(value, at: leaf.path[...], in: &result)
    }
    return result.isEmpty ? nil : result
  }

  /// Returns true if the leaves in a row hold the values of a dictionary.
  static func holds(_ row: Row, _ dictionary: [String: Any], leaves: [CompositeLeaf]) -> Bool {
    leaves.allSatisfy { leaf in
      guard let value = value(at: leaf.path[...], in: dictionary) else {
        return row.isNull(leaf.slot)
      }
      if leaf.type == .transformable {
        return ContentEquality.equal(value, self.value(of: leaf, in: row))
      }
      let stored = PropertyValue(row, slot: leaf.slot, type: leaf.type)
      return PropertyValue(value, type: leaf.type)?.isSame(as: stored) ?? false
    }
  }

  private static func value(of leaf: CompositeLeaf, in row: Row) -> Any? {
    guard leaf.type == .transformable else {
      return PropertyValue(row, slot: leaf.slot, type: leaf.type).clientValue(type: leaf.type)
    }
    return row.data(leaf.slot).flatMap { TransformableCoding.value($0, of: leaf.attribute) }
  }

  /// Returns what a row holds of an element's value.
  private static func cell(_ value: Any, of leaf: CompositeLeaf) -> PropertyValue? {
    guard leaf.type == .transformable else { return PropertyValue(value, type: leaf.type) }
    return TransformableCoding.data(value, of: leaf.attribute).map { .boxed(ValueBox($0)) }
  }

  /// Writes a dictionary's values into the leaves of a row under construction.
  static func store(
    _ dictionary: [String: Any], leaves: [CompositeLeaf], in assembler: RowAssembler
  ) {
    for leaf in leaves {
      guard let value = value(at: leaf.path[...], in: dictionary),
        let cell = cell(value, of: leaf)
      else { continue }
      switch cell {
      case .integer(let integer): assembler.setInteger(integer, leaf.slot)
      case .double(let double): assembler.setDouble(double, leaf.slot)
      case .string(let string): assembler.setString(string, leaf.slot)
      case .boxed(let box): assembler.set(StorableValue.of(box.value), leaf.slot)
      case .unset, .null, .toOne, .toMany: break
      }
    }
  }

  /// Writes the elements' own defaults.
  static func storeDefaults(
    of composite: NSCompositeAttributeDescription, leaves: [CompositeLeaf],
    in assembler: RowAssembler
  ) {
    store(defaults(of: composite), leaves: leaves, in: assembler)
  }

  private static func defaults(of composite: NSCompositeAttributeDescription) -> [String: Any] {
    composite.elements.reduce(into: [:]) { result, element in
      if let nested = element as? NSCompositeAttributeDescription {
        let inner = defaults(of: nested)
        if !inner.isEmpty { result[element.name] = inner }
      } else if let value = element.defaultValue {
        result[element.name] = value
      }
    }
  }

  /// Returns the value at a path; nil for a null.
  static func value(at path: ArraySlice<String>, in dictionary: [String: Any]) -> Any? {
    guard let first = path.first, let value = dictionary[first] else { return nil }
    if path.count == 1 { return PropertyValue.present(value) }
    return (value as? [String: Any]).flatMap { self.value(at: path.dropFirst(), in: $0) }
  }

  /// Puts a value at a path of names; dictionaries on the way are made.
  static func set(
    _ value: Any, at path: ArraySlice<String>, in dictionary: inout [String: Any]
  ) {
    guard let first = path.first else { return }
    guard path.count > 1 else { return dictionary[first] = value }
    var nested = dictionary[first] as? [String: Any] ?? [:]
    set(value, at: path.dropFirst(), in: &nested)
    dictionary[first] = nested
  }
}

/// The model's rules for the elements of composite attributes (R-MOD-137): those of attributes.
enum ElementCheck {
  /// Returns what is wrong with a composite's value.
  static func problems(
    of value: Any, in composite: NSCompositeAttributeDescription, at path: String
  ) -> [ElementProblem] {
    guard let values = value as? [String: Any] else { return [.wrongClass(value, path)] }
    let known = Set(composite.elements.map(\.name))
    let unknown = values.keys.filter { !known.contains($0) }.sorted().map {
      ElementProblem(
        path: "\(path).\($0)", value: values[$0], text: "\(path) has no element \($0).")
    }
    return unknown
      + composite.elements.flatMap { problems(of: values[$0.name], $0, at: "\(path).\($0.name)") }
  }

  /// Returns what is wrong with the value of one element; nil and `NSNull` are none.
  static func problems(
    of value: Any?, _ element: NSAttributeDescription, at path: String
  ) -> [ElementProblem] {
    guard let value = value.flatMap(PropertyValue.present) else {
      return element.isOptional ? [] : [.missing(path)]
    }
    if let nested = element as? NSCompositeAttributeDescription {
      return problems(of: value, in: nested, at: path)
    }
    let type = AttributeType(rawValue: element.attributeType.rawValue)
    guard let cell = PropertyValue(value, type: type) else { return [.wrongClass(value, path)] }
    if case .integer(let number) = cell, let type, let code = misfit(number, type) {
      return [
        ElementProblem(
          path: path, code: code, value: value, text: "\(path) does not fit the element's width.")
      ]
    }
    return violations(of: value, element, path)
  }

  private static func misfit(_ number: Int64, _ type: AttributeType) -> CocoaError.Code? {
    let bounds = PropertyAccess.bounds(type)
    if number > bounds.upperBound { return .validationNumberTooLarge }
    return number < bounds.lowerBound ? .validationNumberTooSmall : nil
  }

  private static func violations(
    of value: Any, _ element: NSAttributeDescription, _ path: String
  ) -> [ElementProblem] {
    zip(element.validationPredicates, element.validationWarnings).compactMap { rule, warning in
      if rule.evaluate(with: value) { return nil }
      let code = (warning as? NSNumber)?.intValue
      return ElementProblem(
        path: path, code: code.map(CocoaError.Code.init(rawValue:)) ?? .managedObjectValidation,
        value: value, predicate: rule, text: warning as? String ?? "\(path) is not valid.")
    }
  }
}

/// A rule of an element that a value breaks.
struct ElementProblem {
  /// From the composite attribute's name on.
  let path: String
  var code = CocoaError.Code.managedObjectValidation
  var value: Any?
  var predicate: NSPredicate?
  let text: String

  static func missing(_ path: String) -> ElementProblem {
    ElementProblem(
      path: path, code: .validationMissingMandatoryProperty, text: "\(path) is a required value.")
  }

  static func wrongClass(_ value: Any, _ path: String) -> ElementProblem {
    ElementProblem(path: path, value: value, text: "\(path) has a value of a wrong class.")
  }

  /// The error of an object's validation.
  func error(of object: NSManagedObject) -> CocoaError {
    CocoaError.validation(
      code, object: object, key: path, value: value, predicate: predicate,
      text: sentence(object.layout))
  }

  /// The error of a batch request.
  func error(in layout: PropertyLayout) -> CocoaError {
    CocoaError.make(
      code, reason: sentence(layout), userInfo: [NSValidationKeyErrorKey: path])
  }

  private func sentence(_ layout: PropertyLayout) -> String { "\(layout.schema.name): \(text)" }
}
