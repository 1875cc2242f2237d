import UIKit

/// The form over the app: who asks, which right, what exactly; then the number of the request, and what follows. It stays
/// until the request is received; what was filled in is kept nowhere else.
public final class RequestViewController: UIViewController {
    private let requests: PokpongRequest
    private let form: RequestForm
    private let known: Identity?
    private let appearance: RequestAppearance
    private let onReceived: (ReceivedRequest) -> Void
    private let language = Locale.preferredLanguages.first?.hasPrefix("en") == true ? "en" : "th"
    private let column = UIStackView()
    private let guardian = UIStackView()
    private let options = UIStackView()
    private let detail = UITextView()
    private let terms = UISwitch()
    private let problem = UILabel()
    private var whoFields: [UITextField] = []
    private var guardianFields: [UITextField] = []
    private var optionSwitches: [UISwitch] = []
    private var sendButton: UIButton?
    private var right: OfferedRight?
    private var age: AgeBand?
    /// What was sent last. The same again has the same key, so that it is recorded once.
    private var sent: (who: Identity, request: DataRequest)?
    private var key = ""

    /// `known` is filled in already; `onReceived` hears, on the main thread, the number of the request as soon as it is
    /// received. The form displays it, and what follows, until it is closed.
    public init(
        requests: PokpongRequest, form: RequestForm, known: Identity? = nil,
        appearance: RequestAppearance = RequestAppearance(), onReceived: @escaping (ReceivedRequest) -> Void
    ) {
        self.requests = requests
        self.form = form
        self.known = known
        self.appearance = appearance
        self.onReceived = onReceived
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError("made in code only") }

    private func say(_ th: String, _ en: String) -> String { language == "en" ? en : th }
    private var hasTerms: Bool { !form.terms.text(in: language).isEmpty }

