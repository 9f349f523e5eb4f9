// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Harness

/// The questions put to the library and by hand, in turns.
struct Trial {
  private let name: String
  private let rows: Int
  private let library: LibraryAnswers
  private let floor: any Answering

  init(
    _ floor: (URL, Shape) throws -> any Answering, _ type: String, _ folder: URL, rows: Int
  ) throws {
    name = type
    self.rows = rows
    let file = folder.appendingPathComponent(type)
    library = try LibraryAnswers(type, file, Shape(rows: rows))
    self.floor = try floor(file, Shape(rows: rows))
  }

  func run(rounds: Int) throws {
    for question in Question.allCases {
      var (byHand, ours): ([Double], [Double]) = ([], [])
      for round in 0...rounds {
        let (expected, floorTime) = try timed {
          try floor.answer(question, rows: rows, round: round)
        }
        let (found, time) = try timed { try library.answer(question, rows: rows, round: round) }
        guard found == expected else {
          throw BenchmarkFailure("\(name), \(question.rawValue): \(found) is not \(expected).")
        }
        // The first round fills caches.
        if round > 0 {
          byHand.append(floorTime)
          ours.append(time)
        }
      }
      report(question, byHand: median(byHand), ours: median(ours))
    }
  }

  private func timed(_ body: () throws -> Int) rethrows -> (Int, Double) {
    let begun = ContinuousClock.now
    let answer = try body()
    let duration = ContinuousClock.now - begun
    return (answer, Double(duration.components.attoseconds) / 1e12)
  }

  private func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

  private func report(_ question: Question, byHand: Double, ours: Double) {
    func padded(_ text: String, _ width: Int) -> String {
      text.padding(toLength: width, withPad: " ", startingAt: 0)
    }
    print(
      padded(question.rawValue, 28), padded(name, 8),
      String(format: "%10.1f   %10.1f   %5.2f   %.1f", byHand, ours, ours / byHand, question.goal))
  }
}
