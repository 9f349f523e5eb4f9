// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
/// A program of random steps over one kind of stack.
struct Program {
  let seed: UInt64
  let kind: StackKind
  var steps: [Step]

  /// - Parameter length: the number of steps.
  init(seed: UInt64, length: Int) {
    self.seed = seed
    var writer = ProgramWriter(seed: seed)
    kind = Program.kind(seed)
    steps = (0..<length).map { _ in writer.step() }
  }

  /// Most run in memory, the others over one stack after another, a few over client stores.
  private static func kind(_ seed: UInt64) -> StackKind {
    let memory = StackKind.singles[0]
    let others = StackKind.all.filter { $0.name != memory.name }
    let clients = StackKind.clients
    return switch seed % 25 {
    case 7, 12, 17: clients[Int(seed / 25 * 3 + (seed % 25 - 7) / 5) % clients.count]
    case let place where place % 5 == 4: others[Int(seed / 5) % others.count]
    default: memory
    }
  }
}

/// Chooses steps.
private struct ProgramWriter {
  private var dice: Dice
  /// Objects made so far; the newest are chosen most often.
  private var made = 0
  /// Values are new, so that nothing is equal by accident.
  private var value = 0
  private let places: [Place]

  init(seed: UInt64) {
    dice = Dice(seed: seed)
    places = [.parent, .parent, .child, .child, .sibling]
  }

  mutating func step() -> Step {
    let place = dice.pick(places)
    guard made > 2 else { return insert(place) }
    switch dice.below(100) {
    case ..<11: return insert(place)
    case ..<25: return set(place)
    case ..<53: return relate(place)
    case ..<59: return .delete(place, object())
    case ..<63: return .touch(place, object())
    case ..<68: return .read(place, object())
    case ..<71: return .fetch(place, asFaults: dice.below(2) == 0)
    case ..<75: return .refresh(place, object(), merging: dice.below(2) == 0)
    case ..<76: return .refreshAll(place)
    case ..<87: return .save(place)
    case ..<94: return .merge(place)
    case ..<97: return .rollback(place)
    default: return .reset(place)
    }
  }

  private mutating func object() -> Int { max(0, made - 1 - dice.below(min(made, 10))) }

  private mutating func insert(_ place: Place) -> Step {
    made += 1
    return .insert(place, made - 1)
  }

  private mutating func set(_ place: Place) -> Step {
    value += 1
    let isNil = dice.below(8) == 0
    return .set(place, object(), attribute: dice.below(3), isNil ? nil : value)
  }

  private mutating func relate(_ place: Place) -> Step {
    let relation = dice.below(Shape.all.count)
    guard Shape.isMany[relation] else {
      let other = dice.below(5) == 0 ? nil : object()
      return .relate(place, object(), relation: relation, other)
    }
    switch dice.below(5) {
    case 0: return .remove(place, object(), relation: relation, object())
    case 1:
      let others = (0..<dice.below(4)).map { _ in object() }
      return .replace(place, object(), relation: relation, Program.distinct(others))
    default: return .add(place, object(), relation: relation, object())
    }
  }
}

extension Program {
  fileprivate static func distinct(_ numbers: [Int]) -> [Int] {
    numbers.enumerated().filter { numbers.firstIndex(of: $1) == $0 }.map(\.element)
  }
}

extension Program: CustomStringConvertible {
  var description: String {
    "seed \(seed), \(kind.name), \(steps.count) steps:\n"
      + steps.map { "  \($0)" }.joined(separator: "\n")
  }
}
