// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import RowEngine
import StoreInterface

/// Statistics over general values.
enum AggregateFunctions {
  /// The state that SQLite keeps for one group.
  private final class State {
    var evaluator: AggregateEvaluator
    init(_ function: AggregateFunction) { evaluator = AggregateEvaluator(function) }
  }

  static func register(on database: OpaquePointer) {
    add(
      .sum, step: { AggregateFunctions.step($0, arguments: $2, function: .sum) },
      finish: { AggregateFunctions.finish($0, .sum) },
      to: database)
    add(
      .average, step: { AggregateFunctions.step($0, arguments: $2, function: .average) },
      finish: { AggregateFunctions.finish($0, .average) }, to: database)
    add(
      .minimum, step: { AggregateFunctions.step($0, arguments: $2, function: .minimum) },
      finish: { AggregateFunctions.finish($0, .minimum) }, to: database)
    add(
      .maximum, step: { AggregateFunctions.step($0, arguments: $2, function: .maximum) },
      finish: { AggregateFunctions.finish($0, .maximum) }, to: database)
  }

  private static func add(
    _ function: AggregateFunction,
    step: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void,
    finish: @convention(c) (OpaquePointer?) -> Void, to database: OpaquePointer
  ) {
    sqlite3_create_function_v2(
      database, SQLFunctions.name(function), 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, nil, step,
      finish, nil)
  }

  private static func step(
    _ context: OpaquePointer?, arguments: UnsafeMutablePointer<OpaquePointer?>?,
    function: AggregateFunction
  ) {
    let size = Int32(MemoryLayout<UnsafeMutableRawPointer?>.size)
    guard let arguments, let place = sqlite3_aggregate_context(context, size) else {
      return sqlite3_result_error_nomem(context)
    }
    let slot = place.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    if slot.pointee == nil {
      slot.pointee = Unmanaged.passRetained(State(function)).toOpaque()
    }
    guard let kept = slot.pointee else { return }
    let state = Unmanaged<State>.fromOpaque(kept).takeUnretainedValue()
    state.evaluator.add(GeneralValue.value(arguments[0]))
  }

  private static func finish(_ context: OpaquePointer?, _ function: AggregateFunction) {
    let place = sqlite3_aggregate_context(context, 0)
    guard let kept = place?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self).pointee else {
      return GeneralValue.setResult(AggregateEvaluator(function).result, context)
    }
    let state = Unmanaged<State>.fromOpaque(kept).takeRetainedValue()
    GeneralValue.setResult(state.evaluator.result, context)
  }
}
#endif
