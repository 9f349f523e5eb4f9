import PackagePlugin
@main struct GenerateManagedObjects: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] { [] }
}
