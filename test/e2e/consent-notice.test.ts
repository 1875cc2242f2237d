import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import enConsent from '../../shared/locales/en/consent.ts';
import enReceipt from '../../shared/locales/en/consentReceipt.ts';
import enProof from '../../shared/locales/en/userConsent.ts';
import enVersioned from '../../shared/locales/en/versionedRecord.ts';
import thConsent from '../../shared/locales/th/consent.ts';
import thReceipt from '../../shared/locales/th/consentReceipt.ts';
import thProof from '../../shared/locales/th/userConsent.ts';
import thVersioned from '../../shared/locales/th/versionedRecord.ts';
import { noticePage } from '../../shared/privacyNotice/address.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor } from '../factories.ts';
import { testsByTurns } from '../languages.ts';
import { buildConsentPurposes, recordChoices } from '../helpers/consents.ts';
import { publishNotice } from '../helpers/notices.ts';
import { lookFaults, settled } from './helpers/audit.ts';
import { fill } from './helpers/fill.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = {
  th: { texts: thConsent, choices: thReceipt.choices, proof: thProof.proof, versioned: thVersioned },
  en: { texts: enConsent, choices: enReceipt.choices, proof: enProof.proof, versioned: enVersioned },
};

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

describe.each(['th', 'en'] as const)('a consent form and its privacy notice, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, choices, proof, versioned } = WORDS[locale];

  it('the form links to the version in force, and a consent stores the hash of the version of its time', async () => {
    const { id: ws } = await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' });
    const dpo = await buildPerson(product, { workspaceId: ws, name: 'สมปอง คุ้มครอง', role: 'DPO' });
    const { id: dataControllerId } = await buildDataController(product, ws);
    const notice = await publishNotice(product, dpo, { dataControllerId, name: 'ประกาศสำหรับลูกค้า' });
    const { applicationId, purposeIds } = await buildConsentPurposes(product, dpo, { purposes: 1 });
    const api = await callerFor(product, dpo);
    const form = await api.consent.create({ ws, name: 'แบบสมัครข่าว', applicationId });

    const page = await product.open({ as: dpo, locale });
    await page.goto(address(`/consent/${form.id}`, { locale, ws }));
    await settled(page);
    const choice = page.locator('select[name=privacyNoticeId]');
    if ((await choice.count()) === 0) await page.getByText(texts.field.showPrivacyPolicy, { exact: true }).click();
    await choice.selectOption({ label: notice.name });
    expect(await page.locator('[name=privacyPolicyUrl]').count()).toBe(0);
    const preview = page.locator(`iframe[title="${texts.preview.frame}"]`).filter({ visible: true }).first();
    const link = preview.contentFrame().locator('.facts a');
    expect(await link.getAttribute('href')).toBe(`${product.address}${noticePage(ws, notice.id)}?lang=${locale}`);
    await choice.scrollIntoViewIfNeeded();
    await picture(page, `consent-notice-field-${locale}`);
    expect(await lookFaults(page, locale, 'consent-notice')).toEqual([]);
    await page.getByRole('button', { name: versioned.publish.action }).click();
    await page.getByRole('dialog').getByRole('button', { name: versioned.publish.action }).click();
    await page
      .getByText(fill(versioned.publish.done, { number: 1 }))
      .first()
      .waitFor();

    // The page of the visitor's own choices links to the page of the notice, in the language of the reader.
    const uid = 'somchai@people.example';
    const [id] = await recordChoices(product, { workspaceId: ws, id: form.id, purposeIds }, [
      { uid, language: locale },
    ]);
    const { address: own } = await (
      await callerFor(product, dpo, { locale })
    ).consentReceipt.link({ ws, id: form.id, uid });
    const visitor = await product.open({ as: undefined, locale });
    await visitor.goto(own.slice(own.indexOf(locale === 'en' ? '/en/consent-choices' : '/consent-choices')));
    const [read] = await Promise.all([
      visitor.context().waitForEvent('page'),
      visitor.getByRole('link', { name: choices.policy }).click(),
    ]);
    await read.getByRole('heading', { level: 1 }).waitFor();
    expect(read.url()).toBe(`${product.address}${noticePage(ws, notice.id)}?lang=${locale}`);
    expect(await read.locator('html').getAttribute('lang')).toBe(locale);

    const { rowVersion, draft } = await api.privacyNotice.get({ ws, id: notice.id });
    const saved = await api.privacyNotice.update({
      ws,
      id: notice.id,
      rowVersion,
      ...draft,
      organization: { ...draft.organization, acronym: 'RMY' },
    });
    const next = await api.privacyNotice.publish({
      ws,
      id: notice.id,
      rowVersion: saved.rowVersion,
      tellAgain: false,
      editorialReason: 'ย่อชื่อ',
    });
    expect(next.publishedVersion).toBe(2);
    const { collection } = await api.privacyNotice.versions({ ws, id: notice.id, currentPage: 1, pageSize: 10 });
    const first = collection.find(({ version }) => version === 1)!;

    await page.goto(address(`/consent/dashboard?form=${form.id}&proof=${id}`, { locale, ws }));
    const drawer = page.getByRole('dialog', { name: proof.title });
    await drawer.getByText(fill(proof.noticeVersion, { name: notice.name, version: 1 })).waitFor();
    await drawer.getByText(locale === 'th' ? first.sha256Th : first.sha256En, { exact: true }).waitFor();
    await picture(page, `consent-notice-proof-${locale}`);
    expect(await lookFaults(page, locale, 'consent-notice')).toEqual([]);
    expect(product.complaints).toEqual([]);
  });
});
