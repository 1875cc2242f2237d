import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { decodeQR } from 'qr/decode.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { transact } from '../../server/platform/trpc/context.ts';
import { emit } from '../../server/platform/live/emit.ts';
import type { Locale } from '../../shared/locale.ts';
import thClock from '../../shared/locales/th/clock.ts';
import enClock from '../../shared/locales/en/clock.ts';
import enIncident from '../../shared/locales/en/incident.ts';
import thIncident from '../../shared/locales/th/incident.ts';
import thRecord from '../../shared/locales/th/recordScreen.ts';
import thRisk from '../../shared/locales/th/incidentRisk.ts';
import enRisk from '../../shared/locales/en/incidentRisk.ts';
import thEmbed from '../../shared/locales/th/embedScreen.ts';
import thSettings from '../../shared/locales/th/incidentSettings.ts';
import thShell from '../../shared/locales/th/shell.ts';
import enUi from '../../shared/locales/en/ui.ts';
import thUi from '../../shared/locales/th/ui.ts';
import type { Role } from '../../shared/registry/roles.ts';
import { buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildIncident, type IncidentOverrides } from '../helpers/incidents.ts';
import { faultsOf, frameFaults, looksRight, settled, wear } from './helpers/audit.ts';
import { fill } from './helpers/fill.ts';
import { picture, PICTURES } from './helpers/picture.ts';
import { fillMoment } from './helpers/moment.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const LIST = '/data-breach/incident-management';
const SETTINGS = '/data-breach/settings';
/** The page has a form for each kind of clock. */
const clockForm = (page: Page) => page.getByRole('form', { name: thSettings.clock.title });
const HOUR = 3_600_000;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

async function pictures(page: Page, name: string, fullPage = true): Promise<void> {
  if (!PICTURES) return;
  for (const dark of [false, true]) {
    for (const width of [1280, 375]) {
      await wear(page, { dark, width });
      await picture(page, `${name}-${dark ? 'dark' : 'light'}-${width}`, fullPage);
    }
  }
  await wear(page, { dark: false, width: 1280 });
}

