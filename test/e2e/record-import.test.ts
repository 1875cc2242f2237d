import type { Page } from 'playwright-core';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { headingOf } from '../../shared/ropa/sheet.ts';
import type { Locale } from '../../shared/locale.ts';
import enCommon from '../../shared/locales/en/import.ts';
import enErrors from '../../shared/locales/en/errors.ts';
import en from '../../shared/locales/en/recordImport.ts';
import enUi from '../../shared/locales/en/ui.ts';
import thCommon from '../../shared/locales/th/import.ts';
import thErrors from '../../shared/locales/th/errors.ts';
import th from '../../shared/locales/th/recordImport.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { buildDataController, buildPerson, buildWorkspace, type Person } from '../factories.ts';
import { languagesFrom } from '../languages.ts';
import { tableOf, workbook } from '../helpers/recordFiles.ts';
import { chooseFile } from './helpers/chooseFile.ts';
import { failCalls } from './helpers/failingCalls.ts';
import { fillCount } from './helpers/fill.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const TEXTS = { th: { own: th, common: thCommon, ui: thUi }, en: { own: en, common: enCommon, ui: enUi } };
const errors = { th: thErrors, en: enErrors };
let product: Product;
let staff: Person;
let dpo: Person;
let ws: string;
const folder = mkdtempSync(path.join(tmpdir(), 'pokpong-import-e2e-'));
beforeAll(async () => {
  product = await startProduct();
});
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

const HEADINGS_OF_OTHERS = [
  'ชื่อกระบวนงาน',
  'วัตถุประสงค์',
  'ฐานกฎหมาย',
  'ระยะเวลาจัดเก็บ',
  'ข้อมูลที่จัดเก็บ',
  'เจ้าของข้อมูล',
  'ผู้รับผิดชอบ',
  'ผู้ตรวจ',
];
const rowOfOthers = (name: string) => [
  name,
  'เพื่อดูแลสมาชิก',
  'ประโยชน์อันชอบธรรม',
  '5 ปี นับจากวันสั่งซื้อ',
  'ชื่อ-นามสกุล, เบอร์โทร, ไซซ์เสื้อ',
  'ลูกค้า, สมาชิก',
  'ผู้จัดการร้าน',
  'สมปอง',
];

/** Starts the import, which asks before it writes. */
async function commit(page: Page, locale: Locale, button: 'commit' | 'commitPart', count: number): Promise<void> {
  const { own, common } = TEXTS[locale];
  await page.getByRole('button', { name: fillCount(common.checked, button, count) }).click();
  const question = page.getByRole('dialog', { name: fillCount(own.checked, 'confirmTitle', count) });
  await question.getByText(own.checked.confirmBody).waitFor();
  await question.getByRole('button', { name: fillCount(common.checked, 'commit', count) }).click();
}

