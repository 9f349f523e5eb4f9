// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A trip that the demonstration's traveller plans; the same in every run.
struct TripPlan {
  struct Stop {
    let place: String
    let subdivision: String
    let arrives: Date

    var country: String { String(subdivision.prefix(2)) }

    init(_ place: String, _ subdivision: String, _ arrives: Date) {
      self.place = place
      self.subdivision = subdivision
      self.arrives = arrives
    }
  }

  let id: UUID
  let name: String
  let budget: Decimal
  let stops: [Stop]
  let notes: [NotePlan]

  static let hanse = TripPlan(
    id: PlanID.make(1), name: "Hanseatic towns", budget: 1800,
    stops: [
      Stop("Hamburg", "DE-HH", Day.date(2027, 5, 3)),
      Stop("Gdańsk", "PL-22", Day.date(2027, 5, 6)),
      Stop("Rīga", "LV-RIX", Day.date(2027, 5, 9)),
      Stop("Tallinn", "EE-37", Day.date(2027, 5, 12)),
      Stop("Visby", "SE-I", Day.date(2027, 5, 15)),
      Stop("Bergen", "NO-46", Day.date(2027, 5, 19)),
    ],
    notes: [
      NotePlan(11, "Night train to Gdańsk: book the sleeper by March.", Day.date(2027, 1, 14)),
      NotePlan(12, "Ferry from Nynäshamn takes three hours.", Day.date(2027, 2, 2)),
      NotePlan(13, "Ask Liis about the old harbour.", Day.date(2027, 3, 21)),
    ])

  static let andes = TripPlan(
    id: PlanID.make(2), name: "Andes by bus", budget: 2400,
    stops: [
      Stop("Lima", "PE-LIM", Day.date(2027, 9, 1)),
      Stop("Cusco", "PE-CUS", Day.date(2027, 9, 5)),
      Stop("La Paz", "BO-L", Day.date(2027, 9, 10)),
      Stop("Antofagasta", "CL-AN", Day.date(2027, 9, 16)),
      Stop("Salta", "AR-A", Day.date(2027, 9, 20)),
    ],
    notes: [
      NotePlan(21, "Acclimatise in Cusco before going higher.", Day.date(2027, 4, 8)),
      NotePlan(22, "Two currencies in one day: change money in Uyuni.", Day.date(2027, 4, 9)),
    ])

  /// Planned, then given up: deleting it takes its stops and notes along.
  static let cancelled = TripPlan(
    id: PlanID.make(3), name: "Cancelled weekend", budget: 300,
    stops: [
      Stop("Zürich", "CH-ZH", Day.date(2027, 2, 12)),
      Stop("Besançon", "FR-BFC", Day.date(2027, 2, 13)),
    ],
    notes: [NotePlan(31, "Too short; try again in summer.", Day.date(2027, 2, 1))])

  static let all = [hanse, andes, cancelled]
  static let kept = [hanse, andes]
}