const house = async () => (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
let people = 0;
const DPO = 'สมปอง คุ้มครอง';
const person = (ws: string, role: Role, name = DPO) =>
  buildPerson(product, { workspaceId: ws, role, name, email: `risk${(people += 1)}@incident.example` });
const incident = (ws: string, overrides: IncidentOverrides = {}) =>
  buildIncident(product, ws, { title: 'แฟ้มผู้ป่วยส่งผิดคน', ...overrides });

async function visit(
  as: Person,
  to: string,
  { locale = 'th', width = 1280, clockAheadMs = 0 }: { locale?: Locale; width?: number; clockAheadMs?: number } = {},
): Promise<Page> {
  const page = await product.open({ as, locale, width });
  if (clockAheadMs !== 0) {
    await page.addInitScript((ahead) => {
      const { now } = Date;
      Date.now = () => now() + ahead;
    }, clockAheadMs);
  }
  await page.goto(address(to, { locale, ws: as.workspaceId }));
  await settled(page);
  return page;
}

/** Waits until the value is as expected: pages are updated with a delay. */

describe('a countdown', () => {
  test('displays the server’s time on a screen whose clock is three hours fast and on one that is slow', async () => {
    const ws = await house();
    const dpo = await person(ws, 'DPO');
    const { id, dueAt } = await incident(ws, { status: 'ACTIVE', createdAt: new Date(Date.now() - 50 * HOUR) });
    const fast = await visit(dpo, `${LIST}/${id}`, { clockAheadMs: 3 * HOUR });
    const slow = await visit(dpo, `${LIST}/${id}`, { clockAheadMs: -40 * 60_000 });
    for (const page of [fast, slow]) {
      await expect
        .poll(async () => {
          const before = Date.now();
          const text = await page.locator('main [data-digits]').first().innerText();
          const [hours, minutes, seconds] = text.split(':').map(Number) as [number, number, number];
          const displayedMs = (hours * 3600 + minutes * 60 + seconds) * 1000;
          // Whole seconds of the server, between querying the page and its response.
          return displayedMs >= dueAt.getTime() - Date.now() - 1000 && displayedMs <= dueAt.getTime() - before + 1000;
        })
        .toBe(true);
      await page.waitForFunction(() => /^\d\d:\d\d · /.test(document.title));
    }
  });

  test('displays its state as a word, in both languages, and when it is due', async () => {
    const ws = await house();
    const dpo = await person(ws, 'DPO');
    await incident(ws, { title: 'กำลังเดิน', status: 'ACTIVE' });
    await incident(ws, { title: 'ใกล้ครบ', status: 'ACTIVE', createdAt: new Date(Date.now() - 60 * HOUR) });
    await incident(ws, { title: 'เกินแล้ว', status: 'ACTIVE', createdAt: new Date(Date.now() - 75 * HOUR) });
    await incident(ws, { title: 'ทัน', status: 'RESOLVED' });
    await incident(ws, { title: 'ไม่ต้องแจ้ง', status: 'ACTIVE', riskLevel: 'NO_RISK' });
    const { id } = await incident(ws, { title: 'ไม่รับ', status: 'REJECTED' });
    for (const [locale, words, texts] of [
      ['th', thClock, thIncident],
      ['en', enClock, enIncident],
    ] as const) {
      const page = await visit(dpo, LIST, { locale });
      const clockOf = (title: string) => page.getByRole('row').filter({ hasText: title }).getByRole('timer');
      for (const [title, state] of [
        ['กำลังเดิน', 'running'],
        ['ใกล้ครบ', 'running'],
        ['เกินแล้ว', 'overdue'],
        ['ทัน', 'met'],
        ['ไม่ต้องแจ้ง', 'notNeeded'],
      ] as const) {
        await clockOf(title).waitFor();
        expect(await clockOf(title).getAttribute('data-clock'), title).toBe(state);
        expect(await clockOf(title).innerText()).toContain(words.word[state]);
      }
      await clockOf('ใกล้ครบ').hover();
      await page
        .getByRole('tooltip')
        .filter({ hasText: words.due.split(' ')[0]! })
        .waitFor();
      await pictures(page, `clocks-${locale}`);
      // Of a rejected report no time is left: it would be due at the same moment once it is revised.
      await page
        .getByRole('row')
        .filter({ hasText: 'ไม่รับ' })
        .getByRole('cell', { name: texts.rejectedClock.short, exact: true })
        .waitFor();
      await page.goto(address(`${LIST}/${id}`, { locale, ws }));
      await page.getByText(texts.rejectedClock.title, { exact: true }).waitFor();
      await page.getByText(texts.rejectedClock.left.split('{{')[0]!, { exact: false }).waitFor();
      expect(await page.locator('[data-clock=stopped]').count()).toBe(0);
      await page.getByText(texts.waits.REJECTED_public).waitFor();
      await page.goto(address(`/data-breach/incident-notification/${id}`, { locale, ws }));
      await page.getByText(texts.rejectedClock.title, { exact: true }).waitFor();
      expect(await page.locator('[data-clock=stopped]').count()).toBe(0);
    }
  });
});

describe('the two start times', () => {
  const other = (page: Page) => page.getByRole('region', { name: thClock.both.title });
  const reading = (page: Page, name: string) => other(page).getByRole('listitem').filter({ hasText: name });

  test('each display their state, the overdue one by word and icon, in both languages and colour modes', async () => {
    const ws = await house();
    const dpo = await person(ws, 'DPO');
    const { id } = await incident(ws, {
      title: 'ทราบเหตุนานแล้ว',
      status: 'ACTIVE',
      createdAt: new Date(Date.now() - 2 * HOUR),
      discoveredAt: new Date(Date.now() - 100 * HOUR),
    });
    const page = await visit(dpo, `${LIST}/${id}`);
    // The statutory one is overdue and leads, the one from the record has time left and is displayed beside it.
    await page.locator('main [data-clock=overdue]').first().waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: thIncident.owed.AUTHORITY_overdue.split('{{')[0]! })
      .waitFor();
    await reading(page, thClock.both.creation).locator('[data-clock=running]').waitFor();
    const late = reading(page, thClock.both.awareness);
    await late.locator('[data-clock=overdue]').waitFor();
    await expect.poll(() => late.innerText()).toContain(thClock.word.overdue);
    await expect.poll(() => late.innerText()).toContain(thClock.both.earlier);
    expect(await late.locator('[data-clock=overdue] svg').count()).toBe(1);
    await page.waitForFunction(() => /^เกิน \d\d:\d\d · /.test(document.title));
    for (const locale of ['th', 'en'] as const)
      await looksRight(locale === 'th' ? page : await visit(dpo, `${LIST}/${id}`, { locale }), locale, 'two-starts');
    // The same in the list and in the bell.
    await page.goto(address(LIST, { ws }));
    const row = page.getByRole('row').filter({ hasText: 'ทราบเหตุนานแล้ว' });
    await row.locator('[data-clock=overdue]').waitFor();
    await expect.poll(() => row.locator('[data-other]').innerText()).toContain(thClock.both.creation);
    await page.getByRole('button', { name: new RegExp(`^${thShell.bell.label}`) }).click();
    const bell = page.getByRole('region', { name: thClock.bell.title });
    await bell.locator('[data-clock=overdue]').waitFor();
    await expect.poll(() => bell.locator('[data-other]').innerText()).toContain(thClock.both.creation);
    expect(await faultsOf(page)).toEqual([]);
  });

  test('request no notification within 15 days from awareness once these are over', async () => {
    const ws = await house();
    const dpo = await person(ws, 'DPO');
    const since = new Date(Date.now() - 380 * HOUR);
    const { id } = await incident(ws, { status: 'ACTIVE', createdAt: since, discoveredAt: since });
    await (
      await visit(dpo, `${LIST}/${id}`)
    )
      .getByRole('status')
      .filter({ hasText: thIncident.owed.AUTHORITY_overdue15 })
      .waitFor();
  });

  test('become overdue live on the open page, by the earlier one', async () => {
    const ws = await house();
    const dpo = await person(ws, 'DPO');
    // Half a minute is left by awareness: long enough for the page to open before.
    const { id } = await incident(ws, {
      status: 'ACTIVE',
      createdAt: new Date(Date.now() - HOUR),
      discoveredAt: new Date(Date.now() - 72 * HOUR + 30_000),
    });
    const page = await visit(dpo, `${LIST}/${id}`);
    await reading(page, thClock.both.awareness).locator('[data-clock=running]').waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: thIncident.owed.AUTHORITY_overdue.split('{{')[0]! })
      .waitFor();
    await reading(page, thClock.both.awareness).locator('[data-clock=overdue]').waitFor();
  });

  test('are a single one for a report of the public form, until somebody of the organisation has accepted it', async () => {
    const ws = await house();
    const dpo = await person(ws, 'DPO');
    const { id } = await incident(ws, {
      status: 'PENDING',
      reporterId: null,
      discoveredAt: new Date(Date.now() - 100 * HOUR),
    });
    const page = await visit(dpo, `${LIST}/${id}`);
    await page.locator('main [data-clock=running]').first().waitFor();
    expect(await other(page).count()).toBe(0);
    await page.goto(address(LIST, { ws }));
    await settled(page);
    expect(await page.locator('[data-other]').count()).toBe(0);
    const [first] = (await (await callerOf(dpo)).incident.clocks({ ws })).collection;
    expect(first!.clock).toMatchObject({ other: null });
  });

  test('or not: an overdue one is displayed as such before anybody has accepted it', async () => {
    const ws = await house();
    const [dpo, staff] = [await person(ws, 'DPO'), await person(ws, 'Staff', 'สมชาย แก้ไขระบบ')];
    const pending = await incident(ws, {
      status: 'PENDING',
      reporterId: staff.personnelId,
      createdAt: new Date(Date.now() - 80 * HOUR),
    });
    const waiting = await incident(ws, {
      status: 'WAITING',
      reporterId: staff.personnelId,
      createdAt: new Date(Date.now() - 80 * HOUR),
    });
    for (const [who, { id }, waits] of [
      [dpo, pending, thIncident.waits.PENDING_mine],
      [staff, waiting, thIncident.waits.WAITING_mine],
    ] as const) {
      const page = await visit(who, `${LIST}/${id}`);
      const banner = page.getByRole('status').filter({ hasText: thIncident.owed.overdue.split('{{')[0]! });
      await banner.waitFor();
      await expect.poll(() => banner.innerText()).toContain(waits);
    }
  });
});

