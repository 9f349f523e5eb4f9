// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The turn of a run loop, or of the main queue, that the calling thread is in.
enum EventTurn {
  case runLoop(RunLoop)
  case mainQueue

  /// The turn of the calling thread; nil where nothing takes turns, as on a private queue.
  static var current: EventTurn? {
    let loop = RunLoop.current
    if loop.currentMode != nil { return .runLoop(loop) }
    return isOnMainQueue ? .mainQueue : nil
  }

  /// Without a run loop, other threads than the main one work for the main queue.
  private static var isOnMainQueue: Bool {
    DispatchQueue.getSpecific(key: mainQueueMark) == true || Thread.isMainThread
  }

  private static let mainQueueMark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Runs a block when the turn is over.
  func atEnd(in modes: [RunLoop.Mode], _ block: @escaping () -> Void) {
    let call = TurnEnd(run: block)
    switch self {
    case .runLoop(let loop): loop.perform(inModes: modes) { call.run() }
    case .mainQueue: DispatchQueue.main.async { call.run() }
    }
  }
}

/// The block that is run at the end of a turn.
// Sendable: run once, on the thread that made it.
private struct TurnEnd: @unchecked Sendable {
  let run: () -> Void
}
