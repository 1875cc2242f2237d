import 'package:flutter/widgets.dart';

/// Which form is asked, and how it looks in this app.
class ConsentSettings {
  const ConsentSettings({
    required this.baseUrl,
    required this.workspaceId,
    required this.applicationId,
    this.formId,
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

  /// The application whose form is shown; with the workspace's id it stands on the form's channels page.
  final String applicationId;

  /// When given, any other form is refused.
  final String? formId;
  final ImageProvider? logo;
  final bool showLogo;
  final String appNameTh;
  final String appNameEn;

  /// Of buttons; null: as the form's theme says.
  final Color? color;
  final String? fontFamily;
}

/// A text in both languages; in Thai where it is not translated.
class Words {
  Words(Map<String, dynamic> json) : th = json['th'] as String, en = json['en'] as String;
  final String th;
  final String en;
  String of(String language) => language == 'en' && en.isNotEmpty ? en : th;
}

class ConsentPurpose {
  ConsentPurpose(Map<String, dynamic> json)
      : id = json['uuid'] as String,
        title = Words(json['title'] as Map<String, dynamic>),
        description = Words(json['description'] as Map<String, dynamic>);
  final String id;
  final Words title;
  final Words description;
}

/// The form in force, as it is published. Colours are #rrggbb.
class ConsentForm {
  ConsentForm(Map<String, dynamic> json)
      : id = json['consentUUID'] as String,
        version = json['version'] as int,
        title = Words(json['title'] as Map<String, dynamic>),
        description = Words(json['description'] as Map<String, dynamic>),
        purposes = [for (final one in json['purposes'] as List<dynamic>) ConsentPurpose(one as Map<String, dynamic>)],
        controller = Words((json['controller'] as Map<String, dynamic>)['name'] as Map<String, dynamic>),
        privacyPolicyUrl = json['privacyPolicyUrl'] as String?,
        askGuardian = json['askGuardian'] as bool,
        tokenRequired = json['jwtRequired'] as bool,
        acceptLabel = Words((json['theme'] as Map<String, dynamic>)['acceptLabel'] as Map<String, dynamic>),
        declineLabel = Words((json['theme'] as Map<String, dynamic>)['declineLabel'] as Map<String, dynamic>),
        buttonColor = (json['theme'] as Map<String, dynamic>)['acceptBackground'] as String,
        buttonTextColor = (json['theme'] as Map<String, dynamic>)['acceptText'] as String;

  final String id;
  final int version;
  final Words title;
  final Words description;

  /// None: the form is deactivated, and everything can be withdrawn by it.
  final List<ConsentPurpose> purposes;

  /// Name of the data controller.
  final Words controller;
  final String? privacyPolicyUrl;
  final bool askGuardian;
  final bool tokenRequired;
  final Words acceptLabel;
  final Words declineLabel;
  final String buttonColor;
  final String buttonTextColor;

  /// Where the privacy notice is read: one of Pokpong is in Thai unless its address names a language.
  String? policyAddress(String language) {
    final address = privacyPolicyUrl;
    final isOurs = address != null && RegExp(r'/notices/[0-9a-f-]{36}/[0-9a-f-]{36}$').hasMatch(address);
    return isOurs ? '$address?lang=$language' : address;
  }
}

/// Who consents for a minor, incompetent or quasi-incompetent person (PDPA section 20).
class Guardian {
  const Guardian({required this.firstName, required this.lastName, required this.email, this.telephone = ''});
  final String firstName;
  final String lastName;
  final String email;
  final String telephone;
  Map<String, String> toJson() => {'firstName': firstName, 'lastName': lastName, 'email': email, 'telephone': telephone};
}

/// What is allowed.
class ConsentStatus {
  ConsentStatus(Map<String, dynamic> json)
      : action = json['action'] as String,
        purposes = {for (final one in json['purposeUUIDs'] as List<dynamic>) one as String},
        askAgain = json['askAgain'] as bool? ?? false,
        asks = true,
        handle = json['handle'] as String?;

  /// Of a deactivated form, which allows nothing.
  ConsentStatus.ofDeactivated() : action = 'NO_ANSWER', purposes = const {}, askAgain = false, asks = false, handle = null;

  /// ALL, ACCEPT (some), NONE or NO_ANSWER.
  final String action;

  /// Ids of the purposes that are allowed; nothing else is.
  final Set<String> purposes;

  /// The form asks for other purposes than the ones that were answered, or for one in other words.
  final bool askAgain;

  /// Whether the form asks for anything; a deactivated one does not.
  final bool asks;

  /// What this app is known by from now on, where it is new; kept by the client.
  final String? handle;
  bool get mustAsk => asks && (action == 'NO_ANSWER' || askAgain);
}

/// No answer, or a no from the server. Nothing may be taken as allowed because of it.
class ConsentFailure implements Exception {
  const ConsentFailure(this.code, this.message, [this.status = 0]);

  /// The server's stable code (`consent.notFound`), or `network`.
  final String code;

  /// For a person, in the language of the call: of a wrong field, what is wrong with it.
  final String message;
  final int status;

  /// It is not known whether the choice was recorded: send the same one again, with the same key.
  bool get isUnanswered => code == 'network' || status >= 500;

  @override
  String toString() => 'ConsentFailure($code): $message';
}
