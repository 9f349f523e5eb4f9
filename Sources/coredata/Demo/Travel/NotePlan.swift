// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A note that the traveller writes.
struct NotePlan {
  let id: UUID
  let text: String
  let createdAt: Date

  init(_ number: UInt8, _ text: String, _ createdAt: Date) {
    id = PlanID.make(number)
    self.text = text
    self.createdAt = createdAt
  }

  /// Of no trip, for the traveller alone.
  static let own = [NotePlan(41, "Renew the passport.", Day.date(2027, 1, 5))]

  /// For everybody who travels along: these go to the store *Shared*.
  static let shared = [
    NotePlan(51, "Packing list: adapter, rain jacket, good shoes.", Day.date(2027, 2, 20)),
    NotePlan(52, "Meet at Hamburg Altona, platform 9.", Day.date(2027, 4, 1)),
    NotePlan(53, "Who brings the first-aid kit?", Day.date(2027, 1, 30)),
  ]

  /// Those that are there when the cancelled trip is gone.
  static let kept = TripPlan.kept.flatMap(\.notes) + own
}