describe('the bell', () => {
  test('notifies Staff of events addressed to them, live, and links to the record, but not to the log', async () => {
    const ws = await house();
    const staff = await person(ws, 'Staff', 'สมชาย แก้ไขระบบ');
    const { id } = await incident(ws, { status: 'ACTIVE', assigneeId: staff.personnelId });
    const page = await visit(staff, LIST);
    await page.getByRole('button', { name: thShell.bell.label, exact: true }).waitFor();
    const happens = (notify: string[], subject: string) =>
      transact(product.deps, { workspaceId: ws }, (trx) =>
        emit(
          trx,
          { workspaceId: ws, personnelId: null, at: new Date() },
          { event: 'incident.assigned', entityId: id, subject, recipients: [staff.personnelId], notify },
        ),
      );
    await happens([], 'ไม่ได้บอกใคร');
    await happens([staff.personnelId], 'แฟ้มผู้ป่วยส่งผิดคน');
    await page.getByRole('button', { name: thShell.bell.unread }).click();
    const popup = page.getByRole('dialog', { name: thShell.bell.label });
    const line = popup.getByRole('listitem').filter({ hasText: 'มอบหมาย' }).getByRole('link');
    await line.waitFor();
    expect(await popup.getByText('ไม่ได้บอกใคร').count()).toBe(0);
    expect(await popup.getByRole('link', { name: thShell.bell.all }).count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await line.click();
    await page.waitForURL((url) => url.pathname === `${LIST}/${id}`);
    await page.getByRole('button', { name: thShell.bell.label, exact: true }).waitFor();
  });

  test('is empty for Top Management and explains its purpose; a line whose page is not permitted links to the home page and signs nobody out', async () => {
    const ws = await house();
    const audit = await person(ws, 'Top Management');
    const page = await visit(audit, '/consent/dashboard');
    const bell = page.getByRole('button', { name: new RegExp(`^${thShell.bell.label}`) });
    await bell.click();
    await page.getByText(thShell.bell.noneHintOwn).waitFor();
    await page.keyboard.press('Escape');
    const { id } = await incident(ws, { status: 'ACTIVE' });
    await transact(product.deps, { workspaceId: ws }, (trx) =>
      emit(
        trx,
        { workspaceId: ws, personnelId: null, at: new Date() },
        {
          event: 'incident.accepted',
          entityId: id,
          subject: 'แฟ้มผู้ป่วยส่งผิดคน',
          recipients: [],
          notify: [audit.personnelId],
        },
      ),
    );
    await expect
      .poll(async () => (await callerOf(audit)).notification.unread({ ws, module: 'ALL' }).then(({ count }) => count))
      .toBe(1);
    await page.reload();
    await settled(page);
    await page.getByRole('button', { name: thShell.bell.unread }).click();
    const line = page
      .getByRole('dialog', { name: thShell.bell.label })
      .getByRole('link', { name: /ส่งผิดคน.*(เมื่อสักครู่|นาที)/ });
    expect(new URL((await line.getAttribute('href'))!, product.address).pathname).toBe('/');
  });

  test('displays the open clocks, those due first at the top, and marks an overdue one by more than colour', async () => {
    const ws = await house();
    const dpo = await person(ws, 'DPO');
    for (let index = 0; index < 6; index += 1)
      await incident(ws, {
        title: `เหตุที่กำลังนับ ${index}`,
        status: 'ACTIVE',
        createdAt: new Date(Date.now() - index * 10 * HOUR),
      });
    const overdue = await incident(ws, {
      title: 'เลยกำหนดมาแล้ว',
      status: 'ACTIVE',
      createdAt: new Date(Date.now() - 80 * HOUR),
    });
    const page = await visit(dpo, LIST);
    const bell = page.getByRole('button', { name: new RegExp(fill(thShell.bell.overdue, { number: 1 })) });
    await bell.waitFor();
    expect(await bell.innerText()).toContain('!');
    await bell.click();
    const clocks = page.getByRole('region', { name: thClock.bell.title });
    await clocks.getByRole('timer').first().waitFor();
    expect(await clocks.getByRole('timer').count()).toBe(5);
    expect(await clocks.getByRole('listitem').first().innerText()).toContain('เลยกำหนดมาแล้ว');
    await clocks.getByText(fill(thClock.bell.more, { count: 2 })).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await pictures(page, 'bell', false);
    await clocks.getByRole('link').first().click();
    await page.waitForURL((url) => url.pathname === `${LIST}/${overdue.id}`);
  });

  test('states that deadlines could not be loaded, and loads them again', async () => {
    const ws = await house();
    const dpo = await person(ws, 'DPO');
    await incident(ws, { status: 'ACTIVE' });
    const page = await product.open({ as: dpo, locale: 'th', width: 1280 });
    const CLOCKS = 'clock.running';
    const calls = /\/trpc\/[^?]*clock\.running/;
    // Only that part of the batch fails.
    await page.route(calls, async (route) => {
      const answer = await route.fetch();
      const names = new URL(route.request().url()).pathname.split('/').at(-1)!.split(',');
      const data = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, path: CLOCKS };
      const failed = { error: { message: 'failed', code: -32_603, data } };
      const parts = ((await answer.json()) as unknown[]).map((part, place) =>
        names[place] === CLOCKS ? failed : part,
      );
      await route.fulfill({ response: answer, json: parts });
    });
    await page.goto(address(LIST, { ws }));
    await settled(page);
    await page.getByRole('button', { name: new RegExp(`^${thShell.bell.label}`) }).click();
    const alert = page.getByRole('alert').filter({ hasText: thClock.bell.failed });
    await alert.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.unroute(calls);
    await alert.getByRole('button', { name: thUi.retry }).click();
    await page.getByRole('region', { name: thClock.bell.title }).getByRole('timer').waitFor();
    expect(await alert.count()).toBe(0);
  });
});

