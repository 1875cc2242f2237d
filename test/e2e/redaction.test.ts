import { PNG } from 'pngjs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import thAnswer from '../../shared/locales/th/requestAnswer.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { callerFor, type Person, type TestServer } from '../factories.ts';
import { buildUpload, buildWorkedRequest } from '../helpers/answers.ts';
import { buildTeam } from '../helpers/team.ts';
import { settled } from './helpers/audit.ts';
import { fill } from './helpers/fill.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const THEIRS = { page: 0, x: 0.05, y: 0.1, width: 0.4, height: 0.2 };

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

async function build() {
  const server = product as unknown as TestServer;
  const { ws, dpo, staff } = await buildTeam(server, { dpo: 'DPO', staff: 'Staff' });
  const { id, rightId } = await buildWorkedRequest(server, { dpo, staff });
  return { ws, dpo, staff, id, right: { ws, id, rightId } };
}
async function open(as: Person, id: string, width = 1280) {
  const page = await product.open({ as, locale: 'th', width });
  await page.goto(address(`/dsrm/request/${id}`, { locale: 'th', ws: as.workspaceId }));
  await settled(page);
  return page;
}

test('what a colleague blacked out meanwhile stays when one’s own boxes are undone', async () => {
  const { dpo, staff, id, right } = await build();
  const { requestAnswer } = await callerFor(product, dpo);
  const bytes = PNG.sync.write(new PNG({ width: 400, height: 300 }));
  const fileId = await buildUpload(product as never, dpo, { name: 'บัตร.png', type: 'image/png', bytes });
  const { files } = await requestAnswer.addFile({ ...right, fileId });
  const ofFile = { ...right, answerFileId: files[0]!.id };

  const page = await open(staff, id);
  await page.getByRole('button', { name: thAnswer.redact.action, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: fill(thAnswer.redact.title, { name: 'บัตร.png' }) });
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  const boxes = () => dialog.getByRole('button', { name: new RegExp(`^${fill(thAnswer.redact.box, { number: '' })}`) });
  await dialog.getByRole('img').waitFor();
  await press(thAnswer.redact.add);
  await expect.poll(() => boxes().count()).toBe(1);
  await requestAnswer.redact({ ...ofFile, redactedId: null, boxes: [THEIRS] });
  await press(thAnswer.redact.save);
  await dialog.getByText(thAnswer.refusal.redactedMeanwhile).waitFor();
  await expect.poll(() => boxes().count()).toBe(2);
  await press(thAnswer.redact.undo);
  await expect.poll(() => boxes().count()).toBe(1);
  await press(thAnswer.redact.save);
  await dialog.waitFor({ state: 'detached' });
  expect((await requestAnswer.redactionPages(ofFile)).boxes).toEqual([THEIRS]);
  expect(product.complaints.filter((complaint) => !complaint.includes('409'))).toEqual([]);
});

test('on a phone a box is selected by a tap and deleted by a button, and without boxes the original is sent', async () => {
  const { dpo, id, right } = await build();
  const { requestAnswer } = await callerFor(product, dpo);
  const bytes = PNG.sync.write(new PNG({ width: 400, height: 300 }));
  const fileId = await buildUpload(product as never, dpo, { name: 'บัตร.png', type: 'image/png', bytes });
  const { files } = await requestAnswer.addFile({ ...right, fileId });
  const ofFile = { ...right, answerFileId: files[0]!.id };
  await requestAnswer.redact({ ...ofFile, redactedId: null, boxes: [THEIRS] });

  const page = await open(dpo, id, 375);
  await page.getByRole('button', { name: thAnswer.redact.action, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: fill(thAnswer.redact.title, { name: 'บัตร.png' }) });
  const box = dialog.getByRole('button', { name: fill(thAnswer.redact.box, { number: 1 }), exact: true });
  const remove = dialog.getByRole('button', { name: thAnswer.redact.delete, exact: true });
  await box.waitFor();
  expect(await remove.isDisabled()).toBe(true);
  await box.click();
  await remove.click();
  await box.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: thAnswer.redact.saveOriginal, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(thAnswer.redact.undone).first().waitFor();
  expect(await requestAnswer.redactionPages(ofFile)).toMatchObject({ boxes: [], redactedId: null });
  expect(product.complaints).toEqual([]);
});

test('whoever deletes boxes by the button goes on at the next one, and after the last one at the page', async () => {
  const { dpo, id, right } = await build();
  const { requestAnswer } = await callerFor(product, dpo);
  const bytes = PNG.sync.write(new PNG({ width: 400, height: 300 }));
  const fileId = await buildUpload(product as never, dpo, { name: 'บัตร.png', type: 'image/png', bytes });
  const { files } = await requestAnswer.addFile({ ...right, fileId });
  const ofFile = { ...right, answerFileId: files[0]!.id };
  await requestAnswer.redact({ ...ofFile, redactedId: null, boxes: [THEIRS, { ...THEIRS, y: 0.6 }] });

  const page = await open(dpo, id);
  await page.getByRole('button', { name: thAnswer.redact.action, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: fill(thAnswer.redact.title, { name: 'บัตร.png' }) });
  const first = dialog.getByRole('button', { name: fill(thAnswer.redact.box, { number: 1 }), exact: true });
  const remove = dialog.getByRole('button', { name: thAnswer.redact.delete, exact: true });
  const isFocused = (element: Element) => element === document.activeElement;
  await first.waitFor();
  await first.focus();
  await remove.press('Enter');
  await expect.poll(() => first.evaluate(isFocused)).toBe(true);
  await remove.press('Enter');
  await first.waitFor({ state: 'detached' });
  expect(await dialog.getByRole('img').locator('..').evaluate(isFocused)).toBe(true);
  expect(product.complaints).toEqual([]);
});

test('the reason of a right that was closed without action is displayed before it is sent', async () => {
  const { ws, dpo, id } = await build();
  const { request } = await callerFor(product, dpo);
  await request.changeStatus({ ws, id, action: 'REJECT', groundCode: 'NO_DATA', reason: 'ไม่พบข้อมูลของคุณ' } as never);
  const page = await open(dpo, id);
  // Nothing was prepared and nothing is given: it is released from the card of the answer.
  await page.getByRole('button', { name: thAnswer.release.action, exact: true }).first().click();
  const content = page.getByRole('dialog').getByRole('region', { name: thAnswer.sent.title });
  await content.getByText(thAnswer.sent.refusal).waitFor();
  await content.getByText('ไม่พบข้อมูลของคุณ').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: thUi.cancel, exact: true }).click();
  expect(product.complaints).toEqual([]);
});
