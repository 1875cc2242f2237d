import { tokenCode } from '../embedSnippets.ts';
import type { SdkPlatform } from '../sdk.ts';
import type { ConsentLevel } from './settings.ts';
import { STUB } from './stub.ts';

// Code that integrators copy from a form's channels page. Each piece runs as it stands: tests run them.

/** What the pieces name. */
export interface SnippetFacts {
  /** The product's own address, without a slash at its end. */
  readonly publicUrl: string;
  readonly ws: string;
  readonly consentId: string;
  readonly applicationId: string;
  /** The version in force. */
  readonly version: number;
  /** Purposes of that version, in their order. */
  readonly purposeIds: readonly string[];
  /** How the form knows for whom it is answered. */
  readonly level: ConsentLevel;
}

/** The data subject of every example. */
const EXAMPLE_UID = 'customer-1042';

const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);
const inScript = (code: string) => `<script>\n  ${indented(code, '  ')}\n</script>`;

/** Step 1: the script, in the page's head. The page never waits for it; what is called before it is there waits. */
export const includeSnippet = ({ publicUrl }: SnippetFacts): string =>
  `${inScript(STUB)}\n<script async src="${publicUrl}/consent/form/script.js"></script>`;

function initCode({ ws, applicationId, level }: SnippetFacts, template = false): string {
  const lines = [
    `workspaceUUID: '${ws}',`,
    `applicationUUID: '${applicationId}',`,
    `uid: '${EXAMPLE_UID}',`,
    "name: 'สมชาย ใจดี',",
    "source: 'www.example.com',",
    'sourceCheck: false,',
    'autoShowIfNoConsent: true,',
    'hideIfAllow: true,',
    ...(level === 'token' ? tokenCode('/consent-token', "Promise.reject(new Error('no token'))") : []),
    ...(template
      ? [
          'template: {',
          "  logo: 'https://www.example.com/logo.png',",
          "  fontFamilyName: 'Sarabun',",
          "  fontUrl: 'https://www.example.com/fonts/sarabun.woff2',",
          '},',
        ]
      : []),
  ];
  return `PokpongConsent.init({\n${lines.map((line) => `  ${line}`).join('\n')}\n});`;
}

/** Step 2: who visits, and when the form comes by itself. */
export const initSnippet = (facts: SnippetFacts): string => inScript(initCode(facts));

const SETTINGS = 'ตั้งค่าความยินยอม';
const SHOW = `document.getElementById('consent-settings').addEventListener('click', async ({ currentTarget }) => {
  currentTarget.textContent = 'กำลังเปิด…';
  await PokpongConsent.show().catch(() => alert('เปิดการตั้งค่าความยินยอมไม่ได้ในขณะนี้ โปรดลองอีกครั้งภายหลัง'));
  document.getElementById('consent-settings').textContent = '${SETTINGS}';
});`;

/** Step 3: the form again, whenever the visitor asks for it; the button says so while the script is on its way. */
export const showSnippet = (): string =>
  `<button type="button" id="consent-settings">${SETTINGS}</button>\n${inScript(SHOW)}`;

/** Does what needs a purpose only while it is allowed. */
export function answerSnippet({ purposeIds }: SnippetFacts): string {
  return inScript(
    `PokpongConsent.on('change', ({ purposes }) => {\n  const allowed = purposes.includes('${purposeIds[0] ?? ''}');\n  document.documentElement.dataset.marketing = allowed ? 'on' : 'off';\n});`,
  );
}

/** Step 4: the same start with a logo and font of the site's own. */
export const templateSnippet = (facts: SnippetFacts): string => inScript(initCode(facts, true));

/** Steps 1 to 3 in one page that can be opened as it is. */
export const pageSnippet = (facts: SnippetFacts): string =>
  [
    '<!doctype html>',
    '<html lang="th">',
    '<head>',
    '  <meta charset="utf-8">',
    '  <meta name="viewport" content="width=device-width, initial-scale=1">',
    '  <title>ตัวอย่าง</title>',
    `  ${indented(includeSnippet(facts), '  ')}`,
    '</head>',
    '<body>',
    `  ${indented(showSnippet(), '  ')}`,
    `  ${indented(answerSnippet(facts), '  ')}`,
    `  ${indented(initSnippet(facts), '  ')}`,
    '</body>',
    '</html>',
  ].join('\n');

