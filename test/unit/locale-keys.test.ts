import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseSync } from 'vite';
import { LOCALES } from '../../shared/locale.ts';
import { modules } from '../../server/modules/index.ts';
import { collectModules } from '../../server/platform/modules/registry.ts';
import { hasText, textsOf } from '../helpers/localeKeys.ts';

const ROOT = join(import.meta.dirname, '../..');

test('every message key of a schema has its text', () => {
  const quoted = globSync('shared/**/*.ts', { cwd: ROOT })
    .filter((path) => !path.startsWith('shared/locales/'))
    .flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(/(?:error|key|message): '([a-z]\w*:[\w.]+)'/gi)].map(
        ([, key]) => ({ path, key: key! }),
      ),
    );
  expect(quoted.length).toBeGreaterThan(100);
  expect(quoted.filter(({ key }) => !hasText(key))).toEqual([]);
});

test('every source of a data subject’s records has its title, for data subjects and for staff', () => {
  const names = collectModules(modules).subjectData.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(5);
  const keys = names.flatMap((name) => [`subjectData:source.${name}`, `requestTask:gather.source.${name}`]);
  expect(keys.filter((key) => !hasText(key))).toEqual([]);
});

interface Node {
  type: string;
  name?: string;
  value?: unknown;
  key?: Node;
  id?: Node | null;
  init?: Node | null;
  callee?: Node;
  arguments?: readonly Node[];
  properties?: readonly Node[];
  elements?: readonly (Node | null)[];
  declarations?: readonly Node[];
  params?: readonly Node[];
  body?: Node | readonly Node[];
}

/** A call of `t` with a literal key: the key with its namespace, and the names of its values; null: not all known. */
interface TextCall {
  path: string;
  key: string;
  values: ReadonlySet<string> | null;
}

const literal = (node: Node | null | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

/** The namespaces of `useTranslation('a')` or `useTranslation(['a', 'b'])`. */
function namespacesOf({ callee, arguments: [first] = [] }: Node): string[] {
  if (callee?.name !== 'useTranslation') return [];
  const list = first?.type === 'ArrayExpression' ? (first.elements ?? []) : [first];
  return list.flatMap((one) => literal(one) ?? []);
}

/** The namespace in which `t` of a block looks first: that of its `const { t } = useTranslation(…)`. */
function namespaceIn(statements: readonly Node[]): string | undefined {
  for (const { declarations = [] } of statements)
    for (const { id, init } of declarations) {
      const isPlain = id?.properties?.some(({ key, value }) => key?.name === 't' && (value as Node).name === 't');
      if (isPlain && init) return namespacesOf(init)[0];
    }
  return undefined;
}

/** The names of values; null where some are only known at run time. */
function valuesOf(node: Node | undefined): Set<string> | null {
  if (!node) return new Set();
  if (node.type !== 'ObjectExpression') return null;
  const names = (node.properties ?? []).map(({ type, key }) => (type === 'Property' ? key?.name : undefined));
  return names.includes(undefined) ? null : new Set(names as string[]);
}

function textCalls(path: string): TextCall[] {
  const calls: TextCall[] = [];
  const visit = (node: unknown, namespace: string | undefined): void => {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, namespace));
    if (typeof node !== 'object' || node === null) return;
    const one = node as Node;
    const takesT = one.params?.some(({ type, name }) => type === 'Identifier' && name === 't');
    const own = one.type === 'BlockStatement' ? namespaceIn(one.body as readonly Node[]) : undefined;
    const within = takesT ? undefined : (own ?? namespace);
    const key = one.type === 'CallExpression' && one.callee?.name === 't' ? literal(one.arguments?.[0]) : undefined;
    if (key !== undefined && within !== undefined)
      calls.push({ path, key: key.includes(':') ? key : `${within}:${key}`, values: valuesOf(one.arguments?.[1]) });
    Object.values(node).forEach((child) => visit(child, within));
  };
  visit(parseSync(path, readFileSync(join(ROOT, path), 'utf8')).program, undefined);
  return calls;
}

test('every placeholder of a text receives its value where the text is displayed', async () => {
  const placeholders = new Map<string, Set<string>>();
  for (const { namespace, key, text } of (await Promise.all(LOCALES.map(textsOf))).flat()) {
    const names = placeholders.get(`${namespace}:${key}`) ?? new Set();
    placeholders.set(`${namespace}:${key}`, names);
    for (const [, name] of text.matchAll(/\{\{(\w+)\}\}/g)) names.add(name!);
  }
  const calls = globSync('client/**/*.{ts,tsx}', { cwd: ROOT }).flatMap(textCalls);
  expect(calls.filter(({ values }) => values !== null && values.size > 0).length).toBeGreaterThan(300);
  const faults = calls.flatMap(({ path, key, values }) => {
    const forms = values?.has('count') ? [key, `${key}_one`, `${key}_other`] : [key];
    return forms
      .flatMap((form) => [...(placeholders.get(form) ?? [])])
      .filter((name) => values !== null && !values.has(name))
      .map((name) => `${path}: ${key} lacks ${name}`);
  });
  expect(faults).toEqual([]);
});
