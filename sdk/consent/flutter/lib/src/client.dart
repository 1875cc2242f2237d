import 'dart:convert';
import 'dart:io';
import 'dart:math';

import 'models.dart';

const _patience = Duration(seconds: 12);
const _attempts = 3;

/// Keeps handles between starts of the app, by your own means (`shared_preferences`, secure storage). A handle is what
/// this app is known by to forms that are not open by uid alone.
abstract class HandleStore {
  Future<String?> read(String name);
  Future<void> write(String name, String handle);
}

/// Asks for consent and tells what is allowed.
class PokpongConsent {
  /// [uid] is the data subject's id in your own system, at most 200 characters; [name] is kept with the proof of
  /// consent; [source] says where the choice is made. [token] proves who this is: it fetches a fresh token from
  /// your own server at each call; some forms ask for one. [handles] keeps what this app is known by without a token.
  PokpongConsent(this.settings, {required this.uid, this.name = '', this.source = 'Flutter', this.token, this.handles});

  final ConsentSettings settings;
  final String uid;
  final String name;
  final String source;
  final Future<String> Function()? token;
  final HandleStore? handles;

  /// The application's form in force; a deactivated one without purposes, to withdraw. Throws [ConsentFailure].
  Future<ConsentForm> form() async {
    final form = await _call('consent-versions/application/${settings.applicationId}?deactivated=true', ConsentForm.new);
    if (settings.formId != null && settings.formId != form.id) {
      throw const ConsentFailure('otherForm', 'The application has another form than this app expects.');
    }
    return form;
  }

  /// What is allowed now; nothing by a deactivated form. Throws [ConsentFailure].
  Future<ConsentStatus> status(ConsentForm form) async {
    if (form.purposes.isEmpty) return ConsentStatus.ofDeactivated();
    final body = <String, dynamic>{'uid': uid, ...await _credentials()};
    return _answer('user-consents/consent/${form.id}/version/${form.version}/get-user-consent', body);
  }

  /// The key of a new choice.
  static String newKey() {
    final random = Random.secure();
    return [for (var i = 0; i < 16; i++) random.nextInt(256).toRadixString(16).padLeft(2, '0')].join();
  }

  /// Records a choice: ids of all purposes that are allowed from now on; none declines, or withdraws. Answers once it is
  /// durable. Throws [ConsentFailure]. A choice with the same [key] is recorded once: after
  /// [ConsentFailure.isUnanswered], pass it again.
  Future<ConsentStatus> submit(
    ConsentForm form,
    Set<String> purposes, {
    String language = 'th',
    Guardian? guardian,
    String? key,
  }) async {
    final allowed = [for (final purpose in form.purposes) if (purposes.contains(purpose.id)) purpose.id];
    final body = <String, dynamic>{
      'uid': uid,
      'name': name,
      'consentUUID': form.id,
      'consentVersion': form.version,
      'action': allowed.isEmpty ? 'NONE' : allowed.length == form.purposes.length ? 'ALL' : 'ACCEPT',
      'purposeUUIDs': allowed,
      'language': language,
      'collectionChannel': 'Mobile App',
      'source': source,
      'hasGuardian': guardian != null,
      if (guardian != null) 'guardianInformation': guardian.toJson(),
      ...await _credentials(),
    };
    final ownKey = key ?? newKey();
    for (var attempt = 1; ; attempt++) {
      try {
        return await _answer('user-consents', body, key: ownKey, language: language);
      } on ConsentFailure catch (failure) {
        // The same key is recorded once, however often it is sent. A refusal stays one.
        if (attempt == _attempts || !failure.isUnanswered) rethrow;
        await Future<void>.delayed(Duration(milliseconds: 500 * attempt));
      }
    }
  }

  String get _handleName => 'pokpong.consent.handle.${settings.applicationId}.$uid';

  /// Everything that says who calls.
  Future<Map<String, String>> _credentials() async {
    final handle = await handles?.read(_handleName);
    return {if (token != null) 'token': await _fetched(token!), if (handle != null) 'handle': handle};
  }

  /// Without a token nothing can be sent, whatever kept your server from giving one.
  Future<String> _fetched(Future<String> Function() token) async {
    try {
      return await token();
    } catch (_) {
      throw const ConsentFailure('network', 'The token could not be fetched.');
    }
  }

  Future<ConsentStatus> _answer(String path, Map<String, dynamic> body, {String? key, String? language}) async {
    final status = await _call(path, ConsentStatus.new, body: body, key: key, language: language);
    final handle = status.handle;
    if (handle != null) await handles?.write(_handleName, handle);
    return status;
  }

  Future<Answer> _call<Answer>(
    String path,
    Answer Function(Map<String, dynamic>) read, {
    Map<String, dynamic>? body,
    String? key,
    String? language,
  }) async {
    final client = HttpClient()..connectionTimeout = _patience;
    try {
      final uri = Uri.parse('${settings.baseUrl}/api/v1/${settings.workspaceId}/$path');
      final request = await (body == null ? client.getUrl(uri) : client.postUrl(uri));
      request.headers.set(HttpHeaders.acceptHeader, 'application/json');
      // In which a refusal is explained.
      if (language != null) request.headers.set(HttpHeaders.acceptLanguageHeader, language);
      if (key != null) request.headers.set('Idempotency-Key', key);
      if (body != null) {
        request.headers.contentType = ContentType.json;
        request.add(utf8.encode(jsonEncode(body)));
      }
      final response = await request.close().timeout(_patience);
      final text = await response.transform(utf8.decoder).join().timeout(_patience);
      if (response.statusCode ~/ 100 == 2) return read(jsonDecode(text) as Map<String, dynamic>);
      throw _refusal(response.statusCode, text);
    } on ConsentFailure {
      rethrow;
    } catch (error) {
      // An answer that is not what was promised is no answer.
      throw ConsentFailure('network', '$error');
    } finally {
      client.close(force: true);
    }
  }

  ConsentFailure _refusal(int status, String text) {
    try {
      final problem = jsonDecode(text) as Map<String, dynamic>;
      final issues = problem['issues'] as List<dynamic>? ?? const [];
      // What is wrong with a field is more specific.
      final reason = issues.isEmpty ? problem['message'] : (issues.first as Map<String, dynamic>)['reason'];
      return ConsentFailure(problem['code'] as String, reason as String, status);
    } catch (_) {
      return ConsentFailure('HTTP', 'HTTP $status', status);
    }
  }
}
