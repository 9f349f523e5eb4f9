// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Measures the timed part of one case: wall and processor seconds, and memory.
///
/// Used by one thread; a case calls `measure` once, or several times, which adds up.
public final class Stopwatch {
  public private(set) var wallSeconds = 0.0
  public private(set) var cpuSeconds = 0.0
  /// By how much the resident memory rose at its highest above where the timed part began.
  public private(set) var peakBytes = 0
  /// Further figures of the case, by name, as bytes per object.
  public var extra: [String: Double] = [:]

  public init() {}

  /// Runs the timed part.
  public func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
    var result: Result?
    Memory.resetPeak()
    let resident = Memory.resident
    let (cpu, children, wall) = (Clocks.cpu, Clocks.cpuOfChildren, Clocks.wall)
    try Stopwatch.timedPart { result = try body() }
    wallSeconds += Clocks.wall - wall
    cpuSeconds += Clocks.cpu - cpu + Clocks.cpuOfChildren - children
    peakBytes = max(peakBytes, Memory.peak - resident)
    guard let result else { preconditionFailure("The timed part did not run.") }
    return result
  }

  /// A function of its own, so that a profiler can be told to look only inside:
  /// `valgrind --tool=callgrind --collect-atstart=no --toggle-collect='*timedPart*'`.
  @inline(never)
  private static func timedPart(_ body: () throws -> Void) rethrows { try body() }
}
