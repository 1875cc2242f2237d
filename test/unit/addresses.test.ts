import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { recordPathFor } from '../../client/shell/recordPath.ts';
import { fillPath, pageAddress } from '../../shared/registry/addresses.ts';
import { ENTITIES, type EntityId, entityOf, placeOf, recordAddress } from '../../shared/registry/entities.ts';
import { EVENTS } from '../../shared/registry/events.ts';
import { defaultFlags } from '../../shared/registry/flags.ts';
import type { Role } from '../../shared/registry/roles.ts';
import { matchRoute, splitLocale } from '../../shared/registry/routeMatch.ts';
import { type RouteId, routeOf } from '../../shared/registry/routes.ts';

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

/** Arguments of each call of a function in a source file, as they are written. */
function callsOf(source: string, name: string, node: unknown, found: string[][] = []): string[][] {
  if (Array.isArray(node)) for (const one of node) callsOf(source, name, one, found);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return found;
  const call = node as {
    type?: string;
    callee?: { name?: string };
    arguments?: { start: number; end: number }[];
  };
  if (call.type === 'CallExpression' && call.callee?.name === name)
    found.push(call.arguments!.map(({ start, end }) => source.slice(start, end)));
  for (const one of Object.values(node)) callsOf(source, name, one, found);
  return found;
}

/** Whether an address as it is written is that of a page before the authentication guard. */
const isOpenToAll = (address: string): boolean => {
  const id = /^pageAddress\('(\w+)'/.exec(address)?.[1];
  return id !== undefined && routeOf(id as RouteId).layout !== 'default';
};

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

test('links of mails to pages behind the guard name the workspace, since their reader may be in several', () => {
  // `recordLink` names it for all of its calls, by the one call of `linkTo` in it.
  let ofRecords = 0;
  const links = globSync('server/**/*.ts', { cwd: ROOT }).flatMap((path) => {
    const source = readFileSync(join(ROOT, path), 'utf8');
    if (!/(linkTo|recordLink)\(/.test(source)) return [];
    ofRecords += callsOf(source, 'recordLink', parseSync(path, source).program).length;
    return callsOf(source, 'linkTo', parseSync(path, source).program).map(([, , address, token]) => ({
      path,
      address: address!,
      token,
    }));
  });
  // Those with a token open a page of its own.
  const behindGuard = links.filter(({ address, token }) => token === undefined && !isOpenToAll(address));
  expect(behindGuard.length + ofRecords).toBeGreaterThan(5);
  expect(behindGuard.filter(({ address }) => !/\bworkspace: /.test(address))).toEqual([]);
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

test('a bell line leads to the record, or to the list where the record was passed on and the reader reads their own alone', () => {
  const pathOf = (role: Role, entity: EntityId, verb: string) =>
    recordPathFor(
      { role, flags: defaultFlags('Unlimit'), tier: 'Unlimit' },
      {
        entity,
        entityId: HOLE,
        event: `${entity}.${verb}`,
      },
    );
  for (const entity of ['incident', 'treatmentPlan', 'approvalLine', 'requestTask'] as const) {
    const { list } = entityOf(entity);
    expect(pathOf('Staff', entity, 'assigned')).toBe(placeOf(entity, HOLE));
    expect(pathOf('Staff', entity, 'released')).toBe(fillPath(routeOf(list!).path, {}));
    expect(pathOf('DPO', entity, 'released')).toBe(placeOf(entity, HOLE));
  }
});

test('every kind of record has an event, and no event is of another kind', () => {
  const entities = new Set(Object.values(EVENTS).map(({ entity }) => entity));
  expect([...entities].sort()).toEqual(Object.keys(ENTITIES).sort());
});
