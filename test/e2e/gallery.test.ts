import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../chromium.ts';
import { serveFolder } from './gallery/serve.ts';
import { announcement } from './helpers/announcement.ts';
import { faultsOf, looksIn, wear } from './helpers/audit.ts';
import ui from '../../shared/locales/th/ui.ts';
import { type Pages, pagesOf } from './helpers/pages.ts';

let browser: Browser;
let pages: Pages;
let folder: string;
let site: Awaited<ReturnType<typeof serveFolder>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gallery-'));
  const build = join(import.meta.dirname, 'gallery', 'build.ts');
  const built = spawnSync(process.execPath, [build, folder], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  expect(built.status, built.stderr).toBe(0);
  site = await serveFolder(folder);
  browser = await openBrowser();
  pages = pagesOf(browser, site.url);
});
afterAll(async () => {
  await pages?.close();
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Visit {
  locale?: 'th' | 'en';
  width?: number;
  height?: number;
}

/** Opens a page of the gallery; any console message or policy violation fails the test at the end. */
async function visit(
  path: string,
  { locale = 'th', width = 1280, height = 900 }: Visit,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const complaints: string[] = [];
  const page = await pages.open({
    language: locale === 'th' ? 'th-TH' : 'en-GB',
    width,
    height,
    dark: false,
  });
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  try {
    await page.goto(`${site.url}${locale === 'en' ? '/en' : ''}${path}`);
    await page.locator('h1').first().waitFor();
    await look(page);
    expect(complaints).toEqual([]);
  } finally {
    await pages.giveBack();
  }
}

/** An element that each page contains once it is rendered. */
const PAGES = { '/blocks': 'h1', '/table': 'tbody tr', '/form': '[name="name.th"]', '/states': 'h1' };

describe('every block, light and dark, wide and small', () => {
  test.each(['th', 'en'] as const)(
    'no serious or critical finding of axe, nothing overflows the window, in %s',
    async (locale) => {
      for (const [path, drawn] of Object.entries(PAGES))
        await visit(path, { locale }, async (page) => {
          await page.locator(drawn).first().waitFor();
          for (const [turn, look] of looksIn(locale).entries()) {
            await wear(page, look);
            const name = `${path} ${look.width} ${look.dark ? 'dark' : 'light'}`;
            expect(
              await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
              name,
            ).toBeLessThanOrEqual(0);
            expect(await faultsOf(page, turn < 2 ? 'all' : 'colours'), name).toEqual([]);
          }
        });
    },
  );
});

describe('blocks by keyboard', () => {
  test('a menu opens with an arrow key, moves, closes with Esc and restores the focus', () =>
    visit('/blocks', {}, async (page) => {
      const trigger = page.getByRole('button', { name: 'อื่น ๆ' });
      await trigger.focus();
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('แก้ไข');
      expect(await faultsOf(page)).toEqual([]);
      await page.keyboard.press('End');
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('ลบ');
      await page.keyboard.press('Escape');
      expect(await trigger.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await page.getByRole('menu').count()).toBe(0);
    }));

  test('a dialog contains the focus, Esc in its menu closes only the menu, closing restores the focus', () =>
    visit('/blocks', {}, async (page) => {
      await page.getByRole('button', { name: 'เปิดกล่องโต้ตอบ' }).click();
      const dialog = page.getByRole('dialog', { name: 'เชิญบุคลากร' });
      await dialog.waitFor();
      const within = () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);
      // It is animated to its position and receives the focus.
      await expect.poll(within).toBe(true);
      await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(600);
      expect(await faultsOf(page)).toEqual([]);
      for (let i = 0; i < 8; i += 1) {
        await page.keyboard.press('Tab');
        expect(await within()).toBe(true);
      }
      await page.getByRole('button', { name: 'เมนูในกล่อง' }).click();
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('menu').count()).toBe(0);
      expect(await dialog.isVisible()).toBe(true);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('เปิดกล่องโต้ตอบ');
    }));

  test('a typed confirmation disables the button until the word is complete', () =>
    visit('/blocks', {}, async (page) => {
      await page.getByRole('button', { name: 'ลบรายการ' }).click();
      const confirm = page.getByRole('button', { name: 'ลบ', exact: true });
      await confirm.waitFor();
      expect(await confirm.isDisabled()).toBe(true);
      await page.getByLabel('พิมพ์ ลบ เพื่อยืนยัน').fill('ลบ');
      await confirm.click();
      await page.getByText('ลบแล้ว', { exact: true }).first().waitFor();
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    }));

  test('Ctrl K opens the palette; arrow keys and Enter open a page', () =>
    visit('/blocks', {}, async (page) => {
      await page.keyboard.press('Control+k');
      const box = page.getByRole('combobox', { name: 'ไปที่หน้า' });
      await box.fill('form');
      await page.getByRole('option', { name: '/form' }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/form/);
    }));

  test('a tooltip is displayed on keyboard focus and hidden on Esc', () =>
    visit('/blocks', {}, async (page) => {
      await page.keyboard.press('Tab');
      await page.locator('time').first().focus();
      const tip = page.getByRole('tooltip');
      await tip.waitFor();
      expect((await tip.boundingBox())?.width).toBeLessThanOrEqual(300);
      await page.keyboard.press('Escape');
      await expect.poll(() => tip.count()).toBe(0);
    }));
});

