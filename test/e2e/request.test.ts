import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { dayAfter } from '../../shared/bangkok.ts';
import { formatDate, today } from '../../client/format.ts';
import type { Locale } from '../../shared/locale.ts';
import enErrors from '../../shared/locales/en/errors.ts';
import enIdentity from '../../shared/locales/en/identityPanel.ts';
import enAnswer from '../../shared/locales/en/requestAnswer.ts';
import enRequest from '../../shared/locales/en/request.ts';
import enScreen from '../../shared/locales/en/requestScreen.ts';
import enSettings from '../../shared/locales/en/requestSettings.ts';
import enUi from '../../shared/locales/en/ui.ts';
import thErrors from '../../shared/locales/th/errors.ts';
import thIdentity from '../../shared/locales/th/identityPanel.ts';
import thAnswer from '../../shared/locales/th/requestAnswer.ts';
import thRequest from '../../shared/locales/th/request.ts';
import thScreen from '../../shared/locales/th/requestScreen.ts';
import thSettings from '../../shared/locales/th/requestSettings.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildRequestForm } from '../helpers/requestForms.ts';
import { testsByTurns } from '../languages.ts';
import { settled, wear } from './helpers/audit.ts';
import { failCalls } from './helpers/failingCalls.ts';
import { fillCount } from './helpers/fill.ts';
import { focusOnPage } from './helpers/focus.ts';
import { picture, PICTURES } from './helpers/picture.ts';
import { navigate } from './helpers/pages.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = {
  th: {
    texts: thScreen,
    request: thRequest,
    answer: thAnswer,
    ui: thUi,
    identity: thIdentity,
    errors: thErrors,
    settings: thSettings,
  },
  en: {
    texts: enScreen,
    request: enRequest,
    answer: enAnswer,
    ui: enUi,
    identity: enIdentity,
    errors: enErrors,
    settings: enSettings,
  },
};

const STAFF = 'วิภา เวชระเบียน';
const DPO = 'สมปอง คุ้มครอง';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

/** How the right of access starts in the form of a new workspace. */
const RIGHT_30 = { th: /เข้าถึง/, en: /[Aa]ccess/ };

/** Fills in a date and a time by typing. */
async function fillMoment(page: Page, name: string, day: string, time: string): Promise<void> {
  await page.getByRole('textbox', { name }).or(page.getByRole('combobox', { name })).first().fill(day);
  const clock = page.locator('input[maxlength="5"]');
  await clock.fill(time);
  await clock.press('Tab');
}

/** A workspace with a form in force, its officers, and staff for requests. */
async function buildOffice() {
  const workspaceId = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  const dpo = await buildPerson(product, { workspaceId, name: DPO, role: 'DPO' });
  const staff = await buildPerson(product, { workspaceId, name: STAFF, role: 'Staff' });
  const form = await buildRequestForm(product, dpo);
  return { workspaceId, dpo, staff, form };
}

async function enter({ dpo, form }: Awaited<ReturnType<typeof buildOffice>>, codes: string[], more: object = {}) {
  const { request } = await callerFor(product, dpo);
  return request.create({
    ws: dpo.workspaceId,
    requestFormId: form.id,
    receivedAt: product.deps.now().toISOString(),
    channel: 'COUNTER',
    subject: { firstName: 'มาลี', lastName: 'รักดี', email: 'malee@test.example', telephone: '0812345678', uid: '' },
    rights: codes.map((code) => ({ rightRequestId: form.rightIds[code]!, requestDetail: 'ขอสำเนาเวชระเบียนปี 2568' })),
    ...more,
  });
}

async function open(as: Person, to: string, { locale = 'th', width = 1280 }: { locale?: Locale; width?: number } = {}) {
  const page = await product.open({ as, locale, width });
  await page.goto(address(to, { locale, ws: as.workspaceId }));
  await settled(page);
  return page;
}

async function pictures(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  for (const look of [
    { dark: false, width: 1280 },
    { dark: true, width: 375 },
  ]) {
    await wear(page, look);
    await picture(page, `${name}-${look.width}`);
  }
  await wear(page, { dark: false, width: 1280 });
}

