// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
/// One step of a random program. Objects have the numbers they were inserted under, so that a step
/// means the same when others are left out; a step about an object that is not there is skipped.
enum Step: Equatable {
  case insert(Place, Int)
  case set(Place, Int, attribute: Int, Int?)
  case relate(Place, Int, relation: Int, Int?)
  case add(Place, Int, relation: Int, Int)
  case remove(Place, Int, relation: Int, Int)
  case replace(Place, Int, relation: Int, [Int])
  case delete(Place, Int)
  /// Fires an object.
  case touch(Place, Int)
  /// Fires an object and its relationships.
  case read(Place, Int)
  case fetch(Place, asFaults: Bool)
  case refresh(Place, Int, merging: Bool)
  case refreshAll(Place)
  case save(Place)
  case merge(Place)
  case rollback(Place)
  case reset(Place)

  var place: Place {
    switch self {
    case .insert(let place, _), .set(let place, _, _, _), .relate(let place, _, _, _),
      .add(let place, _, _, _), .remove(let place, _, _, _), .replace(let place, _, _, _),
      .delete(let place, _), .touch(let place, _), .read(let place, _), .fetch(let place, _),
      .refresh(let place, _, _), .refreshAll(let place), .save(let place), .merge(let place),
      .rollback(let place), .reset(let place):
      return place
    }
  }
}

extension Step: CustomStringConvertible {
  var description: String {
    switch self {
    case .insert(let place, let object): "\(place): insert #\(object)"
    case .set(let place, let object, let attribute, let value):
      "\(place): #\(object).\(Shape.attributes[attribute]) = \(Step.text(value))"
    case .relate(let place, let object, let relation, let other):
      "\(place): #\(object).\(Shape.relations[relation]) = "
        + (other.map { "#\($0)" } ?? "nil")
    case .add(let place, let object, let relation, let other):
      "\(place): #\(object).\(Shape.relations[relation]) add #\(other)"
    case .remove(let place, let object, let relation, let other):
      "\(place): #\(object).\(Shape.relations[relation]) remove #\(other)"
    case .replace(let place, let object, let relation, let others):
      "\(place): #\(object).\(Shape.relations[relation]) = \(others.map { "#\($0)" })"
    case .delete(let place, let object): "\(place): delete #\(object)"
    case .touch(let place, let object): "\(place): touch #\(object)"
    case .read(let place, let object): "\(place): read #\(object)"
    case .fetch(let place, let asFaults): "\(place): fetch\(asFaults ? "" : ", realised")"
    case .refresh(let place, let object, let merging):
      "\(place): refresh #\(object)\(merging ? ", merging" : "")"
    case .refreshAll(let place): "\(place): refresh all"
    case .save(let place): "\(place): save"
    case .merge(let place): "\(place): merge"
    case .rollback(let place): "\(place): roll back"
    case .reset(let place): "\(place): reset"
    }
  }

  private static func text(_ value: Int?) -> String { value.map(String.init) ?? "nil" }
}
