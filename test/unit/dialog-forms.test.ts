import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
/**
 * Forms in dialogs that name data subjects, that require typing as a confirmation, or that are a single choice, which
 * would be proposed for other records later: none is stored in the browser.
 */
const WITHOUT_DRAFT = [
  'client/shell/dialogs/WebFormManagement.tsx',
  'client/modules/workspace/DeleteWorkspaceDialog.tsx',
  'client/modules/incident/BulkReject.tsx',
  'client/modules/incident/Rail.tsx',
  'client/modules/request/ConfirmKeyDialog.tsx',
  'client/modules/request/Fee.tsx',
  'client/modules/request/MoveDialog.tsx',
  'client/modules/request/BulkAssign.tsx',
  'client/modules/requestPage/TakeBackDialog.tsx',
  'client/modules/requestIdentity/ConfirmAgain.tsx',
  'client/modules/requestIdentity/DocumentDialogs.tsx',
  'client/modules/requestIdentity/DocumentViewer.tsx',
  'client/modules/requestIdentity/FactsCard.tsx',
  'client/modules/requestIdentity/SamePersonCard.tsx',
  'client/modules/requestTask/AddTaskDialog.tsx',
  'client/modules/requestTask/AssignDialog.tsx',
  'client/modules/requestTask/CloseDialog.tsx',
  'client/modules/requestAnswer/AnswerFiles.tsx',
  'client/modules/requestAnswer/ReleaseDialog.tsx',
  'client/modules/treatmentPlan/ReassignDialog.tsx',
];

/** The opening tags of all forms of a file. */
const formsOf = (text: string): string[] =>
  text
    .split(/<Form\n/)
    .slice(1)
    .map((rest) => rest.slice(0, rest.search(/^\s*>$/m)));

const dialogs = globSync('client/**/*.tsx', { cwd: ROOT })
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }))
  .filter(({ text }) => /<Dialog\b/.test(text) && formsOf(text).length > 0);

test('every form in a dialog asks for confirmation before it is closed, and stores a draft unless it names data subjects', () => {
  expect(dialogs.length).toBeGreaterThan(10);
  const faults = dialogs.flatMap(({ file, text }) =>
    formsOf(text).flatMap((form) => [
      ...(/\bunguarded\b/.test(form) ? [`${file}: leaves without asking`] : []),
      ...(form.includes('draftKey=') === WITHOUT_DRAFT.includes(file) ? [`${file}: draft`] : []),
    ]),
  );
  expect(faults).toEqual([]);
});
