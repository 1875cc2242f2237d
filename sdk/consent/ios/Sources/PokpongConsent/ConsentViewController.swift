import UIKit

/// The form over the app. Nothing is chosen beforehand that was not allowed before; both answers weigh the same. It stays
/// until the choice is recorded, and going away without one leaves everything as it was.
public final class ConsentViewController: UIViewController {
    private let consent: PokpongConsent
    private let form: ConsentForm
    private let appearance: ConsentAppearance
    private let onChosen: (ConsentStatus) -> Void
    private let language = Locale.preferredLanguages.first?.hasPrefix("en") == true ? "en" : "th"
    private let column = UIStackView()
    private let problem = UILabel()
    private let guardianSwitch = UISwitch()
    private var guardianFields: [UITextField] = []
    private var buttons: [UIButton] = []
    private var allowed: Set<String>
    /// What was sent last. The same again has the same key, so that it is recorded once.
    private var sent: (purposes: Set<String>, guardian: Guardian?)?
    private var key = ""

    /// `onChosen` hears, on the main thread, what is allowed once it is recorded.
    public init(
        consent: PokpongConsent, form: ConsentForm, status: ConsentStatus,
        appearance: ConsentAppearance = ConsentAppearance(), onChosen: @escaping (ConsentStatus) -> Void
    ) {
        self.consent = consent
        self.form = form
        self.appearance = appearance
        self.onChosen = onChosen
        allowed = status.purposes
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError("made in code only") }

    private func say(_ th: String, _ en: String) -> String { language == "en" ? en : th }

