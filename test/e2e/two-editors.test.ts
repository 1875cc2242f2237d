import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { factsOf } from '../../shared/application/fields.ts';
import { draftOf } from '../../shared/purpose/schema.ts';
import approval from '../../shared/locales/th/approvalLine.ts';
import errors from '../../shared/locales/th/errors.ts';
import incident from '../../shared/locales/th/incident.ts';
import organization from '../../shared/locales/th/organization.ts';
import record from '../../shared/locales/th/recordScreen.ts';
import request from '../../shared/locales/th/requestScreen.ts';
import plan from '../../shared/locales/th/treatmentPlanScreen.ts';
import ui from '../../shared/locales/th/ui.ts';
import versioned from '../../shared/locales/th/versionedRecord.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildApprovalLine } from '../helpers/approvals.ts';
import { buildActivity, buildIncident } from '../helpers/incidents.ts';
import { buildPublishedDpia } from '../helpers/publishedDpias.ts';
import { buildRequestForm } from '../helpers/requestForms.ts';
import { settled } from './helpers/audit.ts';
import { fill } from './helpers/fill.ts';
import { address, type Product, startProduct } from './helpers/product.ts';
import { buildApplication, buildDraftPurpose } from './helpers/records.ts';

let product: Product;
let ws: string;
let me: Person;
let colleague: Person;
let admin: Person;
let otherAdmin: Person;
beforeAll(async () => {
  product = await startProduct();
});
// For each try: its retry would fail on what a failed one leaves behind.
beforeEach(async () => {
  ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  me = await buildPerson(product, { workspaceId: ws, role: 'DPO', name: 'สมปอง คุ้มครอง' });
  colleague = await buildPerson(product, { workspaceId: ws, role: 'DPO', name: 'สมหมาย ดูแล' });
  admin = await buildPerson(product, { workspaceId: ws, name: 'อนันต์ ดูแลระบบ' });
  otherAdmin = await buildPerson(product, { workspaceId: ws, name: 'อารี ดูแลระบบ' });
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

async function open(to: string, as = me): Promise<Page> {
  const page = await product.open({ as });
  await page.goto(address(to, { ws }));
  await settled(page);
  return page;
}
/** A server with many users responds slowly. */
const merged = (page: Page) => page.getByRole('dialog', { name: record.stale.title });

test('an application: changes of a colleague are merged into the form, links of both are preserved, and for the same field the user selects', async () => {
  const controller = await buildDataController(product, ws);
  const { id } = await buildApplication(product, {
    workspaceId: ws,
    dataControllerId: controller.id,
    name: 'ทะเบียนผู้ป่วย',
  });
  const purpose = await buildDraftPurpose(product, { workspaceId: ws, personnelId: me.personnelId, title: 'นัดหมาย' });
  const page = await open(`/business-function/application/${id}`);
  await page.locator('[name=description]').fill('ที่ฉันเขียน');
  const theirs = await callerFor(product, colleague);
  const before = await theirs.application.get({ ws, id });
  const fields = {
    ws,
    id,
    dataControllerId: controller.id,
    ...factsOf(before),
  };
  await theirs.application.update({
    ...fields,
    rowVersion: before.rowVersion,
    dataSubjectCount: 99,
    purposeIds: [purpose.id],
  });
  await page.getByText('สมหมาย ดูแล เพิ่งบันทึก', { exact: false }).waitFor();
  await expect.poll(() => page.locator('[name=dataSubjectCount]').inputValue()).toBe('99');
  expect(await page.locator('[name=description]').inputValue()).toBe('ที่ฉันเขียน');
  await page.getByRole('button', { name: ui.save, exact: true }).click();
  await page.getByText(record.application.saved).first().waitFor();
  const now = await theirs.application.get({ ws, id });
  expect(now).toMatchObject({ description: 'ที่ฉันเขียน', dataSubjectCount: 99, purposes: [{ id: purpose.id }] });

  // Saving one's own changes causes no question while typing continues.
  await page.locator('[name=description]').fill('ที่ฉันเขียนต่อ');
  await page.getByRole('button', { name: ui.save, exact: true }).click();
  await expect.poll(async () => (await theirs.application.get({ ws, id })).description).toBe('ที่ฉันเขียนต่อ');
  expect(await merged(page).count()).toBe(0);

  await page.locator('[name=description]').fill('ของฉัน');
  const { rowVersion } = await theirs.application.get({ ws, id });
  await theirs.application.update({
    ...fields,
    rowVersion,
    description: 'ของเขา',
    dataSubjectCount: 100,
    purposeIds: [purpose.id],
  });
  await page.getByRole('button', { name: record.compare }).click();
  await merged(page)
    .getByRole('radio', { name: fill(record.merge.theirs, { name: 'สมหมาย ดูแล' }) })
    .check();
  await merged(page).getByRole('button', { name: record.merge.save }).click();
  // Without own changes: theirs is displayed.
  await expect.poll(() => page.locator('[name=description]').inputValue()).toBe('ของเขา');
  expect((await theirs.application.get({ ws, id })).rowVersion).toBe(rowVersion + 1);
});

test('a record that is deleted leaves the screen, and where something is typed once that is dropped', async () => {
  const build = async (title: string) =>
    (await buildDraftPurpose(product, { workspaceId: ws, personnelId: me.personnelId, title })).id;
  const [read, typedOver] = [await build('อ่านอยู่'), await build('พิมพ์อยู่')];
  const [reading, typing] = [
    await open(`/business-function/purpose/${read}`),
    await open(`/business-function/purpose/${typedOver}`),
  ];
  const before = await typing.locator('[name="description.th"]').inputValue();
  await typing.locator('[name="description.th"]').fill('คำอธิบายของฉัน');
  const theirs = await callerFor(product, colleague);
  for (const id of [read, typedOver]) await theirs.purpose.remove({ ws, id });
  await reading.getByText('404', { exact: true }).waitFor();
  await typing.getByText(record.over.title).first().waitFor();
  expect(await typing.locator('[name="description.th"]').inputValue()).toBe('คำอธิบายของฉัน');
  await typing.locator('[name="description.th"]').fill(before);
  await typing.getByText('404', { exact: true }).waitFor();
});

test('a purpose: groups of data subjects of both, and a description edited into one', async () => {
  const { id } = await buildDraftPurpose(product, {
    workspaceId: ws,
    personnelId: me.personnelId,
    title: 'รักษาพยาบาล',
  });
  const page = await open(`/business-function/purpose/${id}`);
  await page.locator('[name="description.th"]').fill('คำอธิบายของฉัน');
  const theirs = await callerFor(product, colleague);
  const before = await theirs.purpose.get({ ws, id });
  await theirs.purpose.update({
    ws,
    id,
    rowVersion: before.rowVersion,
    ...draftOf(before.content),
    description: { th: 'คำอธิบายของเขา', en: 'Theirs' },
    isPrimary: !before.content.isPrimary,
  });
  await page.getByRole('button', { name: record.compare, exact: true }).first().click();
  await merged(page).getByRole('radio', { name: record.merge.both }).check();
  await merged(page).getByRole('button', { name: record.merge.save }).click();
  await merged(page).waitFor({ state: 'detached' });
  const { content } = await theirs.purpose.get({ ws, id });
  expect(content.description).toEqual({ th: 'คำอธิบายของเขา\n\nคำอธิบายของฉัน', en: 'Theirs' });
  expect(content.isPrimary).toBe(!before.content.isPrimary);
  await expect.poll(() => page.locator('[name="description.th"]').inputValue()).toBe('คำอธิบายของเขา\n\nคำอธิบายของฉัน');
});

test('a purpose category: what a colleague saved is merged in, and for the same field the user selects', async () => {
  const theirs = await callerFor(product, colleague);
  const { id } = await theirs.purposeCategory.create({
    ws,
    name: { th: 'งานเวชระเบียน', en: 'Medical records' },
    description: { th: 'ก่อนแก้', en: 'Before' },
    detail: '',
  });
  const saved = () => theirs.purposeCategory.get({ ws, id });
  const change = async (fields: { description?: { th: string; en: string }; detail?: string }) => {
    const { name, description, detail, rowVersion } = await saved();
    await theirs.purposeCategory.update({ ws, id, rowVersion, name, description, detail, ...fields });
  };
  const page = await open(`/business-function/purpose-category/${id}`);
  await page.locator('[name="description.th"]').fill('ที่ฉันเขียน');
  // Another field is merged into the form, and the input stays.
  await change({ detail: 'รายละเอียดของเขา' });
  await expect.poll(() => page.locator('[name=detail]').inputValue()).toBe('รายละเอียดของเขา');
  expect(await page.locator('[name="description.th"]').inputValue()).toBe('ที่ฉันเขียน');
  // The same field is asked about: nothing of theirs is silently overwritten.
  await change({ description: { th: 'ที่เขาเขียน', en: 'Before' } });
  await page.getByRole('button', { name: record.compare, exact: true }).waitFor();
  await page.getByRole('button', { name: ui.save, exact: true }).click();
  await merged(page).getByText('ที่เขาเขียน').first().waitFor();
  expect((await saved()).description.th).toBe('ที่เขาเขียน');
  await merged(page).getByRole('radio', { name: record.merge.both }).check();
  await merged(page).getByRole('button', { name: record.merge.save }).click();
  await merged(page).waitFor({ state: 'detached' });
  expect(await saved()).toMatchObject({
    description: { th: 'ที่เขาเขียน\n\nที่ฉันเขียน', en: 'Before' },
    detail: 'รายละเอียดของเขา',
  });
  await expect.poll(() => page.locator('[name="description.th"]').inputValue()).toBe('ที่เขาเขียน\n\nที่ฉันเขียน');
});

test('input that was undone is no draft, and does not revert what a colleague saves afterwards', async () => {
  const theirs = await callerFor(product, colleague);
  const name = { th: 'งานทะเบียน', en: 'Registration' };
  const description = { th: 'ก่อนแก้', en: 'Before' };
  const { id, rowVersion } = await theirs.purposeCategory.create({ ws, name, description, detail: '' });
  const page = await open(`/business-function/purpose-category/${id}`);
  const typed = page.locator('[name="description.th"]');
  const drafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('pokpong_draft_')).length);
  await typed.fill('ก่อนแก้ x');
  await expect.poll(drafts).toBe(1);
  await typed.fill('ก่อนแก้');
  await expect.poll(drafts).toBe(0);
  await page.goto('about:blank');
  await theirs.purposeCategory.update({ ws, id, rowVersion, name, description, detail: 'รายละเอียดของเขา' });
  await page.goto(address(`/business-function/purpose-category/${id}`, { ws }));
  await expect.poll(() => page.locator('[name=detail]').inputValue()).toBe('รายละเอียดของเขา');
  expect(await page.getByText(ui.form.draftRestored, { exact: false }).count()).toBe(0);
});

