import 'dart:convert';
import 'dart:io';
import 'dart:isolate';
import 'dart:math';

import 'package:crypto/crypto.dart';

import 'models.dart';

const _patience = Duration(seconds: 12);
const _attempts = 3;

/// Sends requests of data subjects.
class PokpongRequest {
  /// [uid] is the data subject's id in your own system, at most 200 characters; it may be empty. [token] vouches for who
  /// this is: it fetches a fresh token from your own server for each request.
  PokpongRequest(this.settings, {this.uid = '', this.token});

  final RequestSettings settings;
  final String uid;
  final Future<String> Function()? token;

  /// The form in force. Throws [RequestFailure].
  Future<RequestForm> form() => _call('dsrm-request-form-versions/${settings.formId}/latest', RequestForm.new);

  /// The key of a new request.
  static String newKey() {
    final random = Random.secure();
    return [for (var i = 0; i < 16; i++) random.nextInt(256).toRadixString(16).padLeft(2, '0')].join();
  }

  /// Sends a request. Answers once it is durable. Throws [RequestFailure]. A request with the same [key] is recorded
  /// once: after [RequestFailure.isUnanswered], pass it again.
  Future<ReceivedRequest> submit(RequestForm form, Identity who, DataRequest request, {String language = 'th', String? key}) async {
    // By it the organisation finds the consent that is withdrawn.
    final isWithdrawal = form.rights.any((right) => right.id == request.rightId && right.code == 'WITHDRAWAL');
    final body = <String, dynamic>{
      'dsrmRequestFormId': form.id,
      'dsrmRequestFormVersion': form.version,
      'uid': uid,
      if (isWithdrawal) 'consentUUID': form.consentId,
      'identityValidation': who.toJson(),
      ...request.toJson(),
      'collectionChannel': 'Mobile App',
      'language': language,
      if (token != null) 'token': await _fetched(token!),
    };
    final ownKey = key ?? newKey();
    var attempt = 1;
    while (true) {
      try {
        return await _call('dsrm-request', ReceivedRequest.new, body: body, key: ownKey, language: language);
      } on RequestFailure catch (failure) {
        if (failure.code == 'requestSubmission.workNeeded' && !body.containsKey('work')) {
          body['work'] = await _work(ownKey, language);
          continue;
        }
        // The same key is recorded once, however often it is sent. A refusal stays one.
        if (attempt == _attempts || !failure.isUnanswered) rethrow;
        await Future<void>.delayed(Duration(milliseconds: 500 * attempt));
        attempt++;
      }
    }
  }

  /// Without a token nothing can be sent, whatever prevented your server from issuing one.
  Future<String> _fetched(Future<String> Function() token) async {
    try {
      return await token();
    } catch (_) {
      throw const RequestFailure('network', 'The token could not be fetched.');
    }
  }

  /// The proof of work that a form requires once it receives many requests. It takes a phone seconds at most.
  Future<Map<String, dynamic>> _work(String key, String language) async {
    final (challenge, bits) = await _call(
      'dsrm-request-form-versions/${settings.formId}/challenge',
      (json) => (json['challenge'] as String, json['bits'] as int),
      language: language,
    );
    return {'challenge': challenge, 'answer': await _answerTo('$challenge:$key:', bits)};
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
    } on RequestFailure {
      rethrow;
    } catch (error) {
      // An answer that is not what was promised is no answer.
      throw RequestFailure('network', '$error');
    } finally {
      client.close(force: true);
    }
  }

  RequestFailure _refusal(int status, String text) {
    try {
      final problem = jsonDecode(text) as Map<String, dynamic>;
      final issues = problem['issues'] as List<dynamic>? ?? const [];
      // What is wrong with a field is more specific.
      final reason = issues.isEmpty ? problem['message'] : (issues.first as Map<String, dynamic>)['reason'];
      return RequestFailure(problem['code'] as String, reason as String, status);
    } catch (_) {
      return RequestFailure('HTTP', 'HTTP $status', status);
    }
  }
}

/// A number for which SHA-256 of the prefix and the number starts with that many zero bits; the screen goes on meanwhile.
Future<int> _answerTo(String prefix, int bits) => Isolate.run(() {
      for (var answer = 0; ; answer++) {
        final bytes = sha256.convert(utf8.encode('$prefix$answer')).bytes;
        final start = bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
        if (start.bitLength <= 32 - bits) return answer;
      }
    });
