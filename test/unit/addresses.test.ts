import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { ENTITIES, type EntityId, entityOf, placeOf, recordAddress } from '../../shared/registry/entities.ts';
import { EVENTS } from '../../shared/registry/events.ts';
import { matchRoute, splitLocale } from '../../shared/registry/routeMatch.ts';

const ROOT = join(import.meta.dirname, '../..');
const HOLE = '0198c0de';
/** Paths of the REST interface and of other module routes are not pages. */
const NOT_PAGES = new Set(['rest', 'paths']);

/** Texts of a source file, with a placeholder for inserted values; without comments. */
function textsOf(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) for (const one of node) textsOf(one, found);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return found;
  const { type, value, quasis, key } = node as {
    type?: string;
    value?: unknown;
    quasis?: { value: { cooked: string } }[];
    key?: { name?: string };
  };
  if (type === 'Property' && NOT_PAGES.has(key?.name ?? '')) return found;
  if (type === 'Literal' && typeof value === 'string') found.push(value);
  if (type === 'TemplateLiteral' && quasis) found.push(quasis.map((part) => part.value.cooked).join(HOLE));
  for (const one of Object.values(node)) textsOf(one, found);
  return found;
}

/** The page whose address a text is, if any; home, `/`, is ignored. */
function pageOf(text: string): string | null {
  const own = text.replace(new RegExp(`^(~|${HOLE})`), '');
  if (!/^\/[a-z]/.test(own)) return null;
  const { path } = splitLocale(own.replace(/[?#].*$/s, ''));
  return path === '/' ? null : (matchRoute(path)?.route.id ?? null);
}

test('addresses of pages are written only in the registry', () => {
  expect(pageOf(`/consent/${HOLE}?tab=channels`)).toBe('consent');
  expect(pageOf(`${HOLE}/en/login`)).toBe('login');
  const written = globSync('{client,db,scripts,server,shared}/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((path) => !path.startsWith('shared/registry/'))
    .flatMap((path) =>
      textsOf(parseSync(path, readFileSync(join(ROOT, path), 'utf8')).program).flatMap((text) =>
        pageOf(text) ? [`${path}: ${text}`] : [],
      ),
    );
  expect(written).toEqual([]);
});

test('parameters in the path of a page become its segments, all others its query', () => {
  expect(pageAddress('application', { id: 'a/ก', tab: 'versions', purpose: undefined })).toBe(
    '/business-function/application/a%2F%E0%B8%81?tab=versions',
  );
  expect(pageAddress('approvalLine', { new: '1' })).toBe('/approval-line?new=1');
  expect(pageAddress('approvalLine', { id: 'x', new: null })).toBe('/approval-line/x');
  expect(pageAddress('dataSharing', { query: 'a&b c', country: 'TH' })).toBe(
    '/pii-inventory/data-sharing?query=a%26b+c&country=TH',
  );
  expect(recordAddress('userConsent', 'f', { proof: 'p' })).toBe('/consent/dashboard?form=f&proof=p');
});

test('each kind of record is displayed on a page that knows its id, or in a list', () => {
  for (const entity of Object.keys(ENTITIES) as EntityId[]) {
    const { page, list } = entityOf(entity);
    const place = placeOf(entity, HOLE);
    expect([entity, place === null]).toEqual([entity, !page && !list]);
    if (place === null) continue;
    expect([entity, matchRoute(place.split('?')[0]!)?.route.id]).toEqual([entity, page ?? list]);
    expect([entity, place.includes(HOLE)]).toEqual([entity, page !== undefined]);
  }
});

test('every kind of record has an event, and no event is of another kind', () => {
  const entities = new Set(Object.values(EVENTS).map(({ entity }) => entity));
  expect([...entities].sort()).toEqual(Object.keys(ENTITIES).sort());
});
