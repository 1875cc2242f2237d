import { randomUUID } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../../server/demo.ts';
import { USERS, WORKSPACES } from '../../server/platform/demo/people.ts';
import { CLIENT_OUT } from '../../scripts/client.ts';
import { loadConfig } from '../../server/platform/config.ts';
import { type RunningServer, startServer } from '../../server/main.ts';
import { openDatabase } from '../../db/client.ts';
import { LIA_QUESTIONS, LIA_TESTS } from '../../shared/purpose/legitimateInterest.ts';
import { LOCALES, type Locale } from '../../shared/locale.ts';
import enPurposeScreen from '../../shared/locales/en/purposeScreen.ts';
import enRecordScreen from '../../shared/locales/en/recordScreen.ts';
import enShell from '../../shared/locales/en/shell.ts';
import enVersionedRecord from '../../shared/locales/en/versionedRecord.ts';
import thPurposeScreen from '../../shared/locales/th/purposeScreen.ts';
import thRecordScreen from '../../shared/locales/th/recordScreen.ts';
import thShell from '../../shared/locales/th/shell.ts';
import thVersionedRecord from '../../shared/locales/th/versionedRecord.ts';
import type { RouteRule } from '../../shared/registry/routeRule.ts';
import { type RouteId, routeOf, ROUTES } from '../../shared/registry/routes.ts';
import { openBrowser } from '../chromium.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { languagesFrom } from '../languages.ts';
import { sized } from '../size.ts';
import { settled } from './helpers/audit.ts';
import { navigate } from './helpers/pages.ts';
import { PATIENCE_MS } from '../helpers/until.ts';
import { picture } from './helpers/picture.ts';
import { phraseFaults, resize, tableFaults } from './helpers/tableFaults.ts';

const PASSWORD = 'pokpong-demo-2026';
const WORDS = {
  th: {
    purposeScreen: thPurposeScreen,
    recordScreen: thRecordScreen,
    shell: thShell,
    versionedRecord: thVersionedRecord,
  },
  en: {
    purposeScreen: enPurposeScreen,
    recordScreen: enRecordScreen,
    shell: enShell,
    versionedRecord: enVersionedRecord,
  },
};
const HOSPITAL = WORKSPACES[0].id;

let database: TestDatabase;
let server: RunningServer;
let browser: Browser;
let dataDir: string;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'pokpong-record-'));
  database = await createTestDatabase();
  const config = loadConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO_PASSWORD: PASSWORD,
  });
  await seedDemo(database.url, config);
  server = await startServer(config, { databaseUrl: database.url, clientDir: CLIENT_OUT });
  browser = await openBrowser();
});
afterAll(async () => {
  for (const context of contexts) await context.close();
  await server?.close();
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A separate browser, signed in, at `to`. */
async function signedIn(email: string, locale: Locale, to: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: locale === 'th' ? 'th-TH' : 'en-GB',
  });
  contexts.push(context);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(at(locale, to));
  await page.waitForURL(/\/login/);
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === `${locale === 'en' ? '/en' : ''}${to}`);
  return page;
}

const at = (locale: Locale, to: string) =>
  `${server.address}${locale === 'en' ? '/en' : ''}${to}?workspace=${HOSPITAL}`;

/** Opens the combobox with a label and selects the first option that matches the typed text. */
async function pick(page: Page, label: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label });
  await box.click();
  await box.fill(option);
  await page.getByRole('option', { name: option, exact: false }).first().click();
  await page.keyboard.press('Escape');
}

interface Wanted {
  th: string;
  en: string;
  basis: 'contract' | 'legalObligation' | 'legitimateInterest';
}

/** Three purposes in Thai; in English the one with the longest form, because the screens are the same. */
const purposesOf = (locale: Locale, attempt: string): Wanted[] =>
  [
    { th: `รักษาพยาบาลผู้ป่วย ${attempt}`, en: `Treatment of patients ${attempt}`, basis: 'contract' as const },
    {
      th: `รายงานโรคติดต่อ ${attempt}`,
      en: `Reporting of notifiable diseases ${attempt}`,
      basis: 'legalObligation' as const,
    },
    {
      th: `ป้องกันการทุจริตสิทธิการรักษา ${attempt}`,
      en: `Preventing misuse of entitlements ${attempt}`,
      basis: 'legitimateInterest' as const,
    },
  ].slice(locale === 'th' ? 0 : -1);

