// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

/// https://developer.apple.com/documentation/uikit/uiviewcontroller
@MainActor open class UIViewController: UIResponder {
  private var loadedView: UIView?

  open var title: String?
  open var navigationItem = UINavigationItem()

  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loadedView
    }
    set { loadedView = newValue }
  }

  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init()
  }

  public required init?(coder: NSCoder) {
    super.init()
  }

  open func loadViewIfNeeded() {
    if loadedView != nil { return }
    loadedView = UIView()
    viewDidLoad()
  }

  open func viewDidLoad() {}
}

/// https://developer.apple.com/documentation/uikit/uinavigationitem
@MainActor open class UINavigationItem: NSObject {
  open var rightBarButtonItem: UIBarButtonItem?

  public override init() {
    super.init()
  }
}

/// https://developer.apple.com/documentation/uikit/uiwindow
@MainActor open class UIWindow: UIView {
  open var rootViewController: UIViewController?
  open weak var windowScene: UIWindowScene?

  public init(windowScene: UIWindowScene) {
    super.init(frame: .zero)
    self.windowScene = windowScene
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  open func makeKeyAndVisible() { rootViewController?.loadViewIfNeeded() }
}
