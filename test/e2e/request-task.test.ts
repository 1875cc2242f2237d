import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import type { Locale } from '../../shared/locale.ts';
import enRecord from '../../shared/locales/en/recordScreen.ts';
import enScreen from '../../shared/locales/en/requestScreen.ts';
import en from '../../shared/locales/en/requestTask.ts';
import thRecord from '../../shared/locales/th/recordScreen.ts';
import thScreen from '../../shared/locales/th/requestScreen.ts';
import th from '../../shared/locales/th/requestTask.ts';
import { recordAddress } from '../../shared/registry/entities.ts';
import type { RequestTask } from '../../shared/requestTask/schema.ts';
import { buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildConsentForm, recordChoices } from '../helpers/consents.ts';
import { publishRegister } from '../helpers/publishedRegister.ts';
import { buildRequestForm } from '../helpers/requestForms.ts';
import { testsByTurns } from '../languages.ts';
import { looksRight, settled, wear } from './helpers/audit.ts';
import { loseAnswer } from './helpers/loseAnswer.ts';
import { picture, PICTURES } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = { th, en };
const SCREEN = { th: thScreen, en: enScreen };
const over = { th: thRecord.over, en: enRecord.over };
const reopening = {
  th: th.plan.reopenings_other.replace('{{count}}', '1'),
  en: en.plan.reopenings_one.replace('{{count}}', '1'),
};
const UID = 'HN-0042';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

/** A request whose data is found by the published register, which names who is responsible. */
async function buildRequest(codes: string[]) {
  const workspaceId = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  const dpo = await buildPerson(product, { workspaceId, name: 'สมปอง คุ้มครอง', role: 'DPO' });
  const staff = await buildPerson(product, { workspaceId, name: 'วิภา เวชระเบียน', role: 'Staff' });
  const form = await buildRequestForm(product, dpo);
  await publishRegister(product, dpo, form.applicationId, { responsiblePersonnelId: staff.personnelId });
  const consent = await buildConsentForm(product, dpo);
  await recordChoices(product, consent, [{ uid: UID, name: 'มาลี รักดี' }]);
  const { request } = await callerFor(product, dpo);
  const { id } = await request.create({
    ws: workspaceId,
    requestFormId: form.id,
    receivedAt: product.deps.now().toISOString(),
    channel: 'COUNTER',
    subject: { firstName: 'มาลี', lastName: 'รักดี', email: 'malee@test.example', telephone: '0812345678', uid: UID },
    rights: codes.map((code) => ({ rightRequestId: form.rightIds[code]!, requestDetail: 'ไม่ให้ใช้ข้อมูลเพื่อการตลาดอีก' })),
    verified: true,
  });
  await request.changeStatus({ ws: workspaceId, id, action: 'ASSIGN', assigneeId: dpo.personnelId });
  return { ws: workspaceId, id, dpo, staff, consent };
}

async function open(as: Person, to: string, { locale, width = 1280 }: { locale: Locale; width?: number }) {
  const page = await product.open({ as, locale, width });
  await page.goto(address(to, { locale, ws: as.workspaceId }));
  await settled(page);
  return page;
}

async function pictures(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  for (const width of [1280, 375])
    for (const dark of [false, true]) {
      await wear(page, { dark, width });
      await picture(page, `${name}-${width}${dark ? '-dark' : ''}`);
    }
  await wear(page, { dark: false, width: 1280 });
}

