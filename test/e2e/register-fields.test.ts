import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import applicationTexts from '../../shared/locales/th/application.ts';
import completeness from '../../shared/locales/th/completeness.ts';
import purposeTexts from '../../shared/locales/th/purposeScreen.ts';
import recordTexts from '../../shared/locales/th/recordScreen.ts';
import requestTexts from '../../shared/locales/th/request.ts';
import refusalTexts from '../../shared/locales/th/requestRefusal.ts';
import review from '../../shared/locales/th/review.ts';
import ui from '../../shared/locales/th/ui.ts';
import { recordAddress } from '../../shared/registry/entities.ts';
import { requestReference } from '../../shared/request/reference.ts';
import type { CreateRequest } from '../../shared/request/schema.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildOldPhoto } from '../helpers/photo.ts';
import { completePurpose } from '../helpers/record.ts';
import { attributesOf, completeFlow } from '../helpers/register.ts';
import { announcement } from './helpers/announcement.ts';
import { looksRight } from './helpers/audit.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

let product: Product;
let ws: string;
let dpo: Person;
let controllerId: string;
beforeAll(async () => {
  product = await startProduct();
});
// For each try: its retry would fail on what a failed one leaves behind.
beforeEach(async () => {
  ws = (await buildWorkspace(product)).id;
  dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO' });
  controllerId = (await buildDataController(product, ws)).id;
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

const call = () => callerFor(product, dpo);

it('an application receives a unique code, a line of work created inline, and a completed review', async () => {
  await (
    await call()
  ).application.create({
    ws,
    name: 'ทะเบียนเก่า',
    description: 'คำอธิบาย',
    dataControllerId: controllerId,
    processCode: 'HR-001',
    reviewOn: '2020-01-01',
  });
  const page = await product.open({ as: dpo });
  await page.goto(product.address + address('/business-function/application/new', { ws }));
  await page.locator('[name=name]').fill('ทะเบียนใหม่');
  await page.locator('[name=description]').fill('คำอธิบาย');
  await page.locator('select[name=dataControllerId]').selectOption({ index: 1 });
  await page.locator('[name=processCode]').fill('hr-001');
  await page.getByText(applicationTexts.processCodeTaken).waitFor();
  await page.locator('[name=processCode]').fill('HR-002');
  await page.getByText(applicationTexts.processCodeTaken).waitFor({ state: 'detached' });
  for (const [label, word] of [
    [recordTexts.application.lineOfWork, 'งานดูแลสวน'],
    [recordTexts.application.dataSource, 'จากสมุดเยี่ยม'],
  ] as const) {
    const box = page.getByRole('combobox', { name: label });
    await box.click();
    await box.fill(word);
    await page.getByRole('option', { name: purposeTexts.addWord.replace('{{word}}', word) }).click();
    await announcement(page, purposeTexts.wordAdded.replace('{{word}}', word)).waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/business-function\/application\/[0-9a-f-]{36}/);
  const { collection } = await (await call()).application.list({ ws, query: 'HR-002' });
  const { id } = collection[0]!;
  expect(await (await call()).application.get({ ws, id })).toMatchObject({
    processCode: 'HR-002',
    lineOfWork: { name: { th: 'งานดูแลสวน' } },
    dataSource: { name: { th: 'จากสมุดเยี่ยม' } },
  });

  await page.getByText(review.notPlanned).waitFor();
  await page.getByRole('button', { name: review.finish, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: review.finish, exact: true }).click();
  await page.getByText(review.finished).first().waitFor();
  await page.getByText(review.notPlanned).waitFor({ state: 'detached' });
  const reviewed = await (await call()).application.get({ ws, id });
  expect(reviewed.reviewedBy?.id).toBe(dpo.personnelId);
  expect(Date.parse(reviewed.reviewOn!)).toBeGreaterThan(Date.now() + 300 * 86_400_000);
  await looksRight(page, 'th', 'register-application');

  await page.goto(product.address + address('/business-function/application', { ws }) + '&reviewOverdue=true');
  await page.getByRole('link', { name: 'ทะเบียนเก่า' }).waitFor();
  expect(await page.getByRole('link', { name: 'ทะเบียนใหม่' }).count()).toBe(0);
  await page.locator('table').getByText(recordTexts.application.reviewOverdue).waitFor();
  await looksRight(page, 'th', 'register-list');
});

it('a retention period and its start are displayed in the purpose, in the mapping and in English too', async () => {
  const purpose = await (
    await call()
  ).purpose.create({
    ws,
    ...(await completePurpose(product, ws)),
  });
  const page = await product.open({ as: dpo });
  await page.goto(product.address + address(`/business-function/purpose/${purpose.id}`, { ws }));
  await page.locator('[name="retention.startEvent"]').selectOption('other');
  await page.locator('[name="retention.startNote"]').fill('วันสั่งซื้อ');
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(async () => (await (await call()).purpose.get({ ws, id: purpose.id })).content.retention)
    .toMatchObject({ startEvent: 'other', startNote: 'วันสั่งซื้อ' });
  await looksRight(page, 'th', 'register-purpose');

  const { id } = await (
    await call()
  ).application.create({
    ws,
    name: 'ร้านค้า',
    description: 'คำอธิบาย',
    dataControllerId: controllerId,
    purposeIds: [purpose.id],
  });
  const { plain } = await attributesOf(product, ws);
  await product.owner
    .updateTable('piiAttributes')
    .set({ descriptionTh: 'ตามบัตรประชาชน', descriptionEn: 'As the identity card says' })
    .where('id', '=', plain[0]!)
    .execute();
  const line = { ...(await completeFlow(product, ws, purpose.id)), attributeIds: [plain[0]!] };
  const own = { indefinite: false, amount: 2, unit: 'year' as const, startEvent: 'lastTransaction' as const };
  await (await call()).dataMapping.create({ ws, id, flows: [line, { ...line, retention: own }] });
  const english = await product.open({ as: dpo, locale: 'en' });
  const tab = `/business-function/application/${id}`;
  await english.goto(product.address + address(tab, { ws, locale: 'en' }) + '&tab=data-mapping');
  await english.getByText('2 years from the last transaction').first().waitFor();
  await looksRight(english, 'en', 'register-mapping', {
    looks: [
      { width: 1280, dark: false },
      { width: 375, dark: true },
      { width: 1280, dark: true },
    ],
  });
  await english
    .getByRole('button', { name: /Edit|subject|→/ })
    .first()
    .waitFor();
});

it('people are displayed with their photo or their initials, and clocks are configured on one page', async () => {
  await buildOldPhoto(product, dpo);
  await buildPerson(product, { workspaceId: ws, role: 'Staff' });
  const page = await product.open({ as: dpo });
  await page.goto(product.address + address('/organization/personnel', { ws }));
  await page.locator('table [data-avatar=photo]').first().waitFor();
  await page.locator('table [data-avatar=initials]').first().waitFor();
  expect(
    await page
      .locator('table [data-avatar=photo] img')
      .first()
      .evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBe(1);
  await page.locator('header [data-avatar=photo]').first().waitFor();
  await looksRight(page, 'th', 'register-personnel');

  await page.goto(product.address + address('/data-breach/settings', { ws }));
  await page.getByRole('heading', { name: review.settings.title }).waitFor();
  const box = page.getByRole('combobox', { name: review.settings.alertDays });
  await box.click();
  await page.getByRole('option', { name: review.settings.daysBefore_other.replace('{{number}}', '60') }).click();
  await page.keyboard.press('Escape');
  await looksRight(page, 'th', 'register-clocks');
  await page.getByRole('form', { name: review.settings.title }).getByRole('button', { name: ui.save }).click();
  await expect
    .poll(async () => (await (await call()).application.reviewSettings({ ws })).alertDays)
    .toEqual([60, 30, 7, 0]);
});

it('the page of an application lists the refusals that section 39 (7) wants recorded, to those who read requests', async () => {
  const caller = await call();
  const { id } = await caller.application.create({
    ws,
    name: 'ระบบรับคำขอ',
    description: 'คำอธิบาย',
    dataControllerId: controllerId,
  });
  const draft = await caller.requestForm.create({ ws, name: 'แบบคำขอ', applicationId: id });
  const form = await caller.requestForm.publish({ ws, id: draft.id, rowVersion: draft.rowVersion });
  const request = await caller.request.create({
    ws,
    requestFormId: form.id,
    receivedAt: new Date(product.deps.now().getTime() - 86_400_000).toISOString(),
    channel: 'POST',
    verified: true,
    subject: { firstName: 'สมหญิง', lastName: 'รักไทย', email: '', telephone: '0812345678' },
    rights: [{ rightRequestId: form.rights.find(({ code }) => code === 'ACCESS')!.id }],
  } as unknown as CreateRequest);
  await caller.request.changeStatus({
    ws,
    id: request.id,
    action: 'REJECT',
    groundCode: 'LAW_AND_HARM',
    reason: 'ขัดต่อคำสั่งศาล',
  } as never);
  const page = await product.open({ as: dpo });
  await page.goto(product.address + address(recordAddress('application', id), { ws }));
  await page.getByText(completeness.form.refusalsListed_other.replace('{{number}}', '1')).waitFor();
  const listed = page.getByRole('listitem').filter({ hasText: requestTexts.ground.LAW_AND_HARM });
  await listed.getByRole('link', { name: requestReference(request.number) }).waitFor();
  await looksRight(page, 'th', 'application-refusals');
  await page.getByRole('main').getByRole('link', { name: completeness.openRefusals }).last().click();
  await page.getByRole('heading', { level: 1, name: refusalTexts.title }).waitFor();
  expect(product.complaints).toEqual([]);
});