// ── Custom API ──────────────────────────────────────────────────────────────────────────────────

const api = ({ publicUrl, ws }: SnippetFacts) => `${publicUrl}/api/v1/${ws}`;

/** The form in force: its words, purposes and version. */
export const formCurl = (facts: SnippetFacts): string =>
  `curl -sS '${api(facts)}/consent-versions/application/${facts.applicationId}'`;

/** What a call says of who calls, out of the shell's variables: a first one has no handle yet. */
const CREDENTIALS = { token: { token: '$TOKEN' }, browser: { handle: '$HANDLE' }, open: {} } as const;

/** JSON as a shell's here-document, in which those variables alone stand for something else. */
function posting(url: string, headers: readonly string[], body: object, { level }: SnippetFacts): string {
  const fullBody = { ...body, ...CREDENTIALS[level] };
  return [
    `curl -sS -X POST '${url}' \\`,
    ...['Content-Type: application/json', ...headers].map((header) => `  -H '${header}' \\`),
    '  --data @- <<JSON',
    JSON.stringify(fullBody, null, 2),
    'JSON',
  ].join('\n');
}

/**
 * Keys of the examples. A random UUID, as each response needs one of its own: only by a key that nobody can guess is a
 * handle sent again.
 */
const KEYS = { submit: '3f1c9b0e-6a52-4d7e-9c41-8e2b7d5a0f63', withdraw: 'b7e4d2a9-0c38-4f1b-8a65-1d9f3e7c2b50' };

/** One choice: some of the purposes. The same key again is answered the same and recorded once. */
export function submitCurl(facts: SnippetFacts): string {
  const body = {
    uid: EXAMPLE_UID,
    name: 'สมชาย ใจดี',
    consentUUID: facts.consentId,
    consentVersion: facts.version,
    action: 'ACCEPT',
    purposeUUIDs: facts.purposeIds.slice(0, 1),
    language: 'th',
    collectionChannel: 'Custom API',
    source: 'www.example.com',
  };
  return posting(`${api(facts)}/user-consents`, [`Idempotency-Key: ${KEYS.submit}`], body, facts);
}

/** Withdraws everything: as easy as giving it. */
export function withdrawCurl(facts: SnippetFacts): string {
  const body = {
    uid: EXAMPLE_UID,
    consentUUID: facts.consentId,
    consentVersion: facts.version,
    action: 'NONE',
    purposeUUIDs: [],
    language: 'th',
    collectionChannel: 'Custom API',
    source: 'www.example.com',
  };
  return posting(`${api(facts)}/user-consents`, [`Idempotency-Key: ${KEYS.withdraw}`], body, facts);
}

/** What the data subject allows now. */
export const statusCurl = (facts: SnippetFacts): string =>
  posting(
    `${api(facts)}/user-consents/consent/${facts.consentId}/version/${facts.version}/get-user-consent`,
    [],
    { uid: EXAMPLE_UID },
    facts,
  );

/** Makes tokens on the integrator's own server, in Node without any package. */
export const nodeTokenSnippet = ({
  consentId,
}: SnippetFacts): string => `import { createHmac, randomUUID } from 'node:crypto';

const secret = process.env.CONSENT_SECRET;
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

function consentToken(uid) {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: uid, aud: '${consentId}', jti: randomUUID(), iat: now, exp: now + 300 };
  const content = \`\${encode({ alg: 'HS256', typ: 'JWT' })}.\${encode(claims)}\`;
  return \`\${content}.\${createHmac('sha256', secret).update(content).digest('base64url')}\`;
}

console.log(consentToken(process.argv[2] ?? '${EXAMPLE_UID}'));`;

// ── Mobile SDKs ─────────────────────────────────────────────────────────────────────────────────

