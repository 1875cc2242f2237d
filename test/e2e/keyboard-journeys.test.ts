import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Locale } from '../../shared/locale.ts';
import enApproval from '../../shared/locales/en/approvalLine.ts';
import thApproval from '../../shared/locales/th/approvalLine.ts';
import thIncident from '../../shared/locales/th/incident.ts';
import thNotification from '../../shared/locales/th/incidentNotification.ts';
import thRisk from '../../shared/locales/th/incidentRisk.ts';
import { buildDataController, buildPerson, buildWorkspace, type Person } from '../factories.ts';
import { buildApprovalLine } from '../helpers/approvals.ts';
import { settled } from './helpers/audit.ts';
import { timeOf, typedMoment } from './helpers/moment.ts';
import { address, type Product, startProduct } from './helpers/product.ts';
import { buildApplication } from './helpers/records.ts';

const HOUR = 3_600_000;
let product: Product;
let ws: string;
let staff: Person;
let dpo: Person;
let chief: Person;

beforeAll(async () => {
  product = await startProduct();
});
// For each try: its retry would fail on what a failed one leaves behind.
beforeEach(async () => {
  ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  const person = (name: string, role: Person['role']) => buildPerson(product, { workspaceId: ws, name, role });
  [staff, dpo, chief] = [
    await person('สมศรี พบเหตุ', 'Staff'),
    await person('สมปอง คุ้มครอง', 'DPO'),
    await person('วิชัย ผู้บริหาร', 'Top Management'),
  ];
  const controller = await buildDataController(product, ws);
  await buildApplication(product, { workspaceId: ws, dataControllerId: controller.id, name: 'ทะเบียนผู้ป่วย' });
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

/** A page without a pointer, which could otherwise replace missing keyboard support. */
async function open(as: Person, to: string, locale: Locale = 'th'): Promise<Page> {
  const page = await product.open({ as, locale });
  await page.goto(address(to, { locale, ws }));
  await settled(page);
  return page;
}

/** Why the focused element is not visible: it is covered, or outside of the viewport. */
const unseen = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const one = document.activeElement;
    if (!(one instanceof HTMLElement) || one === document.body) return null;
    const name = `${one.tagName} ${one.getAttribute('aria-label') ?? one.getAttribute('name') ?? one.innerText.slice(0, 30)}`;
    const { x, y, width, height } = one.getBoundingClientRect();
    // Visually hidden on purpose, like native inputs below a drawn one.
    if (width <= 1 || height <= 1) return null;
    const at = document.elementFromPoint(
      Math.min(x + width / 2, innerWidth - 1),
      Math.min(Math.max(y + height / 2, 0), innerHeight - 1),
    );
    if (y + height <= 0 || y >= innerHeight) return `${name} is outside of the view`;
    if (at && !one.contains(at) && !at.contains(one) && at.closest('label') === null)
      return `${name} is covered by ${at.tagName} ${at.textContent?.slice(0, 30) ?? ''}`;
    return null;
  });

/** Presses Tab (or Shift+Tab) until the element is focused; every stop on the way must be visible. */
async function tabTo(page: Page, target: Locator, { back = false, most = 90 } = {}): Promise<void> {
  await target.first().waitFor();
  for (let pressed = 0; pressed < most; pressed += 1) {
    if (await target.first().evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
    // Content that slides or scrolls in is visible a moment later.
    await expect.poll(() => unseen(page), { interval: 20 }).toBeNull();
  }
  const at = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
  throw new Error(`${target} has no focus after ${most} times Tab; it is at ${at}`);
}
async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}
async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}
/** Selects the first result of a field. */
async function choose(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('combobox', { name }));
  await page.keyboard.press('ArrowDown');
  await page.locator('[role=option]').first().waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}
async function typeMoment(page: Page, name: string, hoursAgo: number): Promise<void> {
  const { day, time } = typedMoment(new Date(Date.now() - hoursAgo * HOUR), 'th');
  const input = page.locator(`input[name="${name}"]`);
  await type(page, input, day);
  await type(page, timeOf(input), time);
}
/** The focused form was removed: the focus is elsewhere by now, and not lost. */
const goesOn = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
const head = (page: Page): Locator => page.locator('main header', { has: page.locator('h1') });
const status = (page: Page, word: string) => page.locator('header').getByText(word, { exact: true }).waitFor();

