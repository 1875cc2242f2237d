import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
/** What displays why a form was not sent. */
const DISPLAYS = /<(FormActions|FormFailure|SubmitButton)\b/;
/** Their callers display it, or nothing is sent by them. */
const ELSEWHERE = [
  'client/modules/dataMapping/LineDialog.tsx',
  'client/modules/requestIdentity/RequestedDocuments.tsx',
  'client/records/RecordForm.tsx',
];

const withoutDisplay = globSync('client/**/*.tsx', { cwd: ROOT })
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }))
  .filter(({ text }) => /<Form$/m.test(text) && !DISPLAYS.test(text))
  .map(({ file }) => file);

test('every form displays why it was not sent', () => {
  expect(withoutDisplay.toSorted()).toEqual(ELSEWHERE);
});
