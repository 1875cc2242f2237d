import 'package:flutter/widgets.dart';

/// Which form is shown, and how it looks in this app.
class RequestSettings {
  const RequestSettings({
    required this.baseUrl,
    required this.workspaceId,
    required this.formId,
    this.logo,
    this.showLogo = true,
    this.appNameTh = '',
    this.appNameEn = '',
    this.color,
    this.fontFamily,
  });

  /// Address of your Pokpong, without a slash at its end.
  final String baseUrl;
  final String workspaceId;

  /// The request form; with the workspace's id it stands on the form's channels page.
  final String formId;
  final ImageProvider? logo;
  final bool showLogo;
  final String appNameTh;
  final String appNameEn;

  /// Of buttons, readable under white; null: as the form says.
  final Color? color;
  final String? fontFamily;
}

/// A text in both languages.
class Words {
  Words(Map<String, dynamic> json) : th = json['th'] as String, en = json['en'] as String;
  final String th;
  final String en;
  String of(String language) => language == 'en' ? en : th;
}

Words _words(Map<String, dynamic> json, String name) => Words(json[name] as Map<String, dynamic>);

/// A right that the form offers.
class OfferedRight {
  OfferedRight(Map<String, dynamic> json)
      : id = json['rightRequestId'] as String,
        code = json['code'] as String?,
        name = _words(json, 'name'),
        description = _words(json, 'description'),
        example = _words(json, 'example'),
        days = json['days'] as int,
        options = [for (final one in json['options'] as List<dynamic>) Words(one as Map<String, dynamic>)],
        fee = json['fee'] as int;
  final String id;

  /// Of a right of the act (`ACCESS`, `WITHDRAWAL`); null: the organisation's own.
  final String? code;
  final Words name;
  final Words description;
  final Words example;

  /// In which the organisation answers.
  final int days;

  /// What may be chosen below it; requests name them by their places, from 0.
  final List<Words> options;

  /// In baht.
  final int fee;
}

/// The form in force, as it is published.
class RequestForm {
  RequestForm(Map<String, dynamic> json)
      : id = json['dsrmFormId'] as String,
        version = json['version'] as int,
        title = _words(json, 'title'),
        detail = _words(json, 'detail'),
        terms = _words(json, 'terms'),
        submittedTitle = _words(json, 'submittedTitle'),
        submittedDetail = _words(json, 'submittedDetail'),
        rights = [for (final one in json['rights'] as List<dynamic>) OfferedRight(one as Map<String, dynamic>)],
        controller = _words(json['controller'] as Map<String, dynamic>, 'name'),
        privacyPolicyUrl = (json['controller'] as Map<String, dynamic>)['privacyPolicyUrl'] as String? ?? '',
        themeColor = json['themeColor'] as String,
        consentId = json['consentUUID'] as String?;

  final String id;
  final int version;
  final Words title;
  final Words detail;
  final Words terms;
  final Words submittedTitle;
  final Words submittedDetail;
  final List<OfferedRight> rights;
  final Words controller;
  final String privacyPolicyUrl;

  /// #rrggbb, readable under white.
  final String themeColor;

  /// The consent form that a withdrawal is about; null: there is none.
  final String? consentId;
}

/// Who asks, or their guardian. One of e-mail and telephone must be there; a telephone number has at most 10 digits.
class Identity {
  const Identity({required this.firstName, required this.lastName, this.email = '', this.telephone = ''});
  final String firstName;
  final String lastName;
  final String email;
  final String telephone;
  Map<String, String> toJson() => {'firstName': firstName, 'lastName': lastName, 'email': email, 'telephone': telephone};
}

/// Age of the data subject; the birth date is not asked. Minors are under twenty and not married, children ten or younger.
enum AgeBand {
  adult('ADULT'),
  minor('MINOR'),
  child('CHILD');

  const AgeBand(this.code);
  final String code;
}

/// What is asked for.
class DataRequest {
  const DataRequest({
    required this.rightId,
    this.options = const [],
    this.additionalOption = '',
    this.detail = '',
    this.ageBand = AgeBand.adult,
    this.guardian,
  });
  final String rightId;

  /// Places of the chosen options, from 0.
  final List<int> options;
  final String additionalOption;
  final String detail;
  final AgeBand ageBand;

  /// Needed for anybody but adults (PDPA section 20).
  final Identity? guardian;

  Map<String, dynamic> toJson() => {
        'ageBand': ageBand.code,
        'hasGuardian': guardian != null,
        if (guardian != null) 'guardianInformation': guardian!.toJson(),
        'rightRequestId': rightId,
        'selectedRightRequestOptions': options,
        'additionalRequestOption': additionalOption,
        'requestDetail': detail,
      };
}

/// The request was received, durably.
class ReceivedRequest {
  ReceivedRequest(Map<String, dynamic> json)
      : requestId = json['requestId'] as String,
        verifyBy = DateTime.parse(json['verifyBy'] as String),
        verified = json['verified'] as bool? ?? false,
        mailedTo = [for (final person in json['mailedTo'] as List<dynamic>? ?? const []) person as String],
        toConfirm = [for (final person in (json['toConfirm'] ?? json['mailedTo']) as List<dynamic>? ?? const []) person as String];

  /// The number by which people speak of it.
  final String requestId;

  /// Until when the data subject is to confirm who they are.
  final DateTime verifyBy;

  /// A token vouched for them: nothing is left to confirm.
  final bool verified;

  /// To whom a link was mailed: SUBJECT, GUARDIAN.
  final List<String> mailedTo;

  /// Who confirms the request by that link: SUBJECT, GUARDIAN. Without a link the organisation contacts them.
  final List<String> toConfirm;
}

/// No answer, or a no from the server.
class RequestFailure implements Exception {
  const RequestFailure(this.code, this.message, [this.status = 0]);

  /// The server's stable code (`requestSubmission.notFound`), or `network`.
  final String code;

  /// For a person, in the language of the call: of a wrong field, what is wrong with it.
  final String message;
  final int status;

  /// It is not known whether the request was recorded: send the same one again, with the same key.
  bool get isUnanswered => code == 'network' || status >= 500;

  @override
  String toString() => 'RequestFailure($code): $message';
}
