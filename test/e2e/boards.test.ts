import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Locale } from '../../shared/locale.ts';
import enUi from '../../shared/locales/en/ui.ts';
import enPlan from '../../shared/locales/en/treatmentPlanScreen.ts';
import thRequest from '../../shared/locales/th/request.ts';
import thScreen from '../../shared/locales/th/requestScreen.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildPublishedDpia } from '../helpers/publishedDpias.ts';
import { buildRequestForm } from '../helpers/requestForms.ts';
import { settled } from './helpers/audit.ts';
import { fill } from './helpers/fill.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const DAY = 24 * 60 * 60_000;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

async function open(as: Person, to: string, locale: Locale): Promise<Page> {
  const page = await product.open({ as, locale });
  await page.goto(address(to, { locale, ws: as.workspaceId }));
  await settled(page);
  return page;
}

/** The cards of a column by the texts of their links, with where they are in the column. */
const placesOf = (column: Locator): Promise<[name: string, y: number][]> =>
  column.evaluate((region) => {
    const top = region.getBoundingClientRect().y;
    return [...region.querySelectorAll('li')].map((card): [string, number] => [
      card.querySelector('a')?.textContent ?? '',
      card.getBoundingClientRect().y - top,
    ]);
  });
const namesOf = async (column: Locator): Promise<string[]> => (await placesOf(column)).map(([name]) => name);
const newCards = (column: Locator, text: string, number: number, show: string): Locator =>
  column.getByRole('button', { name: `${fill(text, { number })} ${show}`, exact: true });

test('cards of requests keep their places while others enter and move theirs: under the pointer and while one is dragged', async () => {
  const ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  const dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO' });
  const colleague = await buildPerson(product, { workspaceId: ws, role: 'DPO', name: 'สมปอง คุ้มครอง' });
  const { id: requestFormId, rightIds } = await buildRequestForm(product, dpo);
  const { request } = await callerFor(product, colleague);
  /** A confirmed request that was received so many days ago. */
  const enter = (days: number) =>
    request.create({
      ws,
      requestFormId,
      receivedAt: new Date(product.deps.now().getTime() - days * DAY).toISOString(),
      channel: 'COUNTER',
      subject: { firstName: 'มาลี', lastName: 'รักดี', email: 'malee@test.example', telephone: '', uid: '' },
      rights: [{ rightRequestId: rightIds.ACCESS!, requestDetail: 'ขอสำเนา' }],
      verified: true,
    });
  const assign = (id: string) => request.changeStatus({ ws, id, action: 'ASSIGN', assigneeId: colleague.personnelId });
  const first = await enter(3);
  await enter(2);
  await assign((await enter(1)).id);

  const page = await open(dpo, '/dsrm/request?view=board', 'th');
  const column = (stage: 'ASSIGN' | 'WORK') => page.getByRole('region', { name: thRequest.stage[stage], exact: true });
  const waiting = (stage: 'ASSIGN' | 'WORK') =>
    newCards(column(stage), thScreen.board.pending, 1, thUi.table.showPending);
  await expect.poll(() => namesOf(column('ASSIGN'))).toEqual(['DSR-000001', 'DSR-000002']);
  const before = { assign: await placesOf(column('ASSIGN')), work: await placesOf(column('WORK')) };
  await enter(0);
  await waiting('ASSIGN').waitFor();
  expect(await placesOf(column('ASSIGN'))).toEqual(before.assign);
  await column('ASSIGN').getByText('3', { exact: true }).waitFor();
  await picture(page, 'request-board-held');

  // One is dragged while a colleague assigns the one above it, which would come first in its new column.
  await column('ASSIGN').getByRole('listitem').filter({ hasText: 'DSR-000002' }).hover();
  await page.mouse.down();
  await column('WORK').getByRole('heading').hover();
  await assign(first.id);
  await waiting('WORK').waitFor();
  expect(await placesOf(column('WORK'))).toEqual(before.work);
  // What moved away leaves its column, as in lists, and the last place is free for the one that waits.
  expect(await namesOf(column('ASSIGN'))).toEqual(['DSR-000002', 'DSR-000004']);
  await column('WORK').getByRole('heading').hover();
  await page.mouse.up();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: thScreen.field.assignee }).selectOption({ label: 'สมปอง คุ้มครอง' });
  await dialog.getByRole('button', { name: thScreen.act.assign, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  // What one does oneself is displayed at once, with all that waited.
  await expect.poll(() => namesOf(column('WORK'))).toEqual(['DSR-000001', 'DSR-000002', 'DSR-000003']);
  await expect.poll(() => namesOf(column('ASSIGN'))).toEqual(['DSR-000004']);
  expect(await page.getByText(fill(thScreen.board.pending, { number: 1 })).isVisible()).toBe(false);
  expect(product.complaints).toEqual([]);
});

test('cards of treatment plans keep their places while others move theirs, until the new ones are requested', async () => {
  const ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  const dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO' });
  const staff = await buildPerson(product, { workspaceId: ws, role: 'Staff' });
  const { id: dataControllerId } = await buildDataController(product, ws);
  const { application, treatmentPlan } = await callerFor(product, dpo);
  const created = await application.create({ ws, name: 'ระบบตรวจ', description: 'ตรวจ', dataControllerId });
  const responsibleId = staff.personnelId;
  const dpia = await buildPublishedDpia(product, {
    ws,
    applicationId: created.id,
    plans: [
      { title: 'ฐานข้อมูลรั่วไหล', responsibleId, expectedOn: '2030-12-01' },
      { title: 'ส่งผลตรวจผิดคน', responsibleId, expectedOn: '2030-12-20' },
      { title: 'ลบข้อมูลไม่ครบ', responsibleId, expectedOn: '2030-12-24' },
    ],
  });
  const { collection } = await treatmentPlan.listOf({ ws, id: dpia.id });
  const theirs = (await callerFor(product, staff)).treatmentPlan;
  const start = (title: string) =>
    theirs.move({ ws, id: collection.find((plan) => plan.title.th === title)!.id, action: 'start' });
  await start('ส่งผลตรวจผิดคน');

  const page = await open(dpo, '/dpo-tools/treatment-plan?view=board', 'en');
  const column = (status: 'NEW' | 'INPROGRESS') =>
    page.getByRole('region', { name: enPlan.status[status], exact: true });
  const waiting = newCards(column('INPROGRESS'), enPlan.board.pending, 1, enUi.table.showPending);
  await expect.poll(() => namesOf(column('INPROGRESS'))).toEqual(['ส่งผลตรวจผิดคน']);
  const before = await placesOf(column('INPROGRESS'));
  await start('ฐานข้อมูลรั่วไหล');
  await waiting.waitFor();
  expect(await placesOf(column('INPROGRESS'))).toEqual(before);
  // What moved away leaves its column, as in lists.
  expect(await namesOf(column('NEW'))).toEqual(['ลบข้อมูลไม่ครบ']);
  await picture(page, 'treatment-plan-board-held');
  await waiting.click();
  await expect.poll(() => namesOf(column('INPROGRESS'))).toEqual(['ฐานข้อมูลรั่วไหล', 'ส่งผลตรวจผิดคน']);
  expect(await waiting.isVisible()).toBe(false);
  // The button is hidden: the focus goes to the heading of its column.
  const heading = column('INPROGRESS').getByRole('heading');
  expect(await heading.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(product.complaints).toEqual([]);
});
