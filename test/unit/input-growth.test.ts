import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSync } from 'vite';
import { z } from 'zod';
import { momentOf, orderIn } from '../../server/platform/imports/moment.ts';
import { proceduresOf } from '../../server/platform/http/rest.ts';
import { appRouter } from '../../server/router.ts';
import { decryptInput, encryptInput } from '../../shared/file.ts';
import { requiredLine } from '../../shared/text.ts';
import { receiptInput, userConsentLookup, userConsentSubmission } from '../../shared/userConsent/schema.ts';
import { growsFaster } from '../growth.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Schemas of routes that are not procedures. */
const ROUTES: Record<string, z.ZodType> = {
  decryptInput,
  encryptInput,
  receiptInput,
  userConsentLookup,
  userConsentSubmission,
};
const inputs = (): [string, z.ZodType][] => [
  ...Object.entries(ROUTES),
  ...proceduresOf(appRouter).flatMap(({ path, procedure }) =>
    (procedure._def as unknown as { inputs: z.ZodType[] }).inputs.map((input): [string, z.ZodType] => [path, input]),
  ),
];

/** The parts of a schema that contain other schemas. */
interface Parts {
  type: string;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
  items?: z.ZodType[];
  [part: string]: unknown;
}
const INNER = ['element', 'innerType', 'in', 'out', 'keyType', 'valueType', 'left', 'right', 'rest'] as const;

/** Every schema within a schema, by its path; each once. */
function schemasIn(root: z.ZodType, name: string, found: Map<z.ZodType, string>): void {
  if (found.has(root)) return;
  found.set(root, name);
  const parts = root._zod.def as unknown as Parts;
  for (const [key, schema] of Object.entries(parts.shape ?? {})) schemasIn(schema, `${name}.${key}`, found);
  for (const schema of [...(parts.options ?? []), ...(parts.items ?? [])]) schemasIn(schema, name, found);
  for (const part of INNER)
    if (parts[part] instanceof Object && '_zod' in parts[part]) schemasIn(parts[part] as z.ZodType, name, found);
}
const allSchemas = (): Map<z.ZodType, string> => {
  const found = new Map<z.ZodType, string>();
  for (const [name, input] of inputs()) schemasIn(input, name, found);
  return found;
};

const PUMPS = [...' \n\u0085\u202aa0ก.@-/(=%', ' \n', 'a ', 'a.', 'a@', '1-', '/..'];
const repeated = (pump: string, ending: string) => (size: number) =>
  pump.repeat(Math.ceil(size / pump.length)) + ending;

test('no input takes more than proportional time to its length, in any field of any procedure or route', () => {
  const slow = new Set<string>();
  const schemas = allSchemas();
  for (const [schema, name] of schemas) {
    const parse = (value: unknown) => schema.safeParse(value);
    for (const pump of PUMPS)
      for (const ending of ['', '\u0001'])
        if (growsFaster(repeated(pump, ending), parse)) slow.add(`${name}: ${JSON.stringify(pump)}`);
  }
  expect(schemas.size).toBeGreaterThan(1000);
  expect([...slow]).toEqual([]);
});

test('no list of an input takes more than proportional time to its entries', () => {
  const slow = new Set<string>();
  const lists = [...allSchemas()].filter(([schema]) => schema._zod.def.type === 'array');
  const entries = [() => 'a', (place: number) => `${place}`, (place: number) => place, () => null, () => ({})];
  for (const [schema, name] of lists)
    for (const entry of entries) {
      const make = (size: number) => Array.from({ length: size / 4 }, (_, place) => entry(place));
      if (growsFaster(make, (list) => schema.safeParse(list))) slow.add(name);
    }
  expect(lists.length).toBeGreaterThan(30);
  expect([...slow]).toEqual([]);
});

test('the measurement detects the rule that once blocked a node: spaces without a line break, before the limit', () => {
  const once = z.string().overwrite((value) => value.replace(/\s*[\n\r]\s*/g, ' ').trim());
  expect(growsFaster(repeated(' ', 'a'), (value) => once.safeParse(value))).toBe(true);
  expect(growsFaster(repeated(' ', 'a'), (value) => requiredLine().safeParse(value))).toBe(false);
});

interface Check {
  _zod: { def: { check: string; abort?: boolean; format?: string } };
}
/** Formats whose own pattern is bounded. */
const BOUNDED = new Set(['uuid', 'guid', 'date', 'datetime', 'time']);

