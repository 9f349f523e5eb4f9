// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RecordProtocol
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Calls to a server, each of which waits for its answer. What goes wrong on the way is thrown as it
/// is, a `URLError`; what the server says is a `Refusal`.
struct RecordClient: Sendable {
  /// An answer that is no success.
  struct Refusal: Error {
    let status: Int
    let body: Data
  }

  /// The store on the server.
  let base: URL

  private static let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 30
    configuration.httpMaximumConnectionsPerHost = 8
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    return URLSession(configuration: configuration)
  }()

  // MARK: - Requests

  func head() throws -> RecordStoreHead? { try call("GET", path: nil) }

  func create(_ head: RecordStoreHead) throws -> RecordStoreHead {
    try require(try call("PUT", path: nil, body: head))
  }

  func remove() throws { _ = try send(request("DELETE", nil)) }

  func record(_ key: Int) throws -> Record? { try call("GET", path: "records/\(key)") }

  /// Those of some records that are there, in the same order.
  func existing(_ keys: [Int]) throws -> [RecordKey] {
    try require(try call("POST", path: "existing", body: keys))
  }

  func keys(_ count: Int) throws -> Int { try require(try call("POST", path: "keys", body: count)) }

  func query(_ query: RecordQuery) throws -> [RecordKey] {
    try require(try call("POST", path: "query", body: query))
  }

  /// The versions of the records that were not as expected; empty when all was written.
  func save(_ save: RecordSave) throws -> [Int: UInt64] {
    do {
      let done: RecordConflicts = try require(try call("POST", path: "save", body: save))
      return done.versions
    } catch let refusal as Refusal where refusal.status == 409 {
      return try JSONDecoder().decode(RecordConflicts.self, from: refusal.body).versions
    }
  }

  private func require<T>(_ answer: T?) throws -> T {
    guard let answer else { throw Refusal(status: 404, body: Data()) }
    return answer
  }

  // MARK: - Calls

  private func call<T: Decodable>(
    _ method: String, path: String?, body: (any Encodable)? = nil
  ) throws -> T? {
    var request = request(method, path)
    request.httpBody = try body.map { try JSONEncoder().encode($0) }
    let (status, data) = try send(request)
    if status == 404 { return nil }
    guard status == 200 else { throw Refusal(status: status, body: data) }
    return try JSONDecoder().decode(T.self, from: data)
  }

  private func request(_ method: String, _ path: String?) -> URLRequest {
    var request = URLRequest(url: path.map(base.appendingPathComponent) ?? base)
    request.httpMethod = method
    return request
  }

  private func send(_ request: URLRequest) throws -> (Int, Data) {
    let answer = Mutex<Result<(Int, Data), any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    let task = RecordClient.session.dataTask(with: request) { data, response, error in
      let status = (response as? HTTPURLResponse)?.statusCode
      answer.withLock {
        $0 =
          status.map { .success(($0, data ?? Data())) }
          ?? .failure(error ?? URLError(.badServerResponse))
      }
      done.signal()
    }
    task.resume()
    done.wait()
    return try answer.withLock { $0 }?.get() ?? (0, Data())
  }
}
