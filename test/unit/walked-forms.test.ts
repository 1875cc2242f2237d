import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FORM_SOURCES } from '../helpers/formSources.ts';

const tests = globSync('test/e2e/*.test.ts', { cwd: path.join(import.meta.dirname, '../..') });

test('every form is tested empty and with invalid input by a browser test, which fails on the key of a text', () => {
  const walked = new Set(
    tests.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/'((?:modules|shell|records|imports|savedViews)\/[\w/]+)'/g)].map(
        ([, name]) => name,
      ),
    ),
  );
  const forms = [...FORM_SOURCES.keys()];
  expect(forms.length).toBeGreaterThan(80);
  expect(forms.filter((form) => !walked.has(form))).toEqual([]);
});

test('every form has a name by which a test identifies it', () => {
  const nameless = [...FORM_SOURCES].filter(([, names]) => names.length === 0).map(([form]) => form);
  // Receive their names: one adds an attribute or a sub-category, the other replaces a secret of any record.
  expect(nameless).toEqual(['records/RotateDialog', 'modules/piiCategory/AddPart']);
});
