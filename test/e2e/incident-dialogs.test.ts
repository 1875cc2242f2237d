import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Locale } from '../../shared/locale.ts';
import enIncident from '../../shared/locales/en/incident.ts';
import enRisk from '../../shared/locales/en/incidentRisk.ts';
import enUi from '../../shared/locales/en/ui.ts';
import thErrors from '../../shared/locales/th/errors.ts';
import thFiles from '../../shared/locales/th/files.ts';
import thIncident from '../../shared/locales/th/incident.ts';
import thNotification from '../../shared/locales/th/incidentNotification.ts';
import thRisk from '../../shared/locales/th/incidentRisk.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { buildDataController, buildPerson, buildWorkspace, type Person } from '../factories.ts';
import { languagesFrom } from '../languages.ts';
import { buildActivity, buildIncident, type IncidentOverrides } from '../helpers/incidents.ts';
import { pdf, png } from '../helpers/samples.ts';
import { faultsOf, frameFaults, settled } from './helpers/audit.ts';
import { fill } from './helpers/fill.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';
import { buildApplication } from './helpers/records.ts';

const WORDS = { th: { texts: thIncident, risk: thRisk, ui: thUi }, en: { texts: enIncident, risk: enRisk, ui: enUi } };
const LIST = '/data-breach/incident-management';
const NAMES = {
  reporter: 'สมศรี พบเหตุ',
  dpo: 'สมปอง คุ้มครอง',
  staff: 'สมชาย แก้ไขระบบ',
  other: 'มานี รับช่วง',
  admin: 'อนันต์ ดูแลระบบ',
};

let product: Product;
let ws: string;
let reporter: Person;
let dpo: Person;
let staff: Person;
let other: Person;
let admin: Person;
/** The required records of a report: an application and a group of data subjects. */
let concerned: Pick<IncidentOverrides, 'applicationIds' | 'dataSubjectGroupIds'>;

