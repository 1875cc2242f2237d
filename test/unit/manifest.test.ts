import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

it('ARCHITECTURE.md explains every part of a manifest', () => {
  const source = read('server/platform/modules/manifest.ts');
  const declared = /export interface Manifest \{\n(.*?)\n\}/s.exec(source)![1]!;
  const parts = [...declared.matchAll(/^ {2}readonly (\w+)\?/gm)].map(([, part]) => part!);
  const architecture = read('ARCHITECTURE.md');
  const table = architecture.slice(
    architecture.indexOf('| part | what the platform does with it |'),
    architecture.indexOf('`server/modules/index.ts` lists the manifests'),
  );
  const explained = [...table.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, names]) =>
    [...names!.matchAll(/\w+/g)].map(([name]) => name),
  );
  expect(parts.length).toBeGreaterThan(30);
  expect(explained.toSorted()).toEqual(parts.toSorted());
});
