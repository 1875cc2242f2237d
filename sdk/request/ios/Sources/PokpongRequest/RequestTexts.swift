import Foundation
import UIKit

/// A telephone number as the server takes it: nothing between its digits, `#` before an extension, 0 in place of +66.
func telephoneOf(_ typed: String) -> String {
    var digits = String.UnicodeScalarView()
    for scalar in typed.unicodeScalars {
        // Thai digits follow each other from U+0E50.
        digits.append((0x0E50...0x0E59).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0x0E50 + 0x30) ?? scalar : scalar)
    }
    return String(digits)
        .replacingOccurrences(of: "ext\\.?|ต่อ|x", with: "#", options: [.regularExpression, .caseInsensitive])
        .replacingOccurrences(of: "[\\s().\\-\\u2013]", with: "", options: .regularExpression)
        .replacingOccurrences(of: "^\\+66", with: "0", options: .regularExpression)
}

/// What is missing of the persons, or nil. The server checks the rest and says what is wrong.
func missing(of who: Identity, guardian: Identity, age: AgeBand?, in language: String) -> String? {
    func say(_ th: String, _ en: String) -> String { language == "en" ? en : th }
    if who.firstName.isEmpty || who.lastName.isEmpty {
        return say("โปรดกรอกชื่อและนามสกุลของเจ้าของข้อมูล", "Enter the first and last name of the data subject.")
    }
    guard let age = age else { return say("โปรดเลือกช่วงอายุ", "Choose an age range.") }
    if age != .child, who.email.isEmpty, who.telephone.isEmpty {
        return say("โปรดกรอกอีเมลหรือโทรศัพท์อย่างน้อยหนึ่งอย่าง", "Enter an email address or a phone number.")
    }
    if age != .adult, [guardian.firstName, guardian.lastName, guardian.email].contains("") {
        return say("โปรดกรอกชื่อ นามสกุล และอีเมลของผู้ปกครอง", "Enter the first name, last name and email of the parent or guardian.")
    }
    return nil
}

/// What follows once a request was received: who confirms it, how, and until when.
func whatFollows(_ received: ReceivedRequest, by who: Identity, _ request: DataRequest, in language: String) -> String {
    func say(_ th: String, _ en: String) -> String { language == "en" ? en : th }
    if received.verified { return say("ยืนยันตัวตนแล้ว องค์กรเริ่มดำเนินการได้ทันที", "Your identity is confirmed; the organisation can start now.") }
    let date = dayText(received.verifyBy, in: language)
    let toConfirm = received.toConfirm ?? received.mailedTo ?? []
    let mailed = toConfirm.filter { person in received.mailedTo?.contains(person) == true }
    let email = mailed.map { person in person == "GUARDIAN" ? request.guardian?.email ?? "" : who.email }.joined(separator: ", ")
    let how = email.isEmpty
        ? say("องค์กรจะติดต่อท่านเพื่อยืนยันตัวตนภายใน \(date)", "The organisation will contact you to confirm your identity by \(date).")
        : say("โปรดยืนยันตัวตนภายใน \(date) จากอีเมลที่ส่งถึง \(email) มิฉะนั้นคำขอจะปิด", "Confirm your identity by \(date) with the email sent to \(email), or the request is closed.")
    let both = say("ผู้ขอและผู้ปกครองต้องยืนยันทั้งสองคน", "Both the data subject and the guardian must confirm.")
    return toConfirm.count > 1 ? "\(how) \(both)" : how
}

/// The day of an instant (ISO 8601) in Bangkok, as people there write it: the Buddhist era in Thai.
private func dayText(_ instant: String, in language: String) -> String {
    let reader = ISO8601DateFormatter()
    reader.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    guard let date = reader.date(from: instant) else { return instant }
    let writer = DateFormatter()
    writer.calendar = Calendar(identifier: language == "en" ? .gregorian : .buddhist)
    writer.locale = Locale(identifier: language == "en" ? "en_GB" : "th_TH")
    writer.timeZone = TimeZone(identifier: "Asia/Bangkok")
    writer.dateFormat = "d MMMM yyyy"
    return writer.string(from: date)
}

extension UIColor {
    /// A colour written #rrggbb.
    convenience init(hex: String) {
        let value = UInt32(hex.dropFirst(), radix: 16) ?? 0
        self.init(red: CGFloat(value >> 16 & 255) / 255, green: CGFloat(value >> 8 & 255) / 255, blue: CGFloat(value & 255) / 255, alpha: 1)
    }
}
