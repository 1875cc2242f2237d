import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { system } from '../../client/theme.ts';

const ROOT = join(import.meta.dirname, '../../client');
const sources = globSync('**/*.{ts,tsx}', { cwd: ROOT }).map((path) => ({
  path,
  text: readFileSync(join(ROOT, path), 'utf8'),
}));

// Browsers drop what they do not know, without a word.
test('every animation is one of the theme, and every named shadow a token', () => {
  const animations = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\banimation[=:] ?\{?'?"?([a-z]+) \d/g)].map(([, name]) => ({ path, name: name! })),
  );
  expect(animations.length).toBeGreaterThan(15);
  const keyframes = Object.keys(system._config.theme?.keyframes ?? {});
  expect(animations.filter(({ name }) => !keyframes.includes(name))).toEqual([]);

  const shadows = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bboxShadow[=:][^\n]*?'([a-z]+)'/g)].map(([, name]) => ({ path, name: name! })),
  );
  expect(shadows.length).toBeGreaterThan(0);
  expect(shadows.filter(({ name }) => name !== 'none' && !system.tokens.getByName(`shadows.${name}`))).toEqual([]);
});
