import { randomUUIDv7 } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import enTexts from '../../shared/locales/en/schedule.ts';
import thTexts from '../../shared/locales/th/schedule.ts';
import { LOCALES } from '../../shared/locale.ts';
import type { Problem } from '../../shared/schedule/problems.ts';
import { PROBLEMS } from '../../shared/schedule/problems.ts';
import type { DeliveryTask } from '../../shared/schedule/schema.ts';
import { buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildConsentForm } from '../helpers/consents.ts';
import { elementsTooWide, looksIn, looksRight, settled } from './helpers/audit.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = { th: thTexts, en: enTexts };
const HOST_KEY = `SHA256:${'A'.repeat(43)}`;
const SHA256 = 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c';
const MINUTE = 60_000;
const HISTORY = 23;

let product: Product;
let workspace: Awaited<ReturnType<typeof buildWorkspace>>;
let admin: Person;
let consentId: string;
let formName: string;
const ids: Record<'draft' | 'active' | 'paused' | 'failed' | 'stopped' | 'running', string> = {
  draft: '',
  active: '',
  paused: '',
  failed: '',
  stopped: '',
  running: '',
};

beforeAll(async () => {
  product = await startProduct();
  workspace = await buildWorkspace(product, { name: 'สำนักงานใหญ่' });
  admin = await buildPerson(product, { workspaceId: workspace.id, role: 'Admin' });
  ({ id: consentId, name: formName } = await buildConsentForm(product, admin, { purposes: 1 }));
  const add = addSchedule;
  ids.draft = await add('ยังไม่ยืนยันคีย์', { active: false, hostKey: undefined });
  ids.active = await add('ส่งทุกคืนไปคลังข้อมูล');
  ids.paused = await add('หยุดส่งระหว่างย้ายระบบ', { active: false, frequency: 'Monthly', day: 31 });
  ids.failed = await add('ส่งทุกสัปดาห์ไปฝ่ายการตลาด', { frequency: 'Weekly', day: 1 });
  ids.stopped = await add('ส่งให้บริษัทในเครือ');
  ids.running = await add('ส่งให้ระบบ CRM');
  await product.owner
    .updateTable('exportSchedules')
    .set({ active: false, nextAt: null, stopped: 'hostKeyChanged' })
    .where('id', '=', ids.stopped)
    .execute();
  for (let day = HISTORY; day > 0; day -= 1) await addDelivery(ids.active, { daysAgo: day });
  await addDelivery(ids.paused, { daysAgo: 30 });
  await addDelivery(ids.failed, { daysAgo: 8, problem: 'brokenOff' });
  await addDelivery(ids.failed, { daysAgo: 1, problem: 'full' });
  await addDelivery(ids.stopped, { daysAgo: 1, problem: 'hostKeyChanged' });
  await addDelivery(ids.running, { daysAgo: 1 });
  await addDelivery(ids.running, { daysAgo: 0, running: true });
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

type Draft = Parameters<Awaited<ReturnType<typeof callerFor>>['schedule']['create']>[0];
async function addSchedule(name: string, more: Partial<Draft> = {}): Promise<string> {
  const { schedule } = await callerFor(product, admin);
  const { id } = await schedule.create({
    ws: workspace.id,
    name,
    workspaceIds: [workspace.id],
    consentIds: [consentId],
    frequency: 'Daily',
    hour: 2,
    host: 'sftp.example.com',
    port: 22,
    username: 'drop',
    password: 'correct horse',
    folder: '/in/consents',
    hostKey: HOST_KEY,
    ...more,
  });
  return id;
}

/** A finished delivery, or one during its second attempt. */
async function addDelivery(
  scheduleId: string,
  { daysAgo, problem, running = false }: { daysAgo: number; problem?: Problem; running?: boolean },
): Promise<void> {
  const started = Date.now() - daysAgo * 1440 * MINUTE - 5 * MINUTE;
  const at = (seconds: number) => new Date(started + seconds * 1000).toISOString();
  const log: DeliveryTask['log'] = [
    { at: at(0), step: 'making' },
    { at: at(9), step: 'connecting' },
  ];
  if (problem !== 'hostKeyChanged') log.push({ at: at(10), step: 'uploading', bytes: 0 });
  if (running)
    log.push(
      { at: at(14), step: 'failed', reportCode: PROBLEMS.brokenOff.code },
      { at: at(75), step: 'connecting' },
      { at: at(76), step: 'resuming', bytes: 14_680_064 },
    );
  else if (problem) log.push({ at: at(12), step: 'failed', reportCode: PROBLEMS[problem].code });
  else log.push({ at: at(16), step: 'delivered' });
  const day = at(0).slice(0, 10).replaceAll('-', '');
  await product.owner
    .insertInto('exportScheduleTasks')
    .values({
      workspaceId: workspace.id,
      id: randomUUIDv7(),
      organizationId: workspace.organizationId,
      scheduleId,
      consentId,
      runAt: new Date(started),
      manual: running,
      state: running ? 'running' : problem ? 'failed' : 'delivered',
      attempts: running ? 2 : problem === 'hostKeyChanged' ? 1 : problem ? 8 : 1,
      problem: running ? 'brokenOff' : (problem ?? null),
      fileName: `consents-${day}T190000Z-0f3a9c21.csv`,
      rows: 128_442,
      bytes: 30_212_096,
      sha256: SHA256,
      log: JSON.stringify(log),
      // Far enough in the future for no node to claim it.
      nextAt: running ? new Date(Date.now() + 1440 * MINUTE) : null,
      createdAt: new Date(started),
      finishedAt: running ? null : new Date(started + 16_000),
    })
    .execute();
}

const open = async (to: string, locale: 'th' | 'en'): Promise<Page> => {
  const page = await product.open({ as: admin, locale });
  await page.goto(address(to, { locale, ws: workspace.id }));
  await settled(page);
  return page;
};
const at = (id: string) => `/admins/schedules/${id}`;

describe.each(LOCALES)('export schedules, in %s', (locale) => {
  const texts = WORDS[locale];
  const judged = new Set<string>();
  const rightIn = (page: Page, name: string) =>
    looksRight(page, locale, name, {
      looks: looksIn(locale),
      judged,
      each: async () => expect(await elementsTooWide(page)).toEqual([]),
    });

  it('are listed, each with its state', async () => {
    const page = await open('/admins/schedules', locale);
    for (const [name, state] of [
      ['ยังไม่ยืนยันคีย์', texts.state.draft],
      ['หยุดส่งระหว่างย้ายระบบ', texts.state.inactive],
      ['ส่งทุกคืนไปคลังข้อมูล', texts.state.active],
      ['ส่งให้บริษัทในเครือ', texts.state.stopped],
    ] as const)
      await page
        .getByRole('row', { name: new RegExp(name) })
        .getByText(state, { exact: true })
        .waitFor();
    await rightIn(page, 'schedules');
  });

  it('display what is missing, their next runs and their deliveries, page by page', async () => {
    const draft = await open(at(ids.draft), locale);
    await draft.getByText(texts.draftBody).waitFor();
    await draft.getByText(texts.refusal.hostKey).waitFor();
    expect(await draft.getByRole('button', { name: texts.run, exact: true }).count()).toBe(0);
    await draft.getByText(texts.noRuns.draft).waitFor();
    await draft.getByText(texts.historyEmpty).waitFor();
    await rightIn(draft, 'schedule-draft');

    const page = await open(at(ids.active), locale);
    const history = page.getByRole('table', { name: texts.history });
    await expect.poll(() => history.getByText(texts.taskState.delivered).count()).toBe(10);
    const runs = page.getByRole('region', { name: texts.nextRuns });
    await expect.poll(() => runs.getByRole('listitem').count()).toBe(5);
    await rightIn(page, 'schedule-active');
    await page.goto(address(`${at(ids.active)}?task.currentPage=3`, { locale, ws: workspace.id }));
    await expect.poll(() => history.getByText(texts.taskState.delivered).count()).toBe(HISTORY - 20);

    await rightIn(await open(at(ids.paused), locale), 'schedule-paused');
  });

  it('open a delivery with its log and hash, and the report for the IT staff if it failed', async () => {
    const page = await open(at(ids.failed), locale);
    await page.getByText(texts.problem.full.title).waitFor();
    await rightIn(page, 'schedule-failed');
    const dialog = page.getByRole('dialog');
    const openNewest = (of: Page) =>
      of
        .getByRole('table', { name: texts.history })
        .getByRole('button', { name: formName, exact: true })
        .first()
        .click();
    await openNewest(page);
    await dialog.getByText(SHA256, { exact: true }).waitFor();
    await dialog.getByText(texts.step.failed.replace('{{code}}', 'SFTP-304'), { exact: true }).waitFor();
    const report = dialog.getByRole('region', { name: texts.forStaff });
    expect(await report.textContent()).toContain(`SFTP-304 ${texts.problem.full.title}`);
    expect(await report.textContent()).toContain(texts.problem.full.action);
    await rightIn(page, 'schedule-delivery-failed');

    const running = await open(at(ids.running), locale);
    await running.getByRole('table').getByText(texts.taskState.running, { exact: true }).waitFor();
    await rightIn(running, 'schedule-running');
    await openNewest(running);
    await running.getByRole('dialog').getByText(texts.byHand, { exact: false }).waitFor();
    // The error of its first attempt is in the log, and no failure while it runs again.
    await running
      .getByRole('dialog')
      .getByText(texts.step.failed.replace('{{code}}', 'SFTP-401'), { exact: true })
      .waitFor();
    expect(await running.getByRole('region', { name: texts.forStaff }).count()).toBe(0);
    await rightIn(running, 'schedule-delivery-running');
  });

  it('require the password or key of another sign-in method, to be saved and to be tested', async () => {
    const page = await open(at(ids.active), locale);
    await page.getByText(texts.field.secretStored).waitFor();
    await page.locator('select[name=signIn]').selectOption('key');
    await page.getByText(texts.field.privateKeyHelp).waitFor();
    expect(await page.getByText(texts.field.secretStored).count()).toBe(0);
    await page.getByRole('button', { name: texts.test.open, exact: true }).click();
    await page.getByRole('dialog').getByText(texts.refusal.oneSecret).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const key = page.locator('[name=privateKey]');
    await page.locator('[type=submit]').click();
    await expect.poll(() => key.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => key.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.locator('select[name=signIn]').selectOption('password');
    await page.getByText(texts.field.secretStored).waitFor();
    // Longer than a password of an account may be.
    expect(await page.locator('[name=password]').getAttribute('maxlength')).toBe('500');
  });

  it('that become weekly run on the day that is displayed, not on a day of the month', async () => {
    const id = await addSchedule(`ส่งทุกเดือน ${locale}`, { frequency: 'Monthly', day: 15 });
    const page = await open(at(id), locale);
    await page.locator('select[name=frequency]').selectOption('Weekly');
    const day = page.locator('select[name=day]');
    await expect.poll(() => day.locator('option:checked').textContent()).toBe(texts.weekday.monday);
    await page.locator('[type=submit]').click();
    await page.getByText(texts.saved, { exact: true }).first().waitFor();
    const { schedule } = await callerFor(product, admin);
    expect(await schedule.get({ ws: workspace.id, id })).toMatchObject({ frequency: 'Weekly', day: 1 });
    await schedule.remove({ ws: workspace.id, id });
  });

  it('stopped by the product display why, the report code and what to do', async () => {
    const page = await open(at(ids.stopped), locale);
    const { code } = PROBLEMS.hostKeyChanged;
    await page.getByText(`${code}: ${texts.problem.hostKeyChanged.title}`, { exact: true }).first().waitFor();
    const pass = texts.mail.pass.replace('{{code}}', code);
    await page.getByText(`${texts.problem.hostKeyChanged.action} ${pass}`).first().waitFor();
    await page.getByText(texts.state.stopped, { exact: true }).waitFor();
    await rightIn(page, 'schedule-stopped');
    expect(product.complaints).toEqual([]);
  });
});