const callerOf = (as: Person) => callerFor(product, as);

describe('the settings of incidents', () => {
  test('move the open clocks on every screen when they are saved, and warn in advance', async () => {
    const ws = await house();
    const [dpo, admin] = [await person(ws, 'DPO'), await person(ws, 'Admin', 'สมศักดิ์ ดูแลระบบ')];
    const { id, dueAt } = await incident(ws, { status: 'ACTIVE' });
    const watching = await visit(admin, `${LIST}/${id}`);
    const page = await visit(dpo, SETTINGS);
    const hours = page.getByRole('textbox', { name: thSettings.clock.hours, exact: false }).first();
    // What is counted from moves nothing: the earlier moment leads in any case.
    const moves = page.getByText(thSettings.clock.moves);
    await page.locator('[name=basis][value=awareness]').check();
    expect(await moves.count()).toBe(0);
    await page.locator('[name=basis][value=creation]').check();
    await hours.fill('48');
    await moves.waitFor();
    await hours.fill('96');
    await page.getByText(thSettings.clock.longer).waitFor();
    await hours.fill('721');
    await hours.blur();
    await page.getByText(thIncident.hoursRange).waitFor();
    await hours.fill('48');
    // Alerts: an invalid one is reported at its field, one is added by Enter, one is removed.
    const alert = page.getByRole('textbox', { name: thSettings.clock.addAlert });
    await alert.fill('24');
    await alert.press('Enter');
    await page.getByText(thSettings.clock.alertTwice).waitFor();
    await alert.fill('12');
    await alert.press('Enter');
    await page.getByText(fill(thSettings.clock.alert_other, { hours: 12 })).waitFor();
    await page
      .getByRole('button', { name: fill(thSettings.clock.removeAlert_other, { hours: 1 }), exact: true })
      .click();
    expect(await faultsOf(page)).toEqual([]);
    // One that is only typed is added by saving, which an invalid one prevents.
    const save = () => clockForm(page).getByRole('button', { name: thUi.save }).click();
    await alert.fill('24');
    await save();
    await page.getByText(thSettings.clock.alertTwice).waitFor();
    expect(await alert.evaluate((field) => field === document.activeElement)).toBe(true);
    await alert.fill('6');
    await save();
    await page.getByText(thSettings.clock.saved).first().waitFor();
    expect(await (await callerOf(dpo)).incident.settings.get({ ws })).toMatchObject({
      authorityHours: 48,
      basis: 'creation',
      alertHours: [24, 12, 6],
    });
    // The other's page has moved by a day, without a reload.
    await expect
      .poll(async () => Number((await watching.locator('main [data-digits]').first().innerText()).split(':')[0]))
      .toBeLessThan(48);
    const moved = await (await callerOf(admin)).incident.get({ ws, id });
    expect(new Date(moved.clock.dueAt).getTime()).toBe(dueAt.getTime() - 24 * HOUR);
  });

  test('two users who change them at once lose nothing: fields changed by one are merged, the same field is asked about', async () => {
    const ws = await house();
    const [dpo, admin] = [await person(ws, 'DPO'), await person(ws, 'Admin', 'สมศักดิ์ ดูแลระบบ')];
    const page = await visit(dpo, SETTINGS);
    const hours = page.getByRole('textbox', { name: thSettings.clock.hours, exact: false }).first();
    await hours.fill('60');
    const theirs = await callerOf(admin);
    const { rowVersion } = await theirs.incident.settings.get({ ws });
    await theirs.incident.settings.update({
      ws,
      rowVersion,
      authorityHours: 24,
      basis: 'awareness',
      alertHours: [4],
      publicForm: false,
    });
    await page.getByText(thRecord.stale.title).waitFor();
    await clockForm(page).getByRole('button', { name: thUi.save }).click();
    const dialog = page.getByRole('dialog', { name: thRecord.stale.title });
    await dialog.getByText('24').first().waitFor();
    await dialog.getByRole('radio', { name: thRecord.merge.mine }).check();
    await dialog.getByRole('button', { name: thRecord.merge.save }).click();
    await page.getByText(thSettings.clock.saved).first().waitFor();
    expect(await theirs.incident.settings.get({ ws })).toMatchObject({
      authorityHours: 60,
      basis: 'awareness',
      alertHours: [4],
    });
    expect(await hours.inputValue()).toBe('60');
    // Unchanged, the form follows what others save.
    await theirs.incident.settings.update({ ws, ...(await theirs.incident.settings.get({ ws })), authorityHours: 30 });
    await expect.poll(() => hours.inputValue()).toBe('30');
  });

  test('enable the public form by a link that is renewed only after a confirmation, and do not change typed numbers', async () => {
    const ws = await house();
    const dpo = await person(ws, 'DPO');
    const page = await visit(dpo, SETTINGS);
    const hours = page.getByRole('textbox', { name: thSettings.clock.hours, exact: false }).first();
    await hours.fill('70');
    await page.getByRole('switch', { name: thSettings.form.on }).click();
    const link = page.getByRole('textbox', { name: thSettings.form.link });
    await link.waitFor();
    const first = await link.inputValue();
    expect(first).toMatch(/\/report-incident#token=[\w-]{32}$/);
    expect(await page.getByRole('link', { name: thEmbed.openPage }).getAttribute('href')).toBe(first);
    // A phone's camera reads the link from the picture.
    const { data, width, height } = PNG.sync.read(
      await page.getByRole('img', { name: thSettings.form.qr }).screenshot(),
    );
    expect(decodeQR({ data, width, height })).toBe(first);
    await page.getByRole('button', { name: thSettings.form.renew }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: thSettings.form.renewTitle }));
    await dialog.getByRole('button', { name: thSettings.form.renew }).click();
    await expect.poll(() => link.inputValue()).not.toBe(first);
    // Another card was saved meanwhile: the numbers are still those typed, and are saved without a conflict.
    expect(await hours.inputValue()).toBe('70');
    await clockForm(page).getByRole('button', { name: thUi.save }).click();
    await page.getByText(thSettings.clock.saved).first().waitFor();
    expect(await (await callerOf(dpo)).incident.settings.get({ ws })).toMatchObject({
      authorityHours: 70,
      publicForm: true,
    });
    await page.getByRole('switch', { name: thSettings.form.on }).click();
    await link.waitFor({ state: 'detached' });
  });

  test('fit a phone in dark mode in both languages', async () => {
    const ws = await house();
    const dpo = await person(ws, 'DPO');
    const caller = await callerOf(dpo);
    await caller.incident.settings.update({ ws, ...(await caller.incident.settings.get({ ws })), publicForm: true });
    for (const locale of ['th', 'en'] as const) {
      const page = await visit(dpo, SETTINGS, { locale, width: 375 });
      expect(await frameFaults(page, locale)).toEqual([]);
      await pictures(page, `settings-${locale}`);
    }
  });
});

