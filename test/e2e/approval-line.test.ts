import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { tmpdir } from 'node:os';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import checkEn from '../../shared/locales/en/approvalCheck.ts';
import en from '../../shared/locales/en/approvalLine.ts';
import completeness from '../../shared/locales/th/completeness.ts';
import checkTh from '../../shared/locales/th/approvalCheck.ts';
import th from '../../shared/locales/th/approvalLine.ts';
import ui from '../../shared/locales/th/ui.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { bellOf, buildApplication, buildApprovalLine, buildFinishedExport } from '../helpers/approvals.ts';
import { faultsOf, frameFaults, lookFaults, looksIn, settled } from './helpers/audit.ts';
import { failCalls } from './helpers/failingCalls.ts';
import { address, type Product, startProduct, type Visit } from './helpers/product.ts';
import { announcement } from './helpers/announcement.ts';

let product: Product;
let ws: string;
let requester: Person;
let head: Person;
let chief: Person;
let dpo: Person;
const NAMES = { requester: 'มานะ ตั้งใจ', head: 'กานดา ศรีสุข', chief: 'วิชัย ผู้บริหาร', dpo: 'อรุณ คุ้มครอง' };

beforeAll(async () => {
  product = await startProduct();
});
// For each try: its retry would fail on what a failed one leaves behind.
beforeEach(async () => {
  ws = (await buildWorkspace(product, { name: 'โรงพยาบาลตัวอย่าง' })).id;
  requester = await buildPerson(product, { workspaceId: ws, role: 'Staff', name: NAMES.requester });
  head = await buildPerson(product, { workspaceId: ws, role: 'Staff', name: NAMES.head });
  chief = await buildPerson(product, { workspaceId: ws, role: 'Top Management', name: NAMES.chief });
  dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO', name: NAMES.dpo });
  await product.owner
    .insertInto('approvalDefaults')
    .values(
      [head, dpo, chief].map(({ personnelId }, index) => ({
        workspaceId: ws,
        reportType: 'ROPA',
        position: index + 1,
        personnelId,
      })),
    )
    .execute();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

/** A page of a user that must not be reloaded from then on: `same` tells whether it was not. */
async function open(as: Person | undefined, to: string, visit: Visit = {}) {
  const page = await product.open({ ...visit, ...(as && { as }) });
  await page.goto(address(to, { ws, locale: visit.locale ?? 'th' }));
  await settled(page);
  await page.evaluate(() => Object.assign(window, { untouched: true }));
  return page;
}
const untouched = (page: Page) => page.evaluate(() => 'untouched' in window);
const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
const bellLit = (page: Page) => page.locator('header [data-unread]').first().waitFor();
const line = (overrides: Partial<Parameters<typeof buildApprovalLine>[2]> = {}) =>
  buildApprovalLine(product, ws, {
    requesterId: requester.personnelId,
    approverIds: [head, dpo, chief].map(({ personnelId }) => personnelId),
    ...overrides,
  });
const detail = (id: string) => `/approval-line/${id}`;
const decide = (page: Page) => page.locator('section[data-your-turn]');
/** Approving asks for confirmation. */
const confirmApproval = (page: Page) =>
  page
    .getByRole('dialog', { name: th.act.approveTitle })
    .getByRole('button', { name: th.act.approve, exact: true })
    .click();

describe('a line of three', () => {
  it('is passed from one to the next: each list and bell is updated when the previous one has acted, without a reload', async () => {
    const application = await buildApplication(product, ws, { name: 'ระบบเวชระเบียนผู้ป่วยนอก', version: 2 });
    await buildFinishedExport(product, ws, {
      applicationId: application.id,
      requestedBy: requester.personnelId,
      name: 'RoPA ระบบเวชระเบียน.pdf',
    });
    const [asker, first, second, third] = await Promise.all([
      open(requester, `/business-function/application/${application.id}?tab=exports`),
      open(head, '/approval-line?view=waiting'),
      open(dpo, '/approval-line?view=waiting'),
      open(chief, '/approval-line?view=waiting'),
    ]);
    await Promise.all([first, second, third].map((page) => page.getByText(th.empty.waitingTitle).waitFor()));

    // Requested from the application: its document is found, and the default approvers are listed in order.
    await asker.getByRole('link', { name: completeness.exports.askForApproval }).click();
    const dialog = asker.getByRole('dialog', { name: th.create.title });
    await dialog.getByText(th.create.ready).waitFor();
    const order = dialog.getByRole('list', { name: th.create.approvers });
    expect(await order.getByRole('listitem').allInnerTexts()).toEqual(
      [NAMES.head, NAMES.dpo, NAMES.chief].map((name, index) =>
        expect.stringMatching(new RegExp(`^${index + 1}\\.\\s*${name}`)),
      ),
    );
    await dialog.getByLabel(th.create.description).fill('เพิ่มการเปิดเผยต่อกรมบัญชีกลาง');
    await dialog.getByRole('button', { name: th.create.submit }).click();
    await asker.waitForURL(/\/approval-line\/[0-9a-f-]{36}/);
    await asker.getByRole('heading', { level: 1, name: application.name }).waitFor();
    await asker.evaluate(() => Object.assign(window, { untouched: true }));

    // The first: the row appears, announced politely, highlighted, with its action.
    await row(first, application.name).waitFor();
    await bellLit(first);
    await first
      .getByRole('status')
      .filter({ hasText: th.waitsForYouNow.replace('{{name}}', application.name) })
      .waitFor({ state: 'attached' });
    expect(await row(first, application.name).locator('[data-your-turn]').count()).toBe(1);
    expect(await row(second, application.name).count()).toBe(0);
    await row(first, application.name).getByRole('button', { name: th.act.decide, exact: true }).click();
    const askDialog = first.getByRole('dialog', { name: th.act.dialogTitle.replace('{{name}}', application.name) });
    await askDialog.getByText('เพิ่มการเปิดเผยต่อกรมบัญชีกลาง').waitFor();
    await askDialog.getByText('RoPA ระบบเวชระเบียน.pdf').waitFor();
    await askDialog.getByRole('button', { name: th.act.approve, exact: true }).click();
    await confirmApproval(first);
    await askDialog.waitFor({ state: 'detached' });
    await first.getByText(th.empty.waitingTitle).waitFor();

    // The second, on the line itself, with a comment. The third has not been notified yet.
    expect(await third.locator('header [data-unread]').count()).toBe(0);
    await row(second, application.name).waitFor();
    await bellLit(second);
    await row(second, application.name).getByRole('link', { name: application.name }).click();
    await decide(second).getByLabel(th.act.comment).fill('ตรวจระยะเวลาเก็บรักษาแล้ว');
    await decide(second).getByRole('button', { name: th.act.approve, exact: true }).click();
    await confirmApproval(second);
    await decide(second).waitFor({ state: 'detached' });

    // The third, of Top Management.
    await row(third, application.name).waitFor();
    await bellLit(third);
    expect(await row(third, application.name).innerText()).toContain('2/3');
    await row(third, application.name).getByRole('link', { name: application.name }).click();
    await third.getByText('ตรวจระยะเวลาเก็บรักษาแล้ว').waitFor();
    await decide(third).getByRole('button', { name: th.act.approve, exact: true }).click();
    await confirmApproval(third);

    // The requester has watched everything.
    await asker.getByText(th.status.APPROVED, { exact: true }).first().waitFor();
    await asker.getByText('ตรวจระยะเวลาเก็บรักษาแล้ว').waitFor();
    expect(
      await asker.getByRole('list', { name: th.line.title }).getByText(th.step.APPROVED, { exact: true }).count(),
    ).toBe(3);
    await bellLit(asker);
    expect(await Promise.all([asker, first, second, third].map(untouched))).toEqual([true, true, true, true]);

    // The evidence.
    const [report] = await Promise.all([
      asker.waitForEvent('download'),
      asker.getByRole('link', { name: th.evidence.report }).click(),
    ]);
    expect(report.suggestedFilename()).toMatch(/\.pdf$/);
    expect(product.complaints).toEqual([]);
  });

  it('is sent back with a reason, resubmitted in another order, and the previous rounds remain readable', async () => {
    const built = await line({ applicationName: 'ระบบนัดหมาย' });
    const [asker, first, second] = await Promise.all([
      open(requester, detail(built.id)),
      open(head, detail(built.id)),
      open(dpo, '/approval-line'),
    ]);
    // Sending back requires a reason.
    await decide(first).getByRole('button', { name: th.act.rework }).click();
    await first.getByText(th.act.commentMissing.replace('{{action}}', th.act.rework)).waitFor();
    await decide(first).getByLabel(th.act.comment).fill('ยังไม่ระบุฐานทางกฎหมายของวัตถุประสงค์ที่ 2');
    await decide(first).getByRole('button', { name: th.act.rework }).click();
    await asker.getByText(th.manage.reworkedWhy.replace('{{name}}', NAMES.head)).waitFor();
    await asker.getByText(th.manage.reworkedTodo).waitFor();

    await asker.getByRole('button', { name: th.manage.resubmit }).click();
    const dialog = asker.getByRole('dialog', { name: th.manage.resubmitTitle });
    // The same file again requires a comment.
    await dialog.getByText(th.create.same).waitFor();
    await dialog.getByRole('button', { name: th.create.makeNewer }).waitFor();
    // By keyboard only: the second moves to the top.
    const up = dialog.getByRole('button', { name: ui.form.moveUp.replace('{{name}}', NAMES.dpo) });
    await up.focus();
    await asker.keyboard.press('Enter');
    await dialog.getByText(new RegExp(`^1\\.`)).locator('..').filter({ hasText: NAMES.dpo }).waitFor();
    await dialog.getByRole('button', { name: th.manage.resubmit }).click();
    await dialog.getByText(th.problem.sameDocument).first().waitFor();
    await dialog.getByLabel(th.create.description).fill('ฐานทางกฎหมายอยู่ในหน้า 3');
    await dialog.getByRole('button', { name: th.manage.resubmit }).click();
    await dialog.waitFor({ state: 'detached' });
    await asker.getByText(th.detail.round.replace('{{round}}', '2')).first().waitFor();
    await asker.getByText('ฐานทางกฎหมายอยู่ในหน้า 3').first().waitFor();
    await row(second, 'ระบบนัดหมาย').getByText(th.waitsForYou).waitFor();
    const before = asker.getByRole('list', { name: th.rounds.round.replace('{{round}}', '1') });
    await before.getByText('ยังไม่ระบุฐานทางกฎหมายของวัตถุประสงค์ที่ 2').waitFor();
    // With the document of each round: here both are of one export.
    await asker.getByText(built.sha256).nth(1).waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('is rejected only with a reason and after a confirmation, and is then closed for everybody', async () => {
    const built = await line({ applicationName: 'ระบบพัสดุ' });
    const [asker, first, next] = await Promise.all([
      open(requester, detail(built.id)),
      open(head, detail(built.id)),
      open(dpo, '/approval-line?query=ระบบพัสดุ'),
    ]);
    await decide(first).getByRole('button', { name: th.act.reject }).click();
    await first.getByText(th.act.commentMissing.replace('{{action}}', th.act.reject)).waitFor();
    await decide(first).getByLabel(th.act.comment).fill('ไม่มีฐานทางกฎหมายรองรับ');
    await decide(first).getByRole('button', { name: th.act.reject }).click();
    await first
      .getByRole('alertdialog')
      .or(first.getByRole('dialog'))
      .getByRole('button', { name: th.act.reject, exact: true })
      .click();
    await asker.getByText(th.status.REJECTED, { exact: true }).first().waitFor();
    await asker.getByText('ไม่มีฐานทางกฎหมายรองรับ').waitFor();
    await row(next, 'ระบบพัสดุ').getByText(th.status.REJECTED, { exact: true }).waitFor();
    await decide(first).waitFor({ state: 'detached' });
    expect(product.complaints).toEqual([]);
  });

  it('is changed, reminded and cancelled by the requester', async () => {
    const built = await line({ applicationName: 'ระบบเงินเดือน', status: 'PENDING' });
    const [asker, second, third] = await Promise.all([
      open(requester, detail(built.id)),
      open(dpo, detail(built.id)),
      open(chief, '/approval-line?view=waiting'),
    ]);
    await decide(second).waitFor();
    // An approver who has approved does not move; the last moves before the second, whose turn it then no longer is.
    await asker.getByRole('button', { name: th.manage.reorder }).click();
    const dialog = asker.getByRole('dialog', { name: th.manage.reorderTitle });
    await dialog.getByText(th.manage.fixed, { exact: true }).waitFor();
    expect(await dialog.getByRole('button', { name: ui.form.moveUp.replace('{{name}}', NAMES.head) }).count()).toBe(0);
    await dialog.getByRole('button', { name: ui.form.moveUp.replace('{{name}}', NAMES.chief) }).click();
    await dialog.getByRole('button', { name: ui.save, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await decide(second).waitFor({ state: 'detached' });
    await row(third, 'ระบบเงินเดือน').waitFor();
    await asker.getByRole('button', { name: th.manage.remind.replace('{{name}}', NAMES.chief) }).click();
    await asker.getByText(th.manage.reminded.replace('{{name}}', NAMES.chief)).first().waitFor();
    await asker.getByRole('button', { name: th.manage.cancel }).click();
    await asker.getByText(th.manage.cancelTitle).waitFor();
    await asker
      .getByRole('alertdialog')
      .or(asker.getByRole('dialog'))
      .getByRole('button', { name: th.manage.cancel, exact: true })
      .click();
    await asker.getByText(th.status.CANCEL, { exact: true }).first().waitFor();
    await third.getByText(th.empty.waitingTitle).waitFor();
    expect(product.complaints).toEqual([]);
  });
});

describe('the order of approvers', () => {
  /** Drags an item by its handle and drops it on another one, in small steps, like a hand. */
  const drag = async (page: Page, order: Locator, from: number, to: number, { letGo = true } = {}) => {
    const [start, end] = await Promise.all(
      [from, to].map((place) => order.getByRole('listitem').nth(place).locator('[data-handle]').boundingBox()),
    );
    await page.mouse.move(start!.x + start!.width / 2, start!.y + start!.height / 2);
    await page.mouse.down();
    await page.mouse.move(end!.x + end!.width / 2, end!.y + end!.height / 2, { steps: 12 });
    if (letGo) await page.mouse.up();
  };
  const named = async (order: Locator) =>
    (await order.getByRole('listitem').allInnerTexts()).map((text) =>
      text
        .replace(/^\d+\.\s*/, '')
        .split('\n')[0]!
        .trim(),
    );

  it('is changed by mouse and keys when a line is requested, and is submitted in that order', async () => {
    const application = await buildApplication(product, ws, { name: 'ระบบจองห้องประชุม' });
    await buildFinishedExport(product, ws, { applicationId: application.id, requestedBy: requester.personnelId });
    const page = await open(requester, `/approval-line?new=${application.id}`);
    const dialog = page.getByRole('dialog', { name: th.create.title });
    await dialog.getByText(th.create.ready).waitFor();
    const order = dialog.getByRole('list', { name: th.create.approvers });
    const before = await named(order);
    expect(before).toHaveLength(3);
    const [a, b, c] = before as [string, string, string];
    // Down, over two items.
    await drag(page, order, 0, 2);
    expect(await named(order)).toEqual([b, c, a]);
    const moved = ui.form.moved.replace('{{name}}', a).replace('{{position}}', '3').replace('{{total}}', '3');
    await announcement(page, moved).waitFor({ state: 'attached' });
    // Up by one item.
    await drag(page, order, 2, 1);
    expect(await named(order)).toEqual([b, a, c]);
    // Cancelled by Escape, which closes nothing; dropped at its place; dragged with the wrong button.
    await drag(page, order, 0, 2, { letGo: false });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await drag(page, order, 1, 1);
    const handle = await order.getByRole('listitem').first().locator('[data-handle]').boundingBox();
    await page.mouse.move(handle!.x + 4, handle!.y + 4);
    await page.mouse.down({ button: 'middle' });
    await page.mouse.move(handle!.x + 4, handle!.y + 120, { steps: 4 });
    await page.mouse.up({ button: 'middle' });
    expect(await named(order)).toEqual([b, a, c]);
    // By keys only: the focus moves with the item.
    await order.getByRole('button', { name: ui.form.moveDown.replace('{{name}}', b) }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    expect(await named(order)).toEqual([a, c, b]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      ui.form.moveDown.replace('{{name}}', b),
    );
    await dialog.getByRole('button', { name: th.create.submit }).click();
    await page.waitForURL(/\/approval-line\/[0-9a-f-]{36}/);
    const steps = await product.owner
      .selectFrom('approvalSteps as s')
      .innerJoin('approvalLines as l', 'l.id', 's.lineId')
      .innerJoin('personnel as p', 'p.id', 's.approverId')
      .select('p.name')
      .where('l.applicationId', '=', application.id)
      .orderBy('s.position')
      .execute();
    expect(steps.map(({ name }) => name)).toEqual([a, c, b]);
    expect(product.complaints).toEqual([]);
  });

  it('is changed by dragging in the settings and in a running line, where approvers who have approved do not move', async () => {
    const setting = await open(dpo, '/approval-line/settings');
    const defaults = setting.getByRole('list', { name: th.settingsPage.ROPA });
    await defaults.getByText(NAMES.head).waitFor();
    const [a, b, c] = (await named(defaults)) as [string, string, string];
    await drag(setting, defaults, 2, 0);
    expect(await named(defaults)).toEqual([c, a, b]);
    await drag(setting, defaults, 0, 2);
    expect(await named(defaults)).toEqual([a, b, c]);

    const built = await line({ applicationName: 'ระบบตารางเวร', status: 'PENDING' });
    const page = await open(requester, detail(built.id));
    await page.getByRole('button', { name: th.manage.reorder }).click();
    const dialog = page.getByRole('dialog', { name: th.manage.reorderTitle });
    await dialog.getByText(th.manage.fixed, { exact: true }).waitFor();
    const order = dialog.getByRole('list').filter({ has: page.locator('[data-handle]') });
    expect(await named(order)).toEqual([NAMES.dpo, NAMES.chief]);
    await drag(page, order, 1, 0);
    expect(await named(order)).toEqual([NAMES.chief, NAMES.dpo]);
    await dialog.getByRole('button', { name: ui.save, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const steps = await product.owner
      .selectFrom('approvalSteps')
      .select(['approverId', 'status'])
      .where('lineId', '=', built.id)
      .orderBy('position')
      .execute();
    expect(steps).toEqual(
      [head, chief, dpo].map(({ personnelId }, index) => ({
        approverId: personnelId,
        status: ['APPROVED', 'CURRENT', 'WAITING'][index],
      })),
    );
    expect(product.complaints).toEqual([]);
  });

  it('is changed by touch', async () => {
    const application = await buildApplication(product, ws, { name: 'ระบบลงทะเบียน' });
    await buildFinishedExport(product, ws, { applicationId: application.id, requestedBy: requester.personnelId });
    const page = await open(requester, `/approval-line?new=${application.id}`, { width: 375 });
    const dialog = page.getByRole('dialog', { name: th.create.title });
    await dialog.getByText(th.create.ready).waitFor();
    const order = dialog.getByRole('list', { name: th.create.approvers });
    const [a, b, c] = (await named(order)) as [string, string, string];
    const touch = await page.context().newCDPSession(page);
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await page.waitForFunction(() => matchMedia('(pointer: coarse)').matches);
    await order.getByRole('listitem').last().scrollIntoViewIfNeeded();
    const [start, end] = await Promise.all(
      [0, 2].map((place) => order.getByRole('listitem').nth(place).locator('[data-handle]').boundingBox()),
    );
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: start!.x + 8, y }] });
    await send('touchStart', start!.y + 8);
    for (let step = 1; step <= 8; step += 1) await send('touchMove', start!.y + 8 + ((end!.y - start!.y) * step) / 8);
    await send('touchEnd');
    expect(await named(order)).toEqual([b, c, a]);
    expect(product.complaints).toEqual([]);
  });
});

it('a restored draft names the chosen notice, and another kind of document needs another record', async () => {
  const { id: dataControllerId } = await buildDataController(product, ws);
  const { privacyNotice } = await callerFor(product, dpo);
  const { name } = await privacyNotice.create({ ws, name: 'ประกาศลูกค้า', kind: 'customer', dataControllerId });
  const page = await open(dpo, '/approval-line?new=1');
  const dialog = page.getByRole('dialog', { name: th.create.title });
  const record = dialog.getByRole('combobox', { name: th.create.notice });
  await dialog.getByRole('radio', { name: th.type.NOTICE }).check();
  await record.click();
  await page.getByRole('option', { name }).click();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.endsWith('.approvalLine.new'))))
    .toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: ui.form.close, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  // What the browser remembers of the page is gone after a load.
  await page.goto(address('/approval-line?new=1', { ws, locale: 'th' }));
  await dialog.getByText(ui.form.draftRestored).waitFor();
  await expect.poll(() => record.inputValue()).toBe(name);
  await dialog.getByRole('radio', { name: th.type.ROPA }).check();
  expect(await dialog.getByRole('combobox', { name: th.create.application }).inputValue()).toBe('');
  expect(product.complaints).toEqual([]);
});

describe('an assessment that is deleted after its approval', () => {
  it('is stated as deleted, and no new approval of it is asked for', async () => {
    const built = await line({ applicationName: 'ระบบสมาชิก', status: 'APPROVED' });
    // As `dpiaRemoved` leaves it: the application is still there.
    await product.owner
      .updateTable('approvalLines')
      .set({ reopenedAt: product.deps.now() })
      .where('id', '=', built.id)
      .execute();
    const page = await open(requester, detail(built.id));
    await page.getByText(th.detail.applicationRemoved).waitFor();
    for (const text of [th.document.reopened, th.document.askAgain, th.document.outdated])
      expect(await page.getByText(text).count(), text).toBe(0);
    expect(product.complaints).toEqual([]);
  });
});

describe('a record that is changed after its approval', () => {
  it('revokes it on the open pages of the requester and the approver, without a reload', async () => {
    const built = await line({ applicationName: 'ระบบทะเบียนบุตร', status: 'APPROVED' });
    const [asker, approver] = await Promise.all([open(requester, detail(built.id)), open(chief, detail(built.id))]);
    await Promise.all(
      [asker, approver].map((page) => page.getByText(th.status.APPROVED, { exact: true }).first().waitFor()),
    );
    expect(await asker.getByText(th.document.reopened).count()).toBe(0);
    const { application } = await callerFor(product, dpo);
    const { name, dataController, rowVersion } = await application.get({ ws, id: built.applicationId });
    await application.update({
      ws,
      id: built.applicationId,
      rowVersion,
      name,
      dataControllerId: dataController.id,
      description: 'เปิดเผยข้อมูลต่อหน่วยงานใหม่',
    });
    for (const page of [asker, approver]) {
      await page.getByText(th.document.reopened).waitFor();
      await page.getByText(th.status.REWORKED, { exact: true }).first().waitFor();
      expect(await untouched(page)).toBe(true);
    }
    await bellLit(asker);
    await bellLit(approver);
    await asker.getByRole('button', { name: th.manage.resubmit }).waitFor();
    expect(await approver.getByRole('button', { name: th.manage.resubmit }).count()).toBe(0);
    expect(product.complaints).toEqual([]);
  });
});

describe('a request that is resubmitted while an approver reads its document', () => {
  it('asks them to check the document that replaced it before they decide, from a draft too', async () => {
    const built = await line({ applicationName: 'ระบบเวชภัณฑ์' });
    const page = await open(head, detail(built.id));
    const comment = decide(page).getByLabel(th.act.comment);
    const approve = decide(page).getByRole('button', { name: th.act.approve, exact: true });
    await comment.fill('ตรวจหน้า 3 แล้ว');
    await approve.click();
    const question = page.getByRole('dialog', { name: th.act.approveTitle });
    await question.waitFor();
    await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain('ตรวจหน้า 3 แล้ว');
    // They read in another tab: until they are back, this one fetches nothing.
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
    const { application } = await callerFor(product, dpo);
    const { name, dataController, rowVersion } = await application.get({ ws, id: built.applicationId });
    await application.update({
      ws,
      id: built.applicationId,
      rowVersion,
      name,
      dataControllerId: dataController.id,
      description: 'เปิดเผยข้อมูลต่อหน่วยงานใหม่',
    });
    await buildFinishedExport(product, ws, {
      applicationId: built.applicationId,
      requestedBy: requester.personnelId,
    });
    const { approvalLine } = await callerFor(product, requester);
    await approvalLine.resubmit({ ws, id: built.id });
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: false, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });

    await decide(page).getByText(th.replaced.title).waitFor();
    await question.waitFor({ state: 'detached' });
    expect(await comment.inputValue()).toBe('ตรวจหน้า 3 แล้ว');
    expect(await approve.isDisabled()).toBe(true);
    page.once('dialog', (leaving) => void leaving.accept());
    await page.reload();
    await decide(page).getByText(th.replaced.title).waitFor();
    expect(await comment.inputValue()).toBe('ตรวจหน้า 3 แล้ว');
    expect(await approve.isDisabled()).toBe(true);

    await decide(page).getByRole('button', { name: th.replaced.continue }).click();
    await decide(page).getByText(th.replaced.title).waitFor({ state: 'detached' });
    await approve.click();
    await confirmApproval(page);
    await decide(page).waitFor({ state: 'detached' });
    expect(product.complaints).toEqual([]);
  });
});

