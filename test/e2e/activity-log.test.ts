import { randomUUIDv7 } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import thLog from '../../shared/locales/th/activityLog.ts';
import thShell from '../../shared/locales/th/shell.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { recordAddress } from '../../shared/registry/entities.ts';
import { failCalls } from './helpers/failingCalls.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

let product: Product;
let admin: Person;
let dpo: Person;

beforeAll(async () => {
  product = await startProduct();
});
// For each try: its retry would fail on what a failed one leaves behind.
beforeEach(async () => {
  const { id: workspaceId } = await buildWorkspace(product, { name: 'โรงพยาบาลทดสอบ' });
  admin = await buildPerson(product, { workspaceId, name: 'สมหญิง ดูแลดี' });
  dpo = await buildPerson(product, { workspaceId, name: 'สมปอง คุ้มครอง', role: 'DPO' });
  const { id } = await buildDataController(product, workspaceId, { nameTh: 'บริษัท ร่มเย็น จำกัด' });
  const asAdmin = await callerFor(product, admin);
  const asDpo = await callerFor(product, dpo);
  const { rowVersion, logo: _, ...fields } = await asDpo.dataController.get({ ws: workspaceId, id });
  await asDpo.dataController.update({
    ...fields,
    ws: workspaceId,
    id,
    rowVersion,
    name: { th: 'บริษัท ร่มเย็น จำกัด (มหาชน)', en: 'Romyen' },
    phone: '0899998888',
    website: 'https://romyen.example',
  });
  await asAdmin.workspace.create({ ws: workspaceId, name: 'สาขาใหม่', package: 'Basic' });
  await asAdmin.personnel.create({
    ws: workspaceId,
    name: 'สมชาย ตั้งใจ',
    position: 'นิติกร',
    phone: '0812345678',
    email: `somchai.${admin.personnelId.slice(-6)}@log.example`,
    role: 'Staff',
  });
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

const open = async (query = '') => {
  const page = await product.open({ as: admin });
  await page.goto(`${address('/activity-logs', { ws: admin.workspaceId })}${query}`);
  return page;
};

test('displays who did what, with old and new values, and hides values about people', async () => {
  const page = await open();
  await page.getByRole('button', { name: /^เชิญบุคลากร “สมชาย ตั้งใจ”/ }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'แก้ไขผู้ควบคุมข้อมูล' });
  expect(await row.innerText()).toContain('สมปอง คุ้มครอง');
  await row.getByRole('button').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('https://romyen.example').first().waitFor();
  const text = await dialog.innerText();
  expect(text).toContain('บริษัท ร่มเย็น จำกัด (มหาชน)');
  expect(text).toContain('โทรศัพท์');
  for (const secret of ['0899998888', '021234567']) expect(text).not.toContain(secret);
  expect(await dialog.locator('del').count()).toBeGreaterThan(0);
  expect(await dialog.locator('ins').count()).toBeGreaterThan(0);
});

test('is filtered by module, person, text and days, and the filters are stored in the address', async () => {
  const page = await open();
  const invited = page.getByRole('button', { name: /^เชิญบุคลากร/ });
  const edited = page.getByRole('button', { name: /^แก้ไขผู้ควบคุมข้อมูล/ });
  await invited.waitFor();
  await page.getByLabel('ผู้ทำ', { exact: true }).selectOption({ label: 'สมปอง คุ้มครอง' });
  await invited.waitFor({ state: 'detached' });
  await edited.waitFor();
  await page.reload();
  await edited.waitFor();
  expect(await invited.count()).toBe(0);
  await page.getByRole('button', { name: 'ล้างตัวกรอง' }).first().click();
  await invited.waitFor();

  await page.getByLabel('โมดูล', { exact: true }).selectOption('Consent');
  await page.getByText('ไม่พบรายการที่ตรงกับเงื่อนไข').first().waitFor();
  await page.getByLabel('โมดูล', { exact: true }).selectOption('ORGANIZATION');
  await invited.waitFor();

  await page.getByRole('searchbox').fill('ร่มเย็น');
  await invited.waitFor({ state: 'detached' });
  await edited.waitFor();
  await page.getByRole('button', { name: 'ล้างตัวกรอง' }).first().click();

  await page.getByRole('button', { name: 'ช่วงวันที่' }).click();
  await page.getByRole('button', { name: 'วันนี้', exact: true }).click();
  await page.getByRole('button', { name: /^ช่วงวันที่: / }).waitFor();
  await invited.waitFor();
  // There are no entries before today.
  const before = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  await page.goto(page.url().replace(/\d{4}-\d\d-\d\d/g, before));
  await page.getByText('ไม่พบรายการที่ตรงกับเงื่อนไข').first().waitFor();
});

test('is filtered by a person who no longer works there', async () => {
  const former = await buildPerson(product, { workspaceId: admin.workspaceId, name: 'สมศักดิ์ ลาออก', role: 'DPO' });
  await buildDataController(product, admin.workspaceId, { nameTh: 'บริษัท เดิม จำกัด' });
  const call = await callerFor(product, former);
  const [controller] = (await call.dataController.list({ ws: admin.workspaceId, query: 'เดิม' })).collection;
  const {
    rowVersion,
    logo: _,
    ...fields
  } = await call.dataController.get({
    ws: admin.workspaceId,
    id: controller!.id,
  });
  await call.dataController.update({ ...fields, ws: admin.workspaceId, id: controller!.id, rowVersion, phone: '1669' });
  await product.owner
    .updateTable('personnel')
    .set({ status: 'inactive' })
    .where('id', '=', former.personnelId)
    .execute();
  const page = await open();
  const who = page.getByLabel('ผู้ทำ', { exact: true });
  await who.selectOption({ label: 'สมศักดิ์ ลาออก (ไม่ได้ใช้งานแล้ว)' });
  await page.getByRole('button', { name: /^เชิญบุคลากร/ }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^แก้ไขผู้ควบคุมข้อมูล.*เดิม/ }).waitFor();
  // Current personnel are listed first.
  expect((await who.locator('option').allTextContents()).at(-1)).toContain('สมศักดิ์ ลาออก');
});

