// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
/// Decides what a step of a program comes to in the state that the oracle knows.
///
/// Random steps would soon lead where nothing is defined: two contexts that restructure the same
/// objects at a time, or changes of what somebody else has deleted. The director merges, refreshes
/// or gives up changes before that, and leaves out what cannot be done.
struct Director {
  let oracle: Oracle

  /// What has to be done before a step, first of all; nil when it can be done.
  func preparation(for step: Step) -> Step? {
    let place = step.place
    switch step {
    case .relate, .add, .remove, .replace, .delete: return merging(place) ?? freshening(place)
    case .save: return merging(place)
    case .rollback, .reset: return clearing(place)
    default: return nil
    }
  }

  /// The step, or what is done instead, or nothing; after the preparations.
  func replacement(for step: Step) -> Step? {
    let place = step.place
    switch step {
    case .insert, .fetch, .reset: return step
    case .set(_, let number, _, _), .delete(_, let number), .touch(_, let number),
      .read(_, let number):
      return oracle.isUsable(number, place) ? step : nil
    case .relate(_, let number, _, let other): return usable([number] + (other.map { [$0] } ?? []))
    case .add(_, let number, _, let other), .remove(_, let number, _, let other):
      return usable([number, other])
    case .replace(_, let number, _, let others): return usable([number] + others)
    case .refresh(_, let number, let merging): return canRefresh(number, merging) ? step : nil
    case .refreshAll: return canRefreshAll(place) ? step : nil
    case .merge: return oracle.outstanding[place.rawValue].isEmpty ? nil : step
    case .save: return canSave(place) ? step : .rollback(place)
    case .rollback: return hasLost(place) ? .reset(place) : step
    }
    func usable(_ numbers: [Int]) -> Step? {
      numbers.allSatisfy { oracle.isUsable($0, place) } ? step : nil
    }
    func canRefresh(_ number: Int, _ merging: Bool) -> Bool {
      guard let object = oracle[place, number], oracle.source(number, place) != nil else {
        return false
      }
      return merging || !object.isRestructured
    }
  }

  // MARK: - Preparations

  /// A root context, or the one above the child, knows what is stored.
  private func merging(_ place: Place) -> Step? {
    let root = place.isRoot ? place : .parent
    return oracle.outstanding[root.rawValue].isEmpty ? nil : .merge(root)
  }

  /// What the child knows of the parent must not change under it (R-CTX-827).
  private func clearing(_ place: Place) -> Step? {
    place == .parent && !oracle.objects(.child).isEmpty ? .reset(.child) : nil
  }

  /// A child whose objects are related otherwise in the parent by now looks anew.
  private func freshening(_ place: Place) -> Step? {
    let objects = oracle.objects(.child)
    guard place == .child, objects.contains(where: { isStale($0.key, $0.value) }) else {
      return nil
    }
    let isPending = objects.contains { number, object in
      object.isRestructured || object.hasChanges && oracle.source(number, .child) == nil
    }
    return isPending ? .rollback(.child) : .refreshAll(.child)
  }

  private func isStale(_ number: Int, _ object: OracleObject) -> Bool {
    guard !object.isFault, !object.isInserted else { return false }
    guard let record = oracle.source(number, .child) else { return true }
    return object.committedOne != record.one
      || Shape.toMany.contains {
        object.many[$0].loaded != nil && Set(object.many[$0].committed) != Set(record.many[$0])
      }
  }

  // MARK: - Conditions

  private func canRefreshAll(_ place: Place) -> Bool {
    !oracle.objects(place).contains {
      $0.value.hasChanges && !$0.value.isInserted && oracle.source($0.key, place) == nil
    }
  }

  /// Whether something is known here that is nowhere else any more (R-CTX-664).
  private func hasLost(_ place: Place) -> Bool {
    oracle.objects(place).contains {
      !$0.value.isInserted && $0.value.hasChanges && oracle.source($0.key, place) == nil
    }
  }

  private func canSave(_ place: Place) -> Bool {
    if place == .child { return canPush }
    var trial = oracle
    let mine = trial.numbers(place, where: \.isRestructured)
    guard mine.isDisjoint(with: trial.numbers(place.rival, where: \.isRestructured)) else {
      return false
    }
    trial.save(place)
    return trial.isConsistent
  }

  /// Whether the parent has what the child changes related as the child found it.
  private var canPush: Bool {
    oracle.objects(.child).allSatisfy { number, object in
      guard object.isRestructured else { return true }
      guard let record = object.isInserted ? .empty : oracle.source(number, .child) else {
        return object.isDeleted
      }
      return Shape.all.allSatisfy { canPush($0, of: object, in: record) }
    }
  }

  private func canPush(
    _ relation: Int, of object: OracleObject, in record: Oracle.Record
  ) -> Bool {
    guard Shape.isMany[relation] else {
      let new = object.one[relation]
      return new == object.committedOne[relation]
        || (object.isInserted || record.one[relation] == object.committedOne[relation])
          && (new.map(exists) ?? true)
    }
    let members = object.many[relation]
    guard members.isChanged else { return true }
    let stored = Set(record.many[relation])
    return (members.loaded == nil || Set(members.committed) == stored)
      && stored.isSuperset(of: members.removals) && stored.isDisjoint(with: members.additions)
      && members.additions.allSatisfy(exists)
  }

  private func exists(_ number: Int) -> Bool {
    oracle[.child, number]?.isInserted == true || oracle.source(number, .child) != nil
  }
}

extension Oracle {
  /// Whether all that is stored is related both ways.
  var isConsistent: Bool {
    store.allSatisfy { number, record in
      Shape.all.allSatisfy { relation in
        let others =
          Shape.isMany[relation]
          ? record.many[relation]
          : [record.one[relation]]
            .compactMap { $0 }
        return others.allSatisfy { store[$0]?.names(number, Shape.inverse(relation)) == true }
      }
    }
  }
}

extension Oracle.Record {
  static let empty = Oracle.Record(
    values: [nil, nil, nil], one: [Int?](repeating: nil, count: Shape.all.count),
    many: [[Int]](repeating: [], count: Shape.all.count))

  func names(_ number: Int, _ relation: Int) -> Bool {
    Shape.isMany[relation] ? many[relation].contains(number) : one[relation] == number
  }
}
