import { SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { withScope } from '../../db/client.ts';
import type { ConsentOptions } from '../../client/embeds/consent/types.ts';
import { sealedSecret } from '../../server/modules/consent/secret.ts';
import { newTokenSecret } from '../../server/platform/publicPage/subjectToken.ts';
import type { ConsentLevel } from '../../shared/consent/settings.ts';
import { buildPerson, callerFor, type Person } from '../factories.ts';
import { buildConsentForm, type BuiltForm } from '../helpers/consents.ts';
import { th } from './helpers/consentWords.ts';
import { type HostSite, startHostSite, status, untilStatus } from './helpers/hostPage.ts';
import { type Product, startProduct } from './helpers/product.ts';

// Sites that embed a form of each level: how visitors are recognised on them, and what an attacker who knows their uid
// obtains.

let product: Product;
let site: HostSite;
let dpo: Person;
beforeAll(async () => {
  product = await startProduct();
  site = await startHostSite(product.address);
  dpo = await buildPerson(product, { name: 'สมปอง คุ้มครอง', role: 'DPO' });
});
afterEach(() => product.closePages());
afterAll(async () => {
  await site?.close();
  await product?.close();
});

const build = (level: ConsentLevel) => buildConsentForm(product, dpo, { settings: { level } });
const optionsOf = (form: BuiltForm, more: Partial<ConsentOptions> = {}): ConsentOptions => ({
  workspaceUUID: form.workspaceId,
  applicationUUID: form.applicationId,
  autoShowIfNoConsent: true,
  uid: `customer-${randomUUID().slice(0, 8)}`,
  ...more,
});
const panel = (page: Page) => page.locator('pokpong-consent .panel');
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
/** What anybody with the uid obtains from anywhere. */
const lookUp = async (form: BuiltForm, uid: string) =>
  (await (
    await fetch(
      `${product.address}/api/v1/${form.workspaceId}/user-consents/consent/${form.id}/version/1/get-user-consent`,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ uid }) },
    )
  ).json()) as { action: string; purposeUUIDs: string[]; code?: string };