test('every text has a length limit, and longer input reaches no pattern and no rule of ours', () => {
  const open: string[] = [];
  for (const [schema, name] of allSchemas()) {
    const { type, checks = [], format } = schema._zod.def as unknown as Parts & { checks?: Check[]; format?: string };
    if (type !== 'string' || BOUNDED.has(format ?? '')) continue;
    const kinds = checks.map(({ _zod: { def } }) => def);
    const limit = kinds.findIndex(({ check }) => check === 'max_length');
    const first = kinds.findIndex(({ check, format: pattern }) => check === 'custom' || pattern === 'regex');
    const isBounded = kinds.some(({ format: pattern }) => BOUNDED.has(pattern ?? ''));
    if (isBounded) continue;
    if (limit < 0 || !kinds[limit]!.abort || (first >= 0 && first < limit)) open.push(name);
  }
  expect(open).toEqual([]);
});

interface Literal {
  type: string;
  regex?: { pattern: string; flags: string };
}
/** Every pattern in a file. */
function patternsOf(path: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, regex } = node as Literal;
    if (type === 'Literal' && regex) found.push(`${regex.flags}/${regex.pattern}`);
    else Object.values(node).forEach(visit);
  };
  visit(parseSync(path, readFileSync(join(ROOT, path), 'utf8')).program);
  return found;
}

/**
 * Files with super-linear patterns that are only applied to texts of up to 100 letters, which the next test verifies:
 * dates in usual formats.
 */
const SHORT_TEXTS = new Set(['server/platform/imports/moment.ts']);

/** Texts that match a pattern. */
function examplesOf({ source, flags }: RegExp): string[] {
  // fast-check searches endlessly for letters of a class that excludes another class.
  if (!/\[\^[^\]]*\\[sSwWdDp]/.test(source)) {
    try {
      const simple = new RegExp(source.replace(/\{\d+,\d*\}/g, '+'), flags);
      return fc.sample(fc.stringMatching(simple, { size: 'xsmall' }), { numRuns: 2, seed: 7 });
    } catch {
      // It has a lookahead or lookbehind.
    }
  }
  // Only its words.
  return [source.replace(/\\[a-zA-Z]|[\\^$.*+?()[\]{}|]/g, ' ')];
}

/** Texts of any length that almost match a pattern: its examples, with each of their letters repeated. */
function* attacksOn(pattern: RegExp): Generator<(size: number) => string> {
  for (const pump of [' ', 'a', '0', '(', '='])
    for (const ending of ['\u0001', '0\n\u0001']) yield repeated(pump, ending);
  for (const example of examplesOf(pattern)) {
    const letters = [...example].slice(0, 12);
    for (let place = 0; place < letters.length; place += 1) {
      const [before, after] = [letters.slice(0, place).join(''), letters.slice(place + 1).join('')];
      yield (size) => before + letters[place]!.repeat(size) + after;
      yield (size) => `${before + letters[place]!.repeat(size)}0\n\u0001`;
      yield repeated(letters.slice(0, place + 1).join(''), '\u0001');
    }
  }
}

test('no pattern of the server or of what both sides share is super-linear', () => {
  const files = globSync('{server,shared}/**/*.ts', { cwd: ROOT }).filter(
    (path) => !path.startsWith('shared/locales/') && !SHORT_TEXTS.has(path),
  );
  const patterns = new Map(files.flatMap((path) => patternsOf(path).map((pattern) => [pattern, path] as const)));
  const slow = new Set<string>();
  for (const [pattern, path] of patterns) {
    const slash = pattern.indexOf('/');
    const compiled = new RegExp(pattern.slice(slash + 1), pattern.slice(0, slash));
    for (const attack of attacksOn(compiled))
      if (growsFaster(attack, (text) => text.replace(compiled, ''))) slow.add(`${path}: ${compiled.source}`);
  }
  expect(patterns.size).toBeGreaterThan(150);
  expect([...slow]).toEqual([]);
});

test('the measurement detects the former patterns', () => {
  const once = [
    /\s*[\n\r]\s*/g,
    /[\s]*[\\/]+[\s]*/g,
    /^[\s.]+|[\s.]+$/g,
    /=+$/,
    /[.!]+$/,
    /\([^)]*\)|\[[^\]]*\]/g,
    /^(\d{1,5})?\s*(\D*)$/,
  ];
  for (const pattern of once)
    expect(
      [...attacksOn(pattern)].some((attack) => growsFaster(attack, (text) => text.replace(pattern, ''))),
      pattern.source,
    ).toBe(true);
});

test('dates of an import are parsed in proportional time to their length, however long a cell is', () => {
  for (const pump of ['1', '2026-01-01 ', 'T', ' ', '.', 'ก', '1 ก '])
    for (const start of ['', '2026-01-01', '1 ', 'jan 1, 2026 ']) {
      const make = (size: number) => `${start + repeated(pump, '\n')(size)}\u0001`;
      expect(growsFaster(make, (text) => [momentOf(text, text, 'dmy'), orderIn([text])])).toBe(false);
    }
});
