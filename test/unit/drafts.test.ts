import { beforeEach, expect, test } from 'vitest';
import { EXPORTS_PREFIX, exportsOf, rememberedExports, rememberExport } from '../../client/exports/remembered.ts';
import { forgetStored } from '../../client/ui/forgetStored.ts';
import { draftsOf, forgetDrafts, readDraft } from '../../client/ui/form/draft.ts';

const NAMES = {
  here: 'pokpong_draft_user-1.ws-1.purpose.new',
  elsewhere: 'pokpong_draft_user-1.ws-2.request.new',
  another: 'pokpong_draft_user-10.ws-1.purpose.new',
  report: 'pokpong_draft_.report.abc123',
  other: 'theme',
};
beforeEach(() => {
  const draft = JSON.stringify({ at: Date.now(), values: { name: 'typed' } });
  const items: Record<string, string> = Object.fromEntries(Object.values(NAMES).map((name) => [name, draft]));
  const methods = {
    getItem: (name: string) => items[name] ?? null,
    removeItem: (name: string) => void delete items[name],
    setItem: (name: string, value: string) => void (items[name] = value),
  };
  const storage = new Proxy(items, { get: (_, name) => methods[name as keyof typeof methods] });
  Object.assign(globalThis, { localStorage: storage });
});

test('without an account nothing is deleted', () => {
  draftsOf('');
  forgetDrafts();
  expect(Object.keys(localStorage)).toEqual(Object.values(NAMES));
});

test('signing out deletes the drafts of the account in all workspaces, and keeps those of others and of public pages', () => {
  draftsOf('user-1');
  expect(readDraft('ws-1.purpose.new')?.values).toEqual({ name: 'typed' });
  forgetDrafts();
  expect(Object.keys(localStorage)).toEqual([NAMES.another, NAMES.report, NAMES.other]);
});

test('signing out by the address of the page deletes the drafts of the account that the server names', () => {
  draftsOf('');
  forgetDrafts('user-10');
  expect(Object.keys(localStorage)).toEqual([NAMES.here, NAMES.elsewhere, NAMES.report, NAMES.other]);
});

test('running exports are those of one member, and forgotten at sign-out', () => {
  exportsOf('person-1');
  rememberExport('ws-1', 'export-1');
  expect(rememberedExports('ws-1')).toEqual(['export-1']);
  exportsOf('person-2');
  expect(rememberedExports('ws-1')).toEqual([]);
  forgetStored(EXPORTS_PREFIX);
  exportsOf('person-1');
  expect(rememberedExports('ws-1')).toEqual([]);
});
