import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { parseSync } from 'vite';

const ROOT = join(import.meta.dirname, '../..');
/** Written by scripts/codegen.ts from the database. */
const GENERATED = 'db/types.ts';
/** Words that name nothing; docs/glossary.md, "Words of the code", has those to use. */
const BANNED = new Set(
  'told said shown seen made late whole begun begin his he tell say asked given held kept rung heard taken gone heir anew'.split(
    ' ',
  ),
);
/** Terms of the field, of the API and of the database that hold such a word. */
const TERMS = [
  /^_?(write|is)?notifiedLate$/i, // a notification after its deadline
  /^(is)?late$/i, // the state of a clock that ended so
  /^late(Reason|Verification|Notification)/i, // why the authority was notified late
  /^actionsTaken(Help)?$/, // what was done about a breach
  /^(kept|givenUp)$/, // states of a mail: stored where there is no mail server; no longer tried
  /^lastSeenAt$/, // of a session
  /^beginTransaction$/, // what Kysely calls of its drivers
  /^tellAgain$/, // field of the REST API, and a column: whether people are notified of a version again
  /^shown$/, // field of the REST API: the content that a data subject saw
  /^given$/, // the state of a consent, in receipts of ISO/IEC TS 27560
  /^given_name$/, // a claim of Data Rights Protocol, as OpenID Connect names it
];

/** Keys of texts that stand for what the API or rows of the database call so. */
const TEXT_TERMS = [
  /Taken(Now)?$/, // `nameTaken` and the like, as codes of errors
  /^(document|form|subject)Gone$/, // problems of documents, imports and exports
  /^given$/, // the state of a consent
  /^toldAndObjection$/, // a question of the assessment, as answers name it
  /^late(Other|Required)$/, // after a deadline of the act
];

const wordsOf = (name: string): string[] => name.split(/(?=[A-Z])|[^A-Za-z]+/).map((word) => word.toLowerCase());
const isBanned = (name: string): boolean =>
  wordsOf(name).some((word) => BANNED.has(word)) && !TERMS.some((term) => term.test(name));

/** What names a thing: private members too. */
const NAMES = new Set(['Identifier', 'PrivateIdentifier']);

interface Node {
  type: string;
  name?: string;
  value?: unknown;
  properties?: readonly Node[];
  key?: Node;
  property?: Node;
  computed?: boolean;
  shorthand?: boolean;
}

/** Names that a file declares or uses; what it only reads of others' objects is theirs. */
function namesOf(path: string): Set<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const one = node as Node;
    if (NAMES.has(one.type) && one.name !== undefined) names.add(one.name);
    // What an object literal calls a thing is named here; what is taken apart was named elsewhere.
    if (one.type === 'ObjectExpression')
      for (const { key, computed } of one.properties ?? [])
        // Codes of errors, names of events and of CSS are no names of ours: they are contracts.
        if (key && !computed) names.add(String(key.name ?? key.value).replace(/^.*[^\w].*$/, ''));
    const isForeign =
      !one.computed &&
      ((one.type === 'MemberExpression' && 'property') ||
        (one.type === 'Property' && 'key') ||
        (one.type === 'ImportSpecifier' && 'imported') ||
        (one.type === 'JSXAttribute' && 'name'));
    for (const [key, value] of Object.entries(node)) if (key !== isForeign) visit(value);
  };
  visit(parseSync(path, readFileSync(join(ROOT, path), 'utf8')).program);
  return names;
}

test('names are plain nouns and verbs: none contains a word of the house dialect', () => {
  const files = globSync('{client,db,scripts,server,shared}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (path) => path !== GENERATED && !path.startsWith('shared/locales/'),
  );
  const found = files.flatMap((path) => [
    ...(isBanned(basename(path).replace(/\.\w+$/, '')) ? [path] : []),
    ...[...namesOf(path)].filter(isBanned).map((name) => `${path}: ${name}`),
  ]);
  expect(found).toEqual([]);
});

test('keys of texts contain none either', () => {
  const found = globSync('shared/locales/th/**/*.ts', { cwd: ROOT }).flatMap((path) =>
    keysOf(path)
      .filter((key) => isBanned(key) && !TEXT_TERMS.some((term) => term.test(key)))
      .map((key) => `${path}: ${key}`),
  );
  expect(found).toEqual([]);
});

/** Names of the properties that the objects of a file have. */
function keysOf(path: string): string[] {
  const keys: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, key, computed } = node as Node & { key?: { name?: string; value?: unknown } };
    if (type === 'Property' && !computed) keys.push(String(key?.name ?? key?.value));
    Object.values(node).forEach(visit);
  };
  visit(parseSync(path, readFileSync(join(ROOT, path), 'utf8')).program);
  return keys;
}