type Api = Awaited<ReturnType<typeof callerFor>>;
/** A record that is edited in a dialog. */
interface EditedInDialog {
  name: string;
  path: string;
  /** The menu of its row. */
  row: string;
  build?: () => Promise<unknown>;
  /** The field that both change, by its label, and the value of each. */
  field: string;
  mine: string;
  theirs: string;
  /** Saves their change, and another field. */
  change: (api: Api) => Promise<unknown>;
  /** The stored values of that field and the other one. */
  stored: (api: Api) => Promise<[shared: string, other: unknown]>;
  /** The resulting value of the other field. */
  other: unknown;
}

const controllerNamed = async (api: Api, name: string) => {
  const { collection } = await api.dataController.list({ ws, query: name });
  return api.dataController.get({ ws, id: collection[0]!.id });
};
const categoryNamed = async (api: Api, name: string) =>
  (await api.piiCategory.list({ ws, query: name })).collection[0]!;
const personNamed = async (api: Api, name: string) => {
  const { collection } = await api.personnel.list({ ws, query: name });
  return api.personnel.get({ ws, id: collection[0]!.id });
};
const webhookNamed = async (api: Api, name: string) => (await api.webhook.list({ ws, query: name })).collection[0]!;
const accountNamed = async (api: Api, name: string) =>
  (await api.serviceAccount.list({ ws, query: name })).collection[0]!;
