import { describe, expect, it } from 'vitest';
import { accountMenu, currentEntry, flatMenu, visibleMenu, type EntryState } from '../../client/shell/visibleMenu.ts';
import { palettePages } from '../../client/shell/palettePages.ts';
import { groupLanding, landing, roleLanding } from '../../client/shell/landing.ts';
import { defaultFlags, FLAGS, type Flags } from '../../shared/registry/flags.ts';
import { may, type Standing } from '../../shared/registry/permissions.ts';
import { ROLES, type Role } from '../../shared/registry/roles.ts';
import { routeOf, ROUTES } from '../../shared/registry/routes.ts';
import { MODULE_CONTRACTS } from '../moduleContracts.ts';
import { TIERS, type Tier } from '../../shared/registry/tiers.ts';

const standing = (
  role: Role,
  tier: Tier = 'Unlimit',
  more: Partial<Standing> & { off?: (keyof Flags)[] } = {},
): Standing => ({
  role,
  tier,
  flags: { ...defaultFlags(tier), ...Object.fromEntries((more.off ?? []).map((flag) => [flag, false])) } as Flags,
  ...(more.variant && { variant: more.variant }),
});
const states = (who: Standing): Record<string, EntryState> =>
  Object.fromEntries(visibleMenu(who).flatMap(({ items }) => items.map(({ id, state }) => [id, state])));

/**
 * Spec 1 section 6.1: which role sees which entry; including entries of future modules. A Admin, D DPO, S Staff, T Top
 * Management.
 */
const TABLE: Record<string, string> = {
  privacyNotices: 'AD',
  requestDashboard: 'ADT',
  requests: 'ADST',
  requestForms: 'AD',
  dpias: 'ADS',
  dpiaSettings: 'AD',
  treatmentPlans: 'AD',
  ...Object.assign({}, ...MODULE_CONTRACTS.map(({ menu }) => menu)),
};
const LETTER: Record<Role, string> = { Admin: 'A', DPO: 'D', Staff: 'S', 'Top Management': 'T' };

