import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Locale } from '../../shared/locale.ts';
import enClock from '../../shared/locales/en/clock.ts';
import enIncident from '../../shared/locales/en/incident.ts';
import enRisk from '../../shared/locales/en/incidentRisk.ts';
import enRecord from '../../shared/locales/en/recordScreen.ts';
import enUi from '../../shared/locales/en/ui.ts';
import thClock from '../../shared/locales/th/clock.ts';
import thIncident from '../../shared/locales/th/incident.ts';
import thRisk from '../../shared/locales/th/incidentRisk.ts';
import thRecord from '../../shared/locales/th/recordScreen.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { testsByTurns } from '../languages.ts';
import { buildActivity, buildIncident } from '../helpers/incidents.ts';
import { pdf } from '../helpers/samples.ts';
import { frameFaults, LOOKS, looksRight, settled, wear } from './helpers/audit.ts';
import { fill } from './helpers/fill.ts';
import { fillMoment } from './helpers/moment.ts';
import { address, type Product, startProduct } from './helpers/product.ts';
import { buildApplication, buildDraftPurpose } from './helpers/records.ts';

const WORDS = {
  th: { texts: thIncident, risk: thRisk, clock: thClock, record: thRecord, ui: thUi },
  en: { texts: enIncident, risk: enRisk, clock: enClock, record: enRecord, ui: enUi },
};
const LIST = '/data-breach/incident-management';
const HOUR = 3_600_000;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

/**
 * Examines the current page, wide and light, narrow and dark: no serious finding of axe, no horizontal scrolling. Takes
 * screenshots on request.
 */
async function look(page: Page, name: string, locale: Locale = 'th'): Promise<void> {
  await looksRight(page, locale, name, { looks: LOOKS.slice(0, 2) });
}

interface House {
  ws: string;
  reporter: Person;
  dpo: Person;
  staff: Person;
  applicationId: string;
  purposeId: string;
  groupId: string;
  application: string;
}

let houses = 0;
/** A workspace with a reporter, a DPO, a responder, and an application of 1,250 people. */
async function house(): Promise<House> {
  houses += 1;
  const { id: ws } = await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' });
  const person = (name: string, role: 'DPO' | 'Staff') =>
    buildPerson(product, {
      workspaceId: ws,
      name,
      role,
      email: `${role.toLowerCase()}${name.length}-${houses}@incident.example`,
    });
  const reporter = await person('สมศรี พบเหตุ', 'Staff');
  const dpo = await person('สมปอง คุ้มครอง', 'DPO');
  const staff = await person('สมชาย แก้ไขระบบ', 'Staff');
  const controller = await buildDataController(product, ws);
  const application = 'ทะเบียนผู้ป่วย';
  const { id: applicationId } = await buildApplication(product, {
    workspaceId: ws,
    dataControllerId: controller.id,
    name: application,
  });
  await product.owner
    .updateTable('applications')
    .set({ dataSubjectCount: '1250' as never })
    .where('id', '=', applicationId)
    .execute();
  const { id: purposeId } = await buildDraftPurpose(product, {
    workspaceId: ws,
    personnelId: dpo.personnelId,
    title: 'รักษาพยาบาล',
  });
  await product.owner
    .insertInto('applicationPurposes')
    .values({ workspaceId: ws, applicationId, purposeId, position: 0 })
    .execute();
  const group = await product.owner
    .selectFrom('catalogueItems')
    .select('id')
    .where('workspaceId', '=', ws)
    .where('kind', '=', 'dataSubjectGroup')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { ws, reporter, dpo, staff, applicationId, purposeId, groupId: group.id, application };
}

async function open(as: Person, to: string, locale: Locale = 'th', width = 1280): Promise<Page> {
  const page = await product.open({ as, locale, width });
  await page.goto(address(to, { locale, ws: as.workspaceId }));
  await settled(page);
  return page;
}

async function pick(page: Page, label: string, index = 0): Promise<void> {
  const box = page.getByRole('combobox', { name: label });
  await box.click();
  await page.locator('[role=option]').nth(index).click();
  await page.keyboard.press('Escape');
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR);

