import { expect, test } from 'vitest';
import { isRequestNumber, requestNumberIn, requestReference } from '../../shared/request/reference.ts';

test('a request is named by its number, which is found with and without its prefix', () => {
  expect(requestReference(42)).toBe('DSR-000042');
  for (const text of ['DSR-000042', 'dsr42', '000042', ' 42 ']) expect(requestNumberIn(text), text).toBe(42);
  for (const text of ['', 'DSR-', 'malee@test.example', '4 2']) expect(requestNumberIn(text), text).toBeNull();
});

test('only what is certainly such a number can be part of an address', () => {
  for (const text of ['DSR-000042', 'dsr-42', 'dsr042', '000042', ' 42 ', '123456'])
    expect(isRequestNumber(text), text).toBe(true);
  // Telephone numbers, also without their zero, and as far as they are typed.
  for (const text of [
    '0812345678',
    '812345678',
    '021234567',
    '66812345678',
    '08',
    '081234',
    '2123456',
    '+66',
    '081-234',
  ])
    expect(isRequestNumber(text), text).toBe(false);
  for (const text of ['', 'DSR-', 'HN-42', 'malee@test.example']) expect(isRequestNumber(text), text).toBe(false);
});