/** Starts the SDK, applies what is allowed, and asks where it must. A failure allows nothing. */
export const sdkUseSnippet = (platform: SdkPlatform, facts: SnippetFacts): string => SDK_USE[platform](facts);

const SDK_USE: Readonly<Record<SdkPlatform, (facts: SnippetFacts) => string>> = {
  android: ({ publicUrl, ws, applicationId, consentId, purposeIds, level }) => `val consent = PokpongConsent(
    ConsentSettings(
        baseUrl = "${publicUrl}",
        workspaceId = "${ws}",
        applicationId = "${applicationId}",
        formId = "${consentId}",
        appNameTh = "แอปของเรา",
        appNameEn = "Our app",
        color = "#3a3f8f"
    ),
    uid = "${EXAMPLE_UID}",
    handles = PreferencesHandles(this)${level === 'token' ? ',\n    token = { yourServer.consentToken() }' : ''}
)

fun allow(purposes: Set<String>) = analytics.setEnabled("${purposeIds[0] ?? ''}" in purposes)

// Calls of the SDK wait for the network: keep them off the main thread.
Thread {
    try {
        val form = consent.form()
        val status = consent.status(form)
        runOnUiThread {
            // What was chosen before, or on another device, applies at once.
            allow(status.purposes)
            if (status.mustAsk && !isFinishing) {
                ConsentDialog(this, consent, form, status) { now -> allow(now.purposes) }.show()
            }
        }
    } catch (failure: ConsentFailure) {
        // Without an answer nothing is allowed.
        runOnUiThread { allow(emptySet()) }
    }
}.start()`,
  ios: ({ publicUrl, ws, applicationId, consentId, purposeIds, level }) => `import PokpongConsent

let consent = PokpongConsent(
    settings: ConsentSettings(
        baseURL: URL(string: "${publicUrl}")!,
        workspaceId: "${ws}",
        applicationId: "${applicationId}",
        formId: "${consentId}",
        appNameTh: "แอปของเรา",
        appNameEn: "Our app"
    ),
    uid: "${EXAMPLE_UID}"${level === 'token' ? ',\n    token: { try await yourServer.consentToken() }' : ''}
)

func allow(_ purposes: Set<String>) {
    analytics.isEnabled = purposes.contains("${purposeIds[0] ?? ''}")
}

do {
    let form = try await consent.form()
    let status = try await consent.status(of: form)
    // What was chosen before, or on another device, applies at once.
    allow(status.purposes)
    if status.mustAsk {
        var appearance = ConsentAppearance()
        appearance.tintColor = .systemIndigo
        appearance.style = .radio
        present(ConsentViewController(consent: consent, form: form, status: status, appearance: appearance) { now in
            allow(now.purposes)
        }, animated: true)
    }
} catch {
    // Without an answer nothing is allowed.
    allow([])
}`,
  flutter: ({
    publicUrl,
    ws,
    applicationId,
    consentId,
    purposeIds,
    level,
  }) => `import 'package:pokpong_consent/pokpong_consent.dart';

final consent = PokpongConsent(
  const ConsentSettings(
    baseUrl: '${publicUrl}',
    workspaceId: '${ws}',
    applicationId: '${applicationId}',
    formId: '${consentId}',
    appNameTh: 'แอปของเรา',
    appNameEn: 'Our app',
  ),
  uid: '${EXAMPLE_UID}',
  handles: yourHandles,${level === 'token' ? '\n  token: () => yourServer.consentToken(),' : ''}
);

void allow(Set<String> purposes) {
  analytics.enabled = purposes.contains('${purposeIds[0] ?? ''}');
}

try {
  final form = await consent.form();
  final status = await consent.status(form);
  // What was chosen before, or on another device, applies at once.
  allow(status.purposes);
  if (status.mustAsk && context.mounted) {
    final now = await showConsentForm(context, consent: consent, form: form, status: status);
    allow((now ?? status).purposes);
  }
} on ConsentFailure {
  // Without an answer nothing is allowed.
  allow({});
}`,
};