    override public func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        view.tintColor = appearance.tintColor
        for stack in [column, guardian, options] {
            stack.axis = .vertical
            stack.spacing = 12
        }
        let scroll = UIScrollView()
        for part in [scroll, column] { part.translatesAutoresizingMaskIntoConstraints = false }
        view.addSubview(scroll)
        scroll.addSubview(column)
        NSLayoutConstraint.activate([
            scroll.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
            scroll.bottomAnchor.constraint(equalTo: view.keyboardLayoutGuide.topAnchor),
            scroll.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            scroll.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            column.topAnchor.constraint(equalTo: scroll.topAnchor, constant: 20),
            column.bottomAnchor.constraint(equalTo: scroll.bottomAnchor, constant: -20),
            column.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
            column.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
        ])
        addHeading()
        addTitle(say("ข้อมูลของท่าน", "Who you are"))
        whoFields = addIdentity(to: column, filled: known)
        addAge()
        addRights()
        addDetail()
        if hasTerms { addTerms() }
        problem.textColor = .systemRed
        problem.numberOfLines = 0
        problem.isHidden = true
        column.addArrangedSubview(problem)
        sendButton = addButton(say("ส่งคำขอ", "Send the request")) { [unowned self] in self.send() }
    }

    private func label(_ text: String, _ font: UIFont) -> UILabel {
        let label = UILabel()
        label.text = text
        label.font = font
        label.numberOfLines = 0
        label.adjustsFontForContentSizeCategory = true
        return label
    }

    private func addTitle(_ text: String) {
        let title = label(text, UIFont.preferredFont(forTextStyle: .headline))
        title.accessibilityTraits.insert(.header)
        column.addArrangedSubview(title)
    }

    private func addHeading() {
        let settings = requests.settings
        if settings.showLogo, let logo = settings.logo {
            let picture = UIImageView(image: logo)
            picture.contentMode = .scaleAspectFit
            picture.heightAnchor.constraint(equalToConstant: 48).isActive = true
            column.addArrangedSubview(picture)
        }
        let appName = say(settings.appNameTh, settings.appNameEn)
        if !appName.isEmpty { column.addArrangedSubview(label(appName, appearance.subTitleFont)) }
        let title = label(form.title.text(in: language), appearance.titleFont)
        title.accessibilityTraits.insert(.header)
        column.addArrangedSubview(title)
        column.addArrangedSubview(label(form.detail.text(in: language), appearance.subTitleFont))
        let controller = say("ผู้ควบคุมข้อมูลส่วนบุคคล: ", "Data controller: ") + form.controller.name.text(in: language)
        column.addArrangedSubview(label(controller, appearance.subTitleFont))
        if let url = URL(string: form.controller.privacyPolicyUrl), !form.controller.privacyPolicyUrl.isEmpty {
            let link = UIButton(type: .system, primaryAction: UIAction(title: say("ประกาศความเป็นส่วนตัว", "Privacy notice")) { _ in UIApplication.shared.open(url) })
            column.addArrangedSubview(link)
        }
    }

    private func addIdentity(to stack: UIStackView, filled: Identity?) -> [UITextField] {
        let hints = [say("ชื่อ", "First name"), say("นามสกุล", "Last name"), say("อีเมล", "Email"), say("โทรศัพท์", "Phone")]
        let types: [UITextContentType] = [.givenName, .familyName, .emailAddress, .telephoneNumber]
        let texts = [filled?.firstName, filled?.lastName, filled?.email, filled?.telephone]
        return hints.enumerated().map { at, hint in
            let field = UITextField()
            field.placeholder = hint
            field.accessibilityLabel = hint
            field.borderStyle = .roundedRect
            field.textContentType = types[at]
            field.keyboardType = at == 2 ? .emailAddress : at == 3 ? .phonePad : .default
            field.text = texts[at]
            stack.addArrangedSubview(field)
            return field
        }
    }

    /// One of several; nothing is chosen beforehand.
    private func addChoices(_ labels: [String], named name: String, onChosen: @escaping (Int) -> Void) {
        switch appearance.style {
        case .menu:
            let button = UIButton(type: .system)
            button.setTitle(say("เลือก", "Choose"), for: .normal)
            button.titleLabel?.font = appearance.buttonFont
            button.titleLabel?.numberOfLines = 0
            button.accessibilityLabel = name
            button.menu = UIMenu(children: labels.enumerated().map { at, text in
                UIAction(title: text) { [weak button] _ in
                    button?.setTitle(text, for: .normal)
                    onChosen(at)
                }
            })
            button.showsMenuAsPrimaryAction = true
            column.addArrangedSubview(button)
        case .radio:
            var rows: [UIButton] = []
            for (at, text) in labels.enumerated() {
                var configuration = UIButton.Configuration.plain()
                configuration.attributedTitle = AttributedString(text, attributes: AttributeContainer([.font: appearance.buttonFont]))
                configuration.image = UIImage(systemName: "circle")
                configuration.imagePadding = 12
                let row = UIButton(configuration: configuration)
                row.contentHorizontalAlignment = .leading
                row.addAction(UIAction { _ in
                    for (other, one) in rows.enumerated() {
                        one.configuration?.image = UIImage(systemName: other == at ? "largecircle.fill.circle" : "circle")
                        one.accessibilityTraits = other == at ? [.button, .selected] : [.button]
                    }
                    onChosen(at)
                }, for: .touchUpInside)
                rows.append(row)
                column.addArrangedSubview(row)
            }
        }
    }

    private func addAge() {
        let name = say("อายุของเจ้าของข้อมูล", "How old is the data subject?")
        addTitle(name)
        let labels = [say("20 ปีขึ้นไป หรือสมรสแล้ว", "20 or older, or married"), say("11 ถึง 19 ปี และยังไม่สมรส", "11 to 19 and not married"), say("ไม่เกิน 10 ปี", "10 or younger")]
        addChoices(labels, named: name) { [unowned self] at in
            self.age = AgeBand.allCases[at]
            self.guardian.isHidden = self.age == .adult
        }
        guardian.addArrangedSubview(label(say("ผู้ใช้อำนาจปกครอง", "Parent or guardian"), UIFont.preferredFont(forTextStyle: .headline)))
        guardianFields = addIdentity(to: guardian, filled: nil)
        guardian.isHidden = true
        column.addArrangedSubview(guardian)
    }

    private func addRights() {
        let name = say("ท่านต้องการใช้สิทธิใด", "Which right do you want to exercise?")
        addTitle(name)
        let labels = form.rights.map { one -> String in
            let fee = one.fee > 0 ? say(" · ค่าธรรมเนียม \(one.fee) บาท", " · fee \(one.fee) baht") : ""
            return one.name.text(in: language) + say("\nตอบภายใน \(one.days) วัน", "\nAnswer within \(one.days) \(one.days == 1 ? "day" : "days")") + fee + "\n" + one.description.text(in: language)
        }
        addChoices(labels, named: name) { [unowned self] at in self.choose(self.form.rights[at]) }
        column.addArrangedSubview(options)
    }

    private func choose(_ chosen: OfferedRight) {
        right = chosen
        options.arrangedSubviews.forEach { $0.removeFromSuperview() }
        optionSwitches = chosen.options.map { option in
            let toggle = UISwitch()
            toggle.onTintColor = appearance.tintColor
            addRow(option.text(in: language), toggle, to: options)
            return toggle
        }
    }

    private func addRow(_ text: String, _ toggle: UISwitch, to stack: UIStackView) {
        toggle.accessibilityLabel = text
        let row = UIStackView(arrangedSubviews: [label(text, appearance.buttonFont), toggle])
        row.alignment = .center
        row.spacing = 12
        toggle.setContentCompressionResistancePriority(.required, for: .horizontal)
        stack.addArrangedSubview(row)
    }

    private func addDetail() {
        addTitle(say("รายละเอียด", "Details"))
        detail.font = appearance.buttonFont
        detail.isScrollEnabled = false
        detail.layer.borderWidth = 1
        detail.layer.borderColor = UIColor.separator.cgColor
        detail.layer.cornerRadius = 6
        detail.accessibilityLabel = say("ข้อมูลใด บริการใด ช่วงเวลาใด", "Which data, of which service, from when")
        detail.heightAnchor.constraint(greaterThanOrEqualToConstant: 96).isActive = true
        column.addArrangedSubview(detail)
    }

    private func addTerms() {
        column.addArrangedSubview(label(form.terms.text(in: language), appearance.subTitleFont))
        addRow(say("อ่านและยอมรับเงื่อนไขแล้ว", "I have read and accept the terms"), terms, to: column)
    }

    private func addButton(_ title: String, onPressed: @escaping () -> Void) -> UIButton {
        var configuration = UIButton.Configuration.filled()
        configuration.attributedTitle = AttributedString(title, attributes: AttributeContainer([.font: appearance.buttonActionFont]))
        configuration.baseBackgroundColor = appearance.tintColor ?? UIColor(hex: form.themeColor)
        configuration.baseForegroundColor = appearance.buttonLabelColor ?? .white
        let button = UIButton(configuration: configuration, primaryAction: UIAction { _ in onPressed() })
        column.addArrangedSubview(button)
        return button
    }

    /// The last page.
    private func showReceived(_ received: ReceivedRequest, by who: Identity, _ request: DataRequest) {
        column.arrangedSubviews.forEach { $0.removeFromSuperview() }
        let number = say("เลขที่คำขอ ", "Request number ") + received.requestId
        addTitle(form.submittedTitle.text(in: language))
        for text in [number, form.submittedDetail.text(in: language), whatFollows(received, by: who, request, in: language)] where !text.isEmpty {
            column.addArrangedSubview(label(text, appearance.subTitleFont))
        }
        _ = addButton(say("ปิด", "Close")) { [unowned self] in self.dismiss(animated: true) }
        UIAccessibility.post(notification: .screenChanged, argument: column.arrangedSubviews.first)
    }

    private func identity(of fields: [UITextField]) -> Identity {
        let values = fields.map { ($0.text ?? "").trimmingCharacters(in: .whitespaces) }
        return Identity(firstName: values[0], lastName: values[1], email: values[2], telephone: telephoneOf(values[3]))
    }

    private func send() {
        let (who, parent) = (identity(of: whoFields), identity(of: guardianFields))
        if let wrong = missing(of: who, guardian: parent, age: age, in: language) { return tell(wrong) }
        guard let age = age, let right = right else { return tell(say("โปรดเลือกสิทธิ", "Choose a right.")) }
        guard !hasTerms || terms.isOn else { return tell(say("โปรดอ่านและยอมรับเงื่อนไขก่อนส่ง", "Read and accept the terms before you send.")) }
        let request = DataRequest(
            rightId: right.rightRequestId, options: optionSwitches.indices.filter { optionSwitches[$0].isOn },
            detail: detail.text.trimmingCharacters(in: .whitespacesAndNewlines),
            ageBand: age, guardian: age == .adult ? nil : parent
        )
        if sent?.who != who || sent?.request != request {
            sent = (who, request)
            key = UUID().uuidString
        }
        sendButton?.isEnabled = false
        problem.isHidden = true
        Task { @MainActor in
            do {
                let received = try await requests.submit(request, by: who, to: form, language: language, key: key)
                showReceived(received, by: who, request)
                onReceived(received)
            } catch {
                let unanswered = (error as? RequestFailure)?.isUnanswered == true
                tell(unanswered ? say("ไม่ได้รับคำตอบ จึงไม่ทราบว่าส่งคำขอถึงแล้วหรือไม่ โปรดส่งอีกครั้งโดยไม่แก้ไข ระบบจะบันทึกเพียงครั้งเดียว", "No reply: it is not known whether the request was sent. Please send it again unchanged; it is recorded only once.") : error.localizedDescription)
                sendButton?.isEnabled = true
            }
        }
    }

    private func tell(_ text: String) {
        problem.text = text
        problem.isHidden = false
        UIAccessibility.post(notification: .announcement, argument: text)
    }
}
