// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

// Types with the names and labels of swift-log, swift-metrics and swift-distributed-tracing, as far as
// the examples use them: the package does not depend on those.

/// Where what was said ends.
final class Sink: Sendable {
  static let metrics = Sink()
  static let spans = Sink()
  private let seen = Mutex<Set<String>>([])

  func add(_ name: String) { seen.withLock { _ = $0.insert(name) } }
  var names: Set<String> { seen.withLock { $0 } }
}

struct Logger: Sendable {
  enum Level { case debug, warning, error }

  let sink = Sink()

  init(label: String) {}

  func log(level: Level, _ message: String, metadata: [String: String]? = nil) {
    sink.add(message)
  }
}

struct Timer {
  let label: String

  init(label: String, dimensions: [(String, String)]) { self.label = label }

  func recordNanoseconds(_ duration: Int64) { Sink.metrics.add(label) }
}

struct Counter {
  let label: String

  init(label: String, dimensions: [(String, String)]) { self.label = label }

  func increment(by amount: Int) { Sink.metrics.add(label) }
}

enum DefaultTracerClock {
  struct Timestamp {
    let nanosecondsSinceEpoch: UInt64
  }
}

enum SpanKind { case client }

final class Span {
  var attributes: [String: any Sendable] = [:]
  private let name: String

  init(_ name: String) { self.name = name }

  func recordError(_ error: any Error) {}
  func end(at instant: DefaultTracerClock.Timestamp) { Sink.spans.add(name) }
}

func startSpan(
  _ name: String, ofKind kind: SpanKind, at instant: DefaultTracerClock.Timestamp
) -> Span { Span(name) }