describe('the table', () => {
  test('search, sorting and page are stored in the address, the workspace is preserved, and Back works', () =>
    visit('/table?workspace=w1', {}, async (page) => {
      await page.getByRole('link', { name: 'ไปหน้า 3' }).click();
      await page.waitForURL(/currentPage=3/);
      expect(page.url()).toContain('workspace=w1');
      await page.getByText('หน้า 3 จาก 24').waitFor();
      await page.getByRole('button', { name: 'ชื่อ' }).click();
      await page.waitForURL(/sortBy=name/);
      expect(page.url()).not.toContain('currentPage');
      expect(await page.getByRole('columnheader', { name: 'ชื่อ' }).getAttribute('aria-sort')).toBe('ascending');
      await page.goBack();
      await page.getByText('หน้า 3 จาก 24').waitFor();
      await page.getByRole('searchbox').fill('ไม่มีแน่นอน');
      await page.getByText('ไม่พบรายการที่ตรงกับเงื่อนไข').waitFor();
      expect(new URL(page.url()).searchParams.get('query')).toBe('ไม่มีแน่นอน');
      await page.getByRole('button', { name: 'ล้างตัวกรอง' }).first().click();
      await page.getByText('หน้า 1 จาก 24').waitFor();
      expect(await page.getByRole('searchbox').inputValue()).toBe('');
    }));

  test('density and columns are stored', () =>
    visit('/table', {}, async (page) => {
      expect((await page.locator('tbody tr').nth(1).boundingBox())?.height).toBe(44);
      await page.getByRole('button', { name: 'มุมมองตาราง' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'รหัส' }).click();
      await page.getByRole('menuitemradio', { name: 'กะทัดรัด' }).click();
      await page.reload();
      await page.locator('tbody tr').first().waitFor();
      expect((await page.locator('tbody tr').nth(1).boundingBox())?.height).toBe(40);
      expect(await page.getByRole('columnheader', { name: 'รหัส' }).count()).toBe(1);
    }));

  test('new rows wait until requested; columns without space are hidden by priority and can be displayed again', () =>
    visit('/table', {}, async (page) => {
      const heads = () => page.locator('thead th').allInnerTexts();
      const names = () => page.locator('tbody th').allInnerTexts();
      const before = await names();
      await page.getByRole('button', { name: '+1' }).click();
      await page.getByRole('button', { name: '+1' }).click();
      await page.getByText('มีรายการใหม่ 2 รายการ').waitFor();
      expect(await names()).toEqual(before);
      await page.getByRole('button', { name: 'แสดง', exact: true }).click();
      await expect.poll(names).toEqual([before[0], before[0], ...before.slice(0, 8)]);

      await page.setViewportSize({ width: 780, height: 800 });
      await page.getByRole('button', { name: 'อีก 1 คอลัมน์' }).click();
      expect(await heads()).not.toContain('แก้ไขล่าสุด');
      await page.getByRole('menuitemcheckbox', { name: 'แก้ไขล่าสุด' }).click();
      await expect.poll(heads).toContain('แก้ไขล่าสุด');
      expect(await heads()).not.toContain('ผู้รับผิดชอบ');
    }));

  test('a row that is gone leaves the page, and the one that moves up from the next page is none of the new ones', () =>
    visit('/table', {}, async (page) => {
      const names = () => page.locator('tbody th').allInnerTexts();
      const before = await names();
      await page.getByRole('button', { name: '−1' }).click();
      await expect.poll(names).toEqual([...before.slice(0, 2), ...before.slice(3), expect.stringContaining(' 11')]);
      expect(await page.getByText(ui.table.showPending, { exact: true }).count()).toBe(0);
      // Those that new rows push off the page stay until the new ones are requested.
      const after = await names();
      await page.getByRole('button', { name: '+1' }).click();
      await page.getByText('มีรายการใหม่ 1 รายการ').waitFor();
      expect(await names()).toEqual(after);
    }));

  test('says that nothing matches only once that is known', () =>
    visit('/table?query=รอคำตอบ', {}, async (page) => {
      await page.locator('[data-list] [aria-busy=true]').waitFor({ state: 'attached' });
      expect(await page.getByText(ui.table.noMatchTitle).count()).toBe(0);
      await page.getByPlaceholder(ui.table.searchPlaceholder).fill('ไม่มีแน่');
      await page.getByText(ui.table.noMatchTitle).waitFor();
    }));

  test('below 768 px rows are cards with the same actions', () =>
    visit('/table', { width: 375 }, async (page) => {
      expect(await page.locator('table').count()).toBe(0);
      expect(await page.locator('main dl').count()).toBe(10);
      await page
        .getByRole('button', { name: /^การดำเนินการกับ/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'แก้ไข' }).waitFor();
    }));

  test('below 768 px filters are in a sheet, and each is removed by a chip; in the bar they display their names', () =>
    visit('/table', { width: 375 }, async (page) => {
      await page.getByRole('button', { name: 'ตัวกรอง', exact: true }).click();
      const sheet = page.getByRole('dialog', { name: 'ตัวกรอง' });
      await sheet.getByRole('combobox', { name: 'สถานะ' }).selectOption('draft');
      await sheet.getByRole('checkbox', { name: 'ปริญญา วัฒนกุล' }).check();
      await page.waitForURL(/status=draft.*owner=/);
      const box = (await sheet.boundingBox())!;
      expect([box.x, box.width, Math.round(box.y + box.height)]).toEqual([0, 375, page.viewportSize()!.height]);
      expect(await faultsOf(page)).toEqual([]);
      await sheet.getByRole('button', { name: 'แสดงผลลัพธ์' }).click();
      await sheet.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'ตัวกรอง (2)' }).waitFor();
      await page.getByRole('button', { name: 'นำตัวกรอง สถานะ: ร่าง ออก' }).click();
      await page.getByRole('button', { name: 'ตัวกรอง (1)' }).waitFor();
      expect(new URL(page.url()).searchParams.has('status')).toBe(false);
      expect(await faultsOf(page)).toEqual([]);

      await page.setViewportSize({ width: 1280, height: 800 });
      const status = page.getByRole('combobox', { name: 'สถานะ' });
      await status.selectOption('draft');
      await expect.poll(() => status.locator('option:checked').innerText()).toBe('สถานะ: ร่าง');
      // Filters are in one row, or in columns of equal width: none alone below the others.
      const widths = await page
        .locator('[role=search] > div:last-of-type > *')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)));
      expect(new Set(widths).size).toBe(1);
    }));

  test('a range filter displays the Buddhist era and is stored in the address as days', () =>
    visit('/table', {}, async (page) => {
      await page.getByRole('button', { name: 'แก้ไขล่าสุด' }).last().waitFor();
      await page.locator('[role=search]').getByRole('button', { name: 'แก้ไขล่าสุด' }).click();
      await page
        .getByText(/25[67]\d/)
        .first()
        .waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: '7 วันล่าสุด' }).click();
      await page.waitForURL(/updated=\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2}/);
    }));
});

