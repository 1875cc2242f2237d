import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrganization, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { postOffice } from '../helpers/postOffice.ts';
import { pdf } from '../helpers/samples.ts';
import { looksRight, settled } from './helpers/audit.ts';
import { fillMoment } from './helpers/moment.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

let product: Product;
let post: Awaited<ReturnType<typeof postOffice>>;
let ws: string;
let dpo: Person;
let admin: Person;
let chief: Person;
/** Addresses that the mail server refuses. */
const refused = new Set<string>();
const HOUR = 3_600_000;

beforeAll(async () => {
  post = await postOffice((to) => (refused.has(to) ? { responseCode: 550, message: 'No such user here' } : null));
  product = await startProduct({ SMTP_URL: post.url, MAIL_FROM: 'Pokpong <no-reply@pokpong.example>' });
});
// For each try: its retry would fail on what a failed one leaves behind.
beforeEach(async () => {
  const organization = await buildOrganization(product, { name: 'โรงพยาบาลทดสอบ' });
  ws = (await buildWorkspace(product, { organizationId: organization.id, name: 'สาขาหลัก' })).id;
  dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO', name: 'วิภา ดูแล' });
  admin = await buildPerson(product, { workspaceId: ws, role: 'Admin', name: 'อนันต์ ผู้ดูแล' });
  chief = await buildPerson(product, { workspaceId: ws, role: 'Top Management', name: 'ปรีชา ผู้บริหาร' });
});
afterEach(async () => {
  await product.closePages();
  refused.clear();
  post.received.length = 0;
});
afterAll(async () => {
  await product?.close();
  await post?.close();
});

const incident = (title: string, more: Parameters<typeof buildIncident>[2] = {}) =>
  buildIncident(product, ws, { title, status: 'ACTIVE', riskLevel: 'HIGH_RISK', ...more });
const home = (id: string, tab: 'management' | 'authority' | 'subject' = 'management') =>
  `/data-breach/incident-notification/${id}?tab=${tab}`;
async function visit(as: Person, id: string, tab?: 'authority' | 'subject', locale: 'th' | 'en' = 'th'): Promise<Page> {
  const page = await product.open({ as, locale });
  await page.goto(address(home(id, tab), { ws, locale }));
  await settled(page);
  return page;
}
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
/** The text of a mail, whatever its transfer encoding. */
const wordsOf = (raw: string): string =>
  raw
    .split(/\r?\n--/)
    .map((part) => {
      const [head = '', ...body] = part.split(/\r?\n\r?\n/);
      const text = body.join('\n\n');
      if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8');
      if (/quoted-printable/i.test(head))
        return Buffer.from(
          text
            .replace(/=\r?\n/g, '')
            .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
          'latin1',
        ).toString('utf8');
      return text;
    })
    .join('\n');
const mailTo = (to: string) => post.received.find((mail) => mail.to.includes(to));

/** Continues to the last question and confirms. */
async function confirm(page: Page, action: string): Promise<void> {
  await button(page, action).click();
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
}

describe('the list', () => {
  it('displays outstanding notifications, filters by them, and is updated by notifications', async () => {
    const owing = await incident('ต้องแจ้งทั้งคู่');
    await incident('ไม่มีความเสี่ยงเลย', { riskLevel: 'NO_RISK' });
    await incident('แจ้งสำนักงานแล้ว', { riskLevel: 'POSSIBLE_RISK', authorityNotifiedAt: new Date() });
    const page = await product.open({ as: dpo });
    await page.goto(address('/data-breach/incident-notification', { ws }));
    await settled(page);
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('ต้องแจ้งทั้งคู่').getByText('ต้องแจ้ง สคส.').waitFor();
    await row('ต้องแจ้งทั้งคู่').getByText('ต้องแจ้งเจ้าของข้อมูล').waitFor();
    await row('ไม่มีความเสี่ยงเลย').getByText('ไม่ต้องแจ้งผู้ใด').waitFor();
    await row('แจ้งสำนักงานแล้ว').getByText('แจ้ง สคส. แล้ว').first().waitFor();
    await looksRight(page, 'th', 'tell-list');

    // Somebody else notifies the authority: it is displayed here immediately.
    const other = await visit(admin, owing.id, 'authority');
    await button(other, 'เขียนการแจ้ง').click();
    await fillRecord(other, 'th');
    await confirm(other, 'บันทึกว่าแจ้งแล้ว');
    await row('ต้องแจ้งทั้งคู่').getByText('แจ้ง สคส. แล้ว').waitFor();
    await row('ต้องแจ้งทั้งคู่').getByText('ต้องแจ้ง สคส.').waitFor({ state: 'detached' });

    await page.goto(address('/data-breach/incident-notification?owed=SUBJECTS', { ws }));
    await settled(page);
    await row('ต้องแจ้งทั้งคู่').waitFor();
    expect(await row('ไม่มีความเสี่ยงเลย').count()).toBe(0);
    await page.goto(address('/data-breach/incident-notification?query=ไม่พบแน่', { ws }));
    await settled(page);
    expect(await page.getByRole('row').filter({ hasText: 'ต้องแจ้งทั้งคู่' }).count()).toBe(0);
    expect(product.complaints).toEqual([]);
  });
});