const submit = (form: BuiltForm, uid: string, action: 'ALL' | 'NONE') =>
  fetch(`${product.address}/api/v1/${form.workspaceId}/user-consents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uid, action, consentUUID: form.id, consentVersion: 1 }),
  });
const knownBy = async (form: BuiltForm, uid: string) =>
  (
    await (await callerFor(product, dpo)).userConsent.history({ ws: form.workspaceId, id: form.id, uid })
  ).collection.map((item) => [item.action, item.knownBy]);

async function signer(form: BuiltForm, uid: string): Promise<() => Promise<string>> {
  const secret = newTokenSecret();
  const key = await withScope(product.deps.db, { workspaceId: form.workspaceId }, (trx) =>
    product.deps.keyring.workspaceKey(trx, form.workspaceId),
  );
  await product.owner
    .updateTable('consents')
    .set({ secret: sealedSecret.seal(key, form.id, secret) })
    .where('id', '=', form.id)
    .execute();
  return () =>
    new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(uid)
      .setJti(randomUUID())
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode(secret));
}

describe('level of browsers', () => {
  test('a visitor is recognised where they answered, changes their choice there, and nobody else has access to it', async () => {
    const form = await build('browser');
    const options = optionsOf(form);
    const uid = options.uid!;
    const page = await product.open();
    await site.visit(page, options);
    await button(page, th.accept).click();
    await untilStatus(page, { action: 'ALL', pending: false });
    await page.reload();
    await untilStatus(page, { action: 'ALL' });
    expect(await panel(page).count()).toBe(0);

    expect(await lookUp(form, uid)).toMatchObject({ action: 'NO_ANSWER', purposeUUIDs: [] });
    expect((await submit(form, uid, 'NONE')).status).toBe(201);
    await page.reload();
    await untilStatus(page, { action: 'ALL' });

    // The same uid in another browser: asked again, only for that browser.
    const other = await product.open();
    await site.visit(other, options);
    await panel(other).waitFor();
    expect(await status(other)).toMatchObject({ action: 'NO_ANSWER', purposes: [] });
    await button(other, th.decline).click();
    await untilStatus(other, { action: 'NONE', pending: false });
    await page.reload();
    await untilStatus(page, { action: 'ALL' });

    await page.evaluate(() => void window.PokpongConsent!.show());
    await button(page, th.decline).click();
    await untilStatus(page, { action: 'NONE', pending: false });
    await page.reload();
    await untilStatus(page, { action: 'NONE' });
    expect(await knownBy(form, uid)).toEqual([
      ['NONE', 'browser'],
      ['NONE', 'browser'],
      ['NONE', 'browser'],
      ['ALL', 'browser'],
    ]);
  });

  test('two people at one browser are separate, and clearing the browser causes the form to ask again', async () => {
    const form = await build('browser');
    const [first, second] = [optionsOf(form), optionsOf(form)];
    const page = await product.open();
    await site.visit(page, first);
    await button(page, th.accept).click();
    await untilStatus(page, { action: 'ALL', pending: false });
    await site.visit(page, second);
    await button(page, th.decline).click();
    await untilStatus(page, { action: 'NONE', pending: false });
    await site.visit(page, first);
    await untilStatus(page, { action: 'ALL' });
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await panel(page).waitFor();
    expect(await status(page)).toMatchObject({ action: 'NO_ANSWER', purposes: [] });
  });

  test('signing in applies a choice to all signed-in browsers, and ends the previous choice of this one', async () => {
    const form = await build('browser');
    const options = optionsOf(form);
    const token = await signer(form, options.uid!);
    const page = await product.open();
    await page.exposeFunction('freshToken', token);
    await site.visit(page, options);
    await button(page, th.accept).click();
    await untilStatus(page, { action: 'ALL', pending: false });
    // Signed in: the choice of this browser applies until the person answers.
    await site.visit(page, { ...options, token: () => '' });
    await untilStatus(page, { action: 'ALL' });
    await page.evaluate(() => void window.PokpongConsent!.show());
    await button(page, th.decline).click();
    await untilStatus(page, { action: 'NONE', pending: false });

    const other = await product.open();
    await other.exposeFunction('freshToken', token);
    await site.visit(other, { ...options, token: () => '' });
    await untilStatus(other, { action: 'NONE' });
    // Signed out again: nothing is granted here before it is asked.
    await site.visit(page, options);
    await panel(page).waitFor();
    expect(await status(page)).toMatchObject({ action: 'NO_ANSWER', purposes: [] });
    await button(page, th.accept).click();
    await untilStatus(page, { action: 'ALL', pending: false });
    await site.visit(other, { ...options, token: () => '' });
    await untilStatus(other, { action: 'NONE' });
  });
});

test('a form with tokens returns and accepts nothing without one', async () => {
  const form = await build('token');
  const options = optionsOf(form);
  const token = await signer(form, options.uid!);
  const page = await product.open();
  await page.exposeFunction('freshToken', token);
  await site.visit(page, { ...options, token: () => '' });
  await button(page, th.accept).click();
  await untilStatus(page, { action: 'ALL', pending: false });
  expect(await lookUp(form, options.uid!)).toMatchObject({ code: 'consent.tokenMissing' });
  expect((await submit(form, options.uid!, 'NONE')).status).toBe(401);
  await page.reload();
  await untilStatus(page, { action: 'ALL' });
  expect(await knownBy(form, options.uid!)).toEqual([['ALL', 'token']]);
});

test('an open form identifies by uid, except visitors who once used a token', async () => {
  const form = await build('open');
  const [options, proved] = [optionsOf(form), optionsOf(form)];
  const token = await signer(form, proved.uid!);
  const page = await product.open();
  await site.visit(page, options);
  await button(page, th.accept).click();
  await untilStatus(page, { action: 'ALL', pending: false });
  expect(await lookUp(form, options.uid!)).toMatchObject({ action: 'ALL' });
  const other = await product.open();
  await site.visit(other, options);
  await untilStatus(other, { action: 'ALL' });

  const signedIn = await product.open();
  await signedIn.exposeFunction('freshToken', token);
  await site.visit(signedIn, { ...proved, token: () => '' });
  await button(signedIn, th.accept).click();
  await untilStatus(signedIn, { action: 'ALL', pending: false });
  expect((await submit(form, proved.uid!, 'NONE')).status).toBe(401);
  await signedIn.reload();
  await untilStatus(signedIn, { action: 'ALL' });
});