test('an incident is reported, accepted with its risk, and the authority notified, by keyboard only', async () => {
  const texts = thIncident;
  const mine = await open(staff, '/data-breach/incident-management');
  await press(mine, mine.locator('main').getByRole('link', { name: texts.report }).first());
  await mine.getByRole('heading', { level: 1, name: texts.newTitle }).waitFor();
  // The long form's action is visible at its start.
  const send = mine.getByRole('button', { name: texts.saveAndSubmit, exact: true });
  for (const size of [
    { width: 375, height: 553 },
    { width: 1280, height: 800 },
  ]) {
    await mine.setViewportSize(size);
    const { y, height } = (await send.boundingBox())!;
    expect([y >= 0, y + height <= size.height], `${size.width} px`).toEqual([true, true]);
  }
  await type(mine, mine.locator('[name="title"]'), 'ส่งผลตรวจผิดคน');
  await typeMoment(mine, 'occurredAt', 5);
  await typeMoment(mine, 'discoveredAt', 3);
  await choose(mine, texts.field.applicationIds);
  await choose(mine, texts.field.dataSubjectGroupIds);
  await type(mine, mine.locator('[name="actionsTaken"]'), 'ขอให้ผู้รับลบอีเมล');
  await press(mine, mine.getByRole('button', { name: texts.saveAndSubmit, exact: true }));
  await mine.getByRole('heading', { level: 1, name: 'ส่งผลตรวจผิดคน' }).waitFor();
  await status(mine, texts.status.PENDING);

  const officer = await open(dpo, '/data-breach/incident-management');
  await press(officer, officer.getByRole('link', { name: 'ส่งผลตรวจผิดคน' }));
  await officer.getByRole('heading', { level: 1, name: 'ส่งผลตรวจผิดคน' }).waitFor();
  await press(officer, head(officer).getByRole('link', { name: texts.action.accept, exact: true }));
  const level = officer.getByRole('radiogroup', { name: thRisk.level }).getByRole('radio');
  await level.first().waitFor();
  // The first of a group without a selection; the arrow keys select.
  await tabTo(officer, level.first());
  await officer.keyboard.press('ArrowDown');
  expect(await level.nth(1).isChecked()).toBe(true);
  await type(officer, officer.getByRole('textbox', { name: thRisk.reason }), 'ข้อมูลสุขภาพถึงมือบุคคลอื่นหนึ่งราย');
  await tabTo(officer, officer.getByRole('combobox', { name: texts.dialog.assignee }));
  await officer.keyboard.press('ArrowDown');
  await press(officer, officer.getByRole('button', { name: texts.action.accept, exact: true }));
  await status(officer, texts.status.ACTIVE);
  await status(mine, texts.status.ACTIVE);
  await goesOn(officer);

  // The toast covers the page's header while it is displayed.
  await officer.locator('#toasts').waitFor({ state: 'hidden' });
  await tabTo(officer, head(officer).getByRole('link', { name: texts.action.notifyAUTHORITY, exact: true }), {
    back: true,
  });
  await officer.keyboard.press('Enter');
  await officer.waitForURL(/incident-notification/);
  await settled(officer);
  await press(officer, officer.getByRole('button', { name: thNotification.editor.new, exact: true }));
  await typeMoment(officer, 'notifiedAt', 0);
  await press(officer, officer.getByRole('button', { name: thNotification.fill.th, exact: true }), 'Space');
  await expect.poll(() => officer.locator('textarea[name=message]').inputValue()).not.toBe('');
  await press(officer, officer.getByRole('button', { name: thNotification.editor.record, exact: true }));
  await press(
    officer,
    officer.getByRole('dialog').getByRole('button', { name: thNotification.editor.record, exact: true }),
  );
  await officer.locator('[data-clock=met]').first().waitFor();
  await mine.locator('[data-clock=met]').first().waitFor();
  await goesOn(officer);
  expect(
    await product.owner
      .selectFrom('incidentNotifications')
      .select(['status', 'recipientGroup'])
      .where('workspaceId', '=', ws)
      .execute(),
  ).toEqual([{ status: 'SENT', recipientGroup: 'DATA_PROTECTION_AUTHORITY' }]);
  expect(product.complaints).toEqual([]);
});

test.each(['th', 'en'] as const)('a document is approved with a comment by keyboard only, in %s', async (locale) => {
  const words = locale === 'th' ? thApproval : enApproval;
  const name = `ระบบนัดหมาย ${locale}`;
  const line = await buildApprovalLine(product, ws, {
    requesterId: staff.personnelId,
    approverIds: [chief.personnelId, dpo.personnelId],
    applicationName: name,
  });
  const page = await open(chief, '/approval-line?view=waiting', locale);
  await press(page, page.getByRole('link', { name }));
  await page.getByRole('heading', { level: 1, name }).waitFor();
  // After following the link of a row, the focus is on the heading of its page.
  const focused = () => page.evaluate(() => document.activeElement?.tagName);
  await expect.poll(focused).toBe('H1');
  const turn = page.locator('section[data-your-turn]');
  // The decisions are visible on a small phone before scrolling.
  await page.setViewportSize({ width: 375, height: 553 });
  for (const decision of [words.act.approve, words.act.rework, words.act.reject]) {
    const box = (await turn.getByRole('button', { name: decision, exact: true }).boundingBox())!;
    expect(box.y >= 0 && box.y + box.height <= 553, decision).toBe(true);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  // A missing reason is required, and the focus moves to it.
  await press(page, turn.getByRole('button', { name: words.act.rework }));
  const comment = turn.getByLabel(words.act.comment);
  await expect.poll(() => comment.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type('ตรวจระยะเวลาเก็บรักษาแล้ว');
  await press(page, turn.getByRole('button', { name: words.act.approve, exact: true }));
  const question = page.getByRole('dialog', { name: words.act.approveTitle });
  await press(page, question.getByRole('button', { name: words.act.approve, exact: true }));
  await turn.waitFor({ state: 'detached' });
  await page.getByText('ตรวจระยะเวลาเก็บรักษาแล้ว').waitFor();
  // Continues to the result.
  await expect.poll(focused).toBe('OL');
  // The screen displays it before the server has responded.
  const steps = () =>
    product.owner
      .selectFrom('approvalSteps')
      .select(['status', 'comment'])
      .where('lineId', '=', line.id)
      .orderBy('position')
      .execute();
  await expect.poll(steps).toEqual([
    { status: 'APPROVED', comment: 'ตรวจระยะเวลาเก็บรักษาแล้ว' },
    { status: 'CURRENT', comment: '' },
  ]);
  expect(product.complaints).toEqual([]);
});
