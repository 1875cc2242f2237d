import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { longLaneFiles } from '../../scripts/longLane.ts';

it('CONTRIBUTING lists every file of the long lane, and no other', () => {
  const contributing = readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## The long lane\n(.*?)(?=^## |(?![^]))/ms.exec(contributing) ?? [];
  const listed = [...section.matchAll(/^\| `(test\/[^`]+)` \|/gm)].map(([, file]) => file);
  expect(listed.length).toBeGreaterThan(0);
  expect(listed).toEqual(longLaneFiles());
});
