import Airwave
import AirwaveFoundation
import AirwaveUI
import Testing
import UIKit

@MainActor
@Suite("Search bars and scroll views")
struct SearchAndScrollTests {
  @Test("a search bar tells its text at first, and when the user types")
  func searchBar() {
    let bar = UISearchBar()
    var heard: [String?] = []
    let listening = bar.receiver(of: \.text).listen { heard.append($0) }
    bar.searchTextField.type("Ada")
    bar.text = "by code"
    listening.dispose()
    bar.searchTextField.type("Grace")
    #expect(heard == ["", "Ada"])
    #expect(bar.searchTextField.allControlEvents == [])
  }

  @Test("a bond with a search bar carries both ways, without echo")
  func searchBarBond() {
    let (query, bar) = (Variable("Ada"), UISearchBar())
    let bond = query.bond(with: bar, \.text)
    #expect(bar.text == "Ada")
    let written = bar.searchTextField.writeCount
    bar.searchTextField.type("Grace")
    #expect(query.value == "Grace")
    #expect(bar.searchTextField.writeCount == written)
    query.value = "Alan"
    #expect(bar.text == "Alan")
    bond.dispose()
    bar.searchTextField.type("Edsger")
    #expect(query.value == "Alan")
  }

  @Test("a search bar is not kept, and a bond ends with it")
  func searchBarGone() {
    let query = Variable("Ada")
    var bar: UISearchBar? = UISearchBar()
    weak let weakBar = bar
    let bond = bar.map { query.bond(with: $0, \.text) }
    bar = nil
    #expect(weakBar == nil)
    #expect(bond?.isDisposed == true)
  }

  @Test("a scroll view tells its offset at first, and each step of a scroll, without a delegate")
  func scrollView() {
    let list = UIScrollView()
    var heard: [Double] = []
    let listening = list.receiver(of: \.contentOffset).listen { heard.append($0.y) }
    for y in [10.0, 20] { list.contentOffset.y = y }
    listening.dispose()
    list.contentOffset.y = 30
    #expect(heard == [0, 10, 20])
    #expect(list.associations.count == 0)
  }

  @Test("a text view tells its text when it is typed, and its offset when it is scrolled")
  func textView() {
    let notes = UITextView()
    var heard: [String] = []
    notes.receiver(of: \.text).listen { heard.append($0 ?? "") }
    notes.receiver(for: \.contentOffset).listen { heard.append("\($0.y)") }
    notes.contentOffset.y = 5
    notes.type("Ada")
    #expect(heard == ["", "0.0", "5.0", "Ada"])
  }
}
