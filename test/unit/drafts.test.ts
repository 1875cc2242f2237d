import { beforeEach, expect, test } from 'vitest';
import { draftsOf, forgetDrafts, readDraft } from '../../client/ui/form/draft.ts';

const NAMES = {
  here: 'pokpong_draft_person-1.ws-1.purpose.new',
  elsewhere: 'pokpong_draft_person-2.ws-2.request.new',
  report: 'pokpong_draft_.report.abc123',
  other: 'theme',
};
beforeEach(() => {
  const draft = JSON.stringify({ at: Date.now(), values: { name: 'typed' } });
  const items: Record<string, string> = Object.fromEntries(Object.values(NAMES).map((name) => [name, draft]));
  const methods = {
    getItem: (name: string) => items[name] ?? null,
    removeItem: (name: string) => void delete items[name],
  };
  const storage = new Proxy(items, { get: (_, name) => methods[name as keyof typeof methods] });
  Object.assign(globalThis, { localStorage: storage });
});

test('signing out deletes the drafts of all workspaces, and keeps a report of a public page', () => {
  draftsOf('person-1');
  expect(readDraft('ws-1.purpose.new')?.values).toEqual({ name: 'typed' });
  forgetDrafts();
  expect(Object.keys(localStorage)).toEqual([NAMES.report, NAMES.other]);
});