/** A report with the minimum that can be sent. */
async function writeReport(page: Page, locale: Locale, title: string): Promise<void> {
  const { texts } = WORDS[locale];
  await page.locator('[name="title"]').fill(title);
  await fillMoment(page, 'occurredAt', hoursAgo(5), locale);
  await fillMoment(page, 'discoveredAt', hoursAgo(3), locale);
  await pick(page, texts.field.applicationIds);
  await pick(page, texts.field.dataSubjectGroupIds);
  await page.locator('[name="actionsTaken"]').fill('แจ้งผู้รับให้ลบอีเมล');
  await page.setInputFiles('input[type=file]', { name: 'หลักฐาน.pdf', mimeType: 'application/pdf', buffer: pdf() });
  await page.getByRole('link', { name: 'หลักฐาน.pdf' }).waitFor();
  await page.locator('[name="reporter.phone"]').fill('0812345678');
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const status = (page: Page, word: string) => page.locator('header').getByText(word, { exact: true }).waitFor();
const act = (page: Page, name: string): Locator =>
  page.locator('main header', { has: page.locator('h1') }).getByRole('button', { name, exact: true });

describe.each(['th', 'en'] as const)('an incident, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, risk, ui } = WORDS[locale];

  it('a new report is sent by the keyboard, also after a press of “save only” that found it incomplete', async () => {
    const { reporter } = await house();
    const mine = await open(reporter, `${LIST}/new`, locale);
    await heading(mine, texts.newTitle);
    await mine.getByRole('button', { name: texts.saveOnly }).click();
    await mine.locator('[aria-invalid=true]').first().waitFor();
    await writeReport(mine, locale, `แป้นพิมพ์ ${locale}`);
    await mine.locator('[name="title"]').press('Control+Enter');
    await heading(mine, `แป้นพิมพ์ ${locale}`);
    await status(mine, texts.status.PENDING);
  });

  it('runs from its report to its end for three people who have it open, and every step is displayed immediately for all of them', async () => {
    const { reporter, dpo, staff } = await house();
    const title = `ส่งผลตรวจผิดคน ${locale}`;
    const mine = await open(reporter, `${LIST}/new`, locale);
    await heading(mine, texts.newTitle);
    await writeReport(mine, locale, title);
    // Suggestions from the record of processing of the application are adopted with one press.
    const offers = mine.getByRole('group', { name: texts.suggestion.title });
    await offers.getByText(fill(texts.suggestion.subjectCount_other, { number: '1,250' })).waitFor();
    await offers.getByRole('button', { name: texts.suggestion.useAll }).click();
    await expect.poll(() => mine.locator('[name="subjectCount"]').inputValue()).toBe('1250');
    await look(mine, 'report', locale);
    await mine.getByRole('button', { name: texts.saveOnly }).click();
    await heading(mine, title);
    await status(mine, texts.status.WAITING);
    expect(await mine.title()).toMatch(/\d\d:\d\d/);

    // The DPO has it open while the reporter sends it.
    const to = new URL(mine.url()).pathname.replace(/^\/en/, '');
    const officer = await open(dpo, to, locale);
    await status(officer, texts.status.WAITING);
    await act(mine, texts.action.submit).click();
    await mine.getByRole('dialog').getByRole('button', { name: texts.action.submit }).click();
    await status(mine, texts.status.PENDING);
    await status(officer, texts.status.PENDING);
    await officer.getByText(texts.waits.PENDING_mine).waitFor();
    const attached = await officer.getByRole('link', { name: 'หลักฐาน.pdf' }).getAttribute('href');
    expect((await officer.request.get(attached!)).headers()['content-type']).toContain('application/pdf');
    await look(officer, 'pending', locale);

    // Accepting requires the risk, the reason and a responder.
    await officer.locator('main header').getByRole('link', { name: texts.action.accept, exact: true }).click();
    await officer.locator('input[type=radio][value=POSSIBLE_RISK]').check();
    await officer.getByRole('textbox', { name: risk.reason }).fill('ข้อมูลสุขภาพถึงมือบุคคลอื่นหนึ่งราย');
    await officer.getByRole('button', { name: texts.action.accept, exact: true }).click();
    await officer.getByText(texts.decision.missing).waitFor();
    await officer.getByRole('combobox', { name: texts.dialog.assignee }).selectOption({ label: 'สมชาย แก้ไขระบบ' });
    await look(officer, 'accept', locale);
    await officer.getByRole('button', { name: texts.action.accept, exact: true }).click();
    await status(officer, texts.status.ACTIVE);
    await status(mine, texts.status.ACTIVE);
    await mine.getByText(fill(texts.waits.ACTIVE, { name: 'สมชาย แก้ไขระบบ' })).waitFor();

    // The responder records activities, phase by phase; the others see them appear.
    const hands = await open(staff, `${to}?tab=response`, locale);
    await hands.getByText(texts.waits.ACTIVE_mine).waitFor();
    await officer.goto(address(`${to}?tab=response`, { locale, ws: dpo.workspaceId }));
    for (const phase of ['CONTAINMENT', 'RECOVERY_ACTIVITIES'] as const) {
      await hands.getByRole('button', { name: fill(texts.activity.addTo, { phase: texts.phase[phase] }) }).click();
      const dialog = hands.getByRole('dialog', { name: texts.activity.add });
      await dialog.getByRole('textbox', { name: texts.activity.detail }).fill(`ทำแล้ว ${phase}`);
      await dialog.getByRole('button', { name: ui.save }).click();
      await dialog.waitFor({ state: 'detached' });
      await officer.getByText(`ทำแล้ว ${phase}`).first().waitFor();
    }
    await look(hands, 'response', locale);
    await act(hands, texts.action.resolve).click();
    await hands.getByRole('dialog').getByRole('textbox').fill('ผู้รับลบอีเมลแล้ว ยืนยันเป็นหนังสือ');
    await hands.getByRole('dialog').getByRole('button', { name: texts.action.resolve }).click();
    await status(officer, texts.status.RESPONDED);
    await status(mine, texts.status.RESPONDED);

    // Sent back with a reason, submitted again, verified.
    await act(officer, texts.action.sendBack).click();
    await officer.getByRole('dialog').getByRole('textbox').fill('ขอหลักฐานการลบเพิ่ม');
    await officer.getByRole('dialog').getByRole('button', { name: texts.action.sendBack }).click();
    await hands.getByText(fill(texts.waits.reason, { reason: 'ขอหลักฐานการลบเพิ่ม' })).waitFor();
    await act(hands, texts.action.resolve).click();
    await hands.getByRole('dialog').getByRole('button', { name: texts.action.resolve }).click();
    await act(officer, texts.action.verify).click();
    const verify = officer.getByRole('dialog', { name: texts.dialog.verifyTitle });
    await verify.getByText('ผู้รับลบอีเมลแล้ว ยืนยันเป็นหนังสือ').waitFor();
    // Not before the authority was notified; once it was, the open dialog permits it.
    await verify.getByText(texts.dialog.notNotified.AUTHORITY).waitFor();
    await look(officer, 'verify', locale);
    await (
      await callerFor(product, dpo)
    ).incidentNotification.create({
      ws: dpo.workspaceId,
      id: to.split('/').at(-1)!,
      recipientGroup: 'DATA_PROTECTION_AUTHORITY',
      channel: 'OTHER',
      recipients: [{ name: 'สำนักงาน' }],
      message: 'แจ้งเหตุตามแบบแล้ว',
      notifiedAt: new Date().toISOString(),
    });
    await verify.getByText(texts.dialog.notNotified.AUTHORITY).waitFor({ state: 'detached' });
    await verify.getByRole('button', { name: texts.action.verify }).click();
    for (const page of [mine, officer, hands]) await status(page, texts.status.RESOLVED);

    await officer.goto(address(`${to}?tab=history`, { locale, ws: dpo.workspaceId }));
    await officer.getByText('ขอหลักฐานการลบเพิ่ม').waitFor();
    await look(officer, 'history', locale);
    await officer.goto(address(`${to}?tab=decision`, { locale, ws: dpo.workspaceId }));
    await officer.getByText('ข้อมูลสุขภาพถึงมือบุคคลอื่นหนึ่งราย').waitFor();
    await look(officer, 'decision', locale);
    expect(product.complaints).toEqual([]);
  });

  it('two people edit one report: each sees the other; fields changed by only one are merged automatically', async () => {
    const { ws, dpo, reporter, applicationId, groupId } = await house();
    const { record } = WORDS[locale];
    const other = await buildPerson(product, {
      workspaceId: ws,
      name: 'สมหมาย ดูแล',
      role: 'DPO',
      email: `other-${locale}-${houses}@incident.example`,
    });
    const { id } = await buildIncident(product, ws, {
      title: 'แฟ้มหาย',
      status: 'PENDING',
      reporterId: reporter.personnelId,
      applicationIds: [applicationId],
      dataSubjectGroupIds: [groupId],
    });
    const mine = await open(dpo, `${LIST}/${id}?edit=1`, locale);
    const theirs = await open(other, `${LIST}/${id}?edit=1`, locale);
    await mine.locator('[name="description"]').fill('ข้อความของสมปอง');
    await theirs.getByText('สมปอง คุ้มครอง', { exact: false }).first().waitFor();
    await theirs.locator('[name="title"]').fill('แฟ้มผู้ป่วยหาย');
    await theirs.getByRole('button', { name: texts.save }).click();
    await theirs.getByRole('form').waitFor({ state: 'detached' });

    // Their title is merged into the form, with a message; the input stays.
    await mine.getByText(fill(record.stale.tookOver, { name: 'สมหมาย ดูแล', fields: texts.field.title })).waitFor();
    expect(await mine.locator('[name="title"]').inputValue()).toBe('แฟ้มผู้ป่วยหาย');
    expect(await mine.locator('[name="description"]').inputValue()).toBe('ข้อความของสมปอง');
    await look(mine, 'took-over', locale);
    await mine.getByRole('button', { name: texts.save }).click();
    await mine.getByRole('form').waitFor({ state: 'detached' });
    await theirs.getByText('ข้อความของสมปอง').waitFor();
    await heading(theirs, 'แฟ้มผู้ป่วยหาย');
  });

  it('two people change the same fields of one report: each is selected separately, two texts are edited into one, and no input is lost', async () => {
    const { ws, dpo, reporter, applicationId, groupId } = await house();
    const { record } = WORDS[locale];
    const other = await buildPerson(product, {
      workspaceId: ws,
      name: 'สมหมาย ดูแล',
      role: 'DPO',
      email: `same-${locale}-${houses}@incident.example`,
    });
    const { id } = await buildIncident(product, ws, {
      title: 'แฟ้มหาย',
      status: 'PENDING',
      reporterId: reporter.personnelId,
      applicationIds: [applicationId],
      dataSubjectGroupIds: [groupId],
    });
    const mine = await open(dpo, `${LIST}/${id}?edit=1`, locale);
    const theirs = await open(other, `${LIST}/${id}?edit=1`, locale);
    const type = async (page: Page, values: Record<string, string>) => {
      for (const [name, value] of Object.entries(values)) await page.locator(`[name="${name}"]`).fill(value);
    };
    await type(mine, { description: 'ข้อความของสมปอง', actionsTaken: 'สมปองโทรแจ้ง', affectedSystems: 'ระบบของสมปอง' });
    await type(theirs, { title: 'แฟ้มผู้ป่วยหาย', description: 'ข้อความของสมหมาย', actionsTaken: 'สมหมายปิดระบบ' });
    await theirs.getByRole('button', { name: texts.save }).click();
    await theirs.getByRole('form').waitFor({ state: 'detached' });
    await mine.getByText(record.stale.title).first().waitFor();
    expect(await mine.locator('[name="description"]').inputValue()).toBe('ข้อความของสมปอง');

    // A reload preserves the input, and the version it started from.
    await expect.poll(() => mine.evaluate(() => Object.values(localStorage).join())).toContain('ระบบของสมปอง');
    mine.once('dialog', (leaving) => void leaving.accept());
    await mine.reload();
    await settled(mine);
    await mine.getByText(record.stale.title).first().waitFor();
    await mine.getByRole('button', { name: texts.save }).click();
    const dialog = mine.getByRole('dialog', { name: record.stale.title });
    const choice = (field: string, name: string) =>
      dialog.getByRole('group', { name: field, exact: true }).getByRole('radio', { name });
    await dialog.getByText('สมหมายปิดระบบ').waitFor();
    await dialog.getByText('สมปองโทรแจ้ง').waitFor();
    expect(await dialog.locator('fieldset').count()).toBe(2);
    await look(mine, 'stale', locale);

    // By keyboard: saving before selecting focuses the first of them.
    await dialog.getByRole('button', { name: record.merge.save }).focus();
    await mine.keyboard.press('Enter');
    await dialog.getByText(record.merge.choose).first().waitFor();
    await mine.keyboard.press('ArrowDown');
    await mine.keyboard.press('ArrowDown');
    const combined = dialog.getByRole('textbox', {
      name: fill(record.merge.bothLabel, { field: texts.field.description }),
    });
    await expect.poll(() => combined.inputValue()).toBe('ข้อความของสมหมาย\n\nข้อความของสมปอง');
    await combined.fill('ข้อความที่รวมกันแล้ว');
    await choice(texts.field.actionsTaken, fill(record.merge.theirs, { name: 'สมหมาย ดูแล' })).check();
    await look(mine, 'merge', locale);

    // Closed and opened again, after a reload too: selection and input are still there, and the form is as typed.
    await dialog.getByRole('button', { name: record.merge.close }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await mine.locator('[name="description"]').inputValue()).toBe('ข้อความของสมปอง');
    mine.once('dialog', (leaving) => void leaving.accept());
    await mine.reload();
    await settled(mine);
    await mine.getByText(record.stale.title).first().waitFor();
    await mine.getByRole('button', { name: WORDS[locale].record.compare }).click();
    expect(await combined.inputValue()).toBe('ข้อความที่รวมกันแล้ว');
    await dialog.getByRole('button', { name: record.merge.save }).click();
    // While the dialog is open, no form is accessible behind it.
    await dialog.waitFor({ state: 'detached' });
    await mine.getByRole('form').waitFor({ state: 'detached' });
    const saved = await (await callerFor(product, dpo)).incident.get({ ws, id });
    expect(saved).toMatchObject({
      title: 'แฟ้มผู้ป่วยหาย',
      description: 'ข้อความที่รวมกันแล้ว',
      actionsTaken: 'สมหมายปิดระบบ',
      affectedSystems: 'ระบบของสมปอง',
    });
    expect(
      await mine.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('pokpong_draft_'))),
    ).toEqual([]);
  });

  it('a report that is closed for editing while somebody types displays that, and the input can be copied', async () => {
    const { ws, reporter, applicationId, groupId } = await house();
    const { record, ui } = WORDS[locale];
    const { id } = await buildIncident(product, ws, {
      title: 'แฟ้มหาย',
      status: 'WAITING',
      reporterId: reporter.personnelId,
      applicationIds: [applicationId],
      dataSubjectGroupIds: [groupId],
    });
    const page = await open(reporter, `${LIST}/${id}?edit=1`, locale);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('[name="description"]').fill('ที่พิมพ์ค้างไว้');
    await (await callerFor(product, reporter)).incident.submit({ ws, id });
    await page.getByText(texts.noLongerYours).waitFor();
    expect(await page.locator('[name="description"]').inputValue()).toBe('ที่พิมพ์ค้างไว้');
    await page.getByRole('button', { name: record.over.copy }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${texts.field.description}\nที่พิมพ์ค้างไว้`);
    // Saved anyway, it is refused with the input still available.
    await page.getByRole('button', { name: texts.save }).click();
    const dialog = page.getByRole('dialog', { name: record.over.title });
    await dialog.getByText('ที่พิมพ์ค้างไว้').waitFor();
    await look(page, 'over', locale);
    await dialog.getByRole('button', { name: record.over.copy }).click();
    await page.getByText(ui.copy.done).first().waitFor();
    await dialog
      .getByRole('contentinfo')
      .or(dialog)
      .getByRole('button', { name: ui.close, exact: true })
      .last()
      .click();
    expect(await page.locator('[name="description"]').inputValue()).toBe('ที่พิมพ์ค้างไว้');
  });

  test('the list stores its filters in the address, displays each clock, and fits a phone', async () => {
    const { ws, dpo, reporter, staff, applicationId, groupId, application } = await house();
    const ago = (hours: number) => new Date(Date.now() - hours * HOUR);
    const common = {
      reporterId: reporter.personnelId,
      applicationIds: [applicationId],
      dataSubjectGroupIds: [groupId],
    };
    await buildIncident(product, ws, {
      ...common,
      title: 'อีเมลผิดคน',
      status: 'PENDING',
      createdAt: ago(60),
      discoveredAt: ago(62),
    });
    await buildIncident(product, ws, {
      ...common,
      title: 'แล็ปท็อปหาย',
      status: 'ACTIVE',
      assigneeId: staff.personnelId,
      riskLevel: 'HIGH_RISK',
      cause: 'LOST_OR_STOLEN',
      createdAt: ago(80),
    });
    await buildIncident(product, ws, {
      ...common,
      title: 'ระบบล่ม',
      status: 'RESOLVED',
      riskLevel: 'NO_RISK',
      cause: 'SYSTEM_FAILURE',
      createdAt: ago(10),
    });
    const page = await open(dpo, LIST, locale);
    for (const title of ['อีเมลผิดคน', 'แล็ปท็อปหาย', 'ระบบล่ม']) await page.getByRole('link', { name: title }).waitFor();
    await look(page, 'list', locale);
    await page.getByRole('combobox', { name: texts.filter.clock }).selectOption('OVERDUE');
    await page.getByRole('link', { name: 'ระบบล่ม' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: texts.filter.more }).click();
    await page.getByRole('combobox', { name: texts.filter.cause }).selectOption('LOST_OR_STOLEN');
    expect(new URL(page.url()).searchParams.get('clock')).toBe('OVERDUE');
    // An application is found by typing, and named again when the address is opened.
    const byApplication = page.getByRole('combobox', { name: texts.filter.application });
    await byApplication.fill(application.slice(0, 7));
    await page.getByRole('option', { name: application }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('applicationId')).toBe(applicationId);
    const months = page.getByRole('combobox', { name: texts.filter.fromMonth }).getByRole('option');
    await expect.poll(() => months.count()).toBeGreaterThan(1);
    expect(await months.count()).toBeLessThanOrEqual(3);
    await page.reload();
    await expect.poll(() => byApplication.inputValue()).toBe(`${texts.filter.application}: ${application}`);
    await page.getByRole('link', { name: 'แล็ปท็อปหาย' }).waitFor();
    expect(await page.getByRole('link', { name: 'อีเมลผิดคน' }).count()).toBe(0);
    await page.goto(address(`${LIST}?sortBy=dueAt&sortDirection=ASC`, { locale, ws }));
    await page.getByRole('link', { name: 'ระบบล่ม' }).waitFor();
    expect(await page.locator('tbody tr').first().textContent()).toContain('แล็ปท็อปหาย');
    await wear(page, { dark: false, width: 375 });
    expect(await frameFaults(page, locale)).toEqual([]);
    // Staff see only their own.
    const staffPage = await open(staff, LIST, locale, 375);
    await staffPage.getByRole('link', { name: 'แล็ปท็อปหาย' }).waitFor();
    expect(await staffPage.getByRole('link', { name: 'อีเมลผิดคน' }).count()).toBe(0);
    expect(await frameFaults(staffPage, locale)).toEqual([]);
  });
});

test('a report draft is restored after the page was closed, except the reporter; the moments are validated during input', async () => {
  const { reporter } = await house();
  await product.owner
    .updateTable('personnel')
    .set({ phone: '0812223333' })
    .where('id', '=', reporter.personnelId)
    .execute();
  const texts = thIncident;
  const page = await open(reporter, `${LIST}/new`);
  // Data known to the product is not typed.
  expect(
    await Promise.all(['phone', 'email'].map((name) => page.locator(`[name="reporter.${name}"]`).inputValue())),
  ).toEqual(['0812223333', reporter.email]);
  await page.locator('[name="title"]').fill('เอกสารหาย');
  await fillMoment(page, 'occurredAt', hoursAgo(1), 'th');
  await fillMoment(page, 'discoveredAt', hoursAgo(3), 'th');
  await page.getByText(texts.occurredAfterDiscovered).waitFor();
  await fillMoment(page, 'discoveredAt', hoursAgo(0.5), 'th');
  await page.getByText(texts.occurredAfterDiscovered).waitFor({ state: 'detached' });
  await fillMoment(page, 'discoveredAt', hoursAgo(-2), 'th');
  await page.getByText(texts.inFuture).waitFor();
  await page.locator('[name="reporter.phone"]').fill('0899999999');
  await expect
    .poll(() =>
      page.evaluate(() =>
        Object.entries(localStorage)
          .filter(([key]) => key.includes('incident'))
          .map(([, value]) => value)
          .join(),
      ),
    )
    .toContain('เอกสารหาย');
  const stored = await page.evaluate(() => Object.values(localStorage).join());
  expect(stored).not.toContain('0899999999');
  // Leaving asks for confirmation.
  await page.getByRole('link', { name: texts.title }).first().click();
  await page.getByRole('dialog', { name: thUi.form.leaveTitle }).waitFor();
  await page.getByRole('button', { name: thUi.form.leave }).click();
  await page.waitForURL((url) => url.pathname === LIST);
  await page.getByText(texts.empty.ownTitle).waitFor();
  await look(page, 'empty');
  await page.goto(address(`${LIST}?new=1`, { ws: reporter.workspaceId }));
  await page.getByText(thUi.form.draftRestored, { exact: false }).waitFor();
  expect(await page.locator('[name="title"]').inputValue()).toBe('เอกสารหาย');
  expect(await page.locator('[name="reporter.firstName"]').inputValue()).toBe('สมศรี');
});

test('a report that is edited stays open, with the reporter, while the incident is accepted', async () => {
  const { ws, reporter, dpo, applicationId, groupId } = await house();
  const { id } = await buildIncident(product, ws, {
    title: 'แฟ้มหาย',
    reporterId: reporter.personnelId,
    applicationIds: [applicationId],
    dataSubjectGroupIds: [groupId],
  });
  const page = await open(dpo, `${LIST}/${id}?edit=1`);
  const phone = page.locator('[name="reporter.phone"]');
  await phone.fill('0898887777');
  await page.locator('main header').getByRole('link', { name: thIncident.action.accept, exact: true }).click();
  await page.locator('input[type=radio][value=POSSIBLE_RISK]').check();
  await page.getByRole('textbox', { name: thRisk.reason }).fill('ข้อมูลสุขภาพถึงมือบุคคลอื่นหนึ่งราย');
  expect(await phone.inputValue()).toBe('0898887777');
  await page.getByRole('combobox', { name: thIncident.dialog.assignee }).selectOption({ label: 'สมชาย แก้ไขระบบ' });
  await page.getByRole('button', { name: thIncident.action.accept, exact: true }).click();
  await status(page, thIncident.status.ACTIVE);
  expect(await phone.inputValue()).toBe('0898887777');
});

test('an overdue incident cannot be closed before the authority was notified; a late notification asks for the reason', async () => {
  const { ws, dpo, staff, reporter } = await house();
  const texts = thIncident;
  const createdAt = new Date(Date.now() - 100 * HOUR);
  const people = {
    reporterId: reporter.personnelId,
    assigneeId: staff.personnelId,
    status: 'RESPONDED' as const,
    createdAt,
  };
  const overdue = await buildIncident(product, ws, { ...people, title: 'เกินกำหนด' });
  const late = await buildIncident(product, ws, {
    ...people,
    title: 'แจ้งช้า',
    authorityNotifiedAt: new Date(Date.now() - 2 * HOUR),
  });
  await buildActivity(product, ws, late.id, { at: createdAt, by: staff.personnelId });
  const page = await open(dpo, `${LIST}/${overdue.id}`);
  await act(page, texts.action.verify).click();
  const dialog = page.getByRole('dialog', { name: texts.dialog.verifyTitle });
  await dialog.getByText(texts.dialog.notNotified.AUTHORITY).waitFor();
  await dialog.getByRole('button', { name: texts.action.verify }).click();
  await dialog.getByText(texts.refusal.authorityNotNotified).waitFor();

  await page.goto(address(`${LIST}/${late.id}`, { ws }));
  await act(page, texts.action.verify).click();
  await dialog.getByRole('button', { name: texts.action.verify }).click();
  await dialog.getByRole('textbox', { name: texts.field.lateReason }).fill('ติดวันหยุดยาว');
  await look(page, 'late');
  await dialog.getByRole('button', { name: texts.action.verify }).click();
  await status(page, texts.status.RESOLVED);
});

test('actions not permitted for the user are not offered: Staff who report may neither accept nor edit what was sent', async () => {
  const { ws, reporter, dpo } = await house();
  const texts = thIncident;
  const { id } = await buildIncident(product, ws, {
    title: 'รออยู่',
    status: 'PENDING',
    reporterId: reporter.personnelId,
  });
  const page = await open(reporter, `${LIST}/${id}`);
  await page.getByText(texts.waits.PENDING, { exact: true }).waitFor();
  expect(await page.locator('main header').getByRole('button').allTextContents()).toEqual([]);
  await open(dpo, `${LIST}/${id}`);
  // Rejected with a reason, it returns to its reporter immediately.
  await (await callerFor(product, dpo)).incident.reject({ ws, id, reason: 'ไม่ใช่ข้อมูลส่วนบุคคล' });
  await page.getByText(fill(texts.waits.reason, { reason: 'ไม่ใช่ข้อมูลส่วนบุคคล' })).waitFor();
  await act(page, texts.action.revise).click();
  await status(page, texts.status.WAITING);
});
