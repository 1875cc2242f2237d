import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { proceduresOf } from '../../server/platform/http/rest.ts';
import { appRouter } from '../../server/router.ts';
import en from '../../shared/locales/en/menu.ts';
import th from '../../shared/locales/th/menu.ts';
import type { PageTitles } from '../../shared/locales/pageTitles.ts';
import { LOCALES } from '../../shared/locale.ts';
import { ACCOUNT_MENU, MENU } from '../../shared/registry/menu.ts';
import { matchRoute, safeNext, splitLocale, withLocale, withoutId } from '../../shared/registry/routeMatch.ts';
import type { RouteRule } from '../../shared/registry/routeRule.ts';
import { type RouteId, ROUTES } from '../../shared/registry/routes.ts';
import { recordQueryOf } from '../../shared/registry/screens.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Spec 1 sections 2.2 and 2.3, literally. */
const WITHOUT_PARAMETERS =
  `/ /login /logout /signup /oauth /terms /policy /workspaces /dashboard /apex /reports /activity-logs /user-consent-receipt
  /admins /admins/dashboard /admins/schedules /admins/schedules/add /approval-line /approval-line/settings
  /business-function /business-function/application /business-function/purpose /business-function/purpose-category
  /consent /consent/dashboard /data-breach /data-breach/dashboard /data-breach/incident-management /data-breach/incident-notification
  /dpo-tools /dpo-tools/dpia /dpo-tools/dpia/settings /dpo-tools/dpia-version-1 /dpo-tools/dpia-version-1/setting /dpo-tools/treatment-plan
  /dsrm /dsrm/dashboard /dsrm/request /dsrm/request-form /organization /organization/data-controller /organization/personnel /organization/privacy
  /pii-inventory /pii-inventory/data-flow-diagram /pii-inventory/data-sharing /pii-inventory/inventory /pii-inventory/pii-category`.split(
    /\s+/,
  );
const WITH_ID =
  `/admins/schedules /business-function/application /business-function/purpose /business-function/purpose-category /consent /consent-receipt
  /data-breach/incident-management /data-breach/incident-notification /dpo-tools/dpia /dpo-tools/dpia-version-1 /dpo-tools/treatment-plan
  /dsrm/request /dsrm/request-form /organization/privacy /pii-inventory/pii-category /approval-line /treatment`.split(
    /\s+/,
  );
const ID = '01980000-0000-7000-8000-000000000001';

describe('addresses', () => {
  it.each(['th', 'en'] as const)('has every route of the specification in %s', (locale) => {
    for (const path of [...WITHOUT_PARAMETERS, '/treatment']) {
      const address = splitLocale(withLocale(locale, path));
      expect(address).toEqual({ locale, path });
      expect(matchRoute(address.path)?.params, path).toEqual({});
    }
    for (const path of WITH_ID) {
      const address = splitLocale(withLocale(locale, `${path}/${ID}`));
      expect(address.locale).toBe(locale);
      expect(matchRoute(address.path)?.params, path).toEqual({ id: ID });
    }
  });

  it('includes for every record with a page the query that reads it', () => {
    const queries = proceduresOf(appRouter).filter(({ procedure }) => procedure._def.type === 'query');
    const rules: readonly RouteRule[] = ROUTES;
    for (const { id, path, layout } of rules) {
      const reads = recordQueryOf(id as RouteId);
      if (reads) expect(queries.map((query) => query.path)).toContain(reads);
      expect(reads !== undefined, path).toBe(path.includes('/:id') && layout === undefined);
    }
  });

  it('has a title for every page and a name for every menu group, in both languages', async () => {
    for (const locale of LOCALES) {
      const files = await Promise.all(
        globSync(`shared/locales/${locale}/pages/*.ts`, { cwd: ROOT }).map(
          async (path) => (await import(/* @vite-ignore */ join(ROOT, path))) as { default: PageTitles },
        ),
      );
      const titles = files.flatMap(({ default: own }) => Object.keys(own));
      expect(titles.filter((id) => !id.endsWith('InMenu')).sort()).toEqual(ROUTES.map(({ id }) => id).sort());
    }
    for (const texts of [th, en]) for (const { id } of MENU) expect(texts.group[id], id).toBeTruthy();
  });

  it('links every menu entry to its page', () => {
    for (const item of [...MENU.flatMap(({ items }) => items), ...ACCOUNT_MENU])
      expect(matchRoute(item.path)?.route.id, item.path).toBe(item.id);
  });

  it('prefers a fixed name to an id', () => {
    expect(matchRoute('/consent/dashboard')?.route.id).toBe('consentDashboard');
    expect(matchRoute(`/consent/${ID}`)?.route.id).toBe('consent');
    expect(matchRoute('/admins/schedules/add')?.route.id).toBe('scheduleAdd');
    expect(matchRoute('/dpo-tools/dpia-version-1/setting')?.route.id).toBe('dpiaVersion1Setting');
    expect(matchRoute('/approval-line/settings')?.route.id).toBe('approvalLineSettings');
    expect(matchRoute('/nowhere')).toBeNull();
    expect(matchRoute('/business-function/purpose/a/b')).toBeNull();
    expect(matchRoute('/consent/%E0%A4%A')?.params).toEqual({ id: '%E0%A4%A' });
  });

  it('does not treat a word that starts with en as English', () => {
    expect(splitLocale('/english')).toEqual({ locale: 'th', path: '/english' });
    expect(splitLocale('/en')).toEqual({ locale: 'en', path: '/' });
    expect(withLocale('en', '/')).toBe('/en');
    expect(withLocale('en', '/?workspace=x')).toBe('/en?workspace=x');
    expect(withLocale('en', '/consent?workspace=x')).toBe('/en/consent?workspace=x');
  });

  it('removes an id only if the list exists', () => {
    expect(withoutId(`/business-function/purpose/${ID}`)).toBe('/business-function/purpose');
    expect(withoutId(`/approval-line/${ID}`)).toBe('/approval-line');
    expect(withoutId('/consent/dashboard')).toBe('/consent/dashboard');
    expect(withoutId(`/consent-receipt/${ID}`)).toBeNull();
    expect(withoutId('/nowhere')).toBeNull();
  });

  it('redirects only to our own guarded addresses after sign-in', () => {
    expect(safeNext(`/business-function/purpose/${ID}?workspace=w&tab=versions#top`)).toBe(
      `/business-function/purpose/${ID}?workspace=w&tab=versions#top`,
    );
    expect(safeNext('/en/dashboard?workspace=w')).toBe('/dashboard?workspace=w');
    expect(safeNext('/en/invitation?a=b#token=abc')).toBe('/invitation');
    for (const hostile of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example/dashboard',
      'javascript:alert(1)',
      '/login',
      '/logout',
      '/nowhere',
      '',
      null,
      '/\t/evil.example',
      'dashboard',
      '/..//evil.example',
      '/en//consent/evil',
      '/en//dashboard',
    ]) {
      expect(safeNext(hostile), String(hostile)).toBeNull();
    }
  });

  it('has a page for every route', () => {
    const files = globSync('client/modules/**/*Page.tsx', { cwd: ROOT }).map((path) => basename(path, '.tsx'));
    for (const route of ROUTES) {
      if ('opensGroup' in route) continue;
      const name = `${route.id[0]!.toUpperCase()}${route.id.slice(1)}Page`;
      expect(
        files.filter((file) => file === name),
        name,
      ).toHaveLength(1);
    }
  });
});
