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

    init(place: String, subdivision: String, arrives: Date) {
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
      Stop(place: "Hamburg", subdivision: "DE-HH", arrives: Day.date(year: 2027, month: 5, day: 3)),
      Stop(place: "Gdańsk", subdivision: "PL-22", arrives: Day.date(year: 2027, month: 5, day: 6)),
      Stop(place: "Rīga", subdivision: "LV-RIX", arrives: Day.date(year: 2027, month: 5, day: 9)),
      Stop(
        place: "Tallinn", subdivision: "EE-37", arrives: Day.date(year: 2027, month: 5, day: 12)),
      Stop(place: "Visby", subdivision: "SE-I", arrives: Day.date(year: 2027, month: 5, day: 15)),
      Stop(place: "Bergen", subdivision: "NO-46", arrives: Day.date(year: 2027, month: 5, day: 19)),
    ],
    notes: [
      NotePlan(
        number: 11, text: "Night train to Gdańsk: book the sleeper by March.",
        createdAt: Day.date(year: 2027, month: 1, day: 14)),
      NotePlan(
        number: 12, text: "Ferry from Nynäshamn takes three hours.",
        createdAt: Day.date(year: 2027, month: 2, day: 2)),
      NotePlan(
        number: 13, text: "Ask Liis about the old harbour.",
        createdAt: Day.date(year: 2027, month: 3, day: 21)),
    ])

  static let andes = TripPlan(
    id: PlanID.make(2), name: "Andes by bus", budget: 2400,
    stops: [
      Stop(place: "Lima", subdivision: "PE-LIM", arrives: Day.date(year: 2027, month: 9, day: 1)),
      Stop(place: "Cusco", subdivision: "PE-CUS", arrives: Day.date(year: 2027, month: 9, day: 5)),
      Stop(place: "La Paz", subdivision: "BO-L", arrives: Day.date(year: 2027, month: 9, day: 10)),
      Stop(
        place: "Antofagasta", subdivision: "CL-AN", arrives: Day.date(year: 2027, month: 9, day: 16)
      ),
      Stop(place: "Salta", subdivision: "AR-A", arrives: Day.date(year: 2027, month: 9, day: 20)),
    ],
    notes: [
      NotePlan(
        number: 21, text: "Acclimatise in Cusco before going higher.",
        createdAt: Day.date(year: 2027, month: 4, day: 8)),
      NotePlan(
        number: 22, text: "Two currencies in one day: change money in Uyuni.",
        createdAt: Day.date(year: 2027, month: 4, day: 9)),
    ])

  /// Planned, then given up: deleting it takes its stops and notes along.
  static let cancelled = TripPlan(
    id: PlanID.make(3), name: "Cancelled weekend", budget: 300,
    stops: [
      Stop(place: "Zürich", subdivision: "CH-ZH", arrives: Day.date(year: 2027, month: 2, day: 12)),
      Stop(
        place: "Besançon", subdivision: "FR-BFC", arrives: Day.date(year: 2027, month: 2, day: 13)),
    ],
    notes: [
      NotePlan(
        number: 31, text: "Too short; try again in summer.",
        createdAt: Day.date(year: 2027, month: 2, day: 1))
    ])

  static let all = [hanse, andes, cancelled]
  static let kept = [hanse, andes]
}
