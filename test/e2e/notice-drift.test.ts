import { randomUUIDv7 } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import enPage from '../../shared/locales/en/noticePage.ts';
import enScreen from '../../shared/locales/en/privacyNoticeScreen.ts';
import enRecord from '../../shared/locales/en/recordScreen.ts';
import enUi from '../../shared/locales/en/ui.ts';
import enProof from '../../shared/locales/en/userConsent.ts';
import enVersioned from '../../shared/locales/en/versionedRecord.ts';
import thPage from '../../shared/locales/th/noticePage.ts';
import thScreen from '../../shared/locales/th/privacyNoticeScreen.ts';
import thRecord from '../../shared/locales/th/recordScreen.ts';
import thUi from '../../shared/locales/th/ui.ts';
import thProof from '../../shared/locales/th/userConsent.ts';
import thVersioned from '../../shared/locales/th/versionedRecord.ts';
import { noticePage } from '../../shared/privacyNotice/address.ts';
import { draftOf } from '../../shared/purpose/fields.ts';
import { recordAddress } from '../../shared/registry/entities.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildConsentPurposes, recordChoices } from '../helpers/consents.ts';
import { publishNotice } from '../helpers/notices.ts';
import { publishRegister } from '../helpers/publishedRegister.ts';
import { testsByTurns } from '../languages.ts';
import { fill } from './helpers/fill.ts';
import { focusOnPage } from './helpers/focus.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = {
  th: { texts: thScreen, page: thPage, proof: thProof.proof, record: thRecord, versioned: thVersioned, ui: thUi },
  en: { texts: enScreen, page: enPage, proof: enProof.proof, record: enRecord, versioned: enVersioned, ui: enUi },
};
const CHANGED = { th: 'ดูแลและวิจัย', en: 'Care and research' };

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

/** A published notice, and a published consent form with a link to it. */
async function build() {
  const { id: ws } = await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' });
  const person = (name: string) => buildPerson(product, { workspaceId: ws, name, role: 'DPO' });
  const dpo = await person('สมปอง คุ้มครอง');
  const colleague = await person('มาลี ดูแล');
  const { id: dataControllerId } = await buildDataController(product, ws);
  const notice = await publishNotice(product, dpo, { dataControllerId, name: 'ประกาศสำหรับผู้ป่วย' });
  const { applicationId, purposeIds } = await buildConsentPurposes(product, dpo, { purposes: 1 });
  const { consent } = await callerFor(product, dpo);
  const created = await consent.create({ ws, name: 'แบบสมัครข่าว', applicationId });
  const saved = await consent.update({
    ws,
    id: created.id,
    rowVersion: created.rowVersion,
    name: created.name,
    ...created.draft,
    title: { th: 'ข่าวสาร', en: 'News' },
    description: { th: 'ขอส่งข่าวสาร', en: 'May we send news' },
    purposes: purposeIds.map((purposeId) => ({ purposeId, signals: [] })),
    showPrivacyPolicy: true,
    privacyNoticeId: notice.id,
  });
  await consent.publish({ ws, id: created.id, rowVersion: saved.rowVersion });
  return { ws, dpo, colleague, notice, form: { workspaceId: ws, id: created.id, purposeIds } };
}

/** Publishes a purpose with another title. */
async function publishPurpose(dpo: Person, id: string) {
  const { purpose } = await callerFor(product, dpo);
  const ws = dpo.workspaceId;
  const before = await purpose.get({ ws, id });
  const saved = await purpose.update({
    ws,
    id,
    rowVersion: before.rowVersion,
    ...draftOf(before.content),
    title: CHANGED,
  });
  await purpose.publish({ ws, id, rowVersion: saved.rowVersion });
}

