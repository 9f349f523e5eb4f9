// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import QueryLowering

/// Values of links.
extension NSManagedObject {
  /// Returns the URIs that a link holds. Loads a fault.
  final func linkURIs(_ index: Int) -> [String] { LinkCoding.uris(cell(index)) }

  /// Returns what a link leads to, an object or a set; what a store is handed for it while it saves.
  final func linkValue(_ index: Int) -> Any? {
    linkValue(of: loadedCell(index), layout.properties[index])
  }

  /// The same for a cell that the link has or had.
  final func linkValue(of cell: PropertyValue, _ record: PropertyRecord) -> Any? {
    if context?.rootCoordinator?.clientStores?.isHandingOver == true {
      return permanentLink(cell, record).clientValue(type: record.type)
    }
    let uris = LinkCoding.uris(cell)
    let objects = uris.isEmpty ? [] : context?.linked(uris, to: record) ?? []
    return record.link == .toOne ? objects.first : Set(objects)
  }

  /// Returns the value of an attribute's or a link's cell for the client.
  final func clientValue(of cell: PropertyValue, _ record: PropertyRecord) -> Any? {
    record.link == nil
      ? cell.clientValue(type: record.type) : linkValue(of: cell, record)
  }

  /// Returns a link's cell as stores keep it: permanent URIs only. New objects that are not going to
  /// be saved are left out.
  final func permanentLink(_ cell: PropertyValue, _ record: PropertyRecord) -> PropertyValue {
    guard let kind = record.link, let context else { return cell }
    let uris = LinkCoding.uris(cell)
    let permanent = uris.compactMap(context.permanentURI)
    return permanent == uris ? cell : LinkCoding.cell(permanent, kind)
  }

  /// Lets new objects that a link is set to meet this object's context, as those of relationships
  /// do. Saved objects may be of any context.
  final func requireLinkable(_ value: Any, _ index: Int) {
    for case let object as NSManagedObject in LinkCoding.elements(of: value) ?? [value]
    where object.objectID.isTemporaryID && object.map !== map || object.context == nil {
      meet(object, index)
    }
  }
}
