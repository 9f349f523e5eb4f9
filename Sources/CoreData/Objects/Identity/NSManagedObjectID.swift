// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import StoreInterface

/// The identity of a managed object, valid in every context and thread.
///
/// Immutable: when a save gives an object a permanent identity, the object gets another ID.
/// Permanent IDs are equal when store, entity and number are, whichever coordinator made them
/// (R-CTX-126).
// Sendable: every stored property is immutable, or locked within `StoreReference`.
nonisolated open class NSManagedObjectID: NSObject, NSCopying, NSFetchRequestResult,
  @unchecked Sendable
{
  /// The key in the coordinator that made the ID.
  final let key: ObjectKey
  final let layout: PropertyLayout
  /// Keeps the model, and so the entity, alive.
  private final let model: NSManagedObjectModel
  /// The store of a permanent ID; of a temporary one, the store it is assigned to, if any.
  final let reference: StoreReference?

  init(
    key: ObjectKey, layout: PropertyLayout, model: NSManagedObjectModel,
    reference: StoreReference?
  ) {
    self.key = key
    self.layout = layout
    self.model = model
    self.reference = reference
  }

  /// An ID of nothing, equal to no other: no context finds an object for it.
  public override init() {
    layout = NoEntity.shared.layout
    model = NoEntity.shared.model
    key = TemporaryKeys.next(entity: layout.index)
    reference = nil
  }

  /// The object's own (concrete) entity.
  open var entity: NSEntityDescription { layout.entity }

  /// The store that the object lives in while that is added to the coordinator; nil for temporary
  /// IDs.
  open var persistentStore: NSPersistentStore? { isTemporaryID ? nil : reference?.store }

  /// True if no store knows the object yet. Constant for the ID.
  open var isTemporaryID: Bool { key.isTemporary }

  /// `x-coredata://STORE/Entity/p7`; for a temporary ID `x-coredata:///Entity/tSESSION7`.
  open func uriRepresentation() -> URL {
    let name = URIPart.encoded(layout.schema.name, .urlPathAllowed)
    let store = reference.map { URIPart.encoded($0.identifier, .urlHostAllowed) } ?? ""
    let text = "x-coredata://\(store)/\(name)/\(lastPart)"
    return URL(string: text) ?? URL(fileURLWithPath: text)
  }

  /// `p` and the number, or what a client store calls the object.
  private final var lastPart: String {
    if isTemporaryID { return "t\(TemporaryKeys.session)\(key.number)" }
    guard let numbers = reference?.numbers else { return "p\(key.number)" }
    return "p"
      + URIPart.encoded(numbers.text(of: key.number, root: layout.rootName), .alphanumerics)
  }

  /// Returns the ID itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns true if the other stands for the same object: the same entity, store and number. No
  /// I/O.
  open override func isEqual(_ object: Any?) -> Bool {
    if ExistentialReference.refers(object, to: self) { return true }
    let other = ExistentialReference.object(object, of: NSManagedObjectID.self)
    return other.map(isSame) ?? false
  }

  private final func isSame(as other: NSManagedObjectID) -> Bool {
    guard key.number == other.key.number, isTemporaryID == other.isTemporaryID else { return false }
    guard layout.schema.name == other.layout.schema.name else { return false }
    return isTemporaryID || reference === other.reference
      || reference?.identifier == other.reference?.identifier
  }

  /// A hash of the entity and the number; it does not change.
  open override var hash: Int {
    // Sets mix it themselves.
    Int(truncatingIfNeeded: key.number) &* 31 &+ Int(truncatingIfNeeded: layout.nameHash)
  }

  /// The address and the URI.
  open override var description: String {
    "0x\(String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16)) <\(uriRepresentation())>"
  }
}
