#if canImport(UIKit) && !os(watchOS)
import Airwave
import AirwaveUI
import Testing
import UIKit

/// What is tested in more detail against stand-ins, with UIKit itself.
@MainActor
@Suite("UIKit itself")
struct UIKitControlTests {
  @Test("a control tells its events, until the listener leaves")
  func control() {
    let button = UIButton()
    var count = 0
    let listening = button.receiver(for: .touchUpInside).listen { count += 1 }
    button.sendActions(for: .touchUpInside)
    listening.dispose()
    button.sendActions(for: .touchUpInside)
    #expect(count == 1)
    #expect(button.allControlEvents == [])
  }

  @Test("a bond carries both ways")
  func bond() {
    let (name, field) = (Variable("Ada"), UITextField())
    name.bond(with: field, \.text)
    field.text = "Grace"
    field.sendActions(for: .editingChanged)
    #expect(name.value == "Grace")
    name.value = "Alan"
    #expect(field.text == "Alan")
  }

  @Test("a scroll view tells its offset")
  func scrollView() {
    let list = UIScrollView()
    var heard: [Double] = []
    list.receiver(of: \.contentOffset).listen { heard.append($0.y) }
    list.contentOffset.y = 44
    #expect(heard == [0, 44])
  }

  #if !os(tvOS)
  @Test("a bond with a search bar carries both ways")
  func searchBar() {
    let (query, bar) = (Variable("Ada"), UISearchBar())
    query.bond(with: bar, \.text)
    #expect(bar.text == "Ada")
    bar.text = "Grace"
    bar.searchTextField.sendActions(for: .editingChanged)
    #expect(query.value == "Grace")
  }
  #endif

  @Test("views and recognizers are not kept, and their receivers finish")
  func gone() {
    var ends: [String] = []
    autoreleased {
      let (button, list, tap) = (UIButton(), UIScrollView(), UITapGestureRecognizer())
      button.receiver(for: .touchUpInside).listen {
      } onFinish: {
        ends.append("button")
      }
      list.receiver(of: \.contentOffset).listen { _ in
      } onFinish: {
        ends.append("list")
      }
      tap.receiver().listen {
      } onFinish: {
        ends.append("tap")
      }
    }
    #expect(ends.sorted() == ["button", "list", "tap"])
  }
}
#endif