const mailServerNamed = async (api: Api, name: string) =>
  (await api.mailServer.list({ ws })).collection.find((server) => server.name === name)!;
const MAIL_SERVER = {
  host: 'smtp.example.com',
  port: 587,
  encryption: 'starttls',
  certificate: '',
  username: '',
  fromAddress: 'privacy@example.com',
  fromName: '',
  bounceAddress: '',
  dailyLimit: null,
  active: true,
} as const;

const IN_DIALOGS: EditedInDialog[] = [
  {
    name: 'a data controller',
    path: '/organization/data-controller',
    row: 'บริษัทสองมือ',
    build: () => buildDataController(product, ws, { nameTh: 'บริษัทสองมือ' }),
    field: 'contactPerson',
    mine: 'ผู้ติดต่อของฉัน',
    theirs: 'ผู้ติดต่อของเขา',
    change: async (api) => {
      const { logo, ...before } = await controllerNamed(api, 'บริษัทสองมือ');
      await api.dataController.update({
        ws,
        ...before,
        logoId: logo?.id ?? null,
        contactPerson: 'ผู้ติดต่อของเขา',
        address: 'ที่อยู่ของเขา',
      });
    },
    stored: async (api) => {
      const { contactPerson, address } = await controllerNamed(api, 'บริษัทสองมือ');
      return [contactPerson, address];
    },
    other: 'ที่อยู่ของเขา',
  },
  {
    name: 'a PII category',
    path: '/pii-inventory/pii-category',
    row: 'ข้อมูลสองมือ',
    build: async () =>
      (await callerFor(product, admin)).piiCategory.create({
        ws,
        name: { th: 'ข้อมูลสองมือ', en: 'Two hands' },
        description: { th: 'ก่อนแก้', en: 'Before' },
        example: '',
      }),
    field: 'example',
    mine: 'ตัวอย่างของฉัน',
    theirs: 'ตัวอย่างของเขา',
    change: async (api) => {
      const { id, name, sensitive, rowVersion } = await categoryNamed(api, 'ข้อมูลสองมือ');
      const description = { th: 'คำอธิบายของเขา', en: 'Before' };
      await api.piiCategory.update({ ws, id, name, sensitive, rowVersion, description, example: 'ตัวอย่างของเขา' });
    },
    stored: async (api) => {
      const { example, description } = await categoryNamed(api, 'ข้อมูลสองมือ');
      return [example, description.th];
    },
    other: 'คำอธิบายของเขา',
  },
  {
    name: 'a person',
    path: '/organization/personnel',
    row: 'สมใจ สองมือ',
    build: () => buildPerson(product, { workspaceId: ws, role: 'Staff', name: 'สมใจ สองมือ' }),
    field: 'position',
    mine: 'หัวหน้าแผนก',
    theirs: 'หัวหน้าฝ่าย',
    change: async (api) => {
      const before = await personNamed(api, 'สมใจ สองมือ');
      await api.personnel.update({ ws, ...before, position: 'หัวหน้าฝ่าย', phone: '0812345679' });
    },
    stored: async (api) => {
      const { position, phone } = await personNamed(api, 'สมใจ สองมือ');
      return [position, phone];
    },
    other: '0812345679',
  },
  {
    name: 'a workspace',
    path: '/workspaces',
    row: 'โรงพยาบาลร่มเย็น',
    field: 'encryptBoxUrl',
    mine: 'https://mine.example.com',
    theirs: 'https://theirs.example.com',
    change: async (api) => {
      const { name, package: tier, rowVersion } = await api.workspace.get({ ws });
      await api.workspace.update({
        ws,
        name,
        package: tier,
        rowVersion,
        encryptBoxUrl: 'https://theirs.example.com',
        activityMonths: 12,
      });
    },
    stored: async (api) => {
      const { encryptBoxUrl, activityMonths } = await api.workspace.get({ ws });
      return [encryptBoxUrl, activityMonths];
    },
    other: 12,
  },
  {
    name: 'a webhook',
    path: '/integrations/webhooks',
    row: 'ระบบสมาชิก',
    build: async () =>
      (await callerFor(product, admin)).webhook.create({
        ws,
        name: 'ระบบสมาชิก',
        url: 'https://hooks.example.com/before',
        events: ['purposeCategory.created'],
      }),
    field: 'url',
    mine: 'https://hooks.example.com/mine',
    theirs: 'https://hooks.example.com/theirs',
    change: async (api) => {
      const { id, name, rowVersion } = await webhookNamed(api, 'ระบบสมาชิก');
      const url = 'https://hooks.example.com/theirs';
      await api.webhook.update({ ws, id, name, rowVersion, url, events: ['purposeCategory.created'], active: false });
    },
    stored: async (api) => {
      const { url, state } = await webhookNamed(api, 'ระบบสมาชิก');
      return [url, state];
    },
    other: 'paused',
  },
  {
    name: 'a service account',
    path: '/integrations/accounts',
    row: 'ระบบลูกค้าสัมพันธ์',
    build: async () =>
      (await callerFor(product, admin)).serviceAccount.create({
        ws,
        name: 'ระบบลูกค้าสัมพันธ์',
        role: 'Staff',
        description: 'ก่อนแก้',
      }),
    field: 'description',
    mine: 'คำอธิบายของฉัน',
    theirs: 'คำอธิบายของเขา',
    change: async (api) => {
      const { id, name, rowVersion } = await accountNamed(api, 'ระบบลูกค้าสัมพันธ์');
      const theirs = { role: 'DPO', description: 'คำอธิบายของเขา', active: true } as const;
      await api.serviceAccount.update({ ws, id, name, rowVersion, ...theirs });
    },
    stored: async (api) => {
      const { description, role } = await accountNamed(api, 'ระบบลูกค้าสัมพันธ์');
      return [description, role];
    },
    other: 'DPO',
  },
  {
    name: 'a mail server',
    path: '/admins/mail-servers',
    row: 'ไปรษณีย์กลาง',
    build: async () => (await callerFor(product, admin)).mailServer.create({ ws, name: 'ไปรษณีย์กลาง', ...MAIL_SERVER }),
    field: 'fromName',
    mine: 'ผู้ส่งของฉัน',
    theirs: 'ผู้ส่งของเขา',
    change: async (api) => {
      const { id, rowVersion } = await mailServerNamed(api, 'ไปรษณีย์กลาง');
      await api.mailServer.update({ ws, id, rowVersion, fromName: 'ผู้ส่งของเขา', dailyLimit: 500 });
    },
    stored: async (api) => {
      const { fromName, dailyLimit } = await mailServerNamed(api, 'ไปรษณีย์กลาง');
      return [fromName, dailyLimit];
    },
    other: 500,
  },
];