    override public func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        view.tintColor = appearance.tintColor
        column.axis = .vertical
        column.spacing = 12
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
        form.purposes.forEach(addPurpose)
        if form.askGuardian { addGuardian() }
        problem.textColor = .systemRed
        problem.numberOfLines = 0
        problem.isHidden = true
        column.addArrangedSubview(problem)
        addAction(form.theme.declineLabel.text(in: language)) { [] }
        // A deactivated form has no purposes: everything can be withdrawn, nothing be allowed.
        if form.purposes.isEmpty { return }
        addAction(say("บันทึกตัวเลือก", "Save my choices")) { [unowned self] in self.allowed }
        addAction(form.theme.acceptLabel.text(in: language)) { [unowned self] in Set(self.form.purposes.map(\.uuid)) }
    }

    private func label(_ text: String, _ font: UIFont) -> UILabel {
        let label = UILabel()
        label.text = text
        label.font = font
        label.numberOfLines = 0
        label.adjustsFontForContentSizeCategory = true
        return label
    }

    private func addHeading() {
        let settings = consent.settings
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
        column.addArrangedSubview(label(form.description.text(in: language), appearance.subTitleFont))
        let controller = say("ผู้ควบคุมข้อมูลส่วนบุคคล: ", "Data controller: ") + form.controller.name.text(in: language)
        column.addArrangedSubview(label(controller, appearance.subTitleFont))
        if let address = form.policyAddress(in: language), let url = URL(string: address) {
            let link = UIButton(type: .system, primaryAction: UIAction(title: say("ประกาศความเป็นส่วนตัว", "Privacy notice")) { _ in UIApplication.shared.open(url) })
            column.addArrangedSubview(link)
        }
    }

    private func addPurpose(_ purpose: ConsentPurpose) {
        let name = label(purpose.title.text(in: language), appearance.buttonFont)
        let control: UIControl
        switch appearance.style {
        case .toggle:
            let toggle = UISwitch()
            toggle.isOn = allowed.contains(purpose.uuid)
            toggle.onTintColor = appearance.tintColor
            toggle.addAction(UIAction { [unowned self, unowned toggle] _ in self.allow(purpose.uuid, toggle.isOn) }, for: .valueChanged)
            control = toggle
        case .radio:
            let choice = UISegmentedControl(items: [say("ไม่ยินยอม", "Decline"), say("ยินยอม", "Allow")])
            choice.setTitleTextAttributes([.font: appearance.buttonFont], for: .normal)
            if allowed.contains(purpose.uuid) { choice.selectedSegmentIndex = 1 }
            choice.addAction(UIAction { [unowned self, unowned choice] _ in self.allow(purpose.uuid, choice.selectedSegmentIndex == 1) }, for: .valueChanged)
            control = choice
        }
        control.accessibilityLabel = purpose.title.text(in: language)
        let row = UIStackView(arrangedSubviews: [name, control])
        row.alignment = .center
        row.spacing = 12
        control.setContentCompressionResistancePriority(.required, for: .horizontal)
        column.addArrangedSubview(row)
        column.addArrangedSubview(label(purpose.description.text(in: language), appearance.subTitleFont))
    }

    private func allow(_ purpose: String, _ yes: Bool) {
        if yes { allowed.insert(purpose) } else { allowed.remove(purpose) }
    }

    private func addGuardian() {
        let question = say(
            "ข้าพเจ้ามีอำนาจตามกฎหมายยินยอมแทนผู้เยาว์ คนไร้ความสามารถ หรือคนเสมือนไร้ความสามารถ",
            "I may by law consent for a minor, incompetent or quasi-incompetent person"
        )
        guardianSwitch.accessibilityLabel = question
        let row = UIStackView(arrangedSubviews: [label(question, appearance.buttonFont), guardianSwitch])
        row.alignment = .center
        column.addArrangedSubview(row)
        guardianFields = [say("ชื่อ", "First name"), say("นามสกุล", "Last name"), say("อีเมล", "Email"), say("โทรศัพท์", "Phone")].map { hint in
            let field = UITextField()
            field.placeholder = hint
            field.accessibilityLabel = hint
            field.borderStyle = .roundedRect
            field.isHidden = true
            column.addArrangedSubview(field)
            return field
        }
        guardianSwitch.addAction(UIAction { [unowned self] _ in self.guardianFields.forEach { $0.isHidden = !self.guardianSwitch.isOn } }, for: .valueChanged)
    }

    private func addAction(_ title: String, chosen: @escaping () -> Set<String>) {
        var configuration = UIButton.Configuration.filled()
        configuration.attributedTitle = AttributedString(title, attributes: AttributeContainer([.font: appearance.buttonActionFont]))
        configuration.baseBackgroundColor = appearance.tintColor ?? UIColor(hex: form.theme.acceptBackground)
        configuration.baseForegroundColor = appearance.buttonLabelColor ?? UIColor(hex: form.theme.acceptText)
        let button = UIButton(configuration: configuration, primaryAction: UIAction { [unowned self] _ in self.send(chosen()) })
        buttons.append(button)
        column.addArrangedSubview(button)
    }

    /// Declining requires no name: it goes without one that is missing or wrong.
    private func submitted(_ purposes: Set<String>, _ guardian: Guardian?) async throws -> ConsentStatus {
        do {
            return try await consent.submit(form, purposes: purposes, language: language, guardian: guardian, key: key)
        } catch let failure as ConsentFailure where guardian != nil && purposes.isEmpty && failure.status == 400 {
            return try await consent.submit(form, purposes: purposes, language: language, key: key)
        }
    }

    private func send(_ purposes: Set<String>) {
        let values = guardianFields.map { ($0.text ?? "").trimmingCharacters(in: .whitespaces) }
        let guardian = guardianSwitch.isOn && values.count == 4 ? Guardian(firstName: values[0], lastName: values[1], email: values[2], telephone: values[3]) : nil
        // Declining requires no name.
        if let guardian = guardian, !purposes.isEmpty, [guardian.firstName, guardian.lastName, guardian.email].contains("") {
            return tell(say("โปรดกรอกชื่อ นามสกุล และอีเมลของท่าน", "Enter your first name, last name and email."))
        }
        if sent?.purposes != purposes || sent?.guardian != guardian {
            sent = (purposes, guardian)
            key = UUID().uuidString
        }
        buttons.forEach { $0.isEnabled = false }
        problem.isHidden = true
        Task { @MainActor in
            do {
                let now = try await submitted(purposes, guardian)
                dismiss(animated: true)
                onChosen(now)
            } catch {
                let unanswered = (error as? ConsentFailure)?.isUnanswered == true
                tell(unanswered ? say("ติดต่อระบบไม่ได้ โปรดลองอีกครั้ง", "Could not be reached. Please try again.") : error.localizedDescription)
                buttons.forEach { $0.isEnabled = true }
            }
        }
    }

    private func tell(_ text: String) {
        problem.text = text
        problem.isHidden = false
        UIAccessibility.post(notification: .announcement, argument: text)
    }
}

private extension UIColor {
    /// A colour written #rrggbb.
    convenience init(hex: String) {
        let value = UInt32(hex.dropFirst(), radix: 16) ?? 0
        self.init(red: CGFloat(value >> 16 & 255) / 255, green: CGFloat(value >> 8 & 255) / 255, blue: CGFloat(value & 255) / 255, alpha: 1)
    }
}
