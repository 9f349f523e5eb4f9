// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import FlyingFox
import Foundation
import RecordProtocol

/// The requests that the server answers, all in JSON:
///
/// | request | body | answer |
/// |---|---|---|
/// | `GET /NAME` | | the head, or 404 |
/// | `PUT /NAME` | head | the head that there is now |
/// | `DELETE /NAME` | | |
/// | `GET /NAME/records/KEY` | | a record, or 404 |
/// | `PUT /NAME/records/KEY` | what to put | |
/// | `DELETE /NAME/records/KEY` | | |
/// | `POST /NAME/keys` | how many | the first |
/// | `POST /NAME/existing` | keys of records | those that are there, with entities |
/// | `POST /NAME/query` | query | keys |
/// | `POST /NAME/save` | transaction | conflicts: none with 200, some with 409 |
struct RecordService: HTTPHandler {
  private let stores = RecordStores()

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let path = request.path.split(separator: "/").map(String.init)
    let body = try await request.bodyData
    do {
      switch path.count {
      case 1: return try await store(path[0], method: request.method, body: body)
      case 2 where request.method == .POST:
        return try await post(path[0], what: path[1], body: body)
      case 3 where path[1] == "records":
        guard let key = Int(path[2]) else { return HTTPResponse(statusCode: .notFound) }
        return try await record(path[0], key: key, method: request.method, body: body)
      default: return HTTPResponse(statusCode: .notFound)
      }
    } catch is DecodingError {
      return HTTPResponse(statusCode: .badRequest)
    }
  }

  private func store(
    _ name: String, method: HTTPMethod, body: Data
  ) async throws -> HTTPResponse {
    switch method {
    case .GET: return try answer(await stores[name]?.head)
    case .PUT: return try answer(await stores.create(name, try decode(body)))
    case .DELETE:
      await stores.remove(name)
      return HTTPResponse(statusCode: .ok)
    default: return HTTPResponse(statusCode: .methodNotAllowed)
    }
  }

  private func record(
    _ name: String, key: Int, method: HTTPMethod, body: Data
  ) async throws -> HTTPResponse {
    switch method {
    case .GET: return try answer(await stores[name]?[key])
    case .PUT:
      let put: RecordSave.Put = try decode(body)
      return try answer(await stores.change(name) { $0.put(put) }.map { true })
    case .DELETE: return try answer(await stores.change(name) { $0.remove(key) } ?? nil)
    default: return HTTPResponse(statusCode: .methodNotAllowed)
    }
  }

  private func post(
    _ name: String, what: String, body: Data
  ) async throws -> HTTPResponse {
    switch what {
    case "keys":
      let count: Int = try decode(body)
      return try answer(await stores.change(name) { $0.allocate(count) })
    case "existing":
      let keys: [Int] = try decode(body)
      return try answer(await stores[name]?.existing(keys))
    case "query":
      let query: RecordQuery = try decode(body)
      return try answer(await stores[name]?.matching(query))
    case "save":
      let save: RecordSave = try decode(body)
      let outcome = await stores.change(name) { $0.save(save) ?? RecordConflicts(versions: [:]) }
      return try answer(outcome, outcome?.versions.isEmpty == false ? .conflict : .ok)
    default: return HTTPResponse(statusCode: .notFound)
    }
  }

  private func decode<T: Decodable>(_ body: Data) throws -> T {
    try JSONDecoder().decode(T.self, from: body)
  }

  /// Nothing is 404.
  private func answer(
    _ value: (some Encodable)?, _ status: HTTPStatusCode = .ok
  ) throws -> HTTPResponse {
    guard let value else { return HTTPResponse(statusCode: .notFound) }
    return HTTPResponse(statusCode: status, body: try JSONEncoder().encode(value))
  }
}
