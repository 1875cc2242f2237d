import { expect, test } from 'vitest';
import { forgetAddresses, lastAddress, noteAddress } from '../../client/ui/lastAddress.ts';

const [ONE, OTHER] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];

test('a page is named by the query with which it was last displayed, without its workspace', () => {
  expect(lastAddress('/consent')).toBe('/consent');
  noteAddress('/consent', `?status=DRAFT&workspace=${ONE}&currentPage=2`);
  expect(lastAddress('/consent')).toBe('/consent?status=DRAFT&currentPage=2');
  expect(lastAddress('/dsrm/form')).toBe('/dsrm/form');
  noteAddress('/dsrm/form', '');
  expect(lastAddress('/consent')).toBe('/consent?status=DRAFT&currentPage=2');
  noteAddress('/consent', '');
  expect(lastAddress('/consent')).toBe('/consent');
});

test('filters are not carried from one workspace to another', () => {
  noteAddress('/consent', `?status=DRAFT&workspace=${ONE}`);
  noteAddress('/dsrm/form', `?workspace=${OTHER}`);
  expect(lastAddress('/consent')).toBe('/consent');
});

test('nothing of a person who signed out is left for the next one', () => {
  noteAddress('/consent', `?query=มาลี&workspace=${ONE}`);
  forgetAddresses();
  expect(lastAddress('/consent')).toBe('/consent');
});
