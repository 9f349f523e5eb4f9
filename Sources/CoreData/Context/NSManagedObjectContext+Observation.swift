// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension NSManagedObjectContext {
  /// True if reading a property of one of the context's objects within `withObservationTracking` is noted,
  /// and a change of that property ends the observation. False by default. Our addition.
  ///
  /// ```swift
  /// context.tracksObservation = true
  /// withObservationTracking {
  ///   show(employee.name)
  /// } onChange: {
  ///   redraw()
  /// }
  /// ```
  ///
  /// What counts as a change is what ``NSManagedObject/objectWillChange`` sends for: setting the property,
  /// from either side of a relationship, undo, rollback, a refresh, a merge, a deletion, a reset. The
  /// function is called before it, on the context's queue. While true each read takes some 100 ns more,
  /// which nothing else pays. Use it on the context's queue; it counts for the objects that are there, and
  /// for those that come.
  public final var tracksObservation: Bool {
    get { confined().identityMap.enrolled.contains(.tracked) }
    set {
      ReadTracking.begin()
      let map = confined().identityMap
      if newValue { map.enrolled.insert(.tracked) } else { map.enrolled.remove(.tracked) }
      for object in map.objects() { object.track(newValue) }
    }
  }
}
