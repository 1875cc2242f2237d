import { tokenCode } from '../embedSnippets.ts';
import type { SdkPlatform } from '../sdk.ts';

// Code that integrators copy from a form's channels page. Each piece runs as it stands: tests run them.

/** What the pieces name. */
export interface SnippetFacts {
  /** The product's own address, without a slash at its end. */
  readonly publicUrl: string;
  readonly ws: string;
  readonly formId: string;
  /** The version in force. */
  readonly version: number;
  /** A right that it offers, and how many options it has. */
  readonly rightId: string;
  readonly optionCount: number;
  /** The form takes tokens by which a site vouches for its customers. */
  readonly acceptsTokens: boolean;
}

/** The data subject of every example. */
const EXAMPLE = {
  uid: 'customer-1042',
  firstName: 'สมชาย',
  lastName: 'ใจดี',
  email: 'somchai@example.com',
  telephone: '0812345678',
} as const;

const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);
/** A module runs after the scripts that the page does not wait for, in the order of the page. */
const inScript = (code: string) => `<script type="module">\n  ${indented(code, '  ')}\n</script>`;

/** Step 1: the script, in the page's head. The page is drawn without waiting for it. */
export const includeSnippet = ({ publicUrl }: SnippetFacts): string =>
  `<script defer src="${publicUrl}/dsrm/form/script.js"></script>`;

function initCode({ ws, formId, acceptsTokens }: SnippetFacts, template = false): string {
  const lines = [
    `workspaceUUID: '${ws}',`,
    `dsrmFormId: '${formId}',`,
    `uid: '${EXAMPLE.uid}',`,
    'defaultValues: {',
    `  firstName: '${EXAMPLE.firstName}',`,
    `  lastName: '${EXAMPLE.lastName}',`,
    `  email: '${EXAMPLE.email}',`,
    `  telephone: '${EXAMPLE.telephone}',`,
    '},',
    // Whoever is not signed in confirms by mail.
    ...(acceptsTokens ? tokenCode('/dsrm-token', "''") : []),
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
  return `window.PokpongRequest?.init({\n${lines.map((line) => `  ${line}`).join('\n')}\n});`;
}

/** Step 2: which form, who visits, and what is filled in already. */
export const initSnippet = (facts: SnippetFacts): string => inScript(initCode(facts));

const SHOW = `document.getElementById('data-request').addEventListener('click', () =>
  window.PokpongRequest ? PokpongRequest.show() : alert('เปิดแบบคำขอไม่ได้ในขณะนี้ โปรดลองอีกครั้งภายหลัง'));`;

/** Step 3: the form, whenever the visitor asks for it. */
export const showSnippet = (): string =>
  `<button type="button" id="data-request">ขอใช้สิทธิเกี่ยวกับข้อมูลของฉัน</button>\n${inScript(SHOW)}`;

/** Step 4: the same start with a logo and font of the site's own. */
export const templateSnippet = (facts: SnippetFacts): string => inScript(initCode(facts, true));

/** What the page does once a request was received. */
export const sentSnippet = (): string =>
  inScript(
    "document.addEventListener('request:sent', ({ detail }) => {\n  document.documentElement.dataset.request = detail.requestId;\n});",
  );

/** What a page may say about the form that stands on it. */
export const styleSnippet = ({ publicUrl }: SnippetFacts): string =>
  `<link rel="stylesheet" href="${publicUrl}/dsrm/forms/script.css">`;

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
    `  ${indented(sentSnippet(), '  ')}`,
    `  ${indented(initSnippet(facts), '  ')}`,
    '</body>',
    '</html>',
  ].join('\n');

// ── Custom API ──────────────────────────────────────────────────────────────────────────────────

const api = ({ publicUrl, ws }: SnippetFacts) => `${publicUrl}/api/v1/${ws}`;

/** The form in force: its words, rights with their options, and version. */
export const formCurl = (facts: SnippetFacts): string =>
  `curl -sS '${api(facts)}/dsrm-request-form-versions/${facts.formId}/latest'`;

/** One request, as the specification writes it. The same key again is answered the same and recorded once. */
export function submitCurl(facts: SnippetFacts): string {
  const { firstName, lastName, email, telephone, uid } = EXAMPLE;
  const body = {
    dsrmRequestFormId: facts.formId,
    dsrmRequestFormVersion: facts.version,
    uid,
    identityValidation: { firstName, lastName, email, telephone },
    hasGuardian: false,
    rightRequestId: facts.rightId,
    selectedRightRequestOptions: facts.optionCount > 0 ? [0] : [],
    additionalRequestOption: '',
    requestDetail: 'ขอสำเนาข้อมูลสมาชิกของฉัน',
    collectionChannel: 'Custom API',
    language: 'th',
    // Out of the shell's variable; empty means none.
    ...(facts.acceptsTokens && { token: '$TOKEN' }),
  };
  return [
    `curl -sS -X POST '${api(facts)}/dsrm-request' \\`,
    ...['Content-Type: application/json', 'Idempotency-Key: counter-2026-000123'].map(
      (header) => `  -H '${header}' \\`,
    ),
    '  --data @- <<JSON',
    JSON.stringify(body, null, 2),
    'JSON',
  ].join('\n');
}