describe('a new report', () => {
  test('displays the next steps and the time since awareness beside it; cancel is placed before the two save buttons', async () => {
    const ws = await house();
    const staff = await person(ws, 'Staff', 'สมศรี พบเหตุ');
    for (const [locale, texts] of [
      ['th', thIncident],
      ['en', enIncident],
    ] as const) {
      const page = await visit(staff, `${LIST}/new`, { locale });
      const rail = page.locator('main aside');
      await rail.getByText(fill(texts.next.awareHint, { field: texts.field.discoveredAt })).waitFor();
      await rail.getByText(fill(texts.next.notify, { hours: 72 })).waitFor();
      // The time counts from awareness: saving late has no benefit.
      await page.getByText(fill(texts.newLead, { hours: 72 })).waitFor();
      expect(texts.newLead).toContain(
        locale === 'th' ? 'เริ่มนับเมื่อทราบเหตุ ไม่ใช่เมื่อบันทึกครั้งแรก' : 'not from the first save',
      );
      await rail.getByText(texts.next.save).waitFor();
      await fillMoment(page, 'discoveredAt', new Date(Date.now() - 3 * HOUR), locale);
      await expect.poll(() => rail.locator('[data-digits]').innerText()).toMatch(/^(69|68):/);
      const buttons = page
        .locator('main form')
        .getByRole('link')
        .or(page.locator('main form').getByRole('button'))
        .filter({
          hasText: new RegExp(
            `^(${[(locale === 'th' ? thUi : enUi).cancel, texts.saveOnly, texts.saveAndSubmit].join('|')})$`,
          ),
        });
      expect(await buttons.allInnerTexts()).toEqual([
        (locale === 'th' ? thUi : enUi).cancel,
        texts.saveOnly,
        texts.saveAndSubmit,
      ]);
      await looksRight(page, locale, 'new-report');
    }
  });
});

