// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Testing

/// The examples of seeing what happens, some of them those of `docs/seeing-what-happens.md`.
@Suite(.serialized) struct TracingExamples {
  @Test func slowWork() throws {
    let stack = try ExampleStack()
    let coordinator = stack.coordinator
    // example
    let tracing = coordinator.trace { event in
      if event.duration > .milliseconds(100) { print(event) }
    }
    // Later:
    tracing.end()
    // example end
  }

  @Test func figures() throws {
    let stack = try ExampleStack()
    let (coordinator, store) = (stack.coordinator, stack.store)
    // example
    let statistics = try coordinator.statistics(for: store, .deep)
    print(statistics.rowCounts?["Employee"] ?? 0, statistics.bytes.log)
    print(statistics.fetches.count, statistics.fetches.percentile99)
    // example end
    #expect(statistics.rowCounts?["Employee"] == 1)
  }

  @Test func explaining() throws {
    let stack = try ExampleStack()
    defer { withExtendedLifetime(stack) {} }
    let coordinator = stack.coordinator
    // example
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    request.predicate = NSPredicate(format: "salary > 100")
    print(try coordinator.explanation(of: request))
    // example end
  }

  @Test func libraryMessages() throws {
    let logger = Logger(label: "org.example.stores")
    // example
    LibraryLog.handler = { level, message in
      logger.log(level: level == .warning ? .warning : .debug, "\(message)")
    }
    // example end
    LibraryLog.handler = nil
  }

  // MARK: - The page

  @Test func logging() throws {
    let stack = try ExampleStack()
    let coordinator = stack.coordinator
    // example
    let logger = Logger(label: "org.example.stores")
    coordinator.trace { event in
      let level: Logger.Level = event.error == nil ? .debug : .error
      logger.log(
        level: level, "\(event.kind.rawValue)",
        metadata: [
          "store": "\(event.store?.name ?? "")", "entity": "\(event.entityName ?? "")",
          "rows": "\(event.rowCount ?? 0)", "duration": "\(event.duration)",
          "text": "\(event.text)",
        ])
    }
    // example end
    try stack.fetch()
    #expect(logger.sink.names.contains("fetch"))
  }

  @Test func metrics() throws {
    let stack = try ExampleStack()
    let coordinator = stack.coordinator
    // example
    coordinator.trace { event in
      let dimensions = [("store", event.store?.name ?? ""), ("entity", event.entityName ?? "")]
      switch event.kind {
      case .fetch, .count, .save, .batch, .wait:
        let nanoseconds = event.duration / .nanoseconds(1)
        Timer(label: "stores.\(event.kind.rawValue)", dimensions: dimensions)
          .recordNanoseconds(Int64(nanoseconds))
      case .fault, .relationship, .conflict:
        Counter(label: "stores.\(event.kind.rawValue)", dimensions: dimensions)
          .increment(by: event.rowCount ?? 1)
      default: break
      }
    }
    // example end
    try stack.fetch()
    #expect(Sink.metrics.names.contains("stores.fetch"))
  }

  @Test func spans() throws {
    let stack = try ExampleStack()
    let coordinator = stack.coordinator
    // example
    coordinator.trace { event in
      guard [.fetch, .count, .save, .batch].contains(event.kind) else { return }
      let begin = UInt64(event.start.timeIntervalSince1970 * 1e9)
      let span = startSpan(
        "store \(event.kind.rawValue)", ofKind: .client,
        at: DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: begin))
      span.attributes["db.system"] = event.store?.type ?? ""
      span.attributes["db.statement"] = event.text
      span.attributes["db.rows"] = event.rowCount ?? 0
      if let error = event.error { span.recordError(error) }
      let length = UInt64(max(0, event.duration / .nanoseconds(1)))
      span.end(at: DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: begin + length))
    }
    // example end
    try stack.fetch()
    #expect(Sink.spans.names.contains("store fetch"))
  }
}

extension ExampleStack {
  fileprivate func fetch() throws {
    try context.performAndWait {
      _ = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Employee"))
    }
  }
}