describe('in a dialog', () => {
  test.each(IN_DIALOGS)(
    '$name: a colleague’s newer edit is merged field by field, also with a draft, and nothing is silently overwritten',
    async ({ path, row, build, field, mine, theirs, change, stored, other }) => {
      await build?.();
      const api = await callerFor(product, otherAdmin);
      const page = await open(path, admin);
      const dialog = page.getByRole('dialog').filter({ has: page.locator(`[name="${field}"]`) });
      const typed = dialog.locator(`[name="${field}"]`);
      const edit = async () => {
        await page.getByRole('button', { name: fill(ui.actionsFor, { name: row }) }).click();
        await page.getByRole('menuitem', { name: organization.edit, exact: true }).click();
        await typed.waitFor();
      };
      const save = () => dialog.getByRole('button', { name: ui.save, exact: true }).click();
      await edit();
      await typed.fill(mine);
      await change(api);
      await save();
      await merged(page).getByText(theirs).first().waitFor();
      expect(await stored(api)).toEqual([theirs, other]);

      // The input survives both dialogs, together with the version it started from.
      await merged(page).getByRole('button', { name: record.merge.close }).click();
      expect(await typed.inputValue()).toBe(mine);
      await dialog.getByRole('button', { name: ui.cancel, exact: true }).click();
      const question = page.getByRole('dialog', { name: ui.form.closeTitle });
      await question.getByRole('button', { name: ui.form.close, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await edit();
      await expect.poll(() => typed.inputValue()).toBe(mine);
      await save();
      await merged(page).getByRole('radio', { name: record.merge.mine }).check();
      await merged(page).getByRole('button', { name: record.merge.save }).click();
      // The dialog below is hidden from role queries while the merge is open above it.
      await merged(page).waitFor({ state: 'detached' });
      await dialog.waitFor({ state: 'detached' });
      expect(await stored(api)).toEqual([mine, other]);

      // Without own changes: the dialog displays theirs, and saves nothing.
      await edit();
      await typed.fill(`${mine}/2`);
      await change(api);
      await save();
      await merged(page)
        .getByRole('radio', { name: new RegExp(fill(record.merge.theirs, { name: '.+' })) })
        .check();
      await merged(page).getByRole('button', { name: record.merge.save }).click();
      await page.getByText(versioned.tookTheirs).first().waitFor();
      await expect.poll(() => typed.inputValue()).toBe(theirs);
      expect(await stored(api)).toEqual([theirs, other]);
    },
  );
});

test('an activity of an incident: each sees the other editing it, and for a text changed by both the user selects', async () => {
  const { id } = await buildIncident(product, ws, { title: 'แฟ้มหาย', status: 'ACTIVE', assigneeId: me.personnelId });
  const aid = await buildActivity(product, ws, id, { detail: 'ปิดระบบ', by: me.personnelId });
  const edit = async (page: Page) => {
    await page
      .getByRole('button', { name: fill(incident.activity.actionsOf, { time: '' }).trim(), exact: false })
      .first()
      .click();
    await page.getByRole('menuitem', { name: incident.activity.edit }).click();
  };
  const [mine, theirs] = [
    await open(`/data-breach/incident-management/${id}?tab=response`),
    await open(`/data-breach/incident-management/${id}?tab=response`, colleague),
  ];
  await edit(mine);
  await edit(theirs);
  await mine.locator('[name=detail]').fill('ปิดระบบเวลา 10.00 น.');
  await theirs.getByRole('dialog').getByText('สมปอง คุ้มครอง', { exact: false }).waitFor();
  await theirs.locator('[name=detail]').fill('ปิดระบบทั้งหมด');
  await theirs.getByRole('dialog').getByRole('button', { name: ui.save, exact: true }).click();
  await mine.getByRole('button', { name: record.compare, exact: true }).click();
  await merged(mine).getByRole('radio', { name: record.merge.mine }).check();
  await merged(mine).getByRole('button', { name: record.merge.save }).click();
  await merged(mine).waitFor({ state: 'detached' });
  await expect
    .poll(
      async () =>
        (await (await callerFor(product, me)).incident.get({ ws, id })).activities.find((one) => one.id === aid)
          ?.detail,
    )
    .toBe('ปิดระบบเวลา 10.00 น.');
});

test('an action of a treatment plan: for a text changed by both the user selects, and nothing is silently overwritten', async () => {
  const controller = await buildDataController(product, ws);
  const application = await buildApplication(product, {
    workspaceId: ws,
    dataControllerId: controller.id,
    name: 'ระบบตรวจ',
  });
  const { id: dpiaId } = await buildPublishedDpia(product, {
    ws,
    applicationId: application.id,
    plans: [{ title: 'ฐานข้อมูลรั่ว', responsibleId: me.personnelId, expectedOn: '2036-12-01' }],
  });
  const theirs = (await callerFor(product, colleague)).treatmentPlan;
  const { id } = (await theirs.listOf({ ws, id: dpiaId })).collection[0]!;
  await theirs.move({ ws, id, action: 'start' });
  const input = { date: '2026-11-01', time: '09:30' };
  const { actions } = await theirs.addAction({ ws, id, ...input, detail: 'ปิดสิทธิ' });
  const [{ id: actionId, rowVersion }] = actions as [(typeof actions)[number]];
  const page = await open(`/dpo-tools/treatment-plan/${id}`);
  await page.getByRole('button', { name: fill(plan.actions.menuOf, { time: '' }).trim(), exact: false }).click();
  await page.getByRole('menuitem', { name: plan.actions.edit, exact: true }).click();
  await page.locator('[name=detail]').fill('ปิดสิทธิ 9 บัญชี');
  await theirs.updateAction({ ws, id, actionId, rowVersion, ...input, time: '10:00', detail: 'ปิดสิทธิ 12 บัญชี' });
  await page.getByRole('button', { name: record.compare, exact: true }).click();
  await merged(page).getByText('ปิดสิทธิ 12 บัญชี').first().waitFor();
  await merged(page).getByRole('radio', { name: record.merge.mine }).check();
  await merged(page).getByRole('button', { name: record.merge.save }).click();
  await merged(page).waitFor({ state: 'detached' });
  // Their time is kept.
  await expect
    .poll(async () => (await theirs.get({ ws, id })).actions)
    .toMatchObject([{ detail: 'ปิดสิทธิ 9 บัญชี', happenedAt: '2026-11-01T03:00:00.000Z', rowVersion: rowVersion + 2 }]);
});

test('an approval line: others see who edits it, and once it is cancelled the input can be copied', async () => {
  const { id } = await buildApprovalLine(product, ws, {
    requesterId: me.personnelId,
    approverIds: [colleague.personnelId],
    description: 'ขออนุมัติ',
  });
  const page = await open(`/approval-line/${id}`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: approval.manage.reorder }).click();
  await page.locator('textarea[name=description]').fill('ขออนุมัติโดยด่วน');
  const theirs = await callerFor(product, colleague);
  await expect
    .poll(async () => (await theirs.presence.editors({ ws, entity: 'approvalLine', id })).map(({ name }) => name))
    .toEqual(['สมปอง คุ้มครอง']);
  await theirs.approvalLine.cancel({ ws, id });
  await page.getByText(record.over.line).waitFor();
  expect(await page.locator('textarea[name=description]').inputValue()).toBe('ขออนุมัติโดยด่วน');
  await page.getByRole('button', { name: record.over.copy }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('ขออนุมัติโดยด่วน');
});

describe('a request', () => {
  async function buildRequest(more: object = {}) {
    const form = await buildRequestForm(product, me);
    const theirs = (await callerFor(product, colleague)).request;
    const subject = { firstName: 'มาลี', lastName: 'รักดี', email: 'm@test.example', telephone: '0812345678', uid: '' };
    const { id, rights } = await theirs.create({
      ws,
      requestFormId: form.id,
      receivedAt: product.deps.now().toISOString(),
      channel: 'COUNTER',
      subject,
      rights: [{ rightRequestId: form.rightIds['ACCESS']!, requestDetail: 'ขอสำเนาเวชระเบียน' }],
      verified: true,
      ...more,
    });
    const correct = async (more: object) => {
      const { rowVersion } = await theirs.get({ ws, id });
      await theirs.update({ ws, id, rowVersion, ...more });
    };
    return { id, rightId: rights[0]!.id, subject, theirs, correct };
  }

  test('is corrected by two: changes of a colleague are merged, and for the same field the user selects', async () => {
    const { id, rightId, subject, theirs, correct } = await buildRequest();
    const page = await open(`/dsrm/request/${id}`);
    const edit = () => page.getByRole('button', { name: request.correct.action, exact: true }).click();
    const save = () => page.getByRole('button', { name: request.correct.save, exact: true }).click();
    await edit();
    const firstName = page.locator('[name="subject.firstName"]');
    await page.locator('[name="subject.lastName"]').fill('รักไทย');
    await correct({ subject: { ...subject, firstName: 'มานี' } });
    await expect.poll(() => firstName.inputValue()).toBe('มานี');
    await save();
    await firstName.waitFor({ state: 'detached' });
    const { identity } = await theirs.get({ ws, id });
    expect(identity).toMatchObject({ firstName: 'มานี', lastName: 'รักไทย', email: subject.email });

    await edit();
    await page.locator('[name="wishes.0.detail"]').fill('ที่ฉันแก้');
    const wish = { id: rightId, selectedRightRequestOptions: [], additionalRequestOption: '' };
    await correct({ rights: [{ ...wish, requestDetail: 'ที่เขาแก้' }] });
    await page.getByRole('button', { name: record.compare, exact: true }).click();
    await merged(page).getByText('ที่เขาแก้').first().waitFor();
    await merged(page).getByRole('radio', { name: record.merge.mine }).check();
    await merged(page).getByRole('button', { name: record.merge.save }).click();
    await firstName.waitFor({ state: 'detached' });
    expect((await theirs.get({ ws, id })).rights).toMatchObject([{ detail: 'ที่ฉันแก้' }]);
  });

  test('warns where a correction of the age ends what somebody who confirmed may open', async () => {
    const guardian = { firstName: 'มานี', lastName: 'รักดี', email: 'g@test.example', telephone: '' };
    const { id } = await buildRequest({ ageBand: 'MINOR', guardian });
    const page = await open(`/dsrm/request/${id}`);
    await page.getByRole('button', { name: request.correct.action, exact: true }).click();
    const warning = page.getByText(request.correct.fewerAct);
    const ageBand = page.locator('select[name=ageBand]');
    await ageBand.waitFor();
    expect(await warning.count()).toBe(0);
    for (const band of ['ADULT', 'CHILD']) {
      await ageBand.selectOption(band);
      await warning.waitFor();
      await ageBand.selectOption('MINOR');
      await warning.waitFor({ state: 'detached' });
    }
  });

  test('has a key confirmed only as it was displayed: one that a colleague corrects is displayed first', async () => {
    const { id, subject, theirs, correct } = await buildRequest();
    const page = await open(`/dsrm/request/${id}`);
    await page.getByRole('button', { name: request.known.action, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: request.known.action });
    await dialog.locator('[name=key]').selectOption('telephone');
    await dialog.locator('[name=reason]').fill('โทรกลับแล้ว');
    await correct({ subject: { ...subject, telephone: '0898765432' } });
    const confirm = () => dialog.getByRole('button', { name: request.known.action, exact: true }).click();
    await confirm();
    await dialog.getByRole('alert').getByText(errors.staleEdit).waitFor();
    expect((await theirs.get({ ws, id })).knownKeys).not.toContain('telephone');
    expect(await dialog.locator('[name=key] option:checked').textContent()).toContain('0898765432');
    await confirm();
    await dialog.waitFor({ state: 'detached' });
    expect((await theirs.get({ ws, id })).knownKeys).toContain('telephone');
  });
});