/**
 * Fills in what recording of the authority needs: the day before yesterday is neither before the incident nor in the
 * future.
 */
async function fillRecord(page: Page, locale: 'th' | 'en', at = new Date()): Promise<void> {
  // The office is pre-filled, the time is not: it is evidence that somebody states.
  await page.getByRole('list').getByText('สำนักงานคณะกรรมการคุ้มครองข้อมูลส่วนบุคคล', { exact: true }).waitFor();
  expect(await page.locator('input[name=notifiedAt]').inputValue()).toBe('');
  await fillMoment(page, 'notifiedAt', at, locale);
  await page.locator('select[name=locale]').selectOption(locale);
  await button(page, locale === 'th' ? 'เติมจากเหตุเป็นภาษาไทย' : 'Fill in from the incident in English').click();
  await expect.poll(() => page.locator('textarea[name=message]').inputValue()).not.toBe('');
}

describe('the page', () => {
  it('opens on a tab with an outstanding notification, and marks each such tab', async () => {
    const both = await incident('ค้างแจ้งทั้งคู่');
    const subjects = await incident('ค้างแจ้งเจ้าของข้อมูล', { authorityNotifiedAt: new Date() });
    const none = await incident('ไม่มีใครค้าง', { riskLevel: 'NO_RISK' });
    const page = await product.open({ as: dpo });
    for (const [{ id }, current, marked] of [
      [both, /^สคส\./, 2],
      [subjects, /^เจ้าของข้อมูล/, 1],
      [none, /^ผู้บริหาร/, 0],
    ] as const) {
      await page.goto(address(`/data-breach/incident-notification/${id}`, { ws }));
      await settled(page);
      const tabs = page.getByRole('navigation', { name: 'การแจ้งเหตุละเมิด' });
      await tabs.locator('[aria-current=page]').filter({ hasText: current }).waitFor();
      expect(await tabs.getByText('ค้างแจ้ง').count()).toBe(marked);
    }
  });

  it('lists what is missing and focuses the first of it', async () => {
    const { id } = await incident('ยังไม่ครบ');
    const page = await visit(dpo, id, 'subject');
    await button(page, 'เขียนการแจ้ง').click();
    await button(page, 'ส่งการแจ้ง').click();
    await page.getByText('ยังกรอกไม่ครบ กรุณาแก้ช่องที่มีเครื่องหมาย').first().waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
    expect(await page.getByLabel('ชื่อ', { exact: true }).evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
    for (const field of ['input[name=subject]', 'textarea[name=message]'])
      expect(await page.locator(field).getAttribute('aria-invalid')).toBe('true');
    await looksRight(page, 'th', 'tell-missing');
  });
});

describe('notifying management', () => {
  it('sends a real mail to the selected people, pre-filled from the incident, and a colleague sees it arrive', async () => {
    const { id } = await incident('ส่งผลตรวจผิดคน');
    const colleague = await visit(admin, id);
    const page = await visit(dpo, id);
    await page.getByText('ยังไม่ได้แจ้งผู้บริหาร').waitFor();
    await looksRight(page, 'th', 'tell-empty');
    await button(page, 'เขียนการแจ้ง').click();
    await button(page, 'เลือกจากบุคลากร').click();
    await page.getByRole('button', { name: 'เพิ่มผู้รับ ปรีชา ผู้บริหาร' }).click();
    await page.getByText('เพิ่มแล้ว', { exact: true }).waitFor();
    await looksRight(page, 'th', 'tell-personnel');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button(page, 'เติมจากเหตุเป็นภาษาไทย').click();
    const subject = page.locator('input[name=subject]');
    await expect.poll(() => subject.inputValue()).toContain('ส่งผลตรวจผิดคน');
    // Existing text is not overwritten without a confirmation.
    await page.locator('textarea[name=message]').fill('ข้อความที่เขียนเอง <b>ไม่ใช่มาร์กอัป</b>');
    await page.locator('select[name=locale]').selectOption('en');
    await page.getByRole('dialog').getByText('แทนที่ข้อความที่เขียนไว้ด้วยข้อความภาษาอังกฤษจากข้อมูลของเหตุหรือไม่').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('select[name=locale]').selectOption('th');
    // It handles keys once it is focused.
    await page.locator('[role=dialog]:focus-within').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const preview = page.locator('[data-preview]');
    await preview.getByText('เรียน ปรีชา ผู้บริหาร').waitFor();
    await preview.getByText('<b>ไม่ใช่มาร์กอัป</b>').waitFor();
    await page.setInputFiles('input[type=file]', { name: 'รายละเอียด.pdf', mimeType: 'application/pdf', buffer: pdf() });
    await page.getByText('รายละเอียด.pdf').first().waitFor();
    await looksRight(page, 'th', 'tell-editor');
    await button(page, 'ส่งการแจ้ง').click();
    await page.getByRole('dialog').getByText('ส่งอีเมลถึงผู้รับ 1 รายหรือไม่').waitFor();
    await page
      .getByRole('dialog')
      .getByText(/เรียกคืนหรือแก้ไขไม่ได้/)
      .waitFor();
    await looksRight(page, 'th', 'tell-confirm');
    await page.getByRole('dialog').getByRole('button', { name: 'ส่งการแจ้ง', exact: true }).click();

    for (const one of [page, colleague]) await one.locator('[data-deliveries]').getByText('เซิร์ฟเวอร์รับแล้ว 1').waitFor();
    const mail = mailTo(chief.email)!;
    expect(wordsOf(mail.raw)).toContain('เรียน ปรีชา ผู้บริหาร');
    expect(wordsOf(mail.raw)).toContain('ข้อความที่เขียนเอง &lt;b&gt;');
    expect(mail.raw).toContain('application/pdf');
    await looksRight(page, 'th', 'tell-told');
    expect(product.complaints).toEqual([]);
  });
});

describe('notifying the authority', () => {
  it('is recorded by phases: the first report ends the clock on every screen, the next supplements it', async () => {
    const { id } = await incident('แจ้งสำนักงานเป็นขั้น', { createdAt: new Date(Date.now() - 5 * HOUR) });
    const colleague = await visit(admin, id, 'authority', 'en');
    await colleague.locator('[data-clock=running]').first().waitFor();
    const page = await visit(dpo, id, 'authority', 'en');
    await button(page, 'Write a notification').click();
    expect(await page.getByRole('radio', { name: /Supplement/ }).isDisabled()).toBe(true);
    await page.getByText('Make the first report before a supplement.').waitFor();
    await fillRecord(page, 'en');
    await looksRight(page, 'en', 'tell-authority');
    await button(page, 'Save draft').click();
    await page.getByText('Draft saved').first().waitFor();
    // A colleague finds the draft, and the clock continues.
    await colleague.getByText('Unsent drafts').waitFor();
    await colleague.locator('[data-clock=running]').first().waitFor();
    // As if it had been stated in the minute before.
    const createdAt = new Date(Date.now() + 60_000);
    await product.owner.updateTable('incidentNotifications').set({ createdAt }).where('incidentId', '=', id).execute();
    await page.reload();
    await settled(page);
    await button(page, 'Continue writing').click();
    await expect.poll(() => page.locator('textarea[name=message]').inputValue()).not.toBe('');
    await button(page, 'Mark as notified').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Notified .* · in time \(due /).waitFor();
    await dialog.getByText(/^This is before the draft was created/).waitFor();
    await dialog.getByRole('button', { name: 'Mark as notified', exact: true }).click();
    for (const one of [page, colleague]) {
      await one.locator('[data-clock=met]').first().waitFor();
      await one.getByText('Notified so far').waitFor();
    }
    await looksRight(page, 'en', 'tell-authority-told');
    await button(page, 'Write a notification').click();
    expect(await page.getByRole('radio', { name: /Supplement/ }).isChecked()).toBe(true);
    await fillRecord(page, 'en');
    await confirm(page, 'Mark as notified');
    await page.getByText('1 sent').waitFor();
    expect(
      await product.owner
        .selectFrom('deadlines')
        .select('outcome')
        .where('subjectId', '=', id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ outcome: 'met' });
    expect(product.complaints).toEqual([]);
  });

  it('after the deadline asks for the reason in the form, inserts it into the message and stores it', async () => {
    const { id } = await incident('เกินเวลาแล้ว', { createdAt: new Date(Date.now() - 80 * HOUR) });
    const page = await visit(dpo, id, 'authority');
    await page.locator('[data-clock=overdue]').first().waitFor();
    await button(page, 'เขียนการแจ้ง').click();
    const reason = page.locator('textarea[name=lateReason]');
    const message = page.locator('textarea[name=message]');
    await fillRecord(page, 'th');
    expect(await message.inputValue()).toContain('เหตุผลที่แจ้งล่าช้า: ยังไม่ได้ระบุ');
    // Neither without the reason nor with the text that there is none.
    await button(page, 'บันทึกว่าแจ้งแล้ว').click();
    await page.getByText('กรุณาระบุเหตุผลที่แจ้งล่าช้า', { exact: true }).waitFor();
    await page.getByText('ข้อความยังไม่ได้ระบุเหตุผลที่แจ้งล่าช้า กรุณาใส่เหตุผลก่อนส่ง').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('lateReason');
    await looksRight(page, 'th', 'tell-late');
    await reason.fill('ระบบล่มทั้งสาขา');
    await reason.press('Tab');
    await expect.poll(() => message.inputValue()).toContain('เหตุผลที่แจ้งล่าช้า: ระบบล่มทั้งสาขา');
    // A draft pre-filled again contains it too, and so does one that is saved and edited again.
    await button(page, 'เติมจากเหตุเป็นภาษาไทย').click();
    await page.getByRole('dialog').getByRole('button', { name: 'แทนที่', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await message.inputValue()).toContain('เหตุผลที่แจ้งล่าช้า: ระบบล่มทั้งสาขา');
    await button(page, 'บันทึกร่าง').click();
    await page.getByRole('heading', { name: 'แก้ไขร่าง' }).waitFor();
    await expect.poll(() => reason.inputValue()).toBe('ระบบล่มทั้งสาขา');
    await confirm(page, 'บันทึกว่าแจ้งแล้ว');
    await page.locator('[data-clock=late]').first().waitFor();
    await page.locator('[data-demands]').getByText('ระบบล่มทั้งสาขา').waitFor();
  });
});

describe('notifying data subjects', () => {
  it('by pasted lines: one mail each, a failed one is reported and sent again', async () => {
    const { id } = await incident('แจ้งเจ้าของข้อมูล');
    // Of this try: mails of a failed one may still arrive.
    const [somjai, former] = [`somjai.${id.slice(-6)}@example.com`, `gone.${id.slice(-6)}@example.com`];
    refused.add(former);
    const colleague = await visit(admin, id, 'subject');
    const page = await visit(dpo, id, 'subject');
    await button(page, 'เขียนการแจ้ง').click();
    await button(page, 'วางหลายราย').click();
    const lines = [`สมใจ รักดี, ${somjai}`, 'ไม่มีอีเมล', `เลิกใช้ <${former}>`, `สมใจ ซ้ำ, ${somjai.toUpperCase()}`];
    await page.getByRole('textbox', { name: 'รายชื่อ' }).fill(lines.join('\n'));
    await page.getByText('อ่านได้ 4 ราย').waitFor();
    await page.getByText('ไม่มีอีเมลที่ใช้ได้ 1 ราย').waitFor();
    await looksRight(page, 'th', 'tell-paste');
    await button(page, 'เพิ่ม 4 ราย').click();
    await page.locator('[data-recipient-count]').getByText('3 ราย').waitFor();
    await page.locator('input[name=subject]').fill('ข้อมูลของท่าน');
    await page.locator('textarea[name=message]').fill('ขออภัยในเหตุที่เกิดขึ้น');
    await button(page, 'ส่งการแจ้ง').click();
    // Nothing is sent while one has no address.
    await page.getByText('ยังกรอกไม่ครบ กรุณาแก้ช่องที่มีเครื่องหมาย').first().waitFor();
    await button(page, 'นำ ไม่มีอีเมล ออก').click();
    await confirm(page, 'ส่งการแจ้ง');
    for (const one of [page, colleague]) {
      await one.locator('[data-deliveries]').getByText('เซิร์ฟเวอร์รับแล้ว 1').waitFor();
      await one.locator('[data-deliveries]').getByText('ไม่สำเร็จ 1').waitFor();
    }
    expect(post.received.filter(({ to }) => to.includes(somjai))).toHaveLength(1);
    await page.getByText('ผู้รับและผลการส่ง').click();
    await page.getByText(/ปลายทางไม่รับที่อยู่นี้.*550/).waitFor();
    await looksRight(page, 'th', 'tell-failed');
    // No outcome is selected in advance.
    await button(page, 'บันทึกผล เลิกใช้').click();
    const outcome = page.getByRole('dialog');
    expect(await outcome.getByRole('radio', { checked: true }).count()).toBe(0);
    await outcome.getByRole('textbox').fill('โทรแล้ว');
    await outcome.getByRole('button', { name: 'บันทึกผล', exact: true }).click();
    await outcome.getByText('กรุณาเลือกผล').waitFor();
    await outcome.getByRole('radio', { name: /แจ้งทางอื่นแล้ว/ }).check();
    await outcome.getByRole('button', { name: 'บันทึกผล', exact: true }).click();
    await page.locator('[data-deliveries]').getByText('ไม่สำเร็จ 1').waitFor({ state: 'detached' });
    // What was recorded wrongly is removed, and the address counts as failed again.
    await page.getByLabel('แสดงผู้รับ').selectOption('SETTLED');
    await button(page, 'แก้ไขผล เลิกใช้').click();
    await outcome.getByRole('radio', { name: /ลบผลที่บันทึกไว้/ }).check();
    await outcome.getByRole('button', { name: 'บันทึกผล', exact: true }).click();
    await page.locator('[data-deliveries]').getByText('ไม่สำเร็จ 1').waitFor();
    refused.clear();
    await button(page, 'ส่งใหม่ 1 รายที่ไม่สำเร็จ').click();
    for (const one of [page, colleague]) await one.locator('[data-deliveries]').getByText('เซิร์ฟเวอร์รับแล้ว 2').waitFor();
    expect(post.received.filter(({ to }) => to.includes(former))).toHaveLength(1);
    expect(post.received.filter(({ to }) => to.includes(somjai))).toHaveLength(1);
    expect(product.complaints).toEqual([]);
  });
});

describe('before a notification is sent', () => {
  it('a file that is being uploaded arrives, and a recipient who is typed but not added is added', async () => {
    const { id } = await incident('ส่งพร้อมไฟล์');
    const page = await visit(dpo, id, 'subject');
    await button(page, 'เขียนการแจ้ง').click();
    await page.locator('input[name=subject]').fill('ข้อมูลของท่าน');
    await page.locator('textarea[name=message]').fill('ขออภัยในเหตุที่เกิดขึ้น');
    await page.getByLabel('ชื่อ', { exact: true }).fill('สมใจ รักดี, somjai@example.com');
    const waiting: Route[] = [];
    await page.route('**/files-api/v1/upload**', (route) => void waiting.push(route));
    const file = { name: 'หนังสือ.pdf', mimeType: 'application/pdf', buffer: pdf() };
    await page.locator('input[type=file]').setInputFiles(file);
    await expect.poll(() => waiting.length).toBe(1);
    await button(page, 'ส่งการแจ้ง').click();
    await page.locator('[data-recipient-count]').getByText('1 ราย').waitFor();
    await page.locator('button[aria-busy=true]').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    // One that does not arrive is stated, and nothing is sent.
    await waiting[0]!.abort();
    await page.getByText('อัปโหลดไม่สำเร็จ กรุณาลองใหม่').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.locator('input[type=file]').setInputFiles(file);
    await expect.poll(() => waiting.length).toBe(2);
    await button(page, 'ส่งการแจ้ง').click();
    await page.locator('button[aria-busy=true]').first().waitFor();
    await waiting[1]!.continue();
    await page.getByRole('dialog').getByRole('button', { name: 'ส่งการแจ้ง', exact: true }).click();
    await page.locator('[data-deliveries]').waitFor();
    expect(
      await product.owner
        .selectFrom('incidentNotifications')
        .select((eb) => ['recipientCount', eb('attachmentId', 'is not', null).as('hasFile')])
        .where('incidentId', '=', id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ recipientCount: 1, hasFile: true });
  });
});

describe('the editor', () => {
  it('merges what a colleague has saved in the draft: other fields automatically, the same field by selection, recipients of both', async () => {
    const { id } = await incident('แก้พร้อมกัน');
    const page = await visit(dpo, id);
    await button(page, 'เขียนการแจ้ง').click();
    await page.locator('input[name=subject]').fill('ของวิภา');
    await button(page, 'บันทึกร่าง').click();
    await page.getByText('บันทึกร่างแล้ว').first().waitFor();
    await page.getByRole('heading', { name: 'แก้ไขร่าง' }).waitFor();
    const colleague = await visit(admin, id);
    await button(colleague, 'เขียนต่อ').click();
    const recipient = async (of: Page, name: string) => {
      await of.getByLabel('ชื่อ', { exact: true }).fill(`${name}, ${name.length}@example.com`);
      await of.keyboard.press('Enter');
    };
    // Other fields: they are merged into the form as they are saved, with the author. Each sees the other write.
    await page.locator('textarea[name=message]').fill('ข้อความของวิภา');
    await colleague.locator('[data-editors]').getByText('กำลังแก้ไข', { exact: false }).waitFor();
    await colleague.locator('input[name=subject]').fill('ของอนันต์');
    await button(colleague, 'บันทึกร่าง').click();
    await colleague.getByText('บันทึกร่างแล้ว').first().waitFor();
    await page.getByText('เพิ่งบันทึก หัวเรื่อง', { exact: false }).waitFor();
    expect(await page.locator('input[name=subject]').inputValue()).toBe('ของอนันต์');
    await button(page, 'บันทึกร่าง').click();
    const row = () =>
      product.owner
        .selectFrom('incidentNotifications')
        .select(['subject', 'message'])
        .where('incidentId', '=', id)
        .executeTakeFirstOrThrow();
    await expect.poll(row).toEqual({ subject: 'ของอนันต์', message: 'ข้อความของวิภา' });
    await expect.poll(() => colleague.locator('textarea[name=message]').inputValue()).toBe('ข้อความของวิภา');

    // The same field: selected, here edited into one; recipients are those of both.
    await page.locator('textarea[name=message]').fill('ข้อความใหม่ของวิภา');
    await recipient(page, 'สมใจ');
    await colleague.locator('textarea[name=message]').fill('ข้อความใหม่ของอนันต์');
    await recipient(colleague, 'สมศักดิ์');
    await button(colleague, 'บันทึกร่าง').click();
    await page.getByText('มีผู้อื่นบันทึกข้อมูลนี้หลังจากที่คุณเปิด').waitFor();
    await button(page, 'บันทึกร่าง').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('ข้อความใหม่ของอนันต์').first().waitFor();
    await dialog.getByText('รวมรายการของทั้งสองฝ่าย', { exact: false }).first().waitFor();
    await looksRight(page, 'th', 'stale');
    await dialog.getByRole('radio', { name: 'แก้รวมกันเป็นข้อความเดียว' }).check();
    await looksRight(page, 'th', 'merge');
    await dialog.getByRole('button', { name: 'บันทึกตามที่เลือก' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(row).toEqual({ subject: 'ของอนันต์', message: 'ข้อความใหม่ของอนันต์\n\nข้อความใหม่ของวิภา' });
    await page.locator('[data-recipient-count]').getByText('2 ราย').waitFor();
    expect(await page.locator('textarea[name=message]').inputValue()).toBe('ข้อความใหม่ของอนันต์\n\nข้อความใหม่ของวิภา');

    // Sent by the colleague while something is typed: it is reported, and the input can be copied.
    await page.locator('textarea[name=message]').fill('พิมพ์ต่อไว้');
    const nid = (
      await product.owner
        .selectFrom('incidentNotifications')
        .select('id')
        .where('incidentId', '=', id)
        .executeTakeFirstOrThrow()
    ).id;
    await (await callerFor(product, admin)).incidentNotification.remove({ ws: admin.workspaceId, id, nid });
    await button(page, 'คัดลอกสิ่งที่พิมพ์').waitFor();
    expect(await page.locator('textarea[name=message]').inputValue()).toBe('พิมพ์ต่อไว้');
  });

  it('preserves input over a reload without the recipients, over another tab with them, and asks for confirmation before leaving', async () => {
    const { id } = await incident('ร่างในเบราว์เซอร์');
    const page = await visit(dpo, id, 'subject');
    await button(page, 'เขียนการแจ้ง').click();
    await page.locator('textarea[name=message]').fill('พิมพ์ค้างไว้');
    await page.getByLabel('ชื่อ', { exact: true }).fill('สมใจ, somjai@example.com');
    await page.keyboard.press('Enter');
    await page.locator('[data-recipient-count]').getByText('1 ราย').waitFor();
    await page.getByRole('link', { name: /^ผู้บริหาร/ }).click();
    await page.getByText('ยังไม่ได้แจ้งผู้บริหาร').waitFor();
    await page.getByRole('link', { name: /^เจ้าของข้อมูลส่วนบุคคล/ }).click();
    expect(await page.locator('textarea[name=message]').inputValue()).toBe('พิมพ์ค้างไว้');
    await page.getByText('สมใจ · somjai@example.com').waitFor();
    await page.getByRole('link', { name: 'เปิดเหตุ' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'ยกเลิก' }).click();
    const stored = () =>
      page.evaluate(() =>
        Object.entries(localStorage)
          .filter(([key]) => key.startsWith('pokpong_draft_'))
          .map(([, value]) => value as string)
          .join(),
      );
    await expect.poll(stored).toContain('พิมพ์ค้างไว้');
    expect(await stored()).not.toContain('somjai');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await settled(page);
    await button(page, 'เขียนการแจ้ง').click();
    await expect.poll(() => page.locator('textarea[name=message]').inputValue()).toBe('พิมพ์ค้างไว้');
  });

  it('accepts five thousand recipients without slowing down, and no more', async () => {
    const { id } = await incident('ห้าพันราย');
    const page = await visit(dpo, id, 'subject');
    await button(page, 'เขียนการแจ้ง').click();
    await button(page, 'วางหลายราย').click();
    const lines = Array.from({ length: 5100 }, (_, place) => `คนที่ ${place}\tp${place}@many.example`).join('\n');
    // In one paste: typed by `fill`, so many lines take a minute.
    await page.getByRole('textbox', { name: 'รายชื่อ' }).evaluate((box, text) => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(box, text);
      box.dispatchEvent(new Event('input', { bubbles: true }));
    }, lines);
    await button(page, 'เพิ่ม 5,100 ราย').click();
    await page.locator('[data-recipient-count]').getByText('5,000 ราย').waitFor();
    await page.getByText('เพิ่มได้ไม่เกิน 5,000 ราย').first().waitFor();
    await page.locator('textarea[name=message]').fill('ถึงทุกคน');
    await button(page, 'บันทึกร่าง').click();
    await page.getByRole('heading', { name: 'แก้ไขร่าง' }).waitFor();
    expect(
      await product.owner
        .selectFrom('incidentNotifications')
        .select('recipientCount')
        .where('incidentId', '=', id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ recipientCount: 5000 });
  });
});

describe('without a duty to notify', () => {
  it('explains it and links to the reasons; and if the risk is not known yet, to the decision', async () => {
    const none = await incident('ไม่มีความเสี่ยง', { riskLevel: 'NO_RISK' });
    const page = await visit(dpo, none.id);
    await page
      .locator('[data-demands]')
      .getByText(/ไม่ต้องแจ้งผู้ใด/)
      .waitFor();
    await looksRight(page, 'th', 'tell-none');
    await page.getByRole('link', { name: 'ดูเหตุผลที่ไม่ต้องแจ้ง' }).click();
    await page.waitForURL(/incident-management\/.*tab=decision/);
    const early = await incident('ยังไม่ประเมิน', { status: 'PENDING', riskLevel: null });
    await page.goto(address(home(early.id), { ws }));
    await page.getByText('ยังแจ้งไม่ได้').waitFor();
    expect(await button(page, 'เขียนการแจ้ง').count()).toBe(0);
    await looksRight(page, 'th', 'tell-early');
  });

  it('is refused to users who may not notify', async () => {
    const { id } = await incident('ห้ามดู');
    const staff = await buildPerson(product, { workspaceId: ws, role: 'Staff' });
    const page = await product.open({ as: staff });
    await page.goto(address(home(id), { ws }));
    await settled(page);
    expect(await page.getByText('ห้ามดู').count()).toBe(0);
  });
});
