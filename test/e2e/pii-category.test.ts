import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import words from '../../shared/locales/th/piiCategory.ts';
import common from '../../shared/locales/th/common.ts';
import ui from '../../shared/locales/th/ui.ts';
import { buildPerson, buildWorkspace, type Person } from '../factories.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const LIST = '/pii-inventory/pii-category';

let product: Product;
let ws: string;
let dpo: Person;
beforeAll(async () => {
  product = await startProduct();
});
// For each try: its retry would fail on what a failed one leaves behind.
beforeEach(async () => {
  ws = (await buildWorkspace(product)).id;
  dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO' });
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

async function openList(): Promise<Page> {
  const page = await product.open({ as: dpo });
  await page.goto(product.address + address(LIST, { ws }));
  return page;
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

it('a category is created, filled in inline, checked for duplicates, emptied, deactivated and reactivated', async () => {
  const page = await openList();
  await button(page, words.add).click();
  const dialog = page.getByRole('dialog');
  const boxes = dialog.getByRole('textbox');
  for (const [index, text] of ['ข้อมูลสัตว์เลี้ยง', 'Pets', 'สัตว์เลี้ยงของลูกค้า', 'Pets of customers'].entries())
    await boxes.nth(index).fill(text);
  await dialog.getByRole('button', { name: ui.save }).click();
  await page.getByRole('heading', { level: 1, name: 'ข้อมูลสัตว์เลี้ยง' }).waitFor();

  await button(page, words.outline.addSubCategory).first().click();
  await page.keyboard.type('การดูแล');
  await page.keyboard.press('Enter');
  await button(page, words.outline.addAttributeTo.replace('{{name}}', 'การดูแล')).click();
  await page.keyboard.type('ชื่อสัตว์เลี้ยง');
  await page.keyboard.press('Enter');
  const added = page.getByRole('listitem').filter({ hasText: 'ชื่อสัตว์เลี้ยง' });
  await added.waitFor();
  // The line stays open for the next one.
  await page.keyboard.type('ชื่อสัตว์เลี้ยง');
  await page.keyboard.press('Enter');
  await page.getByText(words.refused.attributeTaken).first().waitFor();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: ui.form.close, exact: true }).click();

  await button(page, words.outline.remove.replace('{{name}}', 'ชื่อสัตว์เลี้ยง')).click();
  await dialog.getByRole('button', { name: common.remove, exact: true }).click();
  await added.waitFor({ state: 'detached' });

  await button(page, ui.more).click();
  await page.getByRole('menuitem', { name: words.deactivate }).click();
  await dialog.getByRole('button', { name: words.deactivate }).click();
  await page.getByText(words.inactiveNote).waitFor();
  await button(page, words.undo).click();
  await page.getByText(words.inactiveNote).waitFor({ state: 'detached' });
});

it('the list finds a category by its content, and displays additions of others live', async () => {
  const page = await openList();
  await page.getByRole('searchbox').first().fill('ม่านตา');
  const found = page.getByRole('link', { name: 'ข้อมูลชีวภาพ' });
  await found.waitFor();
  await page.getByRole('link', { name: 'ข้อมูลสุขภาพ' }).waitFor({ state: 'detached' });
  await found.click();
  await page.getByRole('heading', { level: 1, name: 'ข้อมูลชีวภาพ' }).waitFor();

  const other = await product.open({ as: dpo });
  await other.goto(page.url());
  await button(other, words.outline.addAttribute).first().click();
  await other.keyboard.type('ลายฝ่าเท้า');
  await other.keyboard.press('Enter');
  await page.getByRole('listitem').filter({ hasText: 'ลายฝ่าเท้า' }).waitFor();
  expect(product.complaints.filter((line) => !line.includes('409'))).toEqual([]);
});