test('of one record is opened from its history once that has no more room, and a history that cannot be loaded says so', async () => {
  const call = await callerFor(product, admin);
  const { id } = await call.purposeCategory.create({
    ws: admin.workspaceId,
    name: { th: 'บุคลากร', en: 'Personnel' },
    description: { th: 'งานบุคคล', en: 'Human resources' },
  });
  const entry = await product.owner
    .selectFrom('activityLogs')
    .select(['workspaceId', 'createdAt', 'actorId', 'entity', 'entityId', 'event', 'module', 'subject'])
    .where('entityId', '=', id)
    .executeTakeFirstOrThrow();
  await product.owner
    .insertInto('activityLogs')
    .values(Array.from({ length: 100 }, () => ({ ...entry, entity: 'purposeCategory' as const, id: randomUUIDv7() })))
    .execute();
  const page = await product.open({ as: admin });
  const answerAgain = await failCalls(page, ['activityLog.list']);
  await page.goto(address(recordAddress('purposeCategory', id), { ws: admin.workspaceId }));
  await page.getByRole('button', { name: thUi.retry }).waitFor();
  await answerAgain();
  await page.getByRole('button', { name: thUi.retry }).click();
  for (let more = 0; more < 4; more += 1)
    await page.getByRole('button', { name: thShell.workspace.more, exact: true }).click();
  await page.getByRole('link', { name: thLog.allOfRecord }).click();
  await page.waitForURL(new RegExp(`record=${id}`));
  await page.getByText('จาก 101 รายการ', { exact: false }).waitFor();
  await page.getByLabel(thLog.record, { exact: true }).selectOption('');
  await page.waitForURL((url) => !url.searchParams.has('record'));
});

test('an open log is updated live', async () => {
  const page = await open();
  const row = page.getByRole('button', { name: /^เชิญบุคลากร/ }).first();
  await row.waitFor();
  const before = await row.boundingBox();
  await (
    await callerFor(product, dpo)
  ).dataController.create({
    ws: admin.workspaceId,
    name: { th: 'มาสด ๆ', en: '' },
    contactPerson: 'สด',
    address: 'ที่นี่',
    phone: '021234567',
    email: 'live@log.example',
  });
  // The displayed rows do not move until the new one is requested.
  const show = page.getByRole('button', { name: thUi.table.showPending, exact: true });
  await show.waitFor();
  expect(await row.boundingBox()).toEqual(before);
  await picture(page, 'log-new-rows');
  await show.click();
  await page.getByRole('button', { name: 'เพิ่มผู้ควบคุมข้อมูล “มาสด ๆ”' }).waitFor();
});
