// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import XMLParsing

/// Reads an XML store, object by object. Used once, by one thread.
final class XMLReader: XMLHandler {
  private static let greatestDepth = 64
  /// The instruction in the header that carries the archive of the model.
  static let modelTarget = "OpenCoreDataModelArchive"
  /// The same in files whose texts are escaped by characters.
  static let formerModelTarget = "OpenCoreDataModel"

  private let url: URL
  private let problem: FileProblem
  private let assembly: NodeAssembly?
  private let objects: XMLObjectReader?
  private let isStrict: Bool
  private var header = FileHeader(metadata: [:], identifier: nil, lastNumber: 0)
  private var open: [String] = []
  private var text = ""
  /// The property list in the header, as it is read.
  private var list = ""

  /// Ends the pass when all that was asked for is read.
  private struct Enough: Error {}

  /// - Parameter assembly: takes the objects; nil to read the header only.
  init(_ url: URL, assembly: NodeAssembly?) {
    self.url = url
    self.assembly = assembly
    problem = FileProblem(url)
    objects = assembly.map(XMLObjectReader.init)
    isStrict = assembly?.flag(NSValidateXMLStoreOption) ?? false
  }

  func run() throws -> FileHeader {
    let prologue = XMLPrologue(try FileContent.start(ofStoreAt: url))
    guard prologue.isOwn else { throw problem.damaged("it is not an XML store.") }
    if let refusal = prologue.refusal { throw problem.unfit(refusal) }
    // From memory: a stream of the file would pass a fault of the disk for the file's end.
    let content = try FileReader(url).read(upTo: FileContent.size(of: url))
    do {
      try XMLPass.run(over: content, telling: self)
    } catch is Enough {
      return header
    } catch let error as XMLSyntaxError {
      throw refusal(of: error)
    }
    return header
  }

  private func refusal(of error: XMLSyntaxError) -> any Error {
    switch error.problem {
    case .unfinished: problem.damaged("it ends too early.")
    case .notUTF8: problem.damaged("it is not UTF-8.")
    case .noMemory: problem.unreadable(ENOMEM)
    case .declaredEntity: problem.unfit("it declares entities, which no store has.")
    case .declaration:
      problem.unfit("its document type has declarations of its own, which no store has.")
    default: problem.damaged("the XML is malformed in line \(error.line) (\(error.reason)).")
    }
  }

  // MARK: - XMLHandler

  func begin(_ name: String, _ attributes: [String: String], line: Int) throws {
    open.append(name)
    text = ""
    guard open.count <= Self.greatestDepth else {
      throw problem.unfit("its elements are nested more than \(Self.greatestDepth) deep.")
    }
    try begin(name, attributes)
  }

  func end(_ name: String) throws {
    try close(name)
    open.removeLast()
    text = ""
  }

  func text(_ piece: UnsafeRawBufferPointer) {
    let string = String(decoding: piece, as: UTF8.self)
    if isInList { list += XMLEscaping.content(string) } else { text += string }
  }

  func instruction(_ target: String, _ content: String) {
    guard [Self.modelTarget, Self.formerModelTarget].contains(target),
      open == ["database", "databaseInfo"]
    else { return }
    if target == Self.formerModelTarget { objects?.form = .characters }
    header.modelArchive = content.isEmpty ? nil : Data(base64Encoded: content)
  }

  // MARK: - Elements

  private var isInList: Bool {
    open.count > 3 && open[1] == "databaseInfo" && open[2] == "metadata"
  }

  private func begin(_ name: String, _ attributes: [String: String]) throws {
    switch open.count {
    case 1:
      guard name == "database" else { throw problem.damaged("it is not an XML store.") }
    case 2 where name == "object":
      guard let objects else { throw Enough() }
      try objects.begin(attributes)
    case 3 where open[1] == "object":
      if try objects?.begin(name, attributes) == false { try unknown(name) }
    case 2 where name != "databaseInfo": try unknown(name)
    case _ where isInList:
      let attributes = attributes.map { " \($0.key)=\"\(XMLEscaping.markup($0.value))\"" }.joined()
      list += "<\(name)\(attributes)>"
    case 4... where open[1] == "object":
      throw problem.unfit("there is an element <\(name)> within a value.")
    default: break
    }
  }

  /// Something that stores do not have: passed over, unless the file is to be validated.
  private func unknown(_ name: String) throws {
    guard isStrict else { return }
    throw problem.unfit("the element <\(name)> is not known.")
  }

  private func close(_ name: String) throws {
    switch open.count {
    case 2 where name == "databaseInfo": if assembly == nil { throw Enough() }
    case 2 where name == "object": objects?.end()
    case 3 where open[1] == "databaseInfo": try endHeaderField(name)
    case 3 where open[1] == "object": try objects?.end(name, text)
    case _ where isInList: list += "</\(name)>"
    default: break
    }
  }

  private func endHeaderField(_ name: String) throws {
    let value = text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch name {
    case "UUID" where !value.isEmpty:
      header.identifier = XMLEscaping.unescaped(value, .swappedUnits)
    case "nextObjectID" where !value.isEmpty:
      guard let number = Int64(value), (0...FileHeader.greatestNumber).contains(number) else {
        throw problem.unfit("'\(value)' cannot be the number of an object.")
      }
      header.lastNumber = number
    case "metadata" where !list.isEmpty:
      guard let metadata = XMLMetadata.metadata(list) else {
        throw problem.damaged("its metadata is no property list.")
      }
      let modelArchive = header.modelArchive
      header = FileHeader(
        metadata: metadata, identifier: header.identifier, lastNumber: header.lastNumber)
      header.modelArchive = modelArchive
    default: break
    }
  }
}