beforeAll(async () => {
  product = await startProduct();
});
// For each try: its retry would fail on what a failed one leaves behind.
beforeEach(async () => {
  ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  const person = (name: string, role: Person['role']) => buildPerson(product, { workspaceId: ws, name, role });
  [reporter, dpo, staff, other, admin] = [
    await person(NAMES.reporter, 'Staff'),
    await person(NAMES.dpo, 'DPO'),
    await person(NAMES.staff, 'Staff'),
    await person(NAMES.other, 'Staff'),
    await person(NAMES.admin, 'Admin'),
  ];
  const controller = await buildDataController(product, ws);
  const application = await buildApplication(product, {
    workspaceId: ws,
    dataControllerId: controller.id,
    name: 'ทะเบียนผู้ป่วย',
  });
  const group = await product.owner
    .selectFrom('catalogueItems')
    .select('id')
    .where('workspaceId', '=', ws)
    .where('kind', '=', 'dataSubjectGroup')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  concerned = { applicationIds: [application.id], dataSubjectGroupIds: [group.id] };
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

const incident = (overrides: IncidentOverrides) =>
  buildIncident(product, ws, { reporterId: reporter.personnelId, ...concerned, ...overrides });

/** A page of a user that must not be reloaded from then on: `untouched` tells whether it was not. */
async function open(as: Person, to: string, locale: Locale = 'th'): Promise<Page> {
  const page = await product.open({ as, locale });
  await page.goto(address(to, { locale, ws }));
  await settled(page);
  await page.evaluate(() => Object.assign(window, { untouched: true }));
  return page;
}
const untouched = (...pages: Page[]) => Promise.all(pages.map((page) => page.evaluate(() => 'untouched' in window)));
const head = (page: Page): Locator => page.locator('main header', { has: page.locator('h1') });
const act = (page: Page, name: string): Locator => head(page).getByRole('button', { name, exact: true });
const status = (page: Page, word: string) => page.locator('header').getByText(word, { exact: true }).waitFor();
/** Waits until the value is as expected: pages are updated with a delay. */
/** The current dialog: no serious finding of axe, no horizontal scrolling. */
async function reads(page: Page, locale: Locale, name: string): Promise<void> {
  await picture(page, `dialog-${name}-${locale}`);
  expect([...(await frameFaults(page, locale)), ...(await faultsOf(page))]).toEqual([]);
}

describe('in its dialog, for another user who has it open', () => {
  test('a report is rejected with a reason, reopened by its reporter, corrected and sent again', async () => {
    const texts = thIncident;
    const { id } = await incident({ title: 'แฟ้มหาย', status: 'PENDING' });
    const [mine, officer] = await Promise.all([open(reporter, `${LIST}/${id}`), open(dpo, `${LIST}/${id}`)]);
    await act(officer, texts.action.reject).click();
    const dialog = officer.getByRole('dialog', { name: texts.dialog.rejectTitle });
    // Without a reason nothing is sent; the error is displayed at its field.
    const reason = dialog.getByRole('textbox', { name: texts.dialog.reason });
    await dialog.getByRole('button', { name: texts.action.reject, exact: true }).click();
    await expect.poll(() => reason.getAttribute('aria-invalid')).toBe('true');
    await dialog.getByText(thErrors.required).waitFor();
    await status(mine, texts.status.PENDING);
    await reason.fill('ไม่ใช่ข้อมูลส่วนบุคคล');
    await reads(officer, 'th', 'reject');
    await dialog.getByRole('button', { name: texts.action.reject, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    for (const page of [officer, mine]) {
      await status(page, texts.status.REJECTED);
      await page.getByText(fill(texts.waits.reason, { reason: 'ไม่ใช่ข้อมูลส่วนบุคคล' })).waitFor();
    }

    await act(mine, texts.action.revise).click();
    await status(mine, texts.status.WAITING);
    await status(officer, texts.status.WAITING);
    await head(mine).getByRole('link', { name: texts.action.edit, exact: true }).click();
    await mine.locator('[name="title"]').fill('แฟ้มผู้ป่วยหาย');
    await mine.getByRole('button', { name: texts.save }).click();
    await mine.getByRole('form').waitFor({ state: 'detached' });
    await officer.getByRole('heading', { level: 1, name: 'แฟ้มผู้ป่วยหาย' }).waitFor();
    await act(mine, texts.action.submit).click();
    await mine.getByRole('dialog').getByRole('button', { name: texts.action.submit, exact: true }).click();
    await status(officer, texts.status.PENDING);
    await officer.getByText(texts.waits.PENDING_mine).waitFor();
    expect(await untouched(mine, officer)).toEqual([true, true]);
    expect(product.complaints).toEqual([]);
  });

  test.each(languagesFrom('en'))(
    'a closed incident is opened again and given to somebody else, who has it in the list at once (%s)',
    async (locale) => {
      const { texts, ui } = WORDS[locale];
      const title = `ส่งผลตรวจผิดคน ${locale}`;
      const { id } = await incident({ title, status: 'RESOLVED', assigneeId: staff.personnelId });
      const [officer, hands, list] = await Promise.all([
        open(dpo, `${LIST}/${id}`, locale),
        open(staff, `${LIST}/${id}`, locale),
        open(other, LIST, locale),
      ]);
      expect(await list.getByRole('link', { name: title }).count()).toBe(0);
      await act(officer, ui.more).click();
      await officer.getByRole('menuitem', { name: texts.action.reopen }).click();
      const dialog = officer.getByRole('dialog', { name: texts.dialog.reopenTitle });
      await dialog.getByRole('textbox', { name: texts.dialog.reason }).fill('พบผู้รับอีกหนึ่งราย');
      // Closed by mistake: the input is restored.
      await dialog.getByRole('button', { name: ui.cancel, exact: true }).click();
      await officer
        .getByRole('dialog', { name: ui.form.closeTitle })
        .getByRole('button', { name: ui.form.close, exact: true })
        .click();
      await dialog.waitFor({ state: 'detached' });
      await act(officer, ui.more).click();
      await officer.getByRole('menuitem', { name: texts.action.reopen }).click();
      await expect
        .poll(() => dialog.getByRole('textbox', { name: texts.dialog.reason }).inputValue())
        .toBe('พบผู้รับอีกหนึ่งราย');
      await reads(officer, locale, 'reopen');
      await dialog.getByRole('button', { name: texts.action.reopen, exact: true }).click();
      for (const page of [officer, hands]) {
        await status(page, texts.status.ACTIVE);
        await page.getByText(fill(texts.waits.reason, { reason: 'พบผู้รับอีกหนึ่งราย' })).waitFor();
      }

      await hands.getByRole('link', { name: texts.tab.response }).click();
      await hands.getByRole('button', { name: fill(texts.activity.addTo, { phase: texts.phase.CONTAINMENT }) }).click();
      const writing = hands.getByRole('dialog', { name: texts.activity.add });
      const detail = writing.getByRole('textbox', { name: texts.activity.detail });
      await detail.fill('กำลังพิมพ์อยู่');
      await officer.getByRole('button', { name: texts.rail.change }).click();
      const assign = officer.getByRole('dialog', { name: texts.dialog.assignTitle });
      const who = assign.getByRole('combobox', { name: texts.dialog.assignee });
      // Assigning the current assignee is no change.
      await expect.poll(() => who.locator('option:checked').textContent()).toBe(NAMES.staff);
      await who.selectOption({ label: NAMES.other });
      await reads(officer, locale, 'assign');
      await assign.getByRole('button', { name: texts.action.assign, exact: true }).click();
      await assign.waitFor({ state: 'detached' });
      await officer.getByText(fill(texts.waits.ACTIVE, { name: NAMES.other })).waitFor();
      // The previous assignee, who has no other role in it: what they type stays until they close it, and then they no
      // longer see it.
      await writing.getByText(texts.overtaken).waitFor();
      expect(await detail.inputValue()).toBe('กำลังพิมพ์อยู่');
      await writing.getByRole('button', { name: ui.cancel, exact: true }).click();
      await hands
        .getByRole('dialog', { name: ui.form.closeTitle })
        .getByRole('button', { name: ui.form.close, exact: true })
        .click();
      await hands.getByRole('heading', { level: 1, name: title }).waitFor({ state: 'detached' });
      await hands.getByRole('heading', { level: 1 }).waitFor();
      expect(await hands.locator('main').getByText(title).count()).toBe(0);
      // Among existing rows a new one is announced, and moves nothing under the pointer until it is requested.
      const show = list.getByRole('button', { name: ui.table.showPending, exact: true });
      const link = list.getByRole('link', { name: title });
      await link.or(show).first().waitFor();
      if (await show.isVisible()) await show.click();
      await link.click();
      await list.getByText(texts.waits.ACTIVE_mine).waitFor();
      expect(await untouched(officer, list)).toEqual([true, true]);
      // That it is no longer found is a valid result.
      expect(product.complaints.filter((one) => !/404|TRPCClientError/.test(one))).toEqual([]);
    },
  );

  test('the risk is decided again, and an activity changed and removed', async () => {
    const { texts, risk, ui } = WORDS.th;
    const { id } = await incident({
      title: 'แล็ปท็อปหาย',
      status: 'ACTIVE',
      riskLevel: 'POSSIBLE_RISK',
      assigneeId: staff.personnelId,
    });
    await buildActivity(product, ws, id, { detail: 'โทรแจ้งผู้รับ', by: staff.personnelId });
    const [officer, hands, watching] = await Promise.all([
      open(dpo, `${LIST}/${id}`),
      open(staff, `${LIST}/${id}?tab=response`),
      open(admin, `${LIST}/${id}?tab=response`),
    ]);
    await act(officer, ui.more).click();
    await officer.getByRole('menuitem', { name: texts.action.decideRisk }).click();
    await officer.getByRole('heading', { name: texts.decision.decideTitle }).waitFor();
    const reason = officer.getByRole('textbox', { name: risk.reason, exact: false });
    await officer.locator('input[type=radio][value=HIGH_RISK]').check();
    await reason.fill('ดิสก์ไม่ได้เข้ารหัส');
    await officer.getByRole('button', { name: texts.decision.save, exact: true }).click();
    for (const page of [officer, hands, watching]) await status(page, texts.riskLevel.HIGH_RISK);
    await officer.locator('[data-decision=HIGH_RISK]').getByText('ดิสก์ไม่ได้เข้ารหัส').waitFor();
    expect(await officer.getByRole('heading', { name: texts.decision.decideTitle }).count()).toBe(0);
    expect(
      await product.owner
        .selectFrom('incidents')
        .select(['riskLevel', 'riskDescription'])
        .where('id', '=', id)
        .executeTakeFirst(),
    ).toEqual({ riskLevel: 'HIGH_RISK', riskDescription: 'ดิสก์ไม่ได้เข้ารหัส' });

    const more = hands.getByRole('button', { name: new RegExp(`^${texts.activity.actionsOf.split('{{')[0]!}`) });
    await more.click();
    await hands.getByRole('menuitem', { name: texts.activity.edit, exact: true }).click();
    const dialog = hands.getByRole('dialog', { name: texts.activity.editTitle });
    await dialog.getByRole('combobox', { name: texts.activity.phase }).selectOption('ERADICATION');
    await dialog.getByRole('textbox', { name: texts.activity.detail }).fill('ล้างเครื่องจากระยะไกลแล้ว');
    await reads(hands, 'th', 'activity');
    await dialog.getByRole('button', { name: ui.save, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await watching.getByText('ล้างเครื่องจากระยะไกลแล้ว').first().waitFor();
    await expect.poll(() => watching.getByText('โทรแจ้งผู้รับ').count()).toBe(0);

    await more.click();
    await hands.getByRole('menuitem', { name: ui.remove, exact: true }).click();
    const handDialog = hands
      .getByRole('dialog', { name: texts.activity.removeTitle })
      .or(hands.getByRole('alertdialog', { name: texts.activity.removeTitle }));
    await handDialog.getByText('ล้างเครื่องจากระยะไกลแล้ว').waitFor();
    await reads(hands, 'th', 'activity-remove');
    await handDialog.getByRole('button', { name: ui.cancel, exact: true }).click();
    await handDialog.waitFor({ state: 'detached' });
    await hands.getByText('ล้างเครื่องจากระยะไกลแล้ว').first().waitFor();
    await more.click();
    await hands.getByRole('menuitem', { name: ui.remove, exact: true }).click();
    await handDialog.getByRole('button', { name: ui.remove, exact: true }).click();
    for (const page of [hands, watching])
      await expect.poll(() => page.locator('main').getByText('ล้างเครื่องจากระยะไกลแล้ว').count()).toBe(0);
    expect(
      await product.owner.selectFrom('incidentActivities').select('id').where('incidentId', '=', id).execute(),
    ).toEqual([]);
    expect(await untouched(officer, hands, watching)).toEqual([true, true, true]);
    expect(product.complaints).toEqual([]);
  });
});

test.each(languagesFrom('th'))(
  'a report that does not say what was done is neither accepted nor closed, and the page says what it lacks (%s)',
  async (locale) => {
    const { texts } = WORDS[locale];
    const lacks = `${texts.missing.lead} ${texts.missing.actionsTaken}`;
    const pending = await incident({ status: 'PENDING', actionsTaken: '' });
    const page = await open(dpo, `${LIST}/${pending.id}?tab=decision`, locale);
    await page.getByText(lacks).waitFor();
    await reads(page, locale, 'incomplete-accept');
    const responded = await incident({ status: 'RESPONDED', riskLevel: 'NO_RISK', actionsTaken: '' });
    const closing = await open(dpo, `${LIST}/${responded.id}`, locale);
    await act(closing, texts.action.verify).click();
    const dialog = closing.getByRole('dialog', { name: texts.dialog.verifyTitle });
    await dialog.getByText(lacks).waitFor();
    await reads(closing, locale, 'incomplete-verify');
    await dialog.getByRole('button', { name: texts.action.verify, exact: true }).click();
    await dialog.getByRole('alert').waitFor();
  },
);

describe('a file that cannot be accepted', () => {
  const big = {
    name: 'หลักฐานใหญ่.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.concat([pdf(), Buffer.alloc(2 * 1024 ** 2)]),
  };
  const wrong = { name: 'ภาพหน้าจอ.pdf', mimeType: 'application/pdf', buffer: png() };
  const good = { name: 'หลักฐาน.pdf', mimeType: 'application/pdf', buffer: pdf() };

  /** Each is refused at its field; the previous one remains, and so does the input of `field`. */
  async function refuses(page: Page, field: Locator, label: string): Promise<void> {
    const typed = await field.inputValue();
    const place = page.getByRole('group', { name: label });
    const line = (name: string) => place.getByRole('listitem').filter({ hasText: name });
    const limit = thUi.file.tooLarge.split('{{')[0]!;
    for (const [file, words] of [
      [big, limit],
      [wrong, thFiles.type.split('{{')[0]!],
    ] as const) {
      await page.setInputFiles('input[type=file]', file);
      await line(file.name).getByText(words, { exact: false }).waitFor();
      expect(await place.getByRole('link').count()).toBe(0);
      expect(await field.inputValue()).toBe(typed);
    }
    await reads(page, 'th', 'file');
    await page.setInputFiles('input[type=file]', good);
    await place.getByRole('link', { name: good.name }).waitFor();
    expect(await line(wrong.name).count()).toBe(0);
    await page.setInputFiles('input[type=file]', big);
    await line(big.name).getByText(limit, { exact: false }).waitFor();
    await place.getByRole('link', { name: good.name }).waitFor();
    await place.getByRole('button', { name: fill(thUi.file.remove, { name: big.name }) }).click();
    await line(big.name).waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe(typed);
  }
  const expected = (text: string) => !/40[0-9]|41[0-9]/.test(text);

  test('is reported in the report, and no input is lost', async () => {
    const page = await open(reporter, `${LIST}/new`);
    const description = page.locator('[name="description"]');
    await description.fill('พิมพ์ไว้ยาวแล้ว');
    await refuses(page, description, thIncident.field.attachment);
    expect(product.complaints.filter(expected)).toEqual([]);
  });

  test('is reported in a notification, and no input is lost', async () => {
    const { id } = await incident({ title: 'ต้องแจ้ง', status: 'ACTIVE', riskLevel: 'HIGH_RISK' });
    const page = await open(dpo, `/data-breach/incident-notification/${id}?tab=subject`);
    await page.getByRole('button', { name: thNotification.editor.new, exact: true }).click();
    const message = page.locator('textarea[name=message]');
    await message.fill('เรียน ท่านเจ้าของข้อมูล');
    await refuses(page, message, thNotification.editor.attachment);
    expect(product.complaints.filter(expected)).toEqual([]);
  });
});
