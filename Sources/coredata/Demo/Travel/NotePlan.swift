// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A note that the traveller writes.
struct NotePlan {
  let id: UUID
  let text: String
  let createdAt: Date

  init(number: UInt8, text: String, createdAt: Date) {
    id = PlanID.make(number)
    self.text = text
    self.createdAt = createdAt
  }

  /// Of no trip, for the traveller alone.
  static let own = [
    NotePlan(
      number: 41, text: "Renew the passport.", createdAt: Day.date(year: 2027, month: 1, day: 5))
  ]

  /// For everybody who travels along: these go to the store *Shared*.
  static let shared = [
    NotePlan(
      number: 51, text: "Packing list: adapter, rain jacket, good shoes.",
      createdAt: Day.date(year: 2027, month: 2, day: 20)),
    NotePlan(
      number: 52, text: "Meet at Hamburg Altona, platform 9.",
      createdAt: Day.date(year: 2027, month: 4, day: 1)),
    NotePlan(
      number: 53, text: "Who brings the first-aid kit?",
      createdAt: Day.date(year: 2027, month: 1, day: 30)),
  ]

  /// Those that are there when the cancelled trip is gone.
  static let kept = TripPlan.kept.flatMap(\.notes) + own
}