/** Sends a file ahead of its request, in Node without any package; prints what the request then names. */
export const attachSnippet = (facts: SnippetFacts): string => `import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

const uploads = '${api(facts)}/dsrm-request-uploads';
const path = process.argv[2];
const bytes = await readFile(path);

async function call(url, options) {
  const answer = await fetch(url, options);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

const file = { dsrmRequestFormId: '${facts.formId}', name: basename(path), size: bytes.length };
const { uploadId, token, part } = await call(uploads, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(file),
});
let state = { received: 0, url: '' };
while (!state.url) {
  state = await call(\`\${uploads}/\${uploadId}\`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/octet-stream',
      'upload-token': token,
      'upload-offset': String(state.received),
    },
    body: bytes.subarray(state.received, state.received + part),
  });
}
console.log(JSON.stringify({ requestedAttachment: state.url, uploadToken: token }));`;

/** Makes tokens on the integrator's own server, in Node without any package. */
export const nodeTokenSnippet = ({
  formId,
}: SnippetFacts): string => `import { createHmac, randomUUID } from 'node:crypto';

const secret = process.env.DSRM_SECRET;
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

function requestToken(uid) {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: uid, aud: '${formId}', jti: randomUUID(), iat: now, exp: now + 300 };
  const content = \`\${encode({ alg: 'HS256', typ: 'JWT' })}.\${encode(claims)}\`;
  return \`\${content}.\${createHmac('sha256', secret).update(content).digest('base64url')}\`;
}

console.log(requestToken(process.argv[2] ?? '${EXAMPLE.uid}'));`;

// ── Mobile SDKs ─────────────────────────────────────────────────────────────────────────────────

/** Starts the SDK and shows the form. */
export const sdkUseSnippet = (platform: SdkPlatform, facts: SnippetFacts): string => SDK_USE[platform](facts);

const SDK_USE: Readonly<Record<SdkPlatform, (facts: SnippetFacts) => string>> = {
  android: ({ publicUrl, ws, formId, acceptsTokens }) => `val requests = PokpongRequest(
    RequestSettings(
        baseUrl = "${publicUrl}",
        workspaceId = "${ws}",
        formId = "${formId}",
        appNameTh = "แอปของเรา",
        appNameEn = "Our app",
        color = "#3a3f8f"
    ),
    uid = "${EXAMPLE.uid}"${acceptsTokens ? ',\n    token = { yourServer.requestToken() }' : ''}
)

// Calls of the SDK wait for the network: keep them off the main thread.
Thread {
    try {
        val form = requests.form()
        val known = Identity("${EXAMPLE.firstName}", "${EXAMPLE.lastName}", "${EXAMPLE.email}", "${EXAMPLE.telephone}")
        runOnUiThread {
            if (!isFinishing) {
                // It displays the number, and how to confirm the request.
                RequestDialog(this, requests, form, known) { received -> storeNumber(received.requestId) }.show()
            }
        }
    } catch (failure: RequestFailure) {
        runOnUiThread { showProblem(failure.message.orEmpty()) }
    }
}.start()`,
  ios: ({ publicUrl, ws, formId, acceptsTokens }) => `import PokpongRequest

let requests = PokpongRequest(
    settings: RequestSettings(
        baseURL: URL(string: "${publicUrl}")!,
        workspaceId: "${ws}",
        formId: "${formId}",
        appNameTh: "แอปของเรา",
        appNameEn: "Our app"
    ),
    uid: "${EXAMPLE.uid}"${acceptsTokens ? ',\n    token: { try await yourServer.requestToken() }' : ''}
)

do {
    let form = try await requests.form()
    var appearance = RequestAppearance()
    appearance.tintColor = .systemIndigo
    appearance.style = .radio
    let known = Identity(firstName: "${EXAMPLE.firstName}", lastName: "${EXAMPLE.lastName}", email: "${EXAMPLE.email}", telephone: "${EXAMPLE.telephone}")
    // It displays the number, and how to confirm the request.
    present(RequestViewController(requests: requests, form: form, known: known, appearance: appearance) { received in
        storeNumber(received.requestId)
    }, animated: true)
} catch {
    showProblem(error.localizedDescription)
}`,
  flutter: ({ publicUrl, ws, formId, acceptsTokens }) => `import 'package:pokpong_request/pokpong_request.dart';

final requests = PokpongRequest(
  const RequestSettings(
    baseUrl: '${publicUrl}',
    workspaceId: '${ws}',
    formId: '${formId}',
    appNameTh: 'แอปของเรา',
    appNameEn: 'Our app',
  ),
  uid: '${EXAMPLE.uid}',${acceptsTokens ? '\n  token: () => yourServer.requestToken(),' : ''}
);

try {
  final form = await requests.form();
  if (context.mounted) {
    // It displays the number, and how to confirm the request.
    final received = await showRequestForm(
      context,
      requests: requests,
      form: form,
      known: const Identity(firstName: '${EXAMPLE.firstName}', lastName: '${EXAMPLE.lastName}', email: '${EXAMPLE.email}', telephone: '${EXAMPLE.telephone}'),
    );
    if (received != null) storeNumber(received.requestId);
  }
} on RequestFailure catch (failure) {
  showProblem(failure.message);
}`,
};