describe.each(['th', 'en'] as const)('a request, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, request: words, answer, ui, identity, errors, settings } = WORDS[locale];
  const dialog = (page: Page) => page.getByRole('dialog');
  const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
  /** A move of the request, after which the dialog is closed. */
  const send = async (page: Page, name: string) => {
    await press(page, name);
    await dialog(page).waitFor({ state: 'detached' });
    await focusOnPage(page);
  };

  it('runs from confirmation to approval between two people, without a reload', async () => {
    const office = await buildOffice();
    const { id } = await enter(office, ['ACCESS', 'ERASURE']);
    const officer = await open(office.dpo, '/dsrm/request', { locale });
    // As a link does: there is a page to go back to.
    await navigate(officer, address(`/dsrm/request/${id}`, { locale, ws: office.workspaceId }));
    await pictures(officer, `request-new-${locale}`);
    // The next step is displayed at the top, in words, with its button.
    const acts = officer.getByRole('status');
    await acts.getByRole('button', { name: texts.act.verify }).click();
    await dialog(officer).getByText(texts.verifyMeans).waitFor();
    await send(officer, texts.act.verify);
    await acts.getByRole('button', { name: texts.act.assign }).click();
    await dialog(officer).getByRole('combobox', { name: texts.field.assignee }).selectOption({ label: STAFF });
    await pictures(officer, `request-assign-${locale}`);
    await send(officer, texts.act.assign);
    await officer.getByText(texts.waits.WORK.replace('{{name}}', STAFF)).waitFor();

    const worker = await open(office.staff, `/dsrm/request/${id}`, { locale, width: 375 });
    await worker.getByText(texts.waits.WORK_mine).waitFor();
    await worker.getByRole('status').getByRole('button', { name: texts.act.submit }).click();
    await dialog(worker).getByRole('textbox', { name: texts.field.resolution }).fill('ส่งสำเนาเวชระเบียน 12 หน้า');
    await officer.getByText(STAFF).first().waitFor();
    await send(worker, texts.act.submit);

    await officer.getByText(texts.waits.APPROVE_mine).waitFor();
    await pictures(officer, `request-approve-${locale}`);
    // Only one of the two rights, from its own menu: a refusal with a ground of its section.
    const erasure = officer.getByRole('region', { name: locale === 'th' ? /ลบ/ : /[Ee]ras/ }).last();
    await erasure.getByRole('button').first().click();
    await officer.getByRole('menuitem', { name: texts.act.reject }).click();
    await dialog(officer).getByLabel(words.ground.LEGAL_CLAIMS).check();
    await dialog(officer).getByRole('textbox', { name: texts.field.reason }).fill('มีข้อพิพาทอยู่ในศาล');
    await pictures(officer, `request-reject-${locale}`);
    await send(officer, texts.act.reject);
    await officer.getByText(words.stage.CLOSED).first().waitFor();
    await officer.getByRole('status').getByRole('button', { name: texts.act.approve }).click();
    await dialog(officer).getByText('ส่งสำเนาเวชระเบียน 12 หน้า').waitFor();
    await send(officer, texts.act.approve);
    await officer.getByText(words.status.COMPLETED, { exact: true }).first().waitFor();
    await worker.getByText(words.status.COMPLETED, { exact: true }).first().waitFor();
    await pictures(officer, `request-done-${locale}`);

    // The right gives data, which nobody has sent: the request is not presented as done.
    await officer.getByText(answer.outstanding.mine).waitFor();
    await worker.getByText(answer.outstanding.others).waitFor();
    const over = texts.over.COMPLETED.split('{{time}}')[0]!.trim();
    expect(await officer.getByText(over).count()).toBe(0);
    await acts.getByRole('button', { name: answer.release.action }).click();
    const content = dialog(officer).getByRole('region', { name: answer.sent.title });
    await content.getByText('ส่งสำเนาเวชระเบียน 12 หน้า').waitFor();
    await content.getByText(answer.sent.noData).waitFor();
    await press(officer, answer.release.confirm);
    await dialog(officer).locator('[data-password]').waitFor();
    // The password is displayed once: Back asks first.
    await officer.goBack();
    await officer.getByText(ui.form.loss.once).waitFor();
    await officer.getByRole('button', { name: ui.cancel, exact: true }).click();
    await press(officer, answer.password.done);
    await officer.getByText(answer.outstanding.mine).waitFor({ state: 'detached' });
    await officer.getByText(over).waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('does not record a fee over what a colleague recorded since the dialog was opened', async () => {
    const office = await buildOffice();
    const { id } = await enter(office, ['ACCESS']);
    await product.owner.updateTable('requestRights').set({ fee: 20 }).where('requestId', '=', id).execute();
    const officer = await open(office.dpo, `/dsrm/request/${id}`, { locale });
    await officer.getByRole('button', { name: texts.fee.record }).click();
    const { request } = await callerFor(product, office.dpo);
    const ws = office.workspaceId;
    const { rights } = await request.get({ ws, id });
    const at = new Date(product.deps.now().getTime() - 60_000).toISOString();
    await request.changeFee({ ws, id, rightId: rights[0]!.id, state: 'WAIVED', at, reason: 'ผู้มีรายได้น้อย' });
    // The page behind the dialog displays it, without a reload.
    await officer.getByText('ผู้มีรายได้น้อย').first().waitFor();
    await press(officer, texts.fee.record);
    await dialog(officer).getByRole('alert').getByText(errors.staleEdit).waitFor();
    expect((await request.get({ ws, id })).rights[0]).toMatchObject({ feeState: 'WAIVED' });
    // Once that was reported it goes on from there.
    await press(officer, texts.fee.record);
    await dialog(officer).waitFor({ state: 'detached' });
    expect((await request.get({ ws, id })).rights[0]).toMatchObject({ feeState: 'REQUESTED' });
  });

  it('received by post is entered with its date of receipt, others are assigned on the board and together, and it is deleted unconfirmed', async () => {
    const office = await buildOffice();
    const page = await open(office.dpo, '/dsrm/request', { locale });
    await page.getByText(texts.empty.title).waitFor();
    const answerAgain = await failCalls(page, ['request.settings.get']);
    await page.getByRole('link', { name: texts.entry.action }).first().click();
    await page.getByRole('heading', { name: texts.entry.title }).waitFor();
    await page.getByRole('textbox', { name: texts.field.firstName }).fill('มาลี');
    await page.getByRole('textbox', { name: texts.field.lastName }).fill('รักดี');
    await page.getByRole('textbox', { name: texts.field.email }).fill('malee@test.example');
    await page.getByRole('combobox', { name: texts.field.channel }).selectOption('POST');
    await page.getByRole('checkbox', { name: RIGHT_30[locale] }).check();
    await page.getByRole('textbox', { name: texts.field.detail }).fill('ขอสำเนา');
    // Missing input is reported at its field before anything is sent.
    await page.getByRole('button', { name: texts.entry.save }).click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    // Yesterday, and the last of the 30 days from then.
    const received = dayAfter(today(), -1);
    const [year, month, day] = received.split('-') as [string, string, string];
    const typed = `${day}/${month}/${Number(year) + (locale === 'th' ? 543 : 0)}`;
    await fillMoment(page, texts.field.receivedAt, typed, '10:15');
    // Dates are not stated before it is known what they are counted from.
    const due = page.getByRole('region', { name: texts.entry.due });
    const firstDue = formatDate(dayAfter(received, 30), locale, 'long');
    const failure = due.getByRole('alert');
    await failure.waitFor();
    expect(await due.getByText(firstDue).count()).toBe(0);
    await answerAgain();
    await failure.getByRole('button', { name: ui.retry }).click();
    await due.getByText(firstDue).last().waitFor();
    // One sentence is announced, not the list.
    expect(await due.getByRole('status').allTextContents()).toEqual([
      texts.entry.dueFirst.replace('{{date}}', firstDue),
    ]);
    await pictures(page, `request-entry-${locale}`);
    await page.getByRole('button', { name: texts.entry.save }).click();
    await page.getByRole('heading', { name: 'DSR-000001' }).waitFor();
    // Not the main menu, which in Thai has the same word.
    await page.locator('nav a[href*="/dsrm/request?"]').first().click();
    await page.getByRole('link', { name: 'DSR-000001' }).waitFor();
    await pictures(page, `request-list-${locale}`);
    // Found by a complete address, which is in no address of the browser.
    await page.getByRole('searchbox').fill('nobody@test.example');
    await page.getByText(ui.table.noMatchTitle).waitFor();
    await page.getByRole('searchbox').fill('malee@test.example');
    await page.getByRole('link', { name: 'DSR-000001' }).waitFor();
    expect(page.url()).not.toContain('malee');
    // Nor is a telephone number, which has the digits of a number of a request.
    const addresses: string[] = [];
    page.on('request', (call) => addresses.push(call.url()));
    await page.getByRole('searchbox').fill('0812345678');
    await page.getByText(ui.table.noMatchTitle).waitFor();
    addresses.push(page.url());
    await page.getByRole('searchbox').fill('');
    await page.getByRole('link', { name: 'DSR-000001' }).waitFor();
    await page.keyboard.press('Control+k');
    await dialog(page).getByRole('combobox').waitFor();
    await Promise.all([
      page.waitForResponse((call) => call.url().includes('request.list')),
      page.keyboard.insertText('0812345678'),
    ]);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(addresses.filter((one) => one.includes('0812345678'))).toEqual([]);

    // A confirmed one is dragged on the board; of two selected ones, the unconfirmed one cannot be assigned, with a
    // message.
    await enter(office, ['ACCESS'], { verified: true });
    await page.getByRole('link', { name: texts.views.board, exact: true }).click();
    const column = (stage: 'ASSIGN' | 'WORK') => page.getByRole('region', { name: words.stage[stage], exact: true });
    await column('ASSIGN').getByRole('listitem').dragTo(column('WORK'));
    await dialog(page).getByRole('combobox', { name: texts.field.assignee }).selectOption({ label: STAFF });
    await send(page, texts.act.assign);
    await column('WORK').getByRole('link', { name: 'DSR-000002' }).waitFor();
    await pictures(page, `request-board-${locale}`);
    await page.getByRole('link', { name: texts.views.list, exact: true }).click();
    await page.getByRole('row', { name: /DSR-000002/ }).waitFor();
    await page.getByRole('checkbox', { name: ui.table.selectAll }).check();
    const chosen = page.getByRole('status').filter({ hasText: fillCount(texts.bulk, 'chosen', 2) });
    expect(await chosen.textContent()).toBe(fillCount(texts.bulk, 'chosen', 2));
    await page.getByRole('button', { name: texts.bulk.assign }).click();
    await dialog(page).getByRole('combobox', { name: texts.field.assignee }).selectOption({ label: DPO });
    await press(page, texts.bulk.assign);
    const partly = dialog(page).getByRole('alert');
    await partly.getByText('DSR-000001').waitFor();
    expect(await partly.getByRole('listitem').count()).toBe(1);
    await pictures(page, `request-bulk-${locale}`);
    await press(page, texts.bulk.close);
    await page.getByRole('link', { name: 'DSR-000001' }).click();
    await page.getByRole('button', { name: ui.more }).click();
    await page.getByRole('menuitem', { name: texts.remove.action }).click();
    await press(page, texts.remove.action);
    await page.getByRole('link', { name: 'DSR-000002' }).waitFor();
    await page.getByRole('link', { name: 'DSR-000001' }).waitFor({ state: 'detached' });
    // Found by its number from anywhere.
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.type('dsr-2');
    await page.getByRole('option', { name: /^DSR-000002/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => /\/dsrm\/request\/[0-9a-f-]{36}$/.test(url.pathname));
    await page.goto(address('/dsrm/settings', { locale, ws: office.workspaceId }));
    await settled(page);
    await pictures(page, `request-settings-${locale}`);
    const handover = page.getByRole('form', { name: answer.settings.title });
    await handover.getByLabel(answer.settings.expiryDays).fill('21');
    await handover.getByLabel(answer.settings.downloadLimit).fill('5');
    await handover.getByRole('button', { name: ui.save }).click();
    await page.getByText(answer.settings.saved).waitFor();
    const api = await callerFor(product, office.dpo);
    expect(await api.requestAnswer.settings.get({ ws: office.workspaceId })).toMatchObject({
      expiryDays: 21,
      downloadLimit: 5,
    });
    // The browser logs the refused one, too.
    expect(product.complaints.filter((line) => !line.includes('409'))).toEqual([]);
  });

  it('is entered for a form whose next version is drafted, which is found among many by its name', async () => {
    const office = await buildOffice();
    const { workspaceId: ws } = office;
    const { requestForm, request } = await callerFor(product, office.dpo);
    const { id, rowVersion, description, draft } = await requestForm.get({ ws, id: office.form.id });
    const name = 'แบบคำขอของคลินิก';
    const title = { ...draft.title, th: 'ฉบับใหม่' };
    const drafted = await requestForm.update({ ws, id, rowVersion, name, description, ...draft, title });
    expect(drafted).toMatchObject({ status: 'draft', publishedVersion: 1 });
    const page = await open(office.dpo, '/dsrm/request/import', { locale });
    // The only one is chosen already.
    await expect.poll(() => page.getByRole('main').getByRole('combobox').first().inputValue()).toContain(name);
    await buildRequestForm(product, office.dpo);
    await navigate(page, address('/dsrm/request/new', { locale, ws }));
    await page.getByRole('textbox', { name: texts.field.firstName }).fill('มาลี');
    await page.getByRole('textbox', { name: texts.field.lastName }).fill('รักดี');
    await page.getByRole('textbox', { name: texts.field.email }).fill('malee@test.example');
    await page.getByRole('combobox', { name: texts.field.channel }).selectOption('POST');
    await page.getByRole('combobox', { name: texts.field.form }).fill('คลินิก');
    await page.getByRole('option', { name }).click();
    await page.getByRole('checkbox', { name: RIGHT_30[locale] }).check();
    const [year, month, day] = dayAfter(today(), -1).split('-') as [string, string, string];
    await fillMoment(
      page,
      texts.field.receivedAt,
      `${day}/${month}/${Number(year) + (locale === 'th' ? 543 : 0)}`,
      '10:15',
    );
    await page.getByRole('button', { name: texts.entry.save }).click();
    await page.getByRole('heading', { name: 'DSR-000001' }).waitFor();
    const { collection } = await request.list({ ws });
    expect(collection).toMatchObject([{ form: { id, version: 1 } }]);
    expect(product.complaints).toEqual([]);
  });

  it('entered while the answer was lost is saved as another one where it says something else', async () => {
    const office = await buildOffice();
    const page = await open(office.dpo, '/dsrm/request/new', { locale });
    await page.getByRole('textbox', { name: texts.field.firstName }).fill('มาลี');
    await page.getByRole('textbox', { name: texts.field.lastName }).fill('รักดี');
    await page.getByRole('textbox', { name: texts.field.email }).fill('malee@test.example');
    await page.getByRole('combobox', { name: texts.field.channel }).selectOption('POST');
    await page.getByRole('checkbox', { name: RIGHT_30[locale] }).check();
    const [year, month, day] = dayAfter(today(), -1).split('-') as [string, string, string];
    await fillMoment(
      page,
      texts.field.receivedAt,
      `${day}/${month}/${Number(year) + (locale === 'th' ? 543 : 0)}`,
      '10:15',
    );
    await page.route('**/trpc/request.create**', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: texts.entry.save }).click();
    await page.getByText(texts.entry.lost).first().waitFor();
    await page.unroute('**/trpc/request.create**');
    await page.getByRole('textbox', { name: texts.field.firstName }).fill('มานี');
    await page.getByRole('button', { name: texts.entry.save }).click();
    await page.getByRole('button', { name: texts.entry.another }).click();
    await page.getByRole('heading', { name: 'DSR-000002' }).waitFor();
  });

  it('whose email is new is confirmed again by staff with a reason, and a failure states what to do', async () => {
    const office = await buildOffice();
    const { id } = await enter(office, ['ACCESS'], { verified: true });
    await product.owner
      .updateTable('requests')
      .set({ verifiedAt: null, verifiedHow: null })
      .where('id', '=', id)
      .execute();
    await product.owner.updateTable('requestRights').set({ stage: 'ASSIGN' }).where('requestId', '=', id).execute();
    const page = await open(office.dpo, `/dsrm/request/${id}`, { locale });
    await page.getByText(identity.confirmation.againNeeded).waitFor();
    await page.getByRole('button', { name: identity.confirmation.byStaff, exact: true }).click();
    await press(page, identity.confirmation.byStaff);
    await dialog(page).locator('[aria-invalid=true]').waitFor();
    await dialog(page).getByLabel(identity.confirmation.byStaffReason).fill('โทรกลับหมายเลขในเวชระเบียน');
    const answerAgain = await failCalls(page, ['request.changeStatus']);
    await press(page, identity.confirmation.byStaff);
    await dialog(page).getByText(errors.internal).waitFor();
    await answerAgain();
    await send(page, identity.confirmation.byStaff);
    await page.getByText(identity.confirmation.againNeeded).waitFor({ state: 'detached' });
    const { request } = await callerFor(product, office.dpo);
    expect(await request.get({ ws: office.workspaceId, id })).toMatchObject({ verifiedHow: 'STAFF' });
    // Where it cannot be loaded who asks, the page says so.
    const loadAgain = await failCalls(page, ['requestIdentity.view']);
    await page.reload();
    const retry = page.getByRole('button', { name: ui.retry });
    await retry.waitFor();
    await loadAgain();
    await retry.click();
    await page.getByText(identity.needs.title).waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('asks nobody who cannot read the question, and says that the reason for reopening is emailed', async () => {
    const office = await buildOffice();
    const { workspaceId: ws } = office;
    const subject = { firstName: 'มาลี', lastName: 'รักดี', email: '', telephone: '0812345678', uid: '' };
    const { id } = await enter(office, ['ACCESS'], { verified: true, subject });
    const page = await open(office.dpo, `/dsrm/request/${id}`, { locale });
    const choose = async (act: string) => {
      await page.getByRole('main').getByRole('button', { name: ui.more, exact: true }).click();
      await page.getByRole('menuitem', { name: act, exact: true }).click();
    };
    await choose(texts.act.ask);
    await dialog(page).getByText(texts.askUnreachable).waitFor();
    expect(await dialog(page).getByRole('textbox').count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    const { request } = await callerFor(product, office.dpo);
    await request.changeStatus({
      ws,
      id,
      action: 'REJECT',
      groundCode: 'LAW_AND_HARM',
      reason: 'มีข้อพิพาทอยู่ในศาล',
    });
    await page.getByText(words.stage.CLOSED).first().waitFor();
    await choose(texts.act.reopen);
    await dialog(page).getByText(texts.reopenHelp).waitFor();
    await dialog(page).getByRole('textbox', { name: texts.field.reason }).fill('ศาลยกฟ้องแล้ว');
    await send(page, texts.act.reopen);
    expect(product.complaints).toEqual([]);
  });

  it('of several rights is moved without those that a colleague has moved meanwhile', async () => {
    const office = await buildOffice();
    const { workspaceId: ws } = office;
    const { id, rights } = await enter(office, ['ACCESS', 'ERASURE'], { verified: true });
    const page = await open(office.dpo, `/dsrm/request/${id}`, { locale });
    await page.getByRole('status').getByRole('button', { name: texts.act.assign }).click();
    const boxes = dialog(page).getByRole('checkbox');
    await expect.poll(() => boxes.count()).toBe(2);
    const { request } = await callerFor(product, office.dpo);
    const rightIds = [rights[1]!.id];
    await request.changeStatus({ ws, id, rightIds, action: 'REJECT', groundCode: 'LEGAL_CLAIMS', reason: 'คดีในศาล' });
    await dialog(page).getByText(texts.overtakenPartly).waitFor();
    expect(await boxes.count()).toBe(1);
    await dialog(page).getByRole('combobox', { name: texts.field.assignee }).selectOption({ label: STAFF });
    await send(page, texts.act.assign);
    expect((await request.get({ ws, id })).rights).toMatchObject([{ stage: 'WORK' }, { stage: 'CLOSED' }]);
    expect(product.complaints).toEqual([]);
  });

  it('is moved on the board from its stage of now, also where its page displayed an earlier one', async () => {
    const office = await buildOffice();
    const { workspaceId: ws } = office;
    const { id, rights } = await enter(office, ['ACCESS'], { verified: true });
    const page = await open(office.dpo, `/dsrm/request/${id}`, { locale });
    await page.getByRole('heading', { name: 'DSR-000001' }).waitFor();
    await navigate(page, address('/dsrm/request', { locale, ws }));
    await page.getByRole('row', { name: /DSR-000001/ }).waitFor();
    const { request } = await callerFor(product, office.dpo);
    const assigneeId = office.dpo.personnelId;
    await request.changeStatus({ ws, id, rightIds: [rights[0]!.id], action: 'ASSIGN', assigneeId });
    await navigate(page, address('/dsrm/request?view=board', { locale, ws }));
    const work = page.getByRole('region', { name: words.stage.WORK, exact: true });
    await work.getByRole('button', { name: /DSR-000001/ }).click();
    await page.getByRole('menuitem', { name: texts.act.submit, exact: true }).click();
    await dialog(page).getByRole('textbox', { name: texts.field.resolution }).fill('ส่งสำเนาให้แล้ว');
    await send(page, texts.act.submit);
    expect((await request.get({ ws, id })).rights).toMatchObject([{ stage: 'APPROVE' }]);
    expect(product.complaints).toEqual([]);
  });

  it('can be closed as a duplicate of one that is open, not of a closed one', async () => {
    const office = await buildOffice();
    const { workspaceId: ws } = office;
    const { id: earlier } = await enter(office, ['ACCESS'], { verified: true });
    const { id } = await enter(office, ['ACCESS'], { verified: true });
    const { request } = await callerFor(product, office.dpo);
    await request.changeStatus({ ws, id: earlier, action: 'REJECT', groundCode: 'LAW_AND_HARM', reason: 'คดีในศาล' });
    const page = await open(office.dpo, `/dsrm/request/${id}`, { locale });
    await page.getByRole('link', { name: 'DSR-000001' }).waitFor();
    const close = page.getByRole('button', { name: identity.same.close, exact: true });
    expect(await close.count()).toBe(0);
    await request.changeStatus({ ws, id: earlier, action: 'REOPEN', reason: 'ศาลยกฟ้องแล้ว' });
    await page.reload();
    await close.waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('whose assignee can no longer be assigned displays nobody else in their place', async () => {
    const office = await buildOffice();
    const { workspaceId: ws, staff } = office;
    const { id } = await enter(office, ['ACCESS'], { verified: true });
    const { request } = await callerFor(product, office.dpo);
    await request.changeStatus({ ws, id, action: 'ASSIGN', assigneeId: staff.personnelId });
    await product.owner
      .updateTable('personnel')
      .set({ role: 'Top Management' })
      .where('id', '=', staff.personnelId)
      .execute();
    const page = await open(office.dpo, `/dsrm/request/${id}`, { locale });
    await page.getByRole('main').getByRole('button', { name: ui.more, exact: true }).click();
    await page.getByRole('menuitem', { name: texts.act.assign, exact: true }).click();
    const assignee = dialog(page).getByRole('combobox', { name: texts.field.assignee });
    await assignee.getByRole('option', { name: DPO }).waitFor({ state: 'attached' });
    expect(await assignee.locator('option:checked').textContent()).toBe(ui.form.unavailable);
    await assignee.selectOption({ label: DPO });
    await send(page, texts.act.assign);
    expect((await request.get({ ws, id })).rights).toMatchObject([{ assignee: { name: DPO } }]);
    expect(product.complaints).toEqual([]);
  });

  it('is anonymised earlier only once the shorter retention is confirmed', async () => {
    const office = await buildOffice();
    const { request } = await callerFor(product, office.dpo);
    const yearsOf = async () => (await request.settings.get({ ws: office.workspaceId })).retentionYears;
    const before = await yearsOf();
    const page = await open(office.dpo, '/dsrm/settings', { locale });
    const typed = page.locator('[name=retentionYears]');
    const save = () =>
      page.getByRole('form', { name: settings.title }).getByRole('button', { name: ui.save, exact: true }).click();
    await typed.fill('2');
    await save();
    const question = page.getByRole('dialog', { name: settings.shortenTitle });
    await question.getByText(settings.shortenBody_other.replace('{{years}}', '2')).waitFor();
    await question.getByRole('button', { name: ui.cancel, exact: true }).click();
    await question.waitFor({ state: 'detached' });
    expect([await typed.inputValue(), await yearsOf()]).toEqual(['2', before]);
    await save();
    await question.getByRole('button', { name: settings.shorten, exact: true }).click();
    await page.getByText(settings.saved, { exact: true }).first().waitFor();
    expect(await yearsOf()).toBe(2);
    expect(product.complaints).toEqual([]);
  });
});