describe('the menu', () => {
  it.each(ROLES)('displays to %s what the table of roles permits, in every tier', (role) => {
    const expected = Object.keys(TABLE).filter((id) => TABLE[id]!.includes(LETTER[role]));
    for (const tier of TIERS) expect(Object.keys(states(standing(role, tier))).sort()).toEqual([...expected].sort());
  });

  it.each(TIERS)('disables what the %s tier does not include', (tier) => {
    const flags = defaultFlags(tier);
    const of = states(standing('Admin', tier));
    const sold = (on: boolean) => (on ? 'open' : 'sale');
    expect(of.applications).toBe(sold(flags.ropaInventoryEnabled));
    expect(of.privacyNotices).toBe(sold(flags.privacyEnabled));
    expect(of.consents).toBe(sold(flags.consentEnabled));
    expect(of.requests).toBe(sold(flags.dsrmEnabled));
    expect(of.incidents).toBe(sold(flags.dataBreachEnabled));
    expect(of.dpias).toBe(sold(flags.dpiaEnabled));
    expect(of.dataSharing).toBe(sold(tier !== 'Basic'));
    expect(of.dataFlowDiagram).toBe(sold(tier !== 'Basic'));
    expect(of.inventory).toBe('open');
    expect(of.dataControllers).toBe('open');
  });

  it('suggests contacting support if a flag is off on an entry that is not for sale', () => {
    const menu = visibleMenu(standing('DPO', 'Unlimit', { off: ['dashboardEnabled'] }));
    expect(menu.find(({ id }) => id === 'dashboard')).toMatchObject({ state: 'support' });
  });

  it('sells nothing that the tier includes: a flag that was turned off by hand is a matter for support', () => {
    const of = states(standing('Admin', 'Standard', { off: ['dsrmEnabled'] }));
    expect([of.requests, of.incidents, of.dpias]).toEqual(['support', 'open', 'sale']);
  });

  it('links a group to its first permitted entry', () => {
    const menu = visibleMenu(standing('Staff', 'Basic', {}));
    expect(menu.map(({ id }) => id)).toEqual(['businessFunction', 'consent', 'dsrm', 'dataBreach', 'dpoTools']);
    expect(menu.find(({ id }) => id === 'consent')).toMatchObject({ path: '/consent', state: 'open' });
    expect(menu.find(({ id }) => id === 'dpoTools')).toMatchObject({ state: 'sale' });
  });

  it('determines the group and entry of an address, the longest match first', () => {
    const menu = visibleMenu(standing('Admin'));
    const at = (path: string) => currentEntry(menu, path)?.item?.id;
    expect(at('/consent/dashboard')).toBe('consentDashboard');
    expect(at('/consent/0198')).toBe('consents');
    expect(at('/business-function/purpose-category')).toBe('purposeCategories');
    expect(at('/dpo-tools/dpia/settings')).toBe('dpiaSettings');
    expect(at('/workspaces')).toBeUndefined();
  });

  it('keeps group and entry on pages that have no entry themselves', () => {
    const at = (path: string, who: Standing = standing('Admin')) => {
      const found = currentEntry(visibleMenu(who), path);
      return found && [found.group.id, found.item?.id ?? null];
    };
    expect(at('/dpo-tools/dpia-version-1')).toEqual(['dpoTools', 'dpias']);
    expect(at('/dpo-tools/dpia-version-1/setting')).toEqual(['dpoTools', 'dpiaSettings']);
    expect(at('/dpo-tools/dpia-version-1/0198')).toEqual(['dpoTools', 'dpias']);
    expect(at('/treatment/0198')).toEqual(['dpoTools', 'treatmentPlans']);
    expect(at('/user-consent-receipt')).toEqual(['consent', 'consentDashboard']);
    expect(at('/dsrm/right')).toEqual(['dsrm', 'requestForms']);
    expect(at('/dsrm/authorised-agent')).toEqual(['dsrm', 'requestForms']);
    // Entries that the role lacks: the group remains.
    for (const path of ['/treatment', '/dpo-tools/treatment-plan', '/dpo-tools/treatment-plan/0198'])
      expect(at(path, standing('Staff')), path).toEqual(['dpoTools', null]);
    expect(at('/activity-logs', standing('DPO'))).toEqual(['organization', null]);
  });

  it('has a place for every page behind the guard but those of the account and of workspaces', () => {
    const outside = /^\/(mails|admins|workspaces|approval-line)(\/|$)/;
    for (const role of ROLES) {
      const who = standing(role);
      const menu = visibleMenu(who);
      for (const { path, permission, ...route } of ROUTES.map(({ id }) => routeOf(id))) {
        if (route.layout !== 'default' || route.opensGroup || !may(who, permission!) || outside.test(path)) continue;
        const place = currentEntry(menu, path.replace(/:id\??/, '0198'));
        expect(place, `${role} ${path}`).not.toBeNull();
      }
    }
    for (const { within } of ROUTES.map(({ id }) => routeOf(id)))
      if (within) expect(routeOf(within).menu).toBeDefined();
  });

  it('names the search for receipts in the command palette to whoever may use it, and no page twice', () => {
    const paths = (role: Role, more?: Parameters<typeof standing>[2]) =>
      palettePages(standing(role, 'Unlimit', more)).map(({ path }) => path);
    for (const role of ROLES) {
      expect(paths(role).includes('/user-consent-receipt'), role).toBe(role !== 'Staff');
      expect(new Set(paths(role)).size).toBe(paths(role).length);
    }
    expect(paths('DPO', { off: ['consentEnabled'] })).not.toContain('/user-consent-receipt');
  });

  it('moves the approval line to the menu and hides the Admin Console in the special variant', () => {
    const usual = standing('Admin', 'Unlimit');
    const special = standing('Admin', 'Unlimit', { variant: 'special' });
    const ids = (who: Standing) => accountMenu(who).map(({ id }) => id);
    expect(ids(usual)).toEqual(['admins', 'approvalLine', 'activityLogs', 'workspaces']);
    expect(ids(special)).toEqual(['activityLogs', 'workspaces']);
    expect(states(usual).approvalLine).toBeUndefined();
    expect(states(special).approvalLine).toBe('open');
    expect(states(standing('DPO', 'Unlimit', { variant: 'special' })).approvalLine).toBe('open');
    // Spec 1 section 6.1: Staff not in the special variant, Top Management never in the menu.
    for (const role of ['Staff', 'Top Management'] as const) {
      const who = standing(role, 'Unlimit', { variant: 'special' });
      expect(states(who).approvalLine).toBeUndefined();
      expect(ids(who)).toEqual([]);
      // What they are asked to approve can be opened anyway.
      expect(landing(who, '/approval-line/0198')).toBe('/approval-line');
    }
  });

  it('renders the user dropdown by role and tier', () => {
    const ids = (role: Role, tier: Tier) => accountMenu(standing(role, tier)).map(({ id }) => id);
    expect(ids('Admin', 'Pro')).toEqual(['approvalLine', 'activityLogs', 'workspaces']);
    expect(ids('DPO', 'Unlimit')).toEqual(['approvalLine', 'activityLogs']);
    expect(ids('DPO', 'Basic')).toEqual(['activityLogs']);
    expect(ids('Staff', 'Pro')).toEqual(['approvalLine']);
    expect(ids('Top Management', 'Unlimit')).toEqual(['approvalLine']);
  });

  it('lists requests ungrouped to Admin, DPO and Staff only', () => {
    for (const role of ROLES)
      expect(flatMenu(standing(role)).some(({ id }) => id === 'requests')).toBe(role !== 'Top Management');
  });
});