/** Records one complete purpose through the form. */
async function recordPurpose(page: Page, locale: Locale, wanted: Wanted): Promise<void> {
  const { purposeScreen: texts, versionedRecord: versioned } = WORDS[locale];
  await page.locator('[name="title.th"]').fill(wanted.th);
  await page.locator('[name="title.en"]').fill(wanted.en);
  await page.locator('[name="description.th"]').fill('รายละเอียดของวัตถุประสงค์นี้');
  await page.locator('[name="description.en"]').fill('What this purpose is for.');
  const thai = locale === 'th';
  await pick(page, texts.field.purposeCategoryId, thai ? 'สุขภาพ' : 'Health');
  await pick(page, texts.field.dataSubjectGroupIds, thai ? 'ผู้ป่วย' : 'Patients');
  await page.getByRole('checkbox', { name: thai ? 'ข้อมูลระบุตัวบุคคล' : 'Identity data' }).check();
  // By its id: categories of personal data have names similar to those of the bases.
  await page.locator(`input[type=checkbox][id$="-${wanted.basis}"]`).check();
  if (wanted.basis === 'legitimateInterest') {
    for (const test of LIA_TESTS) {
      const group = page.getByRole('group', { name: texts.lia.test[test], exact: true });
      for (const [index, question] of LIA_QUESTIONS[test].entries()) {
        await group
          .getByRole('group')
          .nth(index)
          .getByRole('radio', { name: texts.lia.answer[question.passes[0]], exact: true })
          .check();
      }
    }
    await page.getByText(texts.lia.passed).waitFor();
  }
  await page.locator('[name="retention.amount"]').fill('10');
  await page.locator('[name="retention.unit"]').selectOption('year');
  await pick(page, texts.field.storageSystemIds, thai ? 'เวชระเบียน' : 'Electronic medical');
  await pick(page, texts.field.destructionMethodIds, thai ? 'ย่อยทำลาย' : 'Shredding');
  await pick(page, texts.field.responsibleDepartmentId, thai ? 'เวชระเบียน' : 'Medical records');
  await pick(page, texts.field.securityMeasureIds, thai ? 'เข้ารหัสข้อมูลขณะจัดเก็บ' : 'ncryption');
  await page.getByText(versioned.missing.ready).waitFor();
  await page.getByRole('button', { name: versioned.saveDraft }).click();
  await page.waitForURL(/\/business-function\/purpose\/[0-9a-f-]{36}/);
}

/** Signed-in pages without a record id. */
const PAGES = (ROUTES as readonly RouteRule[])
  .filter(
    ({ id, path: pattern, opensGroup }) =>
      routeOf(id as RouteId).layout === 'default' && !opensGroup && !/:\w+(?!\?|\w)/.test(pattern),
  )
  .map(({ id, path: pattern }) => ({ id, path: pattern.replace(/\/:\w+\?/, '') }));
/** Lists displayed with a parameter. */
const PARAMETERS: Record<string, string> = {
  adminsDashboard: 'tab=answers',
  consentDashboard: 'pageSize=10',
  dataFlowDiagram: 'view=table',
};
/** Widths of windows, from phones to the largest common one. */
const WIDTHS = [375, 768, 820, 1024, 1280, 1440, 1920];
/** In `npm test`, where English stands the tightest; what differs from Thai is the length of words. */
const ENGLISH_WIDTHS = WIDTHS.filter((_, index) => index % sized(3, 1) === 0);
const LONG = {
  name: 'ทะเบียนผู้ป่วยนอกและผู้ป่วยในของศูนย์การแพทย์เฉพาะทางด้านโรคหัวใจและหลอดเลือด ฉบับที่ใช้ร่วมกันทุกสาขา · Register of in-patients and out-patients of the heart centre, shared by all branches',
  person: 'พิชญ์สินีนาถ เหล่าวัฒนกุลชัยพิพัฒน์',
};

/** Ids of all lists, as the client names them; those of imports by their texts. */
function listIds(): string[] {
  const sources = globSync('client/{modules,imports}/**/*.tsx').map((file) => readFileSync(file, 'utf8'));
  const named = sources.flatMap((source) => [...source.matchAll(/<(?:ListPage|DataTable)\s+id="(\w+)"/g)]);
  return named.map(([, id]) => id!);
}

/** Opens every page and returns its faults at each width, in one language. */
async function faultsHere(page: Page): Promise<string[]> {
  return [...(await tableFaults(page)), ...(await phraseFaults(page)).map((phrase) => `broken: ${phrase}`)];
}