describe.each(['th', 'en'] as const)('tasks of a request, in %s', (locale) => {
  const it = testsByTurns(locale);
  const texts = WORDS[locale];
  const dialog = (page: Page) => page.getByRole('dialog').last();
  const press = (within: Page | ReturnType<typeof dialog>, name: string) =>
    within.getByRole('button', { name, exact: true }).click();

  it('are created from the register, completed on a phone with consent withdrawn, without a reload', async () => {
    const { ws, id, dpo, staff, consent } = await buildRequest(['WITHDRAWAL', 'ACCESS']);
    const desk = await open(dpo, recordAddress('request', id), { locale });
    // Nobody is looked up by what a request merely states.
    const { known, field } = SCREEN[locale];
    await desk.getByText(texts.subject.notSearchedHere.split('{{keys}}')[1]!).waitFor();
    await press(desk, known.action);
    await dialog(desk).locator('[name=reason]').fill('ตรวจบัตรประชาชนที่เคาน์เตอร์แล้ว');
    await looksRight(desk, locale, 'confirming a user ID');
    await press(dialog(desk), known.action);
    await desk.getByText(field.uidKnown).waitFor();
    await press(desk, texts.gather.start);
    await desk.getByText(texts.gather.view).waitFor();
    // Its result is announced, without the tables and files beside it.
    const gathered = desk.getByRole('status').filter({ hasText: texts.gather.done.replace('{{time}}', '') });
    await gathered.waitFor();
    expect(await gathered.getByRole('link').or(gathered.getByRole('listitem')).count()).toBe(0);
    await desk.getByRole('button', { name: texts.panel.plan, exact: true }).first().click();
    await dialog(desk).getByText(texts.plan.groups).waitFor();
    await pictures(desk, `plan-${locale}`);
    await press(dialog(desk), texts.plan.apply);
    await desk.getByRole('link', { name: texts.kind.WITHDRAW, exact: true }).waitFor();
    await pictures(desk, `request-tasks-${locale}`);
    await looksRight(desk, locale, 'request with tasks');

    const phone = await open(staff, '/dsrm/request-task', { locale, width: 375 });
    await pictures(phone, `my-tasks-${locale}`);
    await phone.setViewportSize({ width: 375, height: 800 });
    await phone.getByRole('link', { name: new RegExp(texts.kind.WITHDRAW) }).click();
    await press(phone, texts.action.start);
    await desk.getByText(texts.status.INPROGRESS).first().waitFor();
    await press(phone, texts.action.consent);
    await dialog(phone).getByText(consent.name).waitFor();
    await pictures(phone, `consent-${locale}`);
    await press(dialog(phone), texts.consent.withdraw);
    await press(phone.getByRole('dialog', { name: texts.consent.confirmTitle }), texts.consent.withdraw);
    await dialog(phone).getByText(texts.consent.receipt).waitFor();
    await dialog(phone).getByRole('button', { name: texts.plan.close, exact: true }).last().click();
    await pictures(phone, `task-${locale}`);
    await looksRight(phone, locale, 'task of a request');
    await press(phone, texts.action.finish);
    await phone.getByText(texts.status.DONE).first().waitFor();

    // Two of the three tasks remain, and the officer sees it without a reload.
    await desk.getByText(texts.status.DONE).first().waitFor();
    // The plan names a closed task as one that is opened again.
    await product.owner
      .updateTable('requestTasks')
      .set({ status: 'NOT_NEEDED', dropped: true })
      .where('workspaceId', '=', ws)
      .where('kind', '=', 'SEARCH')
      .execute();
    await desk.getByRole('button', { name: texts.panel.plan, exact: true }).first().click();
    await dialog(desk).getByText(reopening[locale]).waitFor();
    await dialog(desk).getByText(`(${texts.status.NOT_NEEDED})`).waitFor();
    await pictures(desk, `plan-again-${locale}`);
    await press(dialog(desk), texts.plan.apply);
    await dialog(desk).waitFor({ state: 'detached' });
    const present = await (await callerFor(product, dpo)).userConsent.subject({ ws, uid: UID });
    expect(present.collection[0]).toMatchObject({ action: 'NONE', knownBy: 'request' });
    expect(product.complaints).toEqual([]);
  });

  it('keep what was typed when a colleague changes or closes them meanwhile', async () => {
    const { ws, id, dpo, staff } = await buildRequest(['ACCESS']);
    const { requestTask } = await callerFor(product, dpo);
    await requestTask.applyProposal({ ws, requestId: id });
    const task = (await requestTask.ofRequest({ ws, requestId: id })).collection.find(({ kind }) => kind === 'SEARCH')!;
    const page = await open(staff, recordAddress('requestTask', task.id), { locale });
    await press(page, texts.action.start);
    const note = page.locator('[name=note]');
    const method = page.locator('[name="proof.method"]');
    await note.fill('ค้นแฟ้มปี 2569 แล้ว');
    await press(page, texts.action.record);
    await page.getByText(texts.done.record).first().waitFor();
    await method.fill('ค้นด้วยเลขบัตรโรงพยาบาล');

    const record = async (values: Partial<RequestTask['proof']>) => {
      const { rowVersion, note: written, proof } = await requestTask.get({ ws, id: task.id });
      return { ws, id: task.id, rowVersion, note: written, proof: { ...proof, ...values }, fileId: null };
    };
    await requestTask.record(await record({ count: 7 }));
    await expect.poll(() => page.locator('[name="proof.count"]').inputValue()).toBe('7');
    expect(await method.inputValue()).toBe('ค้นด้วยเลขบัตรโรงพยาบาล');
    expect(await note.inputValue()).toBe('ค้นแฟ้มปี 2569 แล้ว');
    await press(page, texts.action.record);
    await expect
      .poll(async () => (await requestTask.get({ ws, id: task.id })).proof)
      .toMatchObject({ method: 'ค้นด้วยเลขบัตรโรงพยาบาล', count: 7 });

    await method.fill('ค้นด้วยชื่อและนามสกุล');
    await requestTask.finish(await record({}));
    await page.getByText(over[locale].body).waitFor();
    expect(await method.inputValue()).toBe('ค้นด้วยชื่อและนามสกุล');
    await page.getByRole('button', { name: over[locale].copy, exact: true }).waitFor();
    await looksRight(page, locale, 'task closed while it was edited');
    expect(product.complaints).toEqual([]);
  });

  it('are added once where the answer was lost, and planned without undoing what a colleague chooses', async () => {
    const { ws, id, dpo } = await buildRequest(['ACCESS']);
    const other = await buildRequestForm(product, dpo);
    await publishRegister(product, dpo, other.applicationId);
    const { requestTask } = await callerFor(product, dpo);
    const desk = await open(dpo, recordAddress('request', id), { locale });
    await press(desk, texts.panel.add);
    await dialog(desk).locator('[name=title]').fill('แฟ้มกระดาษชั้น 3');
    await loseAnswer(desk, 'requestTask.add');
    await press(dialog(desk), texts.panel.add);
    await dialog(desk).getByRole('alert').first().waitFor();
    await press(dialog(desk), texts.panel.add);
    await desk.getByText(texts.add.done).first().waitFor();
    const tasks = async () => (await requestTask.ofRequest({ ws, requestId: id })).collection;
    expect((await tasks()).map(({ title }) => title)).toEqual(['แฟ้มกระดาษชั้น 3']);

    await desk.getByRole('button', { name: texts.panel.plan, exact: true }).first().click();
    const group = dialog(desk).getByRole('group', { name: texts.plan.groups }).getByRole('checkbox').first();
    await group.waitFor();
    // Of what a colleague chooses now, the open dialog need not know.
    await requestTask.choose({ ws, requestId: id, part: 'APPLICATION', id: other.applicationId, chosen: true });
    await group.click();
    const scope = async () => {
      const { groupIds, applications } = await requestTask.proposal({ ws, requestId: id });
      return { groups: groupIds.length, chosen: applications.filter(({ chosen, own }) => chosen && !own).length };
    };
    await expect.poll(scope).toEqual({ groups: 1, chosen: 1 });
    await expect.poll(() => group.isChecked()).toBe(true);
    await group.click();
    await expect.poll(scope).toEqual({ groups: 0, chosen: 1 });
  });
});
