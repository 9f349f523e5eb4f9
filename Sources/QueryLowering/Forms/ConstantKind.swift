// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The kind of a constant: constants of one kind are translated alike, each into its own value.
enum ConstantKind: Hashable {
  case text, integer, double, date, uuid
  case object
  /// A truth, which is its own kind each.
  case truth(Bool)

  /// True if all constants of the kind are equal.
  var isFixed: Bool { if case .truth = self { true } else { false } }

  /// Nil for constants of other types: nulls, collections, numbers of other widths.
  init?(_ constant: Any?, _ model: any PredicateModel) {
    guard let constant else { return nil }
    let type = type(of: constant)
    if type == String.self {
      self = .text
    } else if type == Int.self {
      self = .integer
    } else if type == Double.self {
      self = .double
    } else if type == Date.self {
      self = .date
    } else if type == UUID.self {
      self = .uuid
    } else if type == Bool.self, let truth = constant as? Bool {
      self = .truth(truth)
    } else if type is AnyClass, model.isObject(constant) {
      self = .object
    } else {
      return nil
    }
  }

  /// Returns the value that a constant of the kind is translated into where nothing is made of it; nil
  /// for an object that no store has.
  func value(_ constant: Any?, _ model: any PredicateModel) -> AttributeValue? {
    switch self {
    case .text: (constant as? String).map { .string($0) }
    case .integer: (constant as? Int).map { .integer(Int64($0)) }
    case .double: (constant as? Double).map { .double($0) }
    case .date: (constant as? Date).map { .date($0.timeIntervalSinceReferenceDate) }
    case .uuid: (constant as? UUID).map { .uuid($0) }
    case .truth(let truth): .integer(truth ? 1 : 0)
    case .object: constant.flatMap(model.key).map { .reference($0) }
    }
  }

  /// Returns a constant of the kind that no other place of a predicate has.
  func mark(_ place: Int) -> Any {
    switch self {
    case .text: "\u{E000}constant \(place)"
    case .integer: (1 << 61) + place
    case .double: 1.5e100 + Double(place) * 1e98
    case .date: Date(timeIntervalSinceReferenceDate: 1.5e9 + 0.5 + Double(place))
    case .uuid: ConstantKind.uuid(place)
    case .truth(let truth): truth
    case .object: MarkedObject(place: place)
    }
  }

  private static func uuid(_ place: Int) -> UUID {
    var uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0)).uuid
    withUnsafeMutableBytes(of: &uuid) {
      $0.storeBytes(of: UInt64(place), toByteOffset: 8, as: UInt64.self)
    }
    return UUID(uuid: uuid)
  }
}

/// Stands for an object in a form.
final class MarkedObject: Sendable {
  let key: ObjectKey

  init(place: Int) { key = ObjectKey(entity: 0, number: Int64.max / 5 - Int64(place)) }
}

/// A model in which marks are objects.
struct MarkingModel: PredicateModel {
  let model: any PredicateModel

  func entity(_ index: Int) -> any NamedEntity { model.entity(index) }

  func key(of constant: Any) -> ObjectKey? {
    if let mark = constant as? MarkedObject { return mark.key }
    return model.key(of: constant)
  }

  func isObject(_ constant: Any) -> Bool { constant is MarkedObject || model.isObject(constant) }
  func entityName(of constant: Any) -> String? { model.entityName(of: constant) }
  func link(_ property: PropertyNumber) -> LinkKind? { model.link(property) }
  func references(to constant: Any) -> [String]? { model.references(to: constant) }
  func linkMember(_ uri: String) -> String { model.linkMember(uri) }

  func data(_ constant: Any, of property: PropertyNumber) -> Data? {
    model.data(constant, of: property)
  }
}