async function examineLists(locale: Locale): Promise<{ faults: string[]; found: Set<string> }> {
  const page = await signedIn('admin@demo.example', locale, PAGES[0]!.path);
  const found = new Set<string>();
  const faults: string[] = [];
  const parametrised = PAGES.filter(({ id }) => PARAMETERS[id]).map(({ id, path: to }) => ({
    id,
    to: `${to}?${PARAMETERS[id]}`,
  }));
  for (const { id, to } of [...PAGES.map((one) => ({ id: one.id, to: one.path })), ...parametrised]) {
    await navigate(page, `${locale === 'en' ? '/en' : ''}${to}${to.includes('?') ? '&' : '?'}workspace=${HOSPITAL}`);
    await settled(page);
    if (to.includes('?')) await page.locator('[data-list]').waitFor();
    const lists = await page.locator('[data-list]').evaluateAll((all) => all.map((one) => one.dataset['list']!));
    for (const list of lists) found.add(list);
    const widths = locale === 'th' ? WIDTHS : ENGLISH_WIDTHS;
    for (const width of lists.length > 0 ? widths : widths.slice(0, 2)) {
      await resize(page, width);
      await picture(page, `list-${id}${PARAMETERS[id] && to.includes('?') ? '-asked' : ''}-${locale}-${width}`, false);
      let here = await faultsHere(page);
      // A list rendered at the moment of the change selects its columns a moment later.
      if (here.length > 0) {
        await settled(page);
        here = await faultsHere(page);
      }
      faults.push(...here.map((fault) => `${id} ${locale} ${width}: ${fault}`));
    }
  }
  return { faults, found };
}

