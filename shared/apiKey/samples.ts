import type { KeyScope } from './scopes.ts';
import calls from './calls.json' with { type: 'json' };
import { SAMPLE_CALLS, type SampleBody, type SampleCall } from './sampleCalls.ts';

// Programs that integrators copy, written from the OpenAPI document (`calls.json`). Each runs as it stands: tests run
// them.

export const SAMPLE_LANGUAGES = ['curl', 'javascript', 'python', 'php'] as const;
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

/** What the examples name. */
interface SampleFacts {
  /** The product's own address, without a slash at its end. */
  readonly publicUrl: string;
  readonly ws: string;
}

/** A call as an example writes it. */
interface Call {
  readonly method: string;
  readonly url: string;
  readonly body: SampleBody | undefined;
}

/** The scope that a key needs for a call. */
export const scopeOfSample = (name: SampleCall): KeyScope => calls[name].scope as KeyScope;

/** The program that makes one call and prints the answer; it fails with code and message of a refusal. */
export function sampleCode(language: SampleLanguage, name: SampleCall, { publicUrl, ws }: SampleFacts): string {
  const { method, path, query } = calls[name];
  const search = new URLSearchParams(query).toString();
  const url = `${publicUrl}${path.replace('{ws}', ws)}${search && `?${search}`}`;
  return WRITERS[language]({ method, url, body: inWorkspace(SAMPLE_CALLS[name], ws) });
}

function inWorkspace(body: SampleBody | undefined, ws: string): SampleBody | undefined {
  if (body === undefined) return undefined;
  if (typeof body === 'string') return body.replace('{ws}', ws);
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, inWorkspace(value, ws)!]));
}

const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);
const json = (body: SampleBody) => JSON.stringify(body, null, 2);

const WRITERS: Record<SampleLanguage, (call: Call) => string> = { curl, javascript, python, php };

function curl({ method, url, body }: Call): string {
  const head = [
    `curl -sS --fail-with-body -X ${method} '${url}' \\`,
    `  -H "Authorization: Bearer $POKPONG_KEY"${body === undefined ? '' : ' \\'}`,
  ];
  return [
    ...head,
    ...(body === undefined ? [] : ["  -H 'Content-Type: application/json' --data @- <<'JSON'", json(body), 'JSON']),
  ].join('\n');
}

function javascript({ method, url, body }: Call): string {
  const type = body === undefined ? '' : ", 'Content-Type': 'application/json'";
  return [
    `const response = await fetch('${url}', {`,
    `  method: '${method}',`,
    `  headers: { Authorization: \`Bearer \${process.env.POKPONG_KEY}\`${type} },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(json(body), '  ')}),`]),
    '});',
    'const answer = await response.json();',
    'if (!response.ok) throw new Error(`${answer.code}: ${answer.message}`);',
    'console.log(JSON.stringify(answer, null, 2));',
  ].join('\n');
}

function python({ method, url, body }: Call): string {
  const type = body === undefined ? '' : ', "Content-Type": "application/json"';
  return [
    'import json, os, sys, urllib.error, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${url}",`,
    `    method="${method}",`,
    `    headers={"Authorization": "Bearer " + os.environ["POKPONG_KEY"]${type}},`,
    ...(body === undefined
      ? []
      : [`    data=json.dumps(${indented(JSON.stringify(body, null, 4), '    ')}).encode(),`]),
    ')',
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    '        print(json.dumps(json.load(response), indent=2))',
    'except urllib.error.HTTPError as refusal:',
    '    answer = json.load(refusal)',
    '    sys.exit(answer["code"] + ": " + answer["message"])',
  ].join('\n');
}

/** A text or a list of named values as PHP writes it. */
function inPhp(value: SampleBody): string {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&')}'`;
  return `[${Object.entries(value)
    .map(([name, one]) => `'${name}' => ${inPhp(one)}`)
    .join(', ')}]`;
}

function php({ method, url, body }: Call): string {
  const type = body === undefined ? '' : ", 'Content-Type: application/json'";
  return [
    '<?php',
    `$request = curl_init('${url}');`,
    'curl_setopt_array($request, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    `    CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('POKPONG_KEY')${type}],`,
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => json_encode(${inPhp(body)}),`]),
    ']);',
    '$answer = json_decode(curl_exec($request), true);',
    'if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) >= 400) {',
    "    fwrite(STDERR, $answer['code'] . ': ' . $answer['message'] . PHP_EOL);",
    '    exit(1);',
    '}',
    'echo json_encode($answer, JSON_PRETTY_PRINT), PHP_EOL;',
  ].join('\n');
}
