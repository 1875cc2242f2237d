import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import thScreen from '../../shared/locales/th/requestScreen.ts';
import thSettings from '../../shared/locales/th/requestSettings.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { requestSettingsFields } from '../../shared/request/settings.ts';
import { buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildRequestForm } from '../helpers/requestForms.ts';
import { settled } from './helpers/audit.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const NORTH = 'โรงพยาบาลสาขาเหนือ';
const SOUTH = 'โรงพยาบาลสาขาใต้';
const EAST = 'โรงพยาบาลสาขาตะวันออก';

let product: Product;
let north: Person;
let south: Person;
let east: Person;

beforeAll(async () => {
  product = await startProduct();
});
// For each try: its retry would fail on what a failed one leaves behind.
beforeEach(async () => {
  const one = await buildWorkspace(product, { name: NORTH });
  const other = await buildWorkspace(product, { name: SOUTH, organizationId: one.organizationId });
  const third = await buildWorkspace(product, { name: EAST, organizationId: one.organizationId });
  north = await buildPerson(product, { workspaceId: one.id });
  south = await buildPerson(product, { workspaceId: other.id, userId: north.userId });
  east = await buildPerson(product, { workspaceId: third.id, userId: north.userId });
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

async function switchTo(page: Page, name: string): Promise<void> {
  const workspaceOf = () => new URL(page.url()).searchParams.get('workspace');
  const before = workspaceOf();
  await page.getByRole('button', { name: /^เปลี่ยนพื้นที่ทำงาน/ }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
  await page.waitForURL(() => workspaceOf() !== before, { waitUntil: 'commit' });
  // Whoever has touched the page keeps it: it is not reloaded.
  await page.keyboard.press('Shift');
  await page.getByRole('button', { name: `ปัจจุบันคือ ${name}` }).waitFor();
}

describe('settings of two workspaces', () => {
  const waiting = (page: Page) => page.getByRole('textbox', { name: thSettings.waitingDays });
  const settingsOf = async (person: Person) =>
    (await callerFor(product, person)).request.settings.get({ ws: person.workspaceId });

  test('those of one are neither displayed nor saved in the other, whether it is opened by switching or by Back', async () => {
    const values = requestSettingsFields.parse({});
    for (const [person, waitingDays] of [
      [north, 20],
      [south, 40],
    ] as const) {
      const { request } = await callerFor(product, person);
      await request.settings.update({ ws: person.workspaceId, ...values, waitingDays, rowVersion: 0 });
    }
    const page = await product.open({ as: north });
    await page.goto(address('/dsrm/settings', { ws: north.workspaceId }));
    await settled(page);
    expect(await waiting(page).inputValue()).toBe('20');
    await switchTo(page, SOUTH);
    await settled(page);
    expect(await waiting(page).inputValue()).toBe('40');
    await page.goBack();
    await page.getByRole('button', { name: `ปัจจุบันคือ ${NORTH}` }).waitFor();
    await settled(page);
    expect(await waiting(page).inputValue()).toBe('20');
    await switchTo(page, SOUTH);
    await settled(page);
    expect(await waiting(page).inputValue()).toBe('40');
    await page.getByRole('textbox', { name: thSettings.identityDays }).fill('31');
    await page.getByRole('button', { name: 'บันทึก', exact: true }).first().click();
    await page.getByText(thSettings.saved).first().waitFor();
    expect(await settingsOf(south)).toMatchObject({ waitingDays: 40, identityDays: 31 });
    expect(await settingsOf(north)).toMatchObject({ waitingDays: 20, identityDays: 30 });
  });

  test('what changed in one while the other was open is displayed after Back', async () => {
    const page = await product.open({ as: north });
    await page.goto(address('/dsrm/settings', { ws: north.workspaceId }));
    await settled(page);
    await switchTo(page, SOUTH);
    await settled(page);
    const renamed = 'โรงพยาบาลภาคเหนือ';
    const { workspace } = await callerFor(product, north);
    const { rowVersion } = await workspace.get({ ws: north.workspaceId });
    await workspace.update({ ws: north.workspaceId, name: renamed, package: 'Basic', rowVersion });
    await page.goBack();
    await page.getByRole('button', { name: `ปัจจุบันคือ ${renamed}` }).waitFor();
  });

  test('Back to another workspace asks before unsaved changes are lost', async () => {
    const page = await product.open({ as: north });
    await page.goto(address('/dsrm/settings', { ws: north.workspaceId }));
    await settled(page);
    await switchTo(page, SOUTH);
    await settled(page);
    await waiting(page).fill('77');
    await page.goBack();
    await page.getByRole('dialog', { name: thUi.form.leaveTitle }).waitFor();
    expect(new URL(page.url()).searchParams.get('workspace')).toBe(south.workspaceId);
  });

  test('what is saved without a connection fails at once, and is not saved later without notice', async () => {
    const before = await settingsOf(north);
    const page = await product.open({ as: north });
    await page.goto(address('/dsrm/settings', { ws: north.workspaceId }));
    await settled(page);
    await waiting(page).fill('99');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'บันทึก', exact: true }).first().click();
    await page.getByRole('alert').first().waitFor();
    await page.context().setOffline(false);
    await page.getByRole('status').filter({ hasText: 'ไม่มีการเชื่อมต่อ' }).waitFor({ state: 'detached' });
    expect(await waiting(page).inputValue()).toBe('99');
    expect(await settingsOf(north)).toEqual(before);
    await page.getByRole('button', { name: 'บันทึก', exact: true }).first().click();
    await page.getByText(thSettings.saved).first().waitFor();
    expect(await settingsOf(north)).toMatchObject({ waitingDays: 99 });
  });
});

test('a row that a new one pushed off the page remains selected, and is counted', async () => {
  const form = await buildRequestForm(product, north);
  const { request } = await callerFor(product, north);
  const enter = (lastName: string) =>
    request.create({
      ws: north.workspaceId,
      requestFormId: form.id,
      receivedAt: product.deps.now().toISOString(),
      channel: 'COUNTER',
      subject: { firstName: 'มาลี', lastName, email: 'malee@test.example', telephone: '0812345678', uid: '' },
      rights: [{ rightRequestId: form.rightIds['ACCESS']!, requestDetail: 'ขอสำเนาเวชระเบียนปี 2568' }],
    });
  for (let count = 1; count <= 10; count += 1) await enter(`รายที่ ${count}`);
  const page = await product.open({ as: north });
  await page.goto(address('/dsrm/request', { ws: north.workspaceId }));
  await settled(page);
  const boxes = page.locator('[data-list] tbody').getByRole('checkbox');
  for (const index of [8, 9]) await boxes.nth(index).check();
  const chosen = page.getByText(thScreen.bulk.chosen_other.replace('{{number}}', '2'));
  await chosen.waitFor();
  await enter('รายที่ 11');
  await page.getByRole('button', { name: 'แสดง' }).waitFor();
  await chosen.waitFor();
});

test('of two switches the second counts, also where the first is answered later', async () => {
  const page = await product.open({ as: north });
  await page.goto(address('/consent', { ws: north.workspaceId }));
  await settled(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/trpc\/[^?]*workspace\.get/, async (route) => {
    if (route.request().url().includes(south.workspaceId)) await released;
    await route.continue();
  });
  await page.getByRole('button', { name: /^เปลี่ยนพื้นที่ทำงาน/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: SOUTH }).click();
  await switchTo(page, EAST);
  const profile = page.waitForResponse((answer) => {
    const url = decodeURIComponent(answer.url());
    return url.includes('auth.profile') && url.includes(south.workspaceId);
  });
  release();
  await profile;
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(new URL(page.url()).searchParams.get('workspace')).toBe(east.workspaceId);
});