describe('pages on a phone with slow responses', () => {
  it('do not shift rendered content', async () => {
    const page = await signedIn('dpo@demo.example', 'th', '/business-function/application');
    await page.setViewportSize({ width: 375, height: 800 });
    await page.addInitScript(() => {
      Object.assign(globalThis, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          (globalThis as unknown as { shift: number }).shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // Late enough for every placeholder to be rendered before.
    await page.route(/\/trpc\/(?!shell\.start)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    const shifts: [string, number][] = [];
    for (const path of [
      '/dashboard',
      '/data-breach/dashboard',
      '/consent/dashboard',
      '/business-function/application',
      '/apex',
    ]) {
      await page.goto(at('th', path));
      await page.locator('main:not(:has([aria-busy="true"])) h1').waitFor();
      await settled(page);
      shifts.push([path, await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)]);
    }
    expect(shifts.filter(([, shift]) => shift > 0.05)).toEqual([]);
  });
});

describe.each(languagesFrom('th'))('the record of processing, in %s', (locale) => {
  it('the DPO records the patient register with its purposes, one based on legitimate interest, publishes it, and the bell of an Admin signed in elsewhere lights up without a reload', async () => {
    const { shell, recordScreen: texts, versionedRecord: versioned } = WORDS[locale];
    // Names are unique in the register, where a failed try leaves its own.
    const attempt = `${locale} ${randomUUID().slice(-6)}`;
    const name = `ทะเบียนผู้ป่วย Patient register (${attempt})`;
    const dpo = await signedIn('dpo@demo.example', locale, '/business-function/application');

    const purposes = purposesOf(locale, attempt);
    const last = purposes.at(-1)!;
    const before = purposes.slice(0, -1);
    for (const wanted of before) {
      await dpo.goto(at(locale, '/business-function/purpose/new'));
      await recordPurpose(dpo, locale, wanted);
    }

    await dpo.goto(at(locale, '/business-function/application/new'));
    await dpo.locator('[name=name]').fill(name);
    await dpo.locator('[name=description]').fill('เวชระเบียนของผู้ป่วยทุกราย · The medical record of every patient');
    await dpo.locator('select[name=dataControllerId]').selectOption({ index: 1 });
    await dpo.locator('[name=dataSubjectCount]').fill('120000');
    for (const wanted of before) await pick(dpo, texts.application.purposes, wanted[locale]);
    await dpo.keyboard.press('Control+Enter');
    await dpo.waitForURL(/\/business-function\/application\/[0-9a-f-]{36}/);
    await dpo.getByRole('heading', { level: 1, name }).waitFor();
    // The last is started from the register, and linked to it when saved.
    const register = dpo.url();
    await dpo.getByRole('link', { name: texts.application.addPurpose }).click();
    await dpo.waitForURL(/\/purpose\/new/);
    await recordPurpose(dpo, locale, last);
    await dpo.goto(register);
    await dpo.getByRole('heading', { level: 1, name }).waitFor();

    // The Admin has read everything so far, and does not touch their page from here on.
    const admin = await signedIn('admin@demo.example', locale, '/organization/data-controller');
    const bell = admin.getByRole('button', { name: shell.bell.unread });
    await bell.click();
    await admin.getByRole('link', { name: shell.bell.all }).click();
    // Read; a clock of the demo may have expired meanwhile.
    await admin.getByRole('button', { name: new RegExp(`^${shell.bell.label}( ·|$)`) }).waitFor();
    await admin.evaluate(() => Object.assign(window, { untouched: true }));

    await dpo.getByRole('button', { name: versioned.publish.action, exact: true }).click();
    await dpo.getByRole('dialog').getByRole('button', { name: versioned.publish.action, exact: true }).click();
    await dpo
      .getByText(`${texts.status.published} · ${texts.versionNumber.replace('{{number}}', '1')}`)
      .first()
      .waitFor();

    await bell.waitFor();
    expect(await admin.evaluate(() => (window as unknown as { untouched?: boolean }).untouched)).toBe(true);
    await bell.click();
    const notice = admin.getByRole('link', { name: new RegExp(`Patient register \\(${attempt}\\)`) }).first();
    await notice.waitFor();

    // The bell links to the published register with its purposes.
    await notice.click();
    await admin.getByRole('heading', { level: 1, name }).waitFor();
    for (const wanted of purposes) await admin.getByText(wanted[locale]).first().waitFor();
    await admin.goto(`${admin.url()}&tab=versions&version=1`);
    await admin.getByText(last[locale], { exact: false }).first().waitFor();
  });
});

// Last, because opening every page marks the bell as read.
describe('from a list to a record', () => {
  it('no frame is without a heading, and the record displays the name of its row until it is loaded', async () => {
    const page = await signedIn('dpo@demo.example', 'th', '/business-function/application');
    const row = page.locator('table a[href*="/business-function/application/"]').first();
    await row.waitFor();
    const name = await row.innerText();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/application\.detail/, async (route) => {
      await released;
      await route.continue();
    });
    const list = await page.locator('main h1').innerText();
    await page.evaluate(() => {
      const headings = new Set<string>();
      Object.assign(globalThis, { headings });
      const note = () => {
        headings.add(document.querySelector<HTMLElement>('main h1')?.innerText ?? '');
        requestAnimationFrame(note);
      };
      note();
    });
    await row.click();
    await page.waitForURL(/\/application\/[0-9a-f-]{36}/);
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    expect(await page.locator('main header h1').count()).toBe(0);
    release();
    await page.locator('main header h1').waitFor();
    const headings = await page.evaluate(() => [...(globalThis as unknown as { headings: Set<string> }).headings]);
    expect(headings).toEqual([list, name]);
  });
});

describe('every list and page, from phones to large windows, in both languages', () => {
  beforeAll(async () => {
    const db = openDatabase(database.url, 'owner', 1);
    await db.updateTable('applications').set({ name: LONG.name }).where('name', 'like', 'กล้องวงจรปิด%').execute();
    await db.updateTable('incidents').set({ title: LONG.name }).where('title', 'like', 'พิมพ์ใบเสร็จ%').execute();
    await db.updateTable('personnel').set({ name: LONG.person }).where('name', '=', USERS[3]!.name).execute();
    await db.destroy();
  });

  it('has space for its columns, breaks no word, has no name narrower than 240 px, no row higher than 56 px, no document wider than its window', async () => {
    const both = [];
    for (const locale of LOCALES) both.push(await examineLists(locale));
    expect(both.flatMap(({ faults }) => faults)).toEqual([]);
    const foundLists = both[0]!.found;
    // The log of deleted workspaces appears once one was deleted, with the columns of the activity log; failures of
    // mail servers once a mail failed, which test/e2e/mail-server.test.ts covers; test/e2e/accessibility.test.ts covers
    // deliveries of a schedule and of a webhook on their pages.
    expect(
      listIds()
        .filter((id) => !foundLists.has(id))
        .toSorted(),
    ).toEqual(['mailServerFailure', 'organizationLog', 'scheduleTask', 'webhookDelivery']);
    expect(foundLists.size).toBeGreaterThan(20);
  });
});
