import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** The lint result of the project for one import in a file at `path`. */
function complaint(path: string, line: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'pokpong-walls-'));
  try {
    cpSync(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${line}\nexport default thing;\n`);
    const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/oxlint'), ['--format', 'unix'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each([
  ['shared/consent.ts', "import { thing } from '../server/platform/trpc/trpc.ts';"],
  ['shared/consent.ts', "import { thing } from 'i18next';"],
  ['db/client.ts', "import { thing } from '../server/platform/config.ts';"],
  ['db/migrator.ts', "import { thing } from '../server/modules/index.ts';"],
  ['scripts/database.ts', "import { thing } from '../server/modules/catalogue/builtIn.ts';"],
  ['server/app.ts', "import { thing } from '../client/format.ts';"],
  ['server/app.ts', "import { thing } from './modules/consent/routes.ts';"],
  ['server/platform/deps.ts', "import { thing } from '../modules/consent/service.ts';"],
  ['server/platform/deps.ts', "import { thing } from '../modules/index.ts';"],
  ['server/platform/files/routes.ts', "import { thing } from '../../modules/consent/files.ts';"],
  ['server/platform/files/routes.ts', "import type thing from '../../modules/index.ts';"],
  ['server/modules/consent/router.ts', "import { thing } from './queries.ts';"],
  ['server/modules/consent/router.ts', "import { thing } from 'kysely';"],
  ['server/modules/consent/service.ts', "import { thing } from '../purpose/queries.ts';"],
  ['server/modules/consent/service.ts', "import { thing } from 'fastify';"],
  ['server/modules/consent/service.ts', "import { thing } from '@trpc/server';"],
  ['server/modules/consent/queries.ts', "import { thing } from '../../../shared/registry/permissions.ts';"],
  ['server/modules/consent/queries.ts', "import { thing } from './service.ts';"],
  ['client/modules/consent/ConsentPage.tsx', "import { thing } from '../../../server/router.ts';"],
  ['client/modules/consent/ConsentPage.tsx', "import type thing from '../../../server/platform/config.ts';"],
  ['client/modules/consent/ConsentPage.tsx', "import { thing } from '../../../db/client.ts';"],
  ['client/modules/consent/ConsentPage.tsx', "import { Table as thing } from '@chakra-ui/react';"],
  ['client/modules/consent/ConsentPage.tsx', "import { Dialog as thing } from '@chakra-ui/react';"],
  ['client/modules/consent/ConsentPage.tsx', "import { DatePicker as thing } from '@chakra-ui/react';"],
  ['client/ui/table.tsx', "import { thing } from '../modules/consent/hooks.ts';"],
  ['client/shell/LiveSession.tsx', "import { thing } from '../modules/export/useExports.ts';"],
  ['client/shell/bars/TopBar.tsx', "import { thing } from '../../modules/auth/sign.ts';"],
  ['client/records/RecordHistory.tsx', "import { thing } from '../modules/activityLog/columns.tsx';"],
  ['client/app.tsx', "import { thing } from './modules/auth/sign.ts';"],
])('%s may not: %s', (path, line) => {
  expect(complaint(path, line)).toContain('no-restricted-imports');
});

test.each([
  ['shared/consent.ts', "import { z as thing } from 'zod';"],
  ['server/main.ts', "import { modules as thing } from './modules/index.ts';"],
  ['scripts/database.ts', "import { modules as thing } from '../server/modules/index.ts';"],
  ['server/platform/deps.ts', "import type { Manifest as thing } from './modules/manifest.ts';"],
  ['server/platform/files/module.ts', "import { defineModule as thing } from '../modules/manifest.ts';"],
  ['server/modules/consent/router.ts', "import { thing } from './service.ts';"],
  ['server/modules/consent/service.ts', "import { thing } from './queries.ts';"],
  ['server/modules/consent/service.ts', "import { thing } from '../purpose/service.ts';"],
  ['server/modules/consent/queries.ts', "import { sql as thing } from 'kysely';"],
  ['client/modules/consent/ConsentPage.tsx', "import { thing } from '../../../shared/consent.ts';"],
  ['client/ui/table.tsx', "import { Table as thing } from '@chakra-ui/react';"],
  ['client/modules/consent/ConsentPage.tsx', "import { thing } from '../export/useExports.ts';"],
  ['client/shell/LiveSession.tsx', "import { thing } from '../exports/remembered.ts';"],
])('%s may: %s', (path, line) => {
  expect(complaint(path, line)).not.toContain('no-restricted-imports');
});

test('the client may import the type of the router', () => {
  const page = complaint(
    'client/trpc.ts',
    "import type { AppRouter } from '../server/router.ts';\nexport const thing = {} as AppRouter;",
  );
  expect(page).not.toContain('no-restricted-imports');
});

// The linter does not check `import(…)`.
test('nothing outside the modules imports one, except the list of manifests', () => {
  const allowed = [
    'server/demo.ts',
    'server/main.ts',
    'server/router.ts',
    'scripts/adminCommands.ts',
    'scripts/database.ts',
    'scripts/generate.ts',
    'scripts/restore.ts',
  ];
  const imports = globSync('{server,db,scripts}/**/*.ts', { cwd: ROOT, exclude: ['server/modules/**'] }).flatMap(
    (path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\b(?:from|import\()\s*'(\.[^']+)'/g)]
        .map(([, specifier]) => join(dirname(path), specifier!))
        .filter((file) => file.startsWith('server/modules/'))
        .filter((file) => file !== 'server/modules/index.ts' || !allowed.includes(path))
        .map((file) => `${path} imports ${file}`),
  );
  expect(imports).toEqual([]);
  expect(globSync('server/modules/*.ts', { cwd: ROOT })).toEqual(['server/modules/index.ts']);
});

test('no folder of the client beside the modules imports one', () => {
  const imports = globSync('client/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['client/modules/**'] }).flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/^(?![ /]\*).*\b(?:from|import\()\s*'(\.[^']+)'/gm)]
      .map(([, specifier]) => join(dirname(path), specifier!))
      .filter((file) => file.startsWith('client/modules/'))
      .map((file) => `${path} imports ${file}`),
  );
  expect(imports).toEqual([]);
});

const MODULES = new Set(readdirSync(join(ROOT, 'server/modules')).filter((name) => !name.endsWith('.ts')));

/** Files that import a module which imports theirs, and which one. */
const MUTUAL: Readonly<Record<string, string>> = {
  // Whoever no longer acts in a request loses access with the correction, and whoever begins to gets a link.
  'server/modules/request/corrections.ts': 'requestIdentity',
};

test('modules do not import each other in a cycle', () => {
  const moduleOf = (path: string) => path.split('/')[2]!;
  const imports = globSync('server/modules/*/**/*.ts', { cwd: ROOT }).flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\b(?:from|import\()\s*'(\.[^']+)'/g)]
      .map(([, specifier]) => join(dirname(path), specifier!))
      .map((file) => ({ path, from: moduleOf(path), to: file.startsWith('server/modules/') ? moduleOf(file) : '' }))
      .filter(({ from, to }) => MODULES.has(to) && to !== from),
  );
  let cyclic = imports.filter(({ path, to }) => MUTUAL[path] !== to);
  // An import by a module that nothing imports, or of one that imports nothing, is part of no cycle.
  for (let before = Infinity; cyclic.length < before;) {
    before = cyclic.length;
    const [importing, imported] = [new Set(cyclic.map(({ from }) => from)), new Set(cyclic.map(({ to }) => to))];
    cyclic = cyclic.filter(({ from, to }) => imported.has(from) && importing.has(to));
  }
  expect(imports.length).toBeGreaterThan(100);
  expect(cyclic.map(({ path, to }) => `${path} imports ${to}`)).toEqual([]);
});

interface Node {
  type: string;
  start: number;
  value?: unknown;
  operator?: string;
  left?: Node;
  right?: Node;
  test?: Node | null;
  callee?: { property?: { name?: string } };
  arguments?: readonly Node[];
  key?: { name?: string };
}

/** Visits every node of a syntax tree. */
function visitNodes(tree: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(tree)) return tree.forEach((node) => visitNodes(node, visit));
  if (typeof tree !== 'object' || tree === null) return;
  visit(tree as Node);
  Object.values(tree).forEach((node) => visitNodes(node, visit));
}

/** Module names that are also terms of the platform: workspaces, and the roles of people in them. */
const PLATFORM_NOUNS = new Set(['workspace', 'role']);
const namesModule = (node: Node | null | undefined): boolean => {
  if (node?.type !== 'Literal' || typeof node.value !== 'string') return false;
  const [noun] = node.value.split('.');
  return MODULES.has(noun!) && !PLATFORM_NOUNS.has(node.value);
};

/** Whether an expression treats one module differently from the others. */
function tellsModulesApart(node: Node): boolean {
  if (node.type === 'SwitchCase') return namesModule(node.test);
  if (node.type === 'BinaryExpression' && /^[!=]=/.test(node.operator!))
    return namesModule(node.left) || namesModule(node.right);
  const method = node.type === 'CallExpression' ? node.callee?.property?.name : undefined;
  return /^(startsWith|includes|endsWith)$/.test(method ?? '') && node.arguments!.some(namesModule);
}

test('the platform compares nothing with the name of a module, of its records or of its events', () => {
  const found = globSync('server/platform/**/*.ts', { cwd: ROOT }).flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const lines: string[] = [];
    visitNodes(parseSync(path, text).program, (node) => {
      if (tellsModulesApart(node)) lines.push(`${path}:${text.slice(0, node.start).split('\n').length}`);
    });
    return lines;
  });
  expect(found).toEqual([]);
});

/** Every table, as Kysely names it. */
const TABLES = new Set(
  [
    ...readFileSync(join(ROOT, 'db/types.ts'), 'utf8')
      .split('export interface DB {')[1]!
      .matchAll(/^ {2}(\w+):/gm),
  ].map(([, name]) => name!),
);
const READ = /^(selectFrom|from|(inner|left|right|full)Join|table)$/;
const WRITE = /^(insertInto|updateTable|deleteFrom|mergeInto)$/;
const SQL = /\b(from|join|insert into|update|delete from|merge into)\s+(?:only\s+)?([a-z_]+)/g;

/** The tables that a file names in queries, in SQL and in declarations of records, by whether it writes them. */
function tablesIn(path: string): { name: string; isWritten: boolean }[] {
  const found: { name: string; isWritten: boolean }[] = [];
  const add = (text: unknown, isWritten: boolean) => {
    const name = String(text)
      .replace(/ as \w+$/, '')
      .replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (TABLES.has(name)) found.push({ name, isWritten });
  };
  visitNodes(parseSync(path, readFileSync(join(ROOT, path), 'utf8')).program, (node) => {
    const method = node.type === 'CallExpression' ? (node.callee?.property?.name ?? '') : '';
    if (READ.test(method) || WRITE.test(method))
      visitNodes(node.arguments![0], ({ type, value }) => type === 'Literal' && add(value, WRITE.test(method)));
    if (node.type === 'Property' && node.key?.name === 'table') add((node.value as Node).value, true);
    const text = node.type === 'TemplateElement' ? (node.value as { raw: string }).raw : node.value;
    if ((node.type === 'TemplateElement' || node.type === 'Literal') && typeof text === 'string')
      for (const [, verb, table] of text.matchAll(SQL)) add(table, !/^(from|join)$/.test(verb!));
  });
  return found;
}

/** Tables of the platform whose rows modules write too: who works where, and the mails that records keep account of. */
const SHARED_TABLES = new Set(['workspaces', 'personnel', 'invitations', 'mailDeliveries']);

test('nothing outside the modules names a table that a module writes', () => {
  const written = new Set(
    globSync('server/modules/**/*.ts', { cwd: ROOT })
      .flatMap(tablesIn)
      .flatMap(({ name, isWritten }) => (isWritten && !SHARED_TABLES.has(name) ? [name] : [])),
  );
  const named = globSync('{server,db,scripts}/**/*.ts', {
    cwd: ROOT,
    exclude: ['server/modules/**', 'db/types.ts'],
  }).flatMap((path) => tablesIn(path).flatMap(({ name }) => (written.has(name) ? [`${path}: ${name}`] : [])));
  expect(written.size).toBeGreaterThan(50);
  expect(named).toEqual([]);
});

/**
 * Tables that a module writes beside the one that owns them: built-in content of a new workspace, and what is derived
 * from the rows of another module.
 */
const WRITTEN_BESIDE: Readonly<Record<string, readonly string[]>> = {
  applications: ['completeness', 'dataMapping'],
  dataFlowApplications: ['purpose'],
  dpias: ['treatmentPlan'],
  piiAttributes: ['catalogue'],
  piiCategories: ['catalogue'],
  piiSubCategories: ['catalogue'],
  purposeCategories: ['catalogue'],
  requestAnswers: ['requestMessage'],
};

test('a table is written by one module', () => {
  const writers = new Map<string, Set<string>>();
  // Demo data is written as it would have been over months.
  for (const path of globSync('server/modules/*/**/*.ts', { cwd: ROOT })) {
    if (/\/demo[^/]*$/.test(path)) continue;
    const module = path.split('/')[2]!;
    for (const { name, isWritten } of tablesIn(path))
      if (isWritten && !SHARED_TABLES.has(name) && !WRITTEN_BESIDE[name]?.includes(module))
        writers.set(name, (writers.get(name) ?? new Set()).add(module));
  }
  const several = [...writers].filter(([, modules]) => modules.size > 1);
  expect(several.map(([table, modules]) => `${table}: ${[...modules].join(', ')}`)).toEqual([]);
});