describe('the import screen', () => {
  for (const locale of languagesFrom('en')) {
    it(`accepts a table of another tool, and the next one of its kind without a question (${locale})`, async () => {
      const { own, common, ui } = TEXTS[locale];
      const page = await product.open({ as: dpo, locale, width: locale === 'th' ? 1280 : 375 });
      const fits = async () => {
        const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        expect(width).toBeLessThanOrEqual(room!);
      };
      const place = path.join(folder, 'others.xlsx');
      const startImport = async (rows: string[][]) => {
        writeFileSync(place, await workbook([HEADINGS_OF_OTHERS, ...rows]));
        await page.goto(address('/business-function/application/import', { ws, locale }));
        await chooseFile(page, place);
        await page.getByRole('button', { name: common.start.read }).click();
        // A process of its own reads the file.
        await page.getByText(common.columns.title).waitFor();
      };
      await startImport([rowOfOthers('ดูแลสมาชิก'), rowOfOthers('แลกของรางวัล')]);
      expect(await page.getByLabel('ฐานกฎหมาย', { exact: true }).inputValue()).toBe('lawfulBases');
      expect(await page.getByLabel('ผู้ตรวจ', { exact: true }).inputValue()).toBe('note');
      await page
        .getByText(fillCount(common.columns, 'filled', 2))
        .first()
        .waitFor();
      // One column supplies the title and the description; a field that a line requires and no column has gets one
      // value for all.
      expect(await page.getByLabel(common.columns.fillsToo.replace('{{name}}', 'วัตถุประสงค์')).first().inputValue()).toBe(
        'description',
      );
      await page.getByLabel(own.unfilled.value.replace('{{field}}', headingOf('channel', locale))).fill('อีเมล');
      await fits();
      await picture(page, `import-columns-${locale}`);
      await page.getByRole('button', { name: common.columns.check }).click();

      await page.getByText(common.values.title).waitFor();
      const means = (text: string) => page.getByLabel(own.values.means.replace('{{text}}', text));
      expect(await means('ประโยชน์อันชอบธรรม').inputValue()).toBe('legitimateInterest');
      expect(await means('5 ปี นับจากวันสั่งซื้อ').inputValue()).toBe(locale === 'th' ? '5 ปี' : '5 years');
      expect(await means('ไซซ์เสื้อ').inputValue()).toBe('');
      await means('ไซซ์เสื้อ').fill('ไม่มีหมวด');
      await page.getByText(own.values.wrongAttribute).waitFor();
      expect(await page.getByRole('button', { name: common.values.continue }).isDisabled()).toBe(true);
      await means('ไซซ์เสื้อ').fill('ความสนใจและข้อมูลการตลาด: ความสนใจและความชอบ');
      await fits();
      await picture(page, `import-values-${locale}`);
      // It stays while another step is displayed, and Back to the page without this import asks.
      await page.getByRole('link', { name: common.checked.back }).click();
      await page.getByRole('button', { name: common.columns.check }).waitFor();
      await page.evaluate(() => history.back());
      await page.getByRole('button', { name: common.values.continue }).waitFor();
      await page.evaluate(() => history.back());
      const question = page.getByRole('dialog', { name: ui.form.leaveTitle });
      await question.getByRole('button', { name: ui.cancel }).click();
      await question.waitFor({ state: 'detached' });
      expect(await means('ไซซ์เสื้อ').inputValue()).toBe('ความสนใจและข้อมูลการตลาด: ความสนใจและความชอบ');
      await page.getByRole('button', { name: common.values.continue }).click();
      await page.getByText(common.checked.what).first().waitFor();
      await picture(page, `import-checked-${locale}`);
      await commit(page, locale, 'commit', 2);
      await page.getByText(common.done.title).waitFor();
      await page.getByRole('link', { name: 'ดูแลสมาชิก', exact: true }).click();
      await page.getByRole('heading', { name: 'ดูแลสมาชิก' }).waitFor();

      await startImport([rowOfOthers('ส่งข่าวสาร')]);
      await page.getByText(common.remembered.title).waitFor();
      await picture(page, `import-remembered-${locale}`);
      await page.getByRole('button', { name: common.columns.check }).click();
      await page.getByText(common.checked.what).first().waitFor();
      await commit(page, locale, 'commit', 1);
      await page.getByText(common.done.title).waitFor();

      await startImport([rowOfOthers('จัดกิจกรรม')]);
      await page.getByRole('button', { name: common.remembered.forget }).click();
      await page.getByText(common.remembered.title).waitFor({ state: 'detached' });
      // Cancelling asks once, whatever was entered.
      await page.getByLabel(own.columns.addMissing).check();
      await page.getByRole('button', { name: common.checked.cancel }).click();
      const cancelling = page.getByRole('dialog', { name: common.checked.cancelTitle });
      await cancelling.getByRole('button', { name: common.checked.cancel }).click();
      await page.getByRole('button', { name: common.start.read }).waitFor();
      expect(await page.getByRole('dialog', { name: ui.form.leaveTitle }).count()).toBe(0);
      expect(product.complaints).toEqual([]);
    });
  }

  for (const locale of languagesFrom('th')) {
    it(`leads from a file via its columns and its check to the applications (${locale})`, async () => {
      const { own, common } = TEXTS[locale];
      const page = await product.open({ as: dpo, locale, width: locale === 'th' ? 1280 : 375 });
      await page.goto(address('/business-function/application', { ws, locale }));
      await page.getByRole('link', { name: own.action, exact: true }).first().click();
      await chooseFile(page, await file('ทะเบียน.xlsx', [row('ระบบสมาชิก'), row('ระบบจัดส่ง', 'ไม่มีฐานนี้')], locale));
      await page.getByRole('button', { name: common.start.read }).click();
      await page.getByText(common.columns.title).waitFor();
      expect(new URL(page.url()).searchParams.get('id')).toBeTruthy();
      await page.getByLabel(own.columns.addMissing).check();
      // What was chosen stays while neither saving it nor reading the import succeeds.
      const answerAgain = await failCalls(page, ['recordImport.setMapping', 'recordImport.get']);
      const read = page.waitForResponse(/recordImport\.get/);
      await page.getByRole('button', { name: common.columns.check }).click();
      await page.locator('#toasts').getByText(errors[locale].internal).waitFor();
      await read;
      await answerAgain();
      expect(await page.getByLabel(own.columns.addMissing).isChecked()).toBe(true);
      await page.getByRole('button', { name: common.columns.check }).click();

      await page.getByText(common.checked.what).first().waitFor();
      await page.getByText('ไม่มีฐานนี้').first().waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: common.problems.download }).first().click(),
      ]);
      const rejected = await tableOf(readFileSync(await download.path()));
      expect(rejected).toHaveLength(2);
      expect(rejected[1]?.[0]).toBe('ระบบจัดส่ง');

      // The step is in the address: a reload stays on it.
      await page.reload();
      await commit(page, locale, 'commitPart', 1);
      await page.getByText(common.done.title).waitFor();
      const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      expect(width[0]).toBeLessThanOrEqual(width[1]!);
      await page.getByRole('link', { name: 'ระบบสมาชิก' }).click();
      await page.getByRole('heading', { name: 'ระบบสมาชิก' }).waitFor();
      expect(product.complaints).toEqual([]);
    });
  }

  it('displays in advance what it adds for which user, and for a row that needs more who can add it', async () => {
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
  });

  it('explains why a file cannot be read, and provides templates', async () => {
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
  });
});
