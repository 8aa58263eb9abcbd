@main
enum Main {
  static func main() async throws {
    try await useCore()
    #if TRAITS
    try await useProducts()
    #endif
  }
}