describe.each(['th', 'en'] as const)('a purpose that changes, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, page: words, proof, record, versioned, ui } = WORDS[locale];

  it('notifies a colleague, becomes the next version, is compared by visitors; consents preserve their hash', async () => {
    const { ws, dpo, colleague, notice, form } = await build();
    const second = await product.open({ as: colleague, locale });
    await second.goto(address('/organization/privacy', { locale, ws }));
    const row = second.getByRole('row').filter({ hasText: notice.name });
    await row.getByText(fill(versioned.live, { number: 1 })).waitFor();
    expect(await row.getByText(texts.state.drifted).count()).toBe(0);

    await publishPurpose(dpo, notice.applications[0]!.purposes[0]!.id);
    await row.getByText(texts.state.drifted).waitFor();
    await picture(second, `notice-drift-list-${locale}`);
    const [before] = await recordChoices(product, form, [{ uid: 'somchai@people.example', language: locale }]);

    const first = await product.open({ as: dpo, locale });
    await first.goto(address(recordAddress('privacyNotice', notice.id), { locale, ws }));
    await first.getByRole('button', { name: texts.drift.next, exact: true }).click();
    await first.getByText(texts.drift.started).first().waitFor();
    await focusOnPage(first);
    await first.getByRole('button', { name: versioned.publish.action, exact: true }).click();
    const dialog = first.getByRole('dialog');
    await dialog.getByText(texts.publish.notify).waitFor();
    await dialog.getByRole('button', { name: versioned.publish.action, exact: true }).click();
    await first
      .getByText(fill(versioned.publish.done, { number: 2 }))
      .first()
      .waitFor();
    await focusOnPage(first);
    await row.getByText(fill(versioned.live, { number: 2 })).waitFor();
    await row.getByText(texts.state.drifted).waitFor({ state: 'detached' });

    const visitor = await product.open({ locale });
    await visitor.goto(`${product.address}${noticePage(ws, notice.id)}?lang=${locale}`);
    await visitor.getByText(CHANGED[locale]).first().waitFor();
    await visitor.getByRole('link', { name: fill(words.changesOf, { number: 1 }) }).click();
    await visitor.locator('ins').filter({ hasText: CHANGED[locale] }).first().waitFor();
    await picture(visitor, `notice-drift-changes-${locale}`);

    const [after] = await recordChoices(product, form, [{ uid: 'jane@people.example', language: locale }]);
    const { privacyNotice } = await callerFor(product, dpo);
    const { collection } = await privacyNotice.versions({ ws, id: notice.id, currentPage: 1, pageSize: 10 });
    for (const [id, version] of [[before, 1] as const, [after, 2] as const]) {
      const { sha256Th, sha256En } = collection.find((one) => one.version === version)!;
      await first.goto(address(`/consent/dashboard?form=${form.id}&proof=${id}`, { locale, ws }));
      const drawer = first.getByRole('dialog', { name: proof.title });
      await drawer.getByText(fill(proof.noticeVersion, { name: notice.name, version })).waitFor();
      await drawer.getByText(locale === 'th' ? sha256Th : sha256En, { exact: true }).waitFor();
    }
    expect(product.complaints).toEqual([]);
  });

  it('and notifies nobody for a reason, which a colleague’s edit does not lose before it is published', async () => {
    const { ws, dpo, colleague, notice } = await build();
    await publishPurpose(dpo, notice.applications[0]!.purposes[0]!.id);
    const page = await product.open({ as: dpo, locale });
    await page.goto(address(recordAddress('privacyNotice', notice.id), { locale, ws }));
    const acronym = page.locator('[name="organization.acronym"]');
    await acronym.fill('RYH');
    const publish = page.getByRole('button', { name: versioned.publish.action, exact: true });
    const dialog = page.getByRole('dialog');
    await publish.click();
    await dialog.getByRole('textbox').fill('แก้ชื่อเรื่องเท่านั้น');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    const { privacyNotice } = await callerFor(product, colleague);
    const { rowVersion, draft } = await privacyNotice.get({ ws, id: notice.id });
    const organization = { ...draft.organization, acronym: 'RH' };
    await privacyNotice.update({ ws, id: notice.id, rowVersion, ...draft, organization });
    await page.getByRole('button', { name: record.compare, exact: true }).first().click();
    const merge = page.getByRole('dialog', { name: record.stale.title });
    await merge.getByRole('radio', { name: fill(record.merge.theirs, { name: 'มาลี ดูแล' }) }).check();
    await merge.getByRole('button', { name: record.merge.save }).click();
    await merge.waitFor({ state: 'detached' });
    await expect.poll(() => acronym.inputValue()).toBe('RH');

    // Nothing else is unsaved, so leaving asks because of the reason.
    await page.getByRole('link', { name: texts.step.applications }).first().click();
    await page.getByRole('link', { name: notice.applications[0]!.name }).filter({ visible: true }).first().click();
    await dialog.getByText(ui.form.loss.none).waitFor();
    await dialog.getByRole('button', { name: ui.cancel, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await publish.click();
    expect(await dialog.getByRole('textbox').inputValue()).toBe('แก้ชื่อเรื่องเท่านั้น');
    await dialog.getByRole('button', { name: versioned.publish.action, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await privacyNotice.mailing({ ws, id: notice.id, v: 2 })).toMatchObject({ isOwed: false });
    expect(product.complaints).toEqual([]);
  });

  it('and is new in an application of an open notice: it is asked about, and nothing counts as unsaved', async () => {
    const { ws, dpo, notice } = await build();
    const page = await product.open({ as: dpo, locale });
    await page.goto(address(`${recordAddress('privacyNotice', notice.id)}?step=applications`, { locale, ws }));
    await page.getByRole('group', { name: notice.applications[0]!.purposes[0]!.title[locale] }).waitFor();
    await publishRegister(product, dpo, notice.applications[0]!.id, { title: CHANGED });
    await page.getByRole('group', { name: CHANGED[locale] }).waitFor();
    expect(await page.getByText(ui.form.unsaved, { exact: true }).count()).toBe(0);
    const answer = page.getByRole('group', { name: CHANGED[locale] }).getByRole('combobox', {
      name: texts.provision.required,
    });
    await answer.selectOption('false');
    await page.getByText(ui.form.unsaved, { exact: true }).waitFor();
    await page.getByRole('button', { name: texts.save, exact: true }).click();
    await page.getByText(texts.saved).first().waitFor();
    const { privacyNotice } = await callerFor(product, dpo);
    const { draft } = await privacyNotice.get({ ws, id: notice.id });
    expect(draft.provisions.map(({ required }) => required)).toEqual([true, false]);
    expect(product.complaints).toEqual([]);
  });
});

describe.each(['th', 'en'] as const)('a notice with as many applications as it can have, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts } = WORDS[locale];

  it('says so, and offers no more', async () => {
    const { ws, dpo, notice } = await build();
    const [own] = notice.draft.applications;
    const further = Array.from({ length: 49 }, (_, place) => ({
      workspaceId: ws,
      id: randomUUIDv7(),
      name: `ระบบ ${place}`,
      description: 'ระบบตัวอย่าง',
      dataControllerId: notice.dataController.id,
    }));
    await product.owner.insertInto('applications').values(further).execute();
    const { privacyNotice } = await callerFor(product, dpo);
    const applications = [own!, ...further.map(({ id }) => ({ id, groupIds: [], bases: [] }))];
    const { id, rowVersion } = notice;
    const saved = await privacyNotice.update({ ws, id, rowVersion, ...notice.draft, applications });
    const page = await product.open({ as: dpo, locale });
    await page.goto(address(`${recordAddress('privacyNotice', id)}?step=applications`, { locale, ws }));
    await page.getByText(fill(texts.application.most, { limit: 50 })).waitFor();
    const search = page.getByRole('combobox', { name: texts.application.add });
    expect(await search.count()).toBe(0);
    await privacyNotice.update({ ws, id, rowVersion: saved.rowVersion, ...notice.draft });
    await search.waitFor();
    expect(product.complaints).toEqual([]);
  });
});
