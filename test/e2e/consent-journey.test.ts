import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import enShell from '../../shared/locales/en/shell.ts';
import enUi from '../../shared/locales/en/ui.ts';
import enUserConsent from '../../shared/locales/en/userConsent.ts';
import thShell from '../../shared/locales/th/shell.ts';
import thUi from '../../shared/locales/th/ui.ts';
import thUserConsent from '../../shared/locales/th/userConsent.ts';
import { buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildConsentPurposes } from '../helpers/consents.ts';
import { settled } from './helpers/audit.ts';
import { en as enEmbed, th as thEmbed } from './helpers/consentWords.ts';
import { type HostSite, startHostSite, untilStatus } from './helpers/hostPage.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = {
  th: { embed: thEmbed, shell: thShell, texts: thUserConsent, ui: thUi.table },
  en: { embed: enEmbed, shell: enShell, texts: enUserConsent, ui: enUi.table },
};

let product: Product;
let site: HostSite;
let ws: string;
let dpo: Person;

beforeAll(async () => {
  product = await startProduct();
  site = await startHostSite(product.address);
});
beforeEach(async () => {
  // A new workspace: the bell is empty when the visitor arrives.
  ws = (await buildWorkspace(product, { name: 'ร้านหนังสือออนไลน์' })).id;
  dpo = await buildPerson(product, { workspaceId: ws, name: 'สมปอง คุ้มครอง', role: 'DPO' });
});
afterEach(() => product.closePages());
afterAll(async () => {
  await site?.close();
  await product?.close();
});

/** A form created and published like by staff, through the product's own procedures. */
async function publishForm(name: string): Promise<{ id: string; applicationId: string }> {
  const call = async () => callerFor(product, dpo);
  const { applicationId, purposeIds } = await buildConsentPurposes(product, dpo);
  const created = await (await call()).consent.create({ ws, name, applicationId });
  const saved = await (
    await call()
  ).consent.update({
    ...created.draft,
    ws,
    id: created.id,
    name,
    rowVersion: created.rowVersion,
    title: { th: 'ขอความยินยอมจากคุณ', en: 'May we ask your consent?' },
    description: { th: 'เราขอใช้ข้อมูลของคุณเพื่อวัตถุประสงค์ต่อไปนี้', en: 'We ask to use your data for these purposes' },
    purposes: purposeIds.map((purposeId) => ({ purposeId, signals: [] })),
  });
  await (await call()).consent.publish({ ws, id: created.id, rowVersion: saved.rowVersion });
  return { id: created.id, applicationId };
}

/** A visitor of the bookshop who answers the displayed form. */
async function visitor(
  applicationId: string,
  locale: 'th' | 'en',
  answer: (panel: ReturnType<Page['locator']>) => Promise<void>,
): Promise<string> {
  const uid = `customer-${randomUUID()}`;
  const page = await product.open({ locale });
  await site.visit(
    page,
    {
      workspaceUUID: ws,
      applicationUUID: applicationId,
      uid,
      source: 'ร้านหนังสือ',
      autoShowIfNoConsent: true,
      language: locale,
    },
    { lang: locale },
  );
  const panel = page.locator('pokpong-consent .panel');
  await panel.waitFor();
  await answer(panel);
  await panel.waitFor({ state: 'detached' });
  await untilStatus(page, { pending: false });
  return uid;
}

describe.each(['th', 'en'] as const)('from a visitor’s click to the proof, in %s', (locale) => {
  test('a visitor of another site answers, and for the DPO, signed in elsewhere, history, counts and bell are updated without a reload', async () => {
    const { embed, shell, texts, ui } = WORDS[locale];
    const { id, applicationId } = await publishForm(`ฟอร์มร้านหนังสือ (${locale})`);

    // The DPO watches without touching anything.
    const page = await product.open({ as: dpo, locale });
    await page.goto(address(`/consent/dashboard?form=${id}`, { locale, ws }));
    await settled(page);
    const bell = page.getByRole('button', { name: shell.bell.unread });
    await page.getByRole('button', { name: shell.bell.label, exact: true }).waitFor();
    await page.getByText(texts.history.emptyTitle).first().waitFor();
    const figure = (name: string) =>
      page
        .locator('dl > div')
        .filter({ has: page.locator('dt', { hasText: name }) })
        .locator('dd');
    const subjects = figure(texts.figure.subjects);
    await subjects.getByText('0', { exact: true }).waitFor();
    await page.evaluate(() => Object.assign(window, { untouched: true }));

    const first = await visitor(applicationId, locale, async (panel) => {
      await panel.getByRole('checkbox').nth(0).check();
      await panel.getByRole('button', { name: embed.save }).click();
    });

    await subjects.getByText('1', { exact: true }).waitFor();
    await bell.waitFor();
    const row = page.getByRole('row').filter({ hasText: first });
    await row.waitFor();
    expect(await row.innerText()).toContain(texts.action.ACCEPT);

    // The next one is counted immediately; its row waits until it is requested, so that nothing moves under the
    // pointer.
    const second = await visitor(applicationId, locale, (panel) =>
      panel.getByRole('button', { name: embed.decline, exact: true }).click(),
    );
    await subjects.getByText('2', { exact: true }).waitFor();
    expect(await page.evaluate(() => (window as unknown as { untouched?: boolean }).untouched)).toBe(true);
    await page.getByRole('button', { name: ui.showPending, exact: true }).click();
    const declined = page.getByRole('row').filter({ hasText: second });
    await declined.waitFor();
    expect(await declined.innerText()).toContain(texts.action.NONE);

    // The proof: exactly what was displayed, and that it is unchanged.
    await row.getByRole('button').first().click();
    await page.getByText(texts.proof.intact).waitFor();
    await page
      .getByText(locale === 'th' ? 'ขอความยินยอมจากคุณ' : 'May we ask your consent?')
      .first()
      .waitFor();
    expect(product.complaints).toEqual([]);
  });
});
