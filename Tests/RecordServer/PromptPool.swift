// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import FlyingSocks
import Foundation

/// A pool whose sockets send at once what is written. Otherwise the end of each answer would wait for
/// the other side to acknowledge its beginning, some 40 ms.
struct PromptPool: AsyncSocketPool {
  private struct NoDelay: SocketOption {
    let level = Int32(IPPROTO_TCP)
    let name = Int32(TCP_NODELAY)

    func makeValue(from value: Int32) -> Bool { value != 0 }
    func makeSocketValue(from value: Bool) -> Int32 { value ? 1 : 0 }
  }

  let base: any AsyncSocketPool

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    try socket.setValue(true, for: NoDelay())
    try await base.suspendSocket(socket, untilReadyFor: events)
  }
}