describe('the form', () => {
  test('errors are displayed at their fields in Thai, the first one is focused, also those of the server', () =>
    visit('/form', {}, async (page) => {
      await page.getByRole('button', { name: 'บันทึก' }).click();
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name.th');
      expect(await page.getByText('กรุณากรอก').count()).toBeGreaterThan(2);
      expect(await faultsOf(page)).toEqual([]);
      await page.getByLabel('รหัส', { exact: false }).first().fill('ab');
      await page.getByText('ต้องมีอย่างน้อย 3 ตัวอักษร').waitFor();
      await page.locator('[name="name.th"]').fill('ทดสอบ');
      await page.locator('[name="name.en"]').fill('Test');
      await page.locator('[name=code]').fill('taken');
      await page.locator('[name=email]').fill('SOMCHAI@Example.CO.TH');
      expect(await page.locator('[name=email]').inputValue()).toBe('somchai@example.co.th');
      await page.locator('[name=phone]').fill('081-234-5678 ต่อ 99');
      expect(await page.locator('[name=phone]').inputValue()).toBe('081-234-5678 ต่อ 99');
      await page.locator('[name=phone]').fill('๐๒-๑๒๓-๔๕๖๗');
      expect(await page.locator('[name=phone]').inputValue()).toBe('02-123-4567');
      const channels = page.getByRole('combobox', { name: 'ช่องทาง' });
      await channels.click();
      await page.getByRole('option', { name: 'เว็บไซต์' }).click();
      const owner = page.getByRole('combobox', { name: 'ผู้รับผิดชอบ' });
      await owner.click();
      await page.getByRole('option', { name: 'บุคลากร 20' }).scrollIntoViewIfNeeded();
      await page.getByRole('option', { name: 'บุคลากร 40' }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await owner.fill('บุคลากร 45');
      await page.getByRole('option', { name: 'บุคลากร 45' }).waitFor();
      await page.keyboard.press('Enter');
      expect(await owner.inputValue()).toBe('บุคลากร 45');
      // Enter before the answer chooses nothing of the previous search.
      await owner.click();
      await page.getByRole('option', { name: 'บุคลากร 1', exact: false }).first().waitFor();
      await owner.pressSequentially('บุคลากร 44');
      await page.keyboard.press('Enter');
      expect(await owner.getAttribute('aria-expanded')).toBe('true');
      await page.getByRole('option', { name: 'บุคลากร 44' }).waitFor();
      await page.keyboard.press('Enter');
      expect(await owner.inputValue()).toBe('บุคลากร 44');
      await page.keyboard.press('Control+Enter');
      await page.getByText('รหัสนี้มีผู้ใช้แล้ว').waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code');
      await page.locator('[name=code]').fill('free-1');
      await page.keyboard.press('Control+Enter');
      await page.getByText('บันทึกแล้ว', { exact: true }).first().waitFor();
    }));

  test('a draft is restored after a reload without the password, and can be discarded', () =>
    visit('/form', {}, async (page) => {
      await page.locator('[name="name.th"]').fill('ร่างของฉัน');
      await page.locator('[name=password]').fill('correct horse battery');
      await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain('ร่างของฉัน');
      page.on('dialog', (dialog) => void dialog.accept());
      await page.reload();
      await page.getByText('กู้คืนร่างที่ยังไม่ได้บันทึก').waitFor();
      expect(await page.locator('[name="name.th"]').inputValue()).toBe('ร่างของฉัน');
      expect(await page.locator('[name=password]').inputValue()).toBe('');
      await page.getByRole('button', { name: 'ทิ้งร่าง' }).click();
      expect(await page.locator('[name="name.th"]').inputValue()).toBe('');
    }));

  test('leaving with unsaved changes asks for confirmation, by link and by Back', () =>
    visit('/table', {}, async (page) => {
      await page.getByRole('link', { name: 'form', exact: true }).click();
      await page.locator('[name="name.th"]').fill('x');
      await page.getByRole('link', { name: 'table', exact: true }).click();
      await page.getByRole('dialog', { name: 'ออกจากหน้านี้โดยไม่บันทึกหรือไม่' }).waitFor();
      await page.getByRole('button', { name: 'ยกเลิก' }).last().click();
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
      expect(page.url()).toContain('/form');
      await page.goBack();
      await page.getByRole('button', { name: 'ออกโดยไม่บันทึก' }).click();
      await page.waitForURL(/\/table/);
      await page.locator('table').waitFor();
    }));

  test('dates are typed and selected in the Buddhist era', () =>
    visit('/form', {}, async (page) => {
      const due = page.locator('[name=dueOn]');
      expect(await due.inputValue()).toBe('21/11/2569');
      await due.fill('1/2/2570');
      await due.blur();
      expect(await due.inputValue()).toBe('01/02/2570');
      await due.fill('31/2/2570');
      await due.blur();
      await page.getByText('กรุณากรอกวันที่ เช่น 31/12/2569').waitFor();
      await due.fill('21/11/2569');
      await page.getByRole('button', { name: 'เปิดปฏิทิน' }).first().click();
      await page.getByText('พฤศจิกายน 2569').first().waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('gridcell').getByText('25', { exact: true }).first().click();
      await expect.poll(() => due.inputValue()).toBe('25/11/2569');
    }));

  test('a time that is only passed through changes nothing, and of a pasted name with an address the address stays', () =>
    visit('/form', {}, async (page) => {
      const time = page.getByLabel(ui.date.time, { exact: true });
      expect(await time.inputValue()).toBe('00:30');
      await time.focus();
      await time.blur();
      expect(await page.getByText(ui.form.unsaved).count()).toBe(0);
      const email = page.locator('[name=email]');
      await email.fill('Somchai Jaidee <Somchai@x.co>');
      expect(await email.inputValue()).toBe('somchai@x.co');
    }));

  test('a file of a wrong type is refused, a valid one is uploaded with progress', () =>
    visit('/form', {}, async (page) => {
      const input = page.locator('input[type=file]');
      await input.setInputFiles({ name: 'a.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') });
      await page.getByText('ไม่รองรับไฟล์ชนิดนี้').first().waitFor();
      await input.setInputFiles({ name: 'หลักฐาน.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
      await page.getByRole('button', { name: 'นำไฟล์ หลักฐาน.pdf ออก' }).waitFor();
    }));

  test('an item is moved by its buttons and the move is announced', () =>
    visit('/form', {}, async (page) => {
      await page.getByRole('button', { name: 'เลื่อน ขั้นที่ 1 ลง' }).click();
      await expect.poll(() => page.locator('ol[aria-label="ขั้นตอน"] li').first().textContent()).toContain('ขั้นที่ 2');
      await announcement(page, 'ขั้นที่ 1 อยู่ลำดับที่ 2 จาก 3').waitFor({ state: 'attached' });
    }));

  test('moves in quick succession are announced, each of them', () =>
    visit('/form', {}, async (page) => {
      const down = page.getByRole('button', { name: 'เลื่อน ขั้นที่ 1 ลง' });
      await down.waitFor();
      // In quicker succession than clicks of a test can be.
      await page.evaluate(async (label) => {
        for (const _ of [1, 2]) {
          document.querySelector<HTMLElement>(`button[aria-label="${label}"]`)!.click();
          await Promise.resolve();
        }
      }, 'เลื่อน ขั้นที่ 1 ลง');
      await announcement(page, 'ขั้นที่ 1 อยู่ลำดับที่ 3 จาก 3').waitFor({ state: 'attached' });
      expect(await announcement(page, 'ขั้นที่ 1 อยู่ลำดับที่ 2 จาก 3').count()).toBe(1);
    }));
});

/** The stored draft of the form of a page. */
const draftOf = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(`pokpong_draft_.${name}`) ?? '', key);
const answer = (page: Page, refusal = '') =>
  page.evaluate((detail) => dispatchEvent(new CustomEvent('answer', { detail })), refusal);

describe('what is typed', () => {
  test('is no draft any more once it is undone, and a draft of another tab stays', () =>
    visit('/sending', {}, async (page) => {
      const title = page.getByRole('form', { name: 'หน้า' }).locator('[name=title]');
      await title.fill('ก');
      await expect.poll(() => draftOf(page, 'sending')).toContain('ก');
      await title.fill('');
      await expect.poll(() => draftOf(page, 'sending')).toBe('');

      await page.evaluate(() => localStorage.setItem('pokpong_draft_.sending', 'ของอีกแท็บ'));
      await title.fill('ข');
      await title.fill('');
      expect(await draftOf(page, 'sending')).toBe('ของอีกแท็บ');
    }));

  test('is stored again on leaving, after another tab has deleted the draft with its own', () =>
    visit('/sending', {}, async (page) => {
      await page.getByRole('form', { name: 'หน้า' }).locator('[name=title]').fill('ยังไม่ได้บันทึก');
      await expect.poll(() => draftOf(page, 'sending')).toContain('ยังไม่ได้บันทึก');
      await page.evaluate(() => localStorage.clear());
      await page.getByRole('link', { name: 'table' }).click();
      await page.getByRole('dialog').getByText(ui.form.loss.all).waitFor();
      await page.getByRole('button', { name: ui.form.leave }).click();
      await page.locator('tbody tr').first().waitFor();
      expect(await draftOf(page, 'sending')).toContain('ยังไม่ได้บันทึก');
    }));

  test('is restored where it differs, so that what others saved since in the rest stays, and says where they differ', () =>
    visit('/sending', {}, async (page) => {
      const form = page.getByRole('form', { name: 'หน้า' });
      // The form opened with another title then; only the person was typed.
      await page.evaluate(() =>
        localStorage.setItem(
          'pokpong_draft_.sending',
          JSON.stringify({
            at: Date.now(),
            values: { title: 'เดิม', person: 'สมศรี' },
            defaults: { title: 'เดิม', person: '' },
          }),
        ),
      );
      await page.reload();
      await page.getByText(ui.form.draftRestored).waitFor();
      expect(await form.locator('[name=person]').inputValue()).toBe('สมศรี');
      expect(await form.locator('[name=title]').inputValue()).toBe('');
      expect(await page.getByText(ui.form.draftOver).count()).toBe(0);
    }));

  test('where others have changed the same since, that is stated', () =>
    visit('/sending', {}, async (page) => {
      await page.evaluate(() =>
        localStorage.setItem(
          'pokpong_draft_.sending',
          JSON.stringify({ at: Date.now(), values: { title: 'ของฉัน' }, defaults: { title: 'เดิม' } }),
        ),
      );
      await page.reload();
      await page.getByText(ui.form.draftOver).waitFor();
      expect(await page.getByRole('form', { name: 'หน้า' }).locator('[name=title]').inputValue()).toBe('ของฉัน');
    }));

  test('and names a person is not promised as a draft', () =>
    visit('/sending', {}, async (page) => {
      await page.getByRole('form', { name: 'หน้า' }).locator('[name=person]').fill('สมศรี');
      await page.getByRole('link', { name: 'table' }).click();
      await page.getByRole('dialog').getByText(ui.form.loss.part).waitFor();
    }));
});

describe('a file on its way', () => {
  const choose = (page: Page, name: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  const end = (page: Page, name: string, failure = '') =>
    page.evaluate(([file, detail]) => dispatchEvent(new CustomEvent(`upload ${file}`, { detail })), [name, failure]);
  const sent = (page: Page) => page.evaluate(() => document.body.dataset['sent']);
  const openForm = async (page: Page) => {
    await page.getByRole('button', { name: 'เปิดแบบ' }).click();
    const form = page.getByRole('form', { name: 'กล่อง' });
    await form.waitFor();
    return form;
  };

  test('is waited for, and a form that is cancelled meanwhile is not sent', () =>
    visit('/sending', {}, async (page) => {
      const form = await openForm(page);
      await choose(page, 'ก.pdf');
      await form.getByRole('button', { name: ui.save }).click();
      await page.locator('button[aria-busy=true]').waitFor();
      await page.keyboard.press('Escape');
      const question = page.getByRole('dialog', { name: ui.form.closeTitle });
      await question.getByText(ui.form.loss.none).waitFor();
      await question.getByRole('button', { name: ui.form.close, exact: true }).click();
      await form.waitFor({ state: 'detached' });
      await end(page, 'ก.pdf');
      // Nothing of it is left: the next one is sent by itself.
      await openForm(page);
      expect(await sent(page)).toBe(undefined);
      await choose(page, 'ข.pdf');
      await end(page, 'ข.pdf');
      await form.getByRole('button', { name: ui.save }).click();
      await expect.poll(() => sent(page)).toBe('ข.pdf');
    }));

  test('that fails is stated where the form was to be sent, and the form is not', () =>
    visit('/sending', {}, async (page) => {
      const form = await openForm(page);
      await choose(page, 'ก.pdf');
      await form.getByRole('button', { name: ui.save }).click();
      await end(page, 'ก.pdf', 'เน็ตหลุด');
      await form.getByRole('alert').getByText(ui.file.failed).waitFor();
      expect(await sent(page)).toBe(undefined);
    }));

  test('gives way to the one that replaces it, whichever ends last and however', () =>
    visit('/sending', {}, async (page) => {
      const form = await openForm(page);
      await choose(page, 'ก.pdf');
      await choose(page, 'ข.pdf');
      await end(page, 'ข.pdf');
      await form.getByRole('button', { name: 'นำไฟล์ ข.pdf ออก' }).waitFor();
      await end(page, 'ก.pdf');
      await choose(page, 'ค.pdf');
      await choose(page, 'ง.pdf');
      await form.getByRole('button', { name: ui.save }).click();
      await end(page, 'ค.pdf', 'เน็ตหลุด');
      await end(page, 'ง.pdf');
      await expect.poll(() => sent(page)).toBe('ง.pdf');
      expect(await form.getByText('ก.pdf').count()).toBe(0);
    }));
});

describe('while something is sent', () => {
  const busy = (page: Page) => page.locator('button[aria-busy=true]').waitFor();

  test('its dialog stays open, and a refusal is displayed in it with the input', () =>
    visit('/sending', {}, async (page) => {
      await page.getByRole('button', { name: 'เปิดแบบ' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('[name=title]').fill('เหตุผลที่ยาว');
      await page.keyboard.press('Control+Enter');
      await busy(page);
      await page.keyboard.press('Escape');
      await dialog.getByRole('button', { name: ui.close, exact: true }).click();
      await answer(page, 'ไม่รับ');
      await dialog.getByText('ไม่รับ').waitFor();
      expect(await dialog.locator('[name=title]').inputValue()).toBe('เหตุผลที่ยาว');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: ui.form.closeTitle }).waitFor();
    }));

  test('a confirmation stays open until the answer', () =>
    visit('/sending', {}, async (page) => {
      await page.getByRole('button', { name: 'ลบ ก' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'ยืนยัน' }).click();
      await busy(page);
      await dialog.getByRole('button', { name: ui.close, exact: true }).click();
      await page.keyboard.press('Escape');
      await answer(page, 'ลบไม่ได้');
      await dialog.getByText('ลบไม่ได้').waitFor();
      await dialog.getByRole('button', { name: ui.cancel, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'ลบ ก' }).click();
      await dialog.waitFor();
      expect(await dialog.getByText('ลบไม่ได้').count()).toBe(0);
    }));

  test('closing the tab asks first, and nothing can be typed that the answer would remove', () =>
    visit('/sending', {}, async (page) => {
      const title = page.getByRole('form', { name: 'หน้า' }).locator('[name=title]');
      await title.fill('ส่งแล้ว');
      await title.press('Control+Enter');
      await busy(page);
      await page.keyboard.type(' พิมพ์ต่อ');
      expect(await title.inputValue()).toBe('ส่งแล้ว');
      const isBlocked = page.evaluate(() => {
        const event = new Event('beforeunload', { cancelable: true });
        return !dispatchEvent(event);
      });
      expect(await isBlocked).toBe(true);
      await answer(page, 'ไม่รับ');
      await page.getByText('ไม่รับ').first().waitFor();
      await title.fill('ส่งอีกครั้ง');
    }));

  test('links and Back ask first, and what follows the answer does not', () =>
    visit('/table', {}, async (page) => {
      await page.getByRole('link', { name: 'sending', exact: true }).click();
      const title = page.getByRole('form', { name: 'หน้า' }).locator('[name=title]');
      const question = page.getByRole('dialog', { name: ui.form.unawaitedTitle });
      await title.fill('ส่งแล้ว');
      await title.press('Control+Enter');
      await busy(page);
      await page.getByRole('link', { name: 'states', exact: true }).click();
      await question.getByText(ui.form.loss.sent).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await question.getByRole('button', { name: ui.cancel, exact: true }).click();
      await question.waitFor({ state: 'detached' });
      await page.goBack();
      await question.waitFor();
      expect(new URL(page.url()).pathname).toBe('/sending');
      // A refusal answers the question: the page stays, with its reason.
      await answer(page, 'ไม่รับ');
      await question.waitFor({ state: 'detached' });
      await page.getByText('ไม่รับ').first().waitFor();
      expect(await title.inputValue()).toBe('ส่งแล้ว');

      await title.press('Control+Enter');
      await busy(page);
      await answer(page);
      await page.waitForURL(/\/table$/);
      expect(await page.getByRole('dialog').count()).toBe(0);
    }));

  test('Back asks first in a dialog too, and leaves once that is confirmed', () =>
    visit('/table', {}, async (page) => {
      await page.getByRole('link', { name: 'sending', exact: true }).click();
      await page.getByRole('button', { name: 'ลบ ก' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'ยืนยัน' }).click();
      await busy(page);
      await page.goBack();
      await page.getByRole('button', { name: ui.form.unawaited }).click();
      await page.waitForURL(/\/table$/);
    }));

  test('who goes to another page stays there after the answer, and a refusal is reported there', () =>
    visit('/sending', {}, async (page) => {
      for (const refusal of ['', 'ไม่รับ']) {
        const title = page.getByRole('form', { name: 'หน้า' }).locator('[name=title]');
        await title.fill(`ส่งแล้ว ${refusal}`);
        await title.press('Control+Enter');
        await busy(page);
        await page.getByRole('link', { name: 'states' }).click();
        await page.getByRole('button', { name: ui.form.unawaited }).click();
        await title.waitFor({ state: 'detached' });
        await answer(page, refusal);
        if (refusal) await page.locator('#toasts').getByText(ui.form.failedElsewhere).waitFor();
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
        expect(new URL(page.url()).pathname).toBe('/states');
        await page.getByRole('link', { name: 'sending' }).click();
      }
    }));
});