describe('two people who may act', () => {
  it('the approver whose delegate is faster reads who has decided, and can copy the comment or open the request', async () => {
    const built = await line({ applicationName: 'ระบบซักรีด', approverIds: [chief.personnelId, head.personnelId] });
    const now = Date.now();
    const { approvalLine } = await callerFor(product, chief);
    await approvalLine.absences.create({
      ws,
      delegateId: dpo.personnelId,
      fromAt: new Date(now - 60_000).toISOString(),
      untilAt: new Date(now + 3_600_000).toISOString(),
    });
    const [page, list] = await Promise.all([open(chief, detail(built.id)), open(chief, '/approval-line?view=waiting')]);
    await decide(page).getByLabel(th.act.comment).fill('ขอดูหน้า 4 ก่อน');
    await row(list, 'ระบบซักรีด').getByRole('button', { name: th.act.decide, exact: true }).click();
    const dialog = list.getByRole('dialog', { name: th.act.dialogTitle.replace('{{name}}', 'ระบบซักรีด') });
    await dialog.getByRole('button', { name: th.act.approve, exact: true }).waitFor();
    const delegate = await callerFor(product, dpo);
    await delegate.approvalLine.act({ ws, id: built.id, status: 'APPROVED', comment: '' });

    const decided = th.passed.decided.replace('{{name}}', NAMES.dpo).replace('{{decision}}', th.step.APPROVED);
    await page.getByText(decided).waitFor();
    await page.locator('blockquote').filter({ hasText: 'ขอดูหน้า 4 ก่อน' }).waitFor();
    await dialog.getByText(decided).waitFor();
    expect(await dialog.getByRole('link', { name: th.passed.open }).getAttribute('href')).toContain(built.id);
    await page.getByRole('button', { name: th.passed.discard }).click();
    await page.getByText(th.passed.title).waitFor({ state: 'detached' });
    expect(product.complaints).toEqual([]);
  });

  it('the substitute of an absent approver is asked instead, and the line names both', async () => {
    const built = await line({ applicationName: 'ระบบห้องปฏิบัติการ', approverIds: [chief.personnelId, head.personnelId] });
    const [away, standIn, asker] = await Promise.all([
      open(chief, '/approval-line'),
      open(dpo, '/approval-line?view=waiting'),
      open(requester, detail(built.id)),
    ]);
    await away.getByRole('button', { name: th.absence.away }).click();
    const dialog = away.getByRole('dialog', { name: th.absence.dialogTitle });
    await dialog.getByLabel(new RegExp(`^${th.absence.delegate}`)).click();
    await away.getByRole('option', { name: NAMES.dpo }).click();
    await dialog.getByLabel(th.absence.note).fill('ประชุมต่างจังหวัด');
    await dialog.getByRole('button', { name: th.absence.save, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    // If there are rows already, new ones wait.
    const show = standIn.getByRole('button', { name: ui.table.showPending, exact: true });
    await show.or(row(standIn, 'ระบบห้องปฏิบัติการ')).first().waitFor();
    if (await show.isVisible()) await show.click();
    await row(standIn, 'ระบบห้องปฏิบัติการ').waitFor();
    await bellLit(standIn);
    await asker.getByText(th.standsIn.replace('{{name}}', NAMES.dpo)).waitFor();
    await row(standIn, 'ระบบห้องปฏิบัติการ').getByRole('link', { name: 'ระบบห้องปฏิบัติการ' }).click();
    await standIn.getByRole('heading', { name: th.act.insteadTitle.replace('{{name}}', NAMES.chief) }).waitFor();
    await decide(standIn).getByRole('button', { name: th.act.approve, exact: true }).click();
    await confirmApproval(standIn);
    await asker.getByText(th.line.actedInstead.replace('{{name}}', NAMES.dpo)).waitFor();
    // Returns early.
    await away.getByRole('button', { name: new RegExp(`^${th.absence.mine} \\(`) }).click();
    await away.getByRole('button', { name: th.absence.endFor.replace('{{name}}', NAMES.chief) }).click();
    await away.getByText(th.absence.endTitle).waitFor();
    await away.getByRole('button', { name: th.absence.end, exact: true }).last().click();
    await away.getByText(th.absence.ended).first().waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('the substitute loses the step as soon as the absence ends, on the open page, and the approver has it again', async () => {
    const built = await line({ applicationName: 'ระบบคลังพัสดุกลาง', approverIds: [chief.personnelId, head.personnelId] });
    const now = Date.now();
    // Long enough for three pages to open before.
    const until = now + 30_000;
    const { approvalLine } = await callerFor(product, chief);
    await approvalLine.absences.create({
      ws,
      delegateId: dpo.personnelId,
      fromAt: new Date(now - 60_000).toISOString(),
      untilAt: new Date(until).toISOString(),
    });
    const [standIn, away, asker] = await Promise.all([
      open(dpo, detail(built.id)),
      open(chief, '/dashboard'),
      open(requester, detail(built.id)),
    ]);
    await decide(standIn).waitFor();
    await asker.getByText(th.standsIn.replace('{{name}}', NAMES.dpo)).waitFor();
    expect(await bellOf(product, built.id, chief.personnelId)).toEqual([]);
    await decide(standIn).waitFor({ state: 'detached' });
    expect(Date.now()).toBeGreaterThan(until);
    await asker.getByText(th.standsIn.replace('{{name}}', NAMES.dpo)).waitFor({ state: 'detached' });
    await bellLit(away);
    expect(await bellOf(product, built.id, chief.personnelId)).toEqual(['updated']);
    expect(await Promise.all([standIn, away, asker].map(untouched))).toEqual([true, true, true]);
    expect(product.complaints).toEqual([]);
  });

  it('the slower one is notified, and their input stays visible', async () => {
    const built = await line({ applicationName: 'ระบบครัว' });
    const page = await open(head, detail(built.id));
    await decide(page).getByLabel(th.act.comment).fill('เห็นชอบ');
    // As if another tab of hers had been faster, and this one was not updated yet.
    await product.owner
      .updateTable('approvalLines')
      .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
      .where('id', '=', built.id)
      .execute();
    await decide(page).getByRole('button', { name: th.act.approve, exact: true }).click();
    await confirmApproval(page);
    await page.getByText(th.act.conflict).waitFor();
    expect(await decide(page).getByLabel(th.act.comment).inputValue()).toBe('เห็นชอบ');
    // The line displayed is the newer one by now: the next press counts.
    await decide(page).getByRole('button', { name: th.act.approve, exact: true }).click();
    await confirmApproval(page);
    await decide(page).waitFor({ state: 'detached' });
    expect(product.complaints.filter((one) => !one.includes('409'))).toEqual([]);
  });
});

describe('a decision that could not be sent', () => {
  it('says so in view on a phone', async () => {
    const built = await line({ applicationName: 'ระบบครัว' });
    const page = await open(head, detail(built.id), { width: 375 });
    await failCalls(page, ['approvalLine.act']);
    await decide(page).getByRole('button', { name: th.act.approve, exact: true }).click();
    await confirmApproval(page);
    const alert = page.getByRole('alert').filter({ hasText: th.act.failed });
    await alert.waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { y, height } = (await alert.boundingBox())!;
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
  });
});

describe('requesting', () => {
  it('lists what is missing, and generates the document inline', async () => {
    const application = await buildApplication(product, ws, { name: 'ระบบร้องเรียน' });
    const page = await open(requester, `/approval-line?new=${application.id}`);
    const dialog = page.getByRole('dialog', { name: th.create.title });
    await dialog.getByText(th.problem.noExport).waitFor();
    await dialog.getByRole('button', { name: th.create.make }).click();
    await dialog.getByText(th.create.ready).waitFor();
    await dialog.getByRole('button', { name: th.create.submit }).click();
    await page.waitForURL(/\/approval-line\/[0-9a-f-]{36}/);
    // A second line for the same is refused, with a link to the first.
    await page.goto(address(`/approval-line?new=${application.id}`, { ws }));
    await page.getByText(th.problem.lineOpen).waitFor();
    await page.getByRole('link', { name: th.create.openLine }).waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('starts with the approvers of the settings; if two people save them at once both see both versions', async () => {
    const other = await buildPerson(product, { workspaceId: ws, role: 'Admin', name: 'สมหญิง ดูแลดี' });
    const [mine, theirs] = await Promise.all([
      open(dpo, '/approval-line/settings'),
      open(other, '/approval-line/settings'),
    ]);
    const days = (page: Page) => page.getByLabel(new RegExp(th.settingsPage.remindAfterDays));
    await days(theirs).fill('5');
    await theirs.getByRole('button', { name: ui.save, exact: true }).click();
    await theirs.getByText(th.settingsPage.saved).first().waitFor();
    const list = mine.getByRole('list', { name: th.settingsPage.ROPA });
    await list.getByRole('button', { name: ui.form.moveUp.replace('{{name}}', NAMES.dpo) }).click();
    await mine.getByRole('button', { name: ui.save, exact: true }).click();
    const dialog = mine.getByRole('dialog');
    await dialog.getByText(th.settingsPage.remindAfterDays).waitFor();
    await dialog.getByRole('button').last().click();
    await mine.getByText(th.settingsPage.saved).first().waitFor();
    const saved = await product.owner
      .selectFrom('approvalDefaults')
      .select('personnelId')
      .where('workspaceId', '=', ws)
      .where('reportType', '=', 'ROPA')
      .orderBy('position')
      .execute();
    expect(saved.map(({ personnelId }) => personnelId)).toEqual(
      [dpo, head, chief].map(({ personnelId }) => personnelId),
    );
    expect(product.complaints.filter((one) => !one.includes('409'))).toEqual([]);
  });
});

describe('the verification page', () => {
  it.each(['th', 'en'] as const)(
    'compares a file with the approved document without a session, in %s',
    async (locale) => {
      const words = locale === 'th' ? checkTh : checkEn;
      const built = await line({ applicationName: `ระบบคลังยา ${locale}`, status: 'APPROVED' });
      const { storageKey } = await product.owner
        .selectFrom('files')
        .select('storageKey')
        .where('id', '=', built.fileId)
        .executeTakeFirstOrThrow();
      const chunks: Buffer[] = [];
      for await (const chunk of await product.deps.files.get(storageKey)) chunks.push(chunk as Buffer);
      const good = path.join(tmpdir(), `approved-${built.id}.pdf`);
      const other = path.join(tmpdir(), `other-${built.id}.pdf`);
      writeFileSync(good, Buffer.concat(chunks));
      writeFileSync(other, Buffer.concat([...chunks, Buffer.from('\n')]));
      const page = await product.open({ locale, width: 375 });
      await page.goto(`${locale === 'en' ? '/en' : ''}/approval-check`);
      await page.getByLabel(words.code).fill(`https://example.test/approval-check#code=${built.checkCode}`);
      await page.getByRole('button', { name: words.check, exact: true }).click();
      await page.getByText(built.sha256).waitFor();
      await page.locator('input[type=file]').setInputFiles(good);
      await page.locator('[data-verdict=ok]').waitFor();
      await page.getByRole('button', { name: words.another }).click();
      await page.locator('input[type=file]').setInputFiles(other);
      await page.locator('[data-verdict=other]').waitFor();
      expect(await page.getByText(NAMES.head).count()).toBe(0);
      expect([...(await frameFaults(page, locale)), ...(await faultsOf(page))]).toEqual([]);
      // The address with the code opens it; an unknown code is reported.
      await page.goto(`${locale === 'en' ? '/en' : ''}/approval-check#code=${built.checkCode}`);
      await page.getByText(built.sha256).waitFor();
      await page.goto(`${locale === 'en' ? '/en' : ''}/approval-check#code=${'A'.repeat(32)}`);
      await page.getByText(words.notFound).waitFor();
      expect(product.complaints.filter((one) => !one.includes('404'))).toEqual([]);
    },
  );
});

it('is in the dropdown of everybody who can be an approver, including Top Management', async () => {
  const page = await open(chief, '/dashboard');
  await page.getByRole('button', { name: new RegExp(chief.email) }).click();
  await page.getByRole('menuitem', { name: th.title }).click();
  await page.getByRole('heading', { level: 1, name: th.title }).waitFor();
  expect(product.complaints).toEqual([]);
});

it.each(['th', 'en'] as const)(
  'is readable wide and narrow, light and dark, and for assistive technology, in %s',
  async (locale) => {
    const words = locale === 'th' ? th : en;
    const built = await line({
      applicationName: `ระบบจัดเก็บบันทึกรายการกิจกรรมการประมวลผลข้อมูลส่วนบุคคลของผู้ป่วยใน ${locale}`,
      status: 'PENDING',
      approverIds: [head.personnelId, chief.personnelId, dpo.personnelId],
      description: 'เพิ่มการเปิดเผยข้อมูลต่อกรมบัญชีกลาง',
    });
    const faults: string[] = [];
    const examine = async (page: Page, where: string) => {
      faults.push(...(await lookFaults(page, locale, `approval-${where}`, { looks: looksIn(locale) })));
    };
    const page = await open(chief, '/approval-line', { locale });
    await page.getByRole('link', { name: new RegExp(`ผู้ป่วยใน ${locale}`) }).waitFor();
    await examine(page, 'list');
    await page.getByRole('button', { name: words.absence.away }).click();
    await page.getByRole('dialog', { name: words.absence.dialogTitle }).waitFor();
    await examine(page, 'away');
    await page.goto(address(detail(built.id), { ws, locale }));
    await decide(page).waitFor();
    await examine(page, 'detail');
    const asking = await open(requester, '/approval-line?new=1', { locale });
    await asking
      .getByRole('dialog', { name: words.create.title })
      .getByRole('button', { name: words.create.submit })
      .waitFor();
    await examine(asking, 'ask');
    const setting = await open(dpo, '/approval-line/settings', { locale });
    await setting.getByRole('button', { name: words.absence.record }).waitFor();
    await examine(setting, 'settings');
    expect(faults).toEqual([]);
    expect(product.complaints).toEqual([]);
  },
);
