// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension NSPersistentStore {
  /// A store of any class: its designated initialiser as that class has it.
  ///
  /// Delegation is dispatched to the class's override. Were that initialiser `required`, so that it
  /// could be called on a metatype, clients with designated initialisers of their own would have to
  /// repeat it; so this one is called by its symbol.
  convenience init(_ recipe: StoreRecipe) {
    self.init(
      persistentStoreCoordinator: recipe.coordinator, configurationName: recipe.configurationName,
      at: recipe.url, options: recipe.options)
    noteType(recipe.type)
  }

  /// Makes a store of the class that this is called on.
  ///
  /// Relies on the symbol of the initialiser above, which says the module, both types and that it
  /// allocates, and on it taking the metatype as a static method does. With another name of
  /// `StoreRecipe`, or another mangling, the package does not link; `RuntimeTests` makes a store of a
  /// subclass and looks whether it is one, made by its own initialiser.
  @_silgen_name("$s8CoreData17NSPersistentStoreCyAcA0D6RecipeVcfC")
  static func make(_ recipe: __owned StoreRecipe) -> Self
}
