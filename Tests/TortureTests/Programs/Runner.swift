// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation

/// Runs a program on the library and on the oracle, and compares them after each step.
final class Runner {
  private let program: Program
  private let subject: Subject
  private(set) var oracle = Oracle()
  private let isVerbose: Bool
  private var checker: Checker
  /// What has been done, in the steps that the director made of the program's.
  private(set) var log: [Step] = []

  private init(_ program: Program, isVerbose: Bool) throws {
    self.program = program
    self.isVerbose = isVerbose
    subject = try Subject(program.kind)
    checker = Checker(subject)
  }

  /// Runs a program; nil if library and oracle agree.
  static func run(_ program: Program, isVerbose: Bool = false) -> Failure? {
    do {
      let runner = try Runner(program, isVerbose: isVerbose)
      return runner.subject.run { runner.run() }
    } catch {
      return Failure(step: 0, reason: "\(error)", log: [])
    }
  }

  private func run() -> Failure? {
    for (index, step) in program.steps.enumerated() {
      do {
        try perform(step)
      } catch {
        return Failure(step: index, reason: "\(error)", log: log)
      }
    }
    return nil
  }

  private func perform(_ step: Step) throws {
    for _ in 0..<4 {
      guard let preparation = Director(oracle: oracle).preparation(for: step) else { break }
      try perform(preparation)
    }
    guard Director(oracle: oracle).preparation(for: step) == nil else { return }
    guard let actual = Director(oracle: oracle).replacement(for: step) else { return }
    guard actual == step else { return try perform(actual) }
    log.append(step)
    if isVerbose { print("  \(step)") }
    checker.adoptRegistered(step, into: &oracle)
    let inserted = oracle.inserted(step.place)
    try subject.perform(step)
    oracle.perform(step)
    if case .save = step { subject.noteIDs(of: inserted, step.place) }
    try checker.check(after: step, &oracle)
  }
}

/// Where a program went wrong.
struct Failure {
  /// The number of the program's step.
  let step: Int
  let reason: String
  let log: [Step]
}

extension Oracle {
  mutating func perform(_ step: Step) {
    let place = step.place
    switch step {
    case .insert(_, let number): insert(number, place)
    case .set(_, let number, let attribute, let value):
      set(number, attribute: attribute, to: value, at: place)
    case .relate(_, let number, let relation, let other):
      relate(number, relation: relation, other: other, at: place)
    case .add(_, let number, let relation, let other):
      add(number, relation: relation, other: other, at: place)
    case .remove(_, let number, let relation, let other):
      remove(number, relation: relation, other: other, at: place)
    case .replace(_, let number, let relation, let others):
      replace(number, relation: relation, others: others, at: place)
    case .delete(_, let number): delete(number, place)
    case .touch(_, let number): fire(number, place)
    case .read(_, let number):
      for relation in Shape.toMany { load(number, relation: relation, at: place) }
    case .fetch(_, let asFaults): fetch(place, asFaults)
    case .refresh(_, let number, let merging): refresh(number, merging: merging, place)
    case .refreshAll: refreshAll(place)
    case .save: save(place)
    case .merge: merge(place)
    case .rollback: rollBack(place)
    case .reset: reset(place)
    }
    process(place)
  }

  private mutating func fetch(_ place: Place, _ asFaults: Bool) {
    for number in fetched(place, where: { _ in true }) {
      register(number, place)
      if !asFaults { fire(number, place) }
    }
  }
}
