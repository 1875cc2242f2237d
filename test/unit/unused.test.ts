import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { parseSync } from 'vite';

const ROOT = join(import.meta.dirname, '../..');
const LOCALES = 'shared/locales/th';
/** Written by scripts/codegen.ts, for all tables there are. */
const GENERATED = 'db/types.ts';
/** Read as data by what imports them, not key by key through `t`. */
const READ_WHOLE = ['consentEmbed', 'overview', 'ropaSheet'];
/** Titles of pages, by the ids of their routes: test/unit/routes.test.ts. */
const TITLES = 'pages/';

const sources = globSync(['*.config.ts', '{client,db,scripts,server,shared,test}/**/*.{ts,tsx}'], { cwd: ROOT }).map(
  (path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const { program, module } = parseSync(path, text);
    return { path, text, program, module };
  },
);
type Source = (typeof sources)[number];

const hasWord = (text: string, word: string) =>
  new RegExp(`(?<![\\w$])${word.replaceAll('$', '\\$')}(?![\\w$])`).test(text);
const fileOf = ({ path }: Source, specifier: string) => relative(ROOT, join(ROOT, dirname(path), specifier));

/** `file#name` of everything that some file takes from another one. */
function importedNames(): { imported: Set<string>; fullImports: Map<string, Source[]> } {
  const imported = new Set<string>();
  /** Files taken as one object, and by whom: `import * as queries`, `await import(…)`. */
  const fullImports = new Map<string, Source[]>();
  const addFullImport = (source: Source, file: string) =>
    fullImports.set(file, [...(fullImports.get(file) ?? []), source]);
  for (const source of sources) {
    for (const { moduleRequest, entries } of source.module.staticImports) {
      const file = fileOf(source, moduleRequest.value);
      for (const { importName } of entries) {
        if (importName.kind === 'NamespaceObject') addFullImport(source, file);
        else imported.add(`${file}#${importName.name ?? 'default'}`);
      }
    }
    for (const { entries } of source.module.staticExports) {
      for (const { moduleRequest, importName } of entries) {
        if (moduleRequest && importName.name) imported.add(`${fileOf(source, moduleRequest.value)}#${importName.name}`);
      }
    }
    for (const { moduleRequest } of source.module.dynamicImports)
      addFullImport(source, fileOf(source, source.text.slice(moduleRequest.start + 1, moduleRequest.end - 1)));
  }
  // `export * from` hands on what is asked of it.
  for (const source of sources) {
    for (const { entries } of source.module.staticExports) {
      for (const { moduleRequest, importName } of entries) {
        if (!moduleRequest || importName.kind !== 'AllButDefault') continue;
        for (const name of imported)
          if (name.startsWith(`${source.path}#`))
            imported.add(`${fileOf(source, moduleRequest.value)}#${name.split('#')[1]}`);
      }
    }
  }
  return { imported, fullImports };
}

test('every exported name is used by another file; a type may only be used in its own file', () => {
  const { imported, fullImports } = importedNames();
  const idle = sources.flatMap((source) =>
    source.module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ exportName, isType }) => {
        const { name } = exportName;
        if (
          !name ||
          source.path === GENERATED ||
          imported.has(`${source.path}#${name}`) ||
          fullImports.get(source.path)?.some(({ text }) => hasWord(text, name))
        )
          return [];
        const declared = new RegExp(`export (type|interface) ${name}\\b`);
        const serves = (isType || declared.test(source.text)) && hasWord(source.text.replace(declared, ''), name);
        return serves ? [] : [`${source.path}: ${name}`];
      }),
    ),
  );
  expect(idle).toEqual([]);
});

/** Texts that the product holds in its code, and those it puts together, as patterns. */
function textsOfCode(): { texts: Set<string>; patterns: RegExp[] } {
  const texts = new Set<string>();
  const joined = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, value, quasis } = node as {
      type?: string;
      value?: unknown;
      quasis?: { value: { cooked: string } }[];
    };
    if (type === 'Literal' && typeof value === 'string') texts.add(value);
    if (type === 'TemplateLiteral' && quasis) {
      const parts = quasis.map((part) => part.value.cooked);
      if (parts.length === 1) texts.add(parts.join(''));
      else if (/[a-z]/i.test(parts.join('')) && /^[\w.:]*$/.test(parts.join('')))
        joined.add(parts.map((part) => part.replaceAll('.', '\\.')).join('.*'));
    }
    Object.values(node).forEach(visit);
  };
  for (const { path, program } of sources)
    if (!path.startsWith('test/') && !path.startsWith('shared/locales/')) visit(program);
  return { texts, patterns: [...joined].map((pattern) => new RegExp(`^${pattern}$`)) };
}

/** Paths of all texts of a namespace: `status.done`. */
const keysOf = (words: object, before: string[] = []): string[][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[...before, key]] : keysOf(value as object, [...before, key]),
  );

test('every text of the product is used somewhere', async () => {
  const { texts, patterns } = textsOfCode();
  const known = (key: string) => texts.has(key) || patterns.some((pattern) => pattern.test(key));
  const idle: string[] = [];
  for (const { path } of sources) {
    const name = path.startsWith(`${LOCALES}/`) ? path.slice(LOCALES.length + 1, -'.ts'.length) : undefined;
    if (!name || READ_WHOLE.includes(name) || name.startsWith(TITLES)) continue;
    const { default: words } = (await import(/* @vite-ignore */ join(ROOT, path))) as { default: object };
    for (const key of keysOf(words)) {
      // The forms of a number are chosen by i18next; what reads one branch of a namespace names the rest.
      const full = key.join('.').replace(/_(one|other)$/, '');
      const tails = key
        .map((_, start) => full.split('.').slice(start).join('.'))
        .filter((tail, start) => start === 0 || tail.includes('.'));
      if (![...tails, `${name}:${full}`, key.join('.')].some(known)) idle.push(`${name}:${full}`);
    }
  }
  expect(idle).toEqual([]);
});
