import Airwave
import AirwaveUI
import UIKit

/// Shows what is found for the text of a field. A newer text cancels the search for an older one.
final class SearchViewController: UIViewController {
  let field = UITextField()
  let results = UILabel()
  private let search: @Sendable (String) async -> [String]

  init(search: @escaping @Sendable (String) async -> [String]) {
    self.search = search
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("made in code") }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(field)
    view.addSubview(results)

    field.receiver(of: \.text, for: .editingChanged)
      .skipNil()
      .skipRepeats()
      .mapLatest(search)
      .listen(with: self) { controller, found in
        controller.results.text = found.joined(separator: ", ")
      }
  }
}
