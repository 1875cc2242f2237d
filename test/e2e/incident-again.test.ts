import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import texts from '../../shared/locales/th/export.ts';
import incident from '../../shared/locales/th/incident.ts';
import words from '../../shared/locales/th/incidentNotification.ts';
import ui from '../../shared/locales/th/ui.ts';
import { buildPerson, buildWorkspace, type Person } from '../factories.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { looksRight, settled } from './helpers/audit.ts';
import { fill } from './helpers/fill.ts';
import { fillMoment } from './helpers/moment.ts';
import { loseAnswer } from './helpers/loseAnswer.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const HOUR = 3_600_000;
let product: Product;
let ws: string;
let dpo: Person;
beforeAll(async () => {
  product = await startProduct();
  ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO', name: 'วิภา ดูแล' });
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

async function open(to: string): Promise<Page> {
  const page = await product.open({ as: dpo });
  await page.goto(address(to, { ws }));
  await settled(page);
  return page;
}
const ago = (hours: number) => new Date(Date.now() - hours * HOUR);

test('an activity whose response was lost is reported as possibly saved, and saving again does not create a second one', async () => {
  const { id } = await buildIncident(product, ws, { status: 'ACTIVE', assigneeId: dpo.personnelId });
  const page = await open(`/data-breach/incident-management/${id}?tab=response`);
  await page
    .getByRole('button', { name: fill(incident.activity.addTo, { phase: incident.phase.CONTAINMENT }) })
    .click();
  const dialog = page.getByRole('dialog', { name: incident.activity.add });
  await dialog.getByRole('textbox', { name: incident.activity.detail }).fill('ระงับบัญชี');
  await loseAnswer(page, 'incident.activities.add');
  await dialog.getByRole('button', { name: ui.save, exact: true }).click();
  await dialog.getByText(incident.lost).waitFor();
  expect(await dialog.getByText(ui.form.failed).count()).toBe(0);
  await dialog.getByRole('button', { name: ui.save, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(
    await product.owner.selectFrom('incidentActivities').select('detail').where('incidentId', '=', id).execute(),
  ).toEqual([{ detail: 'ระงับบัญชี' }]);
});

test('a report to the authority late only by awareness asks for the reason; a lost response does not notify twice; its form is printed for the selected report', async () => {
  const { id } = await buildIncident(product, ws, {
    status: 'ACTIVE',
    createdAt: ago(1),
    discoveredAt: ago(100),
    occurredAt: ago(101),
  });
  const page = await open(`/data-breach/incident-notification/${id}?tab=authority`);
  const phase = page.getByLabel(words.form.phase);
  expect(await phase.inputValue()).toBe('FIRST');
  await page.getByRole('button', { name: words.editor.new, exact: true }).click();
  await page.locator('textarea[name=message]').fill('แจ้งทางระบบของสำนักงาน');
  await fillMoment(page, 'notifiedAt', new Date(), 'th');
  await page.getByText(words.send.late).waitFor();
  await page.locator('textarea[name=lateReason]').fill('ทราบจากผู้ให้บริการภายนอก');
  await looksRight(page, 'th', 'late-by-awareness');
  await page.getByRole('button', { name: words.editor.record, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await loseAnswer(page, 'incidentNotification.create');
  await dialog.getByRole('button', { name: words.editor.record, exact: true }).click();
  await dialog.getByText(words.send.lost).waitFor();
  await dialog.getByRole('button', { name: words.editor.record, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(
    await product.owner
      .selectFrom('incidentNotifications')
      .select(['status', 'lateReason'])
      .where('incidentId', '=', id)
      .execute(),
  ).toEqual([{ status: 'SENT', lateReason: 'ทราบจากผู้ให้บริการภายนอก' }]);
  expect(await phase.inputValue()).toBe('FIRST');
  await page.getByRole('button', { name: words.editor.new, exact: true }).click();
  await expect.poll(() => phase.inputValue()).toBe('SUPPLEMENT');
  await phase.selectOption('FIRST');
  await page.getByRole('button', { name: texts.export }).first().click();
  await page.getByRole('button', { name: /HTML/ }).click();
  await expect
    .poll(async () =>
      (await product.owner.selectFrom('exports').select('input').where('subjectId', '=', id).execute()).map(
        ({ input }) => input,
      ),
    )
    .toEqual([{ report: 'FIRST' }]);
});

test('an invalid phone number stays where it was typed, with an error', async () => {
  const { id } = await buildIncident(product, ws, { status: 'ACTIVE', riskLevel: 'HIGH_RISK' });
  const page = await open(`/data-breach/incident-notification/${id}?tab=subject`);
  await page.getByRole('button', { name: words.editor.new, exact: true }).click();
  await page.getByRole('radio', { name: /^SMS/ }).check();
  await page.getByLabel(words.recipients.name, { exact: true }).fill('สมใจ');
  const phone = page.getByLabel(words.recipients.phone, { exact: true });
  await phone.fill('abc-1');
  await page.keyboard.press('Enter');
  await page.getByText(words.recipients.badPhone, { exact: false }).waitFor();
  expect(await phone.inputValue()).toBe('abc-1');
  await looksRight(page, 'th', 'bad-phone');
  await phone.fill('+66 81 234 5678');
  await page.keyboard.press('Enter');
  await page.getByText('สมใจ · +66812345678').waitFor();
});
