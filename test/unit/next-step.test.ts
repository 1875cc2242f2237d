import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ERRORS } from '../../server/platform/errorCatalogue.ts';
import { hasText, textsOf } from '../helpers/localeKeys.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Keys in the parts of the sources of a folder that match. */
const keysIn = (folder: string, part: RegExp): string[] =>
  globSync(`${folder}/**/*.ts`, { cwd: ROOT })
    .filter((file) => !file.startsWith('shared/locales'))
    .flatMap((file) => readFileSync(join(ROOT, file), 'utf8').match(part) ?? [])
    .flatMap((source) => [...source.matchAll(/'(\w+:[\w.]+)'/g)].map(([, key]) => key!))
    .filter(hasText);

/** Texts of rules of input, and those that a service states beside an error's code. */
const STATED = new Set([
  ...keysIn('shared', /\b(error|message):[^;]{0,160}/g),
  ...keysIn('server', /\bappError\([^;]{0,600}/g),
]);

/**
 * Keys of refusals and failures, besides the texts of the error catalogue. The next step of a title is below it; the
 * other excluded ones name places and causes, or are no refusals.
 */
const REFUSALS = /:(.+\.)?(refusal|problem|failure|fault)\.|^job:error\./;
const NAMES = /\.title$|^(dpiaAssessment:problem|ropa:|ropaSheet:word|mailServer:(failure|mailbox\.fault)\.(?!advice))/;

/** Texts that need no next step, or have it elsewhere. */
const EXCEPTIONS: Record<string, string> = {
  'errors:forbidden': 'of the specification; the page adds whom to ask (shell:error.forbiddenNext)',
  'errors:unauthorized': 'of the specification',
  'consentReceipt:choices.expired': 'a title; choices.expiredBody is below it',
  'consentReceipt:choices.invalid': 'a title; choices.invalidBody is below it',
  'incidentReport:unknownLink': 'a title; unknownLinkBody is below it',
  'auth:fillEmail': 'of the specification',
  'job:error.subjectGone': 'nothing is left to do, and it says so',
  'mailServer:failure.advice.deferred': 'it is sent again by itself, and it says so',
  'approvalLine:problem.documentChanged': 'the requester has the next step, and is notified of it',
  'organization:personnel.openTasks': 'the name of a link beside the error',
};

/** An instruction at the start of a sentence or of a part of it. */
const STEP = {
  en: /(^|[.:;,] |\b(or|and|then) )(please )?(acknowledge|add|answer|appoint|assess|ask|assign|attach|avoid|change|check|choose|clear|close|compare|complete|confirm|contact|continue|copy|correct|create|deactivate|decide|decrypt|delete|deliver|describe|disconnect|do|edit|encrypt|end|enter|export|filter|fill|find|finish|fix|free|get|give|go|have|import|include|invite|issue|keep|leave|look|make|map|match|merge|move|name|narrow|notify|offer|open|paste|press|publish|put|re-enter|reactivate|read|reassign|record|redact|reduce|refuse|release|reload|remove|rename|reopen|replace|report|request|resolve|restore|retry|review|revoke|run|save|search|select|send|set|shorten|show|sign|split|start|state|stop|submit|switch|take|test|try|turn|type|update|upload|use|verify|wait|withdraw|write)\b|\byou (can|may)\b|\bexample\b|\bdo not (rely|repeat)\b/i,
  th: /(^|[ (])(กรุณา|โปรด|ให้|ลอง|เลือก|กรอก|ใส่|ตรวจ|เปิด|ปิด|โหลด|รอ|ส่ง|ขอ|ติดต่อ|ใช้|ลบ|นำ|ระบุ|แนบ|สร้าง|แก้|เพิ่ม|วาง|ตอบ|ประเมิน|ยืนยัน|หาก|ลด|แบ่ง|เช่น|ต้อง|เขียน|อ่าน|ดู|อย่า|กด|เชิญ|ทำ|ไม่ต้อง)|แทนได้|ได้ทุกเมื่อ|ได้เสมอ/,
} as const;

test.each(['th', 'en'] as const)('refusals and failures explain what to do next, in %s', async (locale) => {
  const catalogue = new Set(Object.values(ERRORS).flatMap(({ texts }) => texts));
  const refusals = (await textsOf(locale))
    .map(({ namespace, key, text }) => ({ key: `${namespace}:${key.replace(/_(one|other)$/, '')}`, text }))
    .filter(({ key }) => catalogue.has(key) || STATED.has(key) || (REFUSALS.test(key) && !NAMES.test(key)));
  expect(STATED.size).toBeGreaterThan(80);
  expect(refusals.length).toBeGreaterThan(500);
  const silent = refusals.filter(({ key, text }) => !Object.hasOwn(EXCEPTIONS, key) && !STEP[locale].test(text));
  expect(silent.map(({ key, text }) => `${key}: ${text}`)).toEqual([]);
});