describe('the landing page', () => {
  it('is the applications for Admin, DPO and Staff', () => {
    for (const role of ['Admin', 'DPO', 'Staff'] as const)
      expect(roleLanding(standing(role))).toBe('/business-function/application');
  });

  it('is for Top Management the first dashboard that the workspace has', () => {
    const audit = (off: (keyof Flags)[]) => roleLanding(standing('Top Management', 'Unlimit', { off }));
    expect(audit([])).toBe('/dashboard');
    expect(audit(['dashboardEnabled'])).toBe('/consent/dashboard');
    expect(audit(['dashboardEnabled', 'consentEnabled'])).toBe('/dsrm/dashboard');
    expect(audit([...FLAGS])).toBe('/dsrm/dashboard');
  });

  it.each(FLAGS)('is open for every role where %s is off', (flag) => {
    for (const role of ROLES) {
      const who = standing(role, 'Unlimit', { off: [flag] });
      expect(flatMenu(who).map(({ path }) => path)).toContain(roleLanding(who));
    }
    expect(roleLanding(standing('DPO', 'Unlimit', { off: ['ropaInventoryEnabled'] }))).toBe('/dashboard');
  });

  it('remains the page, without its id, if it is permitted in the other workspace', () => {
    const dpo = standing('DPO', 'Pro');
    expect(landing(dpo, '/business-function/purpose/0198')).toBe('/business-function/purpose');
    expect(landing(dpo, '/organization/personnel')).toBe('/organization/personnel');
    expect(landing(dpo, '/organization')).toBe('/organization');
    expect(landing(dpo, '/dpo-tools/dpia/0198')).toBe('/dpo-tools/dpia');
  });

  it('replaces a page not permitted by role, tier or variant there', () => {
    expect(landing(standing('Staff'), '/organization/personnel')).toBe('/business-function/application');
    expect(landing(standing('DPO', 'Basic'), '/dpo-tools/dpia/0198')).toBe('/business-function/application');
    expect(landing(standing('Top Management', 'Basic'), '/business-function/application')).toBe('/dashboard');
    expect(landing(standing('Admin', 'Basic'), '/pii-inventory/data-sharing')).toBe('/business-function/application');
    expect(landing(standing('Admin', 'Unlimit', { variant: 'special' }), '/admins')).toBe(
      '/business-function/application',
    );
  });

  it('replaces pages outside workspaces', () => {
    for (const path of ['/', '/terms', '/nowhere', '/consent-receipt/0198'])
      expect(landing(standing('DPO'), path)).toBe('/business-function/application');
  });

  it('opens a group at its first permitted page', () => {
    expect(groupLanding(standing('Staff'), 'organization')).toBeNull();
    expect(groupLanding(standing('DPO'), 'organization')).toBe('/organization/data-controller');
    expect(groupLanding(standing('Staff'), 'dsrm')).toBe('/dsrm/request');
    expect(groupLanding(standing('Staff', 'Basic'), 'dsrm')).toBe('/dsrm/request');
    expect(groupLanding(standing('Top Management'), 'piiInventory')).toBe('/pii-inventory/inventory');
  });
});
