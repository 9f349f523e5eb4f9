// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The values of one group on their way to a row of the result.
struct TableAccumulator {
  private enum Part {
    case first(AttributeValue)
    case rows(Int)
    case count(Int)
    case statistic(AggregateEvaluator)
    /// The columns that are divided when the group is complete.
    case ratio(sum: AggregateEvaluator, count: Int64)
  }

  private var parts: [Part] = []
  private var isEmpty = true

  init(_ columns: [TableColumn]) {
    parts = columns.map { column in
      switch column {
      case .value: .first(.null)
      case .count: .rows(0)
      case .statistic(.count, _): .count(0)
      case .statistic(let statistic, _): .statistic(AggregateEvaluator(statistic.function))
      case .ratio: .ratio(sum: AggregateEvaluator(.sum), count: 0)
      }
    }
  }

  /// Adds a row of inputs.
  mutating func add(_ inputs: [AttributeValue], _ columns: [TableColumn]) {
    for place in parts.indices {
      switch (columns[place], parts[place]) {
      case (.value(let input), _):
        if isEmpty { parts[place] = .first(inputs[input]) }
      case (.count, .rows(let count)): parts[place] = .rows(count + 1)
      case (.statistic(_, let input), .count(let count)):
        if !inputs[input].isNull { parts[place] = .count(count + 1) }
      case (.statistic(_, let input), .statistic(var evaluator)):
        parts[place] = .rows(0)  // so that it is changed where it is
        evaluator.add(inputs[input])
        parts[place] = .statistic(evaluator)
      case (.ratio(let sum, let count), .ratio(var total, let known)):
        total.add(inputs[sum])
        if case .integer(let more) = inputs[count] {
          parts[place] = .ratio(sum: total, count: known + more)
        }
      default: continue
      }
    }
    isEmpty = false
  }

  /// The row of the result.
  var values: [AttributeValue] {
    parts.map { part in
      switch part {
      case .first(let value): value
      case .rows(let count), .count(let count): .integer(Int64(count))
      case .statistic(let evaluator): evaluator.result
      case .ratio(let sum, let count): TableAccumulator.quotient(sum.result, count)
      }
    }
  }

  private static func quotient(_ sum: AttributeValue, _ count: Int64) -> AttributeValue {
    guard count > 0 else { return .null }
    return switch sum {
    case .decimal(let sum): .decimal(sum / Decimal(count))
    case .double(let sum): .double(sum / Double(count))
    case .integer(let sum): .double(Double(sum) / Double(count))
    default: .null
    }
  }
}

extension TableStatistic {
  /// The function of all but counts.
  fileprivate var function: AggregateFunction {
    switch self {
    case .sum, .count: .sum
    case .average: .average
    case .minimum: .minimum
    case .maximum: .maximum
    }
  }
}
