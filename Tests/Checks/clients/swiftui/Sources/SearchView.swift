import Airwave
import AirwaveUI
import SwiftUI

/// Searches for the newest text. A newer text cancels the search for an older one.
@MainActor
final class SearchModel {
  let text = Variable("")
  let results: Receiver<[String]>

  init(search: @escaping @Sendable (String) async -> [String]) {
    results = text.receiver.skipRepeats().mapLatest(search).share(strategy: .warm(upTo: 1))
  }
}

struct SearchView: View {
  private let model: SearchModel
  @Latest private var results: [String]

  init(model: SearchModel) {
    self.model = model
    _results = Latest(wrappedValue: [], model.results)
  }

  var body: some View {
    TextField("Search", text: model.text.binding)
    List(results, id: \.self) { result in Text(result) }
  }
}
