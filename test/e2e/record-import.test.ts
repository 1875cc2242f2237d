import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { headingOf } from '../../shared/ropa/sheet.ts';
import enCommon from '../../shared/locales/en/import.ts';
import en from '../../shared/locales/en/recordImport.ts';
import thCommon from '../../shared/locales/th/import.ts';
import th from '../../shared/locales/th/recordImport.ts';
import { buildDataController, buildPerson, buildWorkspace, type Person } from '../factories.ts';
import { languagesFrom } from '../languages.ts';
import { tableOf, workbook } from '../helpers/recordFiles.ts';
import { chooseFile } from './helpers/chooseFile.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const TEXTS = { th: { own: th, common: thCommon }, en: { own: en, common: enCommon } };
let product: Product;
let staff: Person;
let dpo: Person;
let ws: string;
const folder = mkdtempSync(path.join(tmpdir(), 'pokpong-import-e2e-'));
beforeAll(async () => {
  product = await startProduct();
}, 180_000);
afterAll(async () => {
  await product?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  ws = (await buildWorkspace(product)).id;
  staff = await buildPerson(product, { workspaceId: ws, role: 'Staff' });
  dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO' });
  await buildDataController(product, ws);
});
afterEach(() => product.closePages());

const HEADER = [
  'applicationName',
  'description',
  'titleTh',
  'lawfulBases',
  'flowGroup',
  'channel',
  'attributes',
] as const;
async function file(name: string, rows: string[][], locale: 'th' | 'en' = 'th'): Promise<string> {
  const place = path.join(folder, name);
  writeFileSync(place, await workbook([HEADER.map((key) => headingOf(key, locale)), ...rows]));
  return place;
}
const row = (name: string, basis = 'สัญญา') => [
  name,
  'คำอธิบาย',
  'รับสมัคร',
  basis,
  'ลูกค้าใหม่',
  'เว็บไซต์ใหม่',
  'ติดต่อใหม่: อีเมล',
];

describe('the import screen', () => {
  for (const locale of languagesFrom('th')) {
    it(`goes from a file over its columns and its check to the applications (${locale})`, async () => {
      const { own, common } = TEXTS[locale];
      const page = await product.open({ as: dpo, locale, width: locale === 'th' ? 1280 : 375 });
      await page.goto(address('/business-function/application', { ws, locale }));
      await page.getByRole('link', { name: own.action, exact: true }).first().click();
      await chooseFile(page, await file('ทะเบียน.xlsx', [row('ระบบสมาชิก'), row('ระบบจัดส่ง', 'ไม่มีฐานนี้')], locale));
      await page.getByRole('button', { name: common.start.read }).click();
      await page.getByText(common.columns.title).waitFor();
      expect(new URL(page.url()).searchParams.get('id')).toBeTruthy();
      await page.getByLabel(own.columns.addMissing).check();
      await page.getByRole('button', { name: common.columns.check }).click();

      await page.getByText(own.checked.what).first().waitFor();
      await page.getByText('ไม่มีฐานนี้').first().waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: common.problems.download }).first().click(),
      ]);
      const rejected = await tableOf(readFileSync(await download.path()));
      expect(rejected).toHaveLength(2);
      expect(rejected[1]?.[0]).toBe('ระบบจัดส่ง');

      // The step is in the address: a reload stands where it stood.
      await page.reload();
      await page.getByRole('button', { name: common.checked.commitPart.replace('{{number}}', '1') }).click();
      await page.getByText(common.done.title).waitFor();
      const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      expect(width[0]).toBeLessThanOrEqual(width[1]!);
      await page.getByRole('link', { name: 'ระบบสมาชิก' }).click();
      await page.getByRole('heading', { name: 'ระบบสมาชิก' }).waitFor();
      expect(product.complaints).toEqual([]);
    }, 90_000);
  }

  it('says beforehand what it adds for whom, and of a row that needs more who can add it', async () => {
    const page = await product.open({ as: staff, locale: 'en' });
    await page.goto(address('/business-function/application/import', { ws, locale: 'en' }));
    await chooseFile(page, await file('register.xlsx', [row('ระบบสมาชิก')], 'en'));
    await page.getByRole('button', { name: enCommon.start.read }).click();
    await page.getByLabel(en.columns.addMissing).check();
    const help = await page.locator('#add-missing-help').textContent();
    expect(help).toContain(`${en.columns.words} and ${en.kind.purposeCategory}.`);
    expect(help).toContain(`${en.kind.piiCategory}, ${en.kind.piiAttribute}, or ${en.kind.dataController}: rows`);
    await page.getByRole('button', { name: enCommon.columns.check }).click();
    await page.getByText(en.problem.mayNotAdd.piiCategory.replace('{{name}}', 'ติดต่อใหม่')).waitFor();
    expect(await page.getByText(enCommon.checked.noneRight).isVisible()).toBe(true);
    expect(product.complaints).toEqual([]);
  }, 60_000);

  it('says why a file cannot be read, and gives templates', async () => {
    const page = await product.open({ as: staff });
    await page.goto(address('/business-function/application/import', { ws }));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: thCommon.start.xlsx }).click(),
    ]);
    const [head] = await tableOf(readFileSync(await download.path()));
    expect(head).toContain(headingOf('applicationName', 'th'));
    const empty = path.join(folder, 'empty.csv');
    writeFileSync(empty, 'ชื่อ,คำอธิบาย\r\n');
    await chooseFile(page, empty);
    await page.getByRole('button', { name: thCommon.start.read }).click();
    await page.getByText(thCommon.failed).waitFor();
    await page.getByText(thCommon.failure.empty).waitFor();
  }, 60_000);
});
