// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// How the values of one field are chosen, row by row.
struct FieldPlan {
  enum Role {
    /// Any of the first `spread` values of the maker, by chance.
    case varied(spread: Int)
    /// Another value in each row.
    case serial(Scope)
    /// One digit of the row's number: together with others another in each row.
    case digit(Scope, divisor: Int)
  }

  let field: Field
  let maker: any ValueMaker
  let nilShare: Double
  let defaultShare: Double
  var role: Role
  private let dice: Dice

  init(
    _ field: Field, _ maker: any ValueMaker, spread: Int, nilShare: Double, dice: Dice
  ) {
    self.field = field
    self.maker = maker
    self.nilShare = nilShare
    self.dice = dice
    defaultShare = field.attribute.defaultValue == nil ? 0 : 0.25
    role = .varied(spread: max(1, min(spread, maker.domain)))
  }

  /// Returns the value of a row; nil for none. Another revision has another value, if the field
  /// varies.
  func value(_ row: Int, revision: Int = 0) -> Any? {
    switch role {
    case .serial(let scope): return maker.value(scope.number(row) % maker.domain)
    case .digit(let scope, let divisor):
      return maker.value(scope.number(row) / divisor % maker.domain)
    case .varied(let spread):
      let share = dice.named("share").share(row)
      if revision == 0, share < nilShare { return nil }
      if revision == 0, share < nilShare + defaultShare { return field.attribute.defaultValue }
      return maker.value((dice.number(row, below: spread) + revision) % maker.domain)
    }
  }

  /// True if a constraint rests on it.
  var isUnique: Bool {
    if case .varied = role { false } else { true }
  }

  /// How many different values to expect.
  var variety: Int {
    if case .varied(let spread) = role { spread } else { maker.domain }
  }
}

/// The rows that must differ from one another: those of an entity and its subentities, numbered
/// in turn.
struct Scope {
  let stride: Int
  let position: Int

  func number(_ row: Int) -> Int { row * stride + position }
}