describe('the risk of an incident', () => {
  const choose = (page: Page, name: string) =>
    page
      .getByRole('checkbox', { name, exact: false })
      .or(page.getByRole('radio', { name, exact: false }))
      .first()
      .check();

  test('is calculated step by step, the suggestion adopted with its calculation, and stored as evidence', async () => {
    const ws = await house();
    const dpo = await person(ws, 'DPO');
    const { id } = await incident(ws, { status: 'PENDING', sensitive: true, cause: 'HACKING', subjectCount: 1250 });
    const page = await visit(dpo, `${LIST}/${id}?tab=decision`);
    const score = page.locator('[data-score]');
    await page.getByRole('heading', { name: thRisk.calculator.title }).waitFor();
    // Pre-filled from the report: sensitive and malice, nothing that decreases the severity. Missing answers are listed
    // instead of a score.
    expect(await page.getByRole('checkbox', { name: thRisk.kinds.sensitive, exact: false }).isChecked()).toBe(true);
    expect(await page.getByRole('radio', { name: thRisk.loss.malicious, exact: false }).isChecked()).toBe(true);
    const lossOf = (part: 'confidentiality' | 'integrity' | 'availability') =>
      page.getByRole('radiogroup', { name: thRisk.loss[part] });
    expect(await lossOf('confidentiality').getByRole('radio', { checked: true }).count()).toBe(0);
    await page.getByText(thRisk.working.missing).waitFor();
    await lossOf('confidentiality').getByRole('radio').nth(1).check();
    await lossOf('integrity').getByRole('radio').first().check();
    await lossOf('availability').getByRole('radio').first().check();
    await page.getByText(fill(thRisk.manySubjects, { number: '1,250' })).waitFor();
    await choose(page, thRisk.identification.significant);
    // 4 × 0.75 + (0.25 + 0.5)
    await expect.poll(() => score.getAttribute('data-score')).toBe('3.75');
    await choose(page, thRisk.adjustments.publicAlready);
    await expect.poll(() => score.getAttribute('data-score')).toBe('3');
    expect(await faultsOf(page)).toEqual([]);
    await pictures(page, 'risk-th');
    await page.getByRole('button', { name: thRisk.working.use }).click();
    expect(await page.getByRole('radio', { name: thIncident.riskLevel.HIGH_RISK, exact: false }).isChecked()).toBe(
      true,
    );
    const reason = page.getByRole('textbox', { name: thRisk.reason, exact: false });
    expect(await reason.inputValue()).toContain('3 × 0.75 + 0.75 = 3');
    await reason.fill('ข้อมูลสุขภาพหลุดออกไปโดยผู้บุกรุก');
    await page.getByRole('combobox', { name: thIncident.dialog.assignee, exact: false }).selectOption({ label: DPO });
    await page.getByRole('button', { name: thIncident.action.accept }).last().click();
    const evidence = page.locator('[data-decision=HIGH_RISK]');
    await evidence.waitFor();
    await page.goto(address(`${LIST}/${id}?tab=decision`, { ws }));
    await evidence.getByText(thRisk.source).waitFor();
    expect(await evidence.locator('[data-score]').getAttribute('data-score')).toBe('3');
    expect(await evidence.innerText()).toContain('ข้อมูลสุขภาพหลุดออกไปโดยผู้บุกรุก');
    expect(await evidence.innerText()).toContain(DPO);
    await pictures(page, 'evidence-th');
  });

  test('of a low score is possible, never none, and the officer is asked for the reason', async () => {
    const ws = await house();
    const dpo = await person(ws, 'DPO');
    const { id } = await incident(ws, { status: 'PENDING', sensitive: false, cause: 'HUMAN_ERROR' });
    const page = await visit(dpo, `${LIST}/${id}?tab=decision`, { locale: 'en' });
    await page.getByRole('heading', { name: enRisk.calculator.title }).waitFor();
    const within = (legend: string) => page.getByRole('radiogroup', { name: legend });
    expect(
      await within(enRisk.loss.malice).getByRole('radio', { name: enRisk.loss.notMalicious, exact: false }).isChecked(),
    ).toBe(false);
    await choose(page, enRisk.kinds.simple);
    await choose(page, enRisk.identification.negligible);
    for (const part of ['confidentiality', 'integrity', 'availability'] as const)
      await within(enRisk.loss[part]).getByRole('radio').first().check();
    await choose(page, enRisk.loss.notMalicious);
    await page.getByText(enRisk.working.low).waitFor();
    await page.getByRole('button', { name: enRisk.working.use }).click();
    const level = within(enRisk.level);
    expect(await level.getByRole('radio', { checked: true }).getAttribute('value')).toBe('POSSIBLE_RISK');
    const reason = page.getByRole('textbox', { name: enRisk.reason, exact: false });
    expect(await reason.inputValue()).toBe('');
    expect(await reason.evaluate((field) => field === document.activeElement)).toBe(true);
    await pictures(page, 'risk-low-en');
    // A reason generated for one level does not apply to another.
    await choose(page, enRisk.kinds.sensitive);
    await choose(page, enRisk.identification.maximum);
    await page.getByRole('button', { name: enRisk.working.use }).click();
    expect(await reason.inputValue()).toContain('4 × 1 + 0 = 4');
    await level.getByRole('radio', { name: enIncident.riskLevel.NO_RISK, exact: false }).check();
    expect(await reason.inputValue()).toBe('');
  });

  test('of none is decided only with the factors considered, each with a finding; by keyboard, in English', async () => {
    const ws = await house();
    const dpo = await person(ws, 'DPO');
    const { id } = await incident(ws, { status: 'ACTIVE', assigneeId: dpo.personnelId });
    const page = await visit(dpo, `${LIST}/${id}?tab=decision&decide=1`, { locale: 'en' });
    if ((await page.getByRole('radio').count()) === 0)
      await page
        .getByRole('link', { name: /risk/i })
        .or(page.getByRole('button', { name: /risk/i }))
        .last()
        .click();
    const level = page.getByRole('radiogroup', { name: enRisk.level });
    await level.waitFor();
    // The arrow keys move between the levels.
    await level.getByRole('radio').first().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    expect(await level.getByRole('radio').nth(1).isChecked()).toBe(true);
    await page.keyboard.press('ArrowUp');
    const dossier = page.getByRole('group', { name: enRisk.dossier.legend });
    await dossier.waitFor();
    await page
      .getByRole('textbox', { name: enRisk.reason, exact: false })
      .fill('The disk was encrypted and has come back.');
    const save = page.getByRole('button', { name: /save|decide/i }).last();
    await save.click();
    // Missing input is reported at its field, which is focused.
    await expect.poll(() => dossier.locator('[aria-invalid=true]').count()).toBe(8);
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    await dossier.getByRole('checkbox', { name: enRisk.factor.protection, exact: false }).focus();
    await page.keyboard.press('Space');
    const finding = dossier.getByRole('textbox', {
      name: fill(enRisk.dossier.finding, { factor: enRisk.factor.protection }),
    });
    expect(await finding.getAttribute('aria-invalid')).toBe('true');
    await finding.fill('AES-256; the key is kept elsewhere.');
    expect(await finding.getAttribute('aria-invalid')).toBeNull();
    expect(await faultsOf(page)).toEqual([]);
    await pictures(page, 'dossier-en');
    await save.click();
    const evidence = page.locator('[data-decision=NO_RISK]').first();
    await evidence.getByText('AES-256; the key is kept elsewhere.').waitFor();
    const after = await (await callerOf(dpo)).incident.get({ ws, id });
    expect(after).toMatchObject({ riskLevel: 'NO_RISK', clock: { outcome: 'notNeeded' } });
    expect(after.decisions[0]).toMatchObject({ severity: null, factors: [{ factor: 'protection' }] });
  });

  test('is not saved over a decision that a colleague made meanwhile, nor from a draft, before it is checked', async () => {
    const ws = await house();
    const dpo = await person(ws, 'DPO');
    const colleague = await person(ws, 'DPO', 'สมหมาย ตัดสินใจ');
    const { id } = await incident(ws, { status: 'ACTIVE', assigneeId: dpo.personnelId, reporterId: dpo.personnelId });
    const page = await visit(dpo, `${LIST}/${id}?tab=decision&decide=1`, { locale: 'en' });
    const reason = page.getByRole('textbox', { name: enRisk.reason, exact: false });
    const save = page.getByRole('button', { name: enIncident.decision.save, exact: true });
    const newer = page.getByText(enIncident.newer.title, { exact: true });
    const decide = async (riskLevel: 'HIGH_RISK' | 'POSSIBLE_RISK') =>
      (await callerOf(colleague)).incident.decideRisk({ ws, id, riskLevel, riskDescription: 'ข้อมูลสุขภาพ' });
    await page.getByRole('radiogroup', { name: enRisk.level }).getByRole('radio').nth(1).check();
    await reason.fill('Only names.');
    // Stored as a draft when the page is left, then decided by somebody else.
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    await page.goto('about:blank');
    await decide('HIGH_RISK');
    await page.goto(address(`${LIST}/${id}?tab=decision&decide=1`, { locale: 'en', ws }));
    await newer.waitFor();
    expect(await reason.inputValue()).toBe('Only names.');
    await page.getByText('Risk level now: High risk', { exact: false }).waitFor();
    expect(await save.isDisabled()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: enIncident.newer.continue }).click();
    await newer.waitFor({ state: 'detached' });
    // And while the page is open.
    await decide('POSSIBLE_RISK');
    await newer.waitFor();
    expect(await save.isDisabled()).toBe(true);
    await page.getByRole('button', { name: enIncident.newer.continue }).click();
    await save.click();
    await expect.poll(async () => (await (await callerOf(dpo)).incident.get({ ws, id })).decisions.length).toBe(3);
  });

  test('of a public report asks when the organisation became aware, with the deadline by it and by the receipt', async () => {
    const ws = await house();
    const dpo = await person(ws, 'DPO');
    const { id } = await incident(ws, { status: 'PENDING', createdAt: new Date(Date.now() - 2 * HOUR) });
    await product.owner
      .updateTable('incidents')
      .set({ reporterAwareAt: new Date(Date.now() - 240 * HOUR) })
      .where('id', '=', id)
      .execute();
    const page = await visit(dpo, `${LIST}/${id}?tab=decision`);
    const lines = page.getByRole('status').filter({ hasText: thIncident.awareness.earlier });
    await lines.getByText(thIncident.awareness.reporter.split('{{')[0]!, { exact: false }).waitFor();
    const due = async () => (await lines.getByRole('listitem').allInnerTexts()).map((line) => line.split('สคส.')[1]);
    const [, received, stated] = await due();
    expect(stated).toBe(received);
    const day = page.locator('input[name=discoveredAt]');
    expect(await day.inputValue()).not.toBe('');
    await day.fill('01/01/2500');
    await day.press('Tab');
    await expect.poll(async () => (await due())[2] === received).toBe(false);
    await page.getByRole('button', { name: thIncident.action.accept }).last().click();
    await page.getByText(thIncident.awareBeforeOccurred).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});
