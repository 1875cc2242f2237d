import { SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { withScope } from '../../db/client.ts';
import type { ConsentOptions } from '../../client/embeds/consent/types.ts';
import { CLIENT_OUT } from '../../scripts/client.ts';
import { sealedSecret } from '../../server/modules/consent/secret.ts';
import { newTokenSecret } from '../../server/platform/publicPage/subjectToken.ts';
import { sealedIdentity } from '../../server/modules/userConsent/record.ts';
import thUserConsent from '../../shared/locales/th/userConsent.ts';
import enGuardian from '../../shared/locales/en/consentGuardian.ts';
import guardianTexts from '../../shared/locales/th/consentGuardian.ts';
import { LAYOUTS } from '../../shared/consent/theme.ts';
import type { PublicConsentForm } from '../../shared/userConsent/schema.ts';
import { buildPerson, callerFor, type Person } from '../factories.ts';
import { buildConsentForm, type BuiltForm, recordChoices } from '../helpers/consents.ts';
import { en, th } from './helpers/consentWords.ts';
import { faultsOf } from './helpers/audit.ts';
import {
  hostEvents,
  type HostSite,
  startHostSite,
  status,
  untilEvent,
  untilStatus,
  violations,
} from './helpers/hostPage.ts';
import { type Product, startProduct } from './helpers/product.ts';

let product: Product;
let site: HostSite;
let dpo: Person;
/** A bar at the bottom with three purposes; visitors have their own uids. */
let form: BuiltForm;
/** The same, open by uid alone: answers given elsewhere count here. */
let openForm: BuiltForm;

beforeAll(async () => {
  product = await startProduct({});
  site = await startHostSite(product.address);
  dpo = await buildPerson(product, { name: 'สมปอง คุ้มครอง', role: 'DPO' });
  form = await build();
  openForm = await build({ settings: { level: 'open' } });
});
afterEach(() => product.closePages());
afterAll(async () => {
  await site?.close();
  await product?.close();
});

/** With the level of browsers, like new forms. */
const build = ({ settings, ...options }: Parameters<typeof buildConsentForm>[2] = {}) =>
  buildConsentForm(product, dpo, { settings: { level: 'browser', ...settings }, ...options });
const optionsOf = (of: BuiltForm, options: Partial<ConsentOptions> = {}): ConsentOptions => ({
  workspaceUUID: of.workspaceId,
  applicationUUID: of.applicationId,
  autoShowIfNoConsent: true,
  uid: randomUUID(),
  source: 'ร้านหนังสือ',
  ...options,
});
const panel = (page: Page) => page.locator('pokpong-consent .panel');
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
/** Up to four purposes are listed by default. */
const listed = (page: Page) => panel(page).locator('.purposes').waitFor();
/** A site whose button opens the form, as in the guide. */
const SETTINGS_BUTTON =
  "addEventListener('DOMContentLoaded', () => document.getElementById('settings').onclick = () => PokpongConsent.show());";

/** The stored submissions of a form, oldest first. */
async function stored(of: BuiltForm) {
  const key = await withScope(product.deps.db, { workspaceId: of.workspaceId }, (trx) =>
    product.deps.keyring.workspaceKey(trx, of.workspaceId),
  );
  const rows = await product.owner
    .selectFrom('userConsents')
    .selectAll()
    .where('consentId', '=', of.id)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...row,
    granted: Number(row.granted),
    identity: sealedIdentity.open(key, row.id, row.identity),
  }));
}
const storedOf = async (of: BuiltForm, uid: string) =>
  (await stored(of)).filter(({ identity }) => identity.uid === uid);
const queued = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((name) => name.includes('.queue.'))
      .map((name) => JSON.parse(localStorage.getItem(name)!) as { body: { uid: string; action: string } }),
  );

/** A form that requires tokens, and a function that signs one for a uid. */
async function buildGuarded() {
  const guarded = await build({ settings: { level: 'token' } });
  const secret = newTokenSecret();
  const key = await withScope(product.deps.db, { workspaceId: guarded.workspaceId }, (trx) =>
    product.deps.keyring.workspaceKey(trx, guarded.workspaceId),
  );
  await product.owner
    .updateTable('consents')
    .set({ secret: sealedSecret.seal(key, guarded.id, secret) })
    .where('id', '=', guarded.id)
    .execute();
  const tokenOf = (uid: string) =>
    new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(uid)
      .setJti(randomUUID())
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode(secret));
  return { guarded, tokenOf };
}
/** The address of submissions. */
const submissions = () => `${product.address}/api/v1/*/user-consents`;

/** Every product call fails from now on as if offline; returns a function that ends this. */
async function cutOff(page: Page): Promise<() => Promise<void>> {
  const pattern = `${product.address}/api/**`;
  await page.context().route(pattern, (route) => route.abort('internetdisconnected'));
  return async () => {
    await page.context().unroute(pattern);
    await page.evaluate(() => dispatchEvent(new Event('online')));
  };
}

describe('a visitor of another site', () => {
  test.each([
    ['accepts everything', th.accept, 'ALL', [0, 1, 2]],
    ['declines', th.decline, 'NONE', []],
  ] as const)(
    '%s with one click, without requiring more permissions of the site than documented',
    async (_what, name, action, granted) => {
      const page = await product.open();
      const options = optionsOf(form, { name: 'มานี มีนา' });
      await site.visit(page, options);
      await untilEvent(page, 'shown');
      expect(await status(page)).toMatchObject({ action: 'NO_ANSWER', purposes: [], basis: null });
      await button(page, name).click();
      await untilStatus(page, { action, pending: false });
      await panel(page).waitFor({ state: 'detached' });
      // Confirmed where everybody sees it, once the product has acknowledged it.
      await page.getByRole('status').getByText(th.saved).waitFor();
      const events = await hostEvents(page);
      expect(events.map(({ type }) => type)).toEqual(['ready', 'shown', 'change']);
      // A refusal takes effect before the acknowledgement, a grant only after it.
      expect(events[2]!.detail).toMatchObject({
        action,
        basis: 'choice',
        version: 1,
        purposes: granted.map((place) => form.purposeIds[place]),
        pending: action === 'NONE',
      });
      const [row, ...more] = await storedOf(form, options.uid!);
      expect(more).toEqual([]);
      expect(row).toMatchObject({
        action,
        channel: 'JS Web Form',
        language: 'th',
        identity: { uid: options.uid, name: 'มานี มีนา' },
      });
      // The site's policy blocked nothing, nothing moved, no message was logged, no cookie was set.
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate('window.shift')).toBe(0);
      expect(product.complaints).toEqual([]);
      expect(await page.context().cookies()).toEqual([]);

      // On the next visit the answer is known, and nobody is asked.
      await page.reload();
      await untilStatus(page, { action });
      expect((await hostEvents(page)).map(({ type }) => type)).toEqual(['ready', 'change']);
      expect(await panel(page).count()).toBe(0);
    },
  );

  test('ticks one purpose, all of them unticked initially, and changes it later in the same number of steps', async () => {
    const page = await product.open();
    const options = optionsOf(form);
    await site.visit(page, options);
    await listed(page);
    const boxes = panel(page).getByRole('checkbox');
    expect(await boxes.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked))).toEqual([
      false,
      false,
      false,
    ]);
    expect(await panel(page).locator('li .tick').allInnerTexts()).toEqual(
      form.content.purposes.map(({ title }) => title.th),
    );
    await boxes.nth(1).check();
    await button(page, th.save).click();
    await untilStatus(page, { action: 'ACCEPT', purposes: [form.purposeIds[1]!] });

    // Displayed again, it contains the choice, and withdrawing takes one click like granting did.
    await page
      .locator('#settings')
      .evaluate((node) => node.addEventListener('click', () => void window.PokpongConsent!.show()));
    await page.locator('#settings').click();
    await panel(page).waitFor();
    expect(await boxes.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked))).toEqual([
      false,
      true,
      false,
    ]);
    expect(await panel(page).locator('.present').innerText()).toMatch(/^ท่านยินยอมบางวัตถุประสงค์ \(ตอบเมื่อ .* 25\d\d\)/);
    await button(page, th.decline).click();
    await untilStatus(page, { action: 'NONE', purposes: [], pending: false });
    await panel(page).waitFor({ state: 'detached' });
    // The focus is restored.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('settings');
    expect(
      (await storedOf(form, options.uid!)).map(({ action, granted, changed }) => [action, granted, changed]),
    ).toEqual([
      ['ACCEPT', 2, false],
      ['NONE', 0, true],
    ]);
  });

  test('is identified by a random id if the site passes none, the same on every page', async () => {
    const page = await product.open();
    const { uid: _, ...options } = optionsOf(form);
    await site.visit(page, options);
    await button(page, th.accept).click();
    await untilStatus(page, { action: 'ALL' });
    await site.visit(page, options);
    await untilStatus(page, { action: 'ALL' });
    const uid = await page.evaluate(
      (ws) => JSON.parse(localStorage.getItem(`pokpong.consent.${ws}.uid`)!) as string,
      form.workspaceId,
    );
    expect(await storedOf(form, uid)).toHaveLength(1);
  });

  test('switches the language without losing the selection', async () => {
    const page = await product.open();
    await site.visit(page, optionsOf(form));
    await listed(page);
    await panel(page).getByRole('checkbox').nth(0).check();
    await button(page, en.language).click();
    await panel(page).getByRole('heading', { name: form.content.title.en }).waitFor();
    expect(await panel(page).getAttribute('lang')).toBe('en');
    expect(await panel(page).getByRole('checkbox').nth(0).isChecked()).toBe(true);
    await button(page, en.save).click();
    await untilStatus(page, { action: 'ACCEPT' });
    expect((await stored(form)).at(-1)).toMatchObject({ language: 'en' });
  });

  test('closes the form without an answer, and is asked again on the next page', async () => {
    const page = await product.open();
    const options = optionsOf(form);
    await site.visit(page, options);
    await button(page, th.close).click();
    expect(await panel(page).count()).toBe(0);
    expect(await status(page)).toMatchObject({ action: 'NO_ANSWER', pending: false });
    await page.reload();
    await panel(page).waitFor();
    expect(await storedOf(form, options.uid!)).toEqual([]);
  });
});

/** Appearance and position of the buttons. */
const answers = (page: Page, selector: string) =>
  panel(page)
    .locator(selector)
    .evaluateAll((all) =>
      all
        .filter((node) => node.checkVisibility())
        .map((node) => {
          const { width: wide, height, top } = node.getBoundingClientRect();
          const style = getComputedStyle(node);
          const { fontSize, fontWeight, fontFamily, color, backgroundColor, borderWidth, borderColor } = style;
          const { padding, opacity, textDecoration } = style;
          const letters = { fontSize, fontWeight, fontFamily, color, textDecoration };
          return { wide, height, top, backgroundColor, borderWidth, borderColor, padding, opacity, ...letters };
        }),
    );
/** Targets too small for a finger: anything pressable that is lower or narrower than 44 px. */
const smallTargets = (page: Page) =>
  panel(page)
    .locator('button, a, label')
    .evaluateAll((all) =>
      all
        .map((node) => ({ name: node.textContent, ...node.getBoundingClientRect().toJSON() }))
        .filter(({ width, height }) => height > 0 && (height < 43.5 || width < 43.5)),
    );
/** The type of the focused field of the form, or its tag. */
const focusedOf = (page: Page) =>
  page.evaluate(() => {
    const found = document.querySelector('pokpong-consent')?.shadowRoot?.activeElement;
    return (found as HTMLInputElement | null)?.type ?? found?.localName;
  });

describe('all three choices have equal visual weight', () => {
  test.each(LAYOUTS)('in the layout %s, wide and narrow', async (layout) => {
    const page = await product.open();
    const other = await build({ draft: { layout } });
    const many = await build({ purposes: 5, draft: { layout } });
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 740 });
      await site.visit(page, optionsOf(other));
      await panel(page).waitFor();
      const [accept, decline, third] = await answers(page, '.accept, .decline, .save');
      expect(decline).toEqual(accept);
      const { wide: _wide, top: _top, ...weight } = accept!;
      expect(third).toMatchObject(weight);
      expect(third!.wide).toBeGreaterThanOrEqual(accept!.wide);
      expect(accept!.height).toBeGreaterThanOrEqual(44);
      // One Tab between them.
      await button(page, th.accept).focus();
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(() => document.querySelector('pokpong-consent')!.shadowRoot!.activeElement?.className),
      ).toBe('act decline');
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      expect(await panel(page).evaluate((node) => node.scrollWidth <= node.clientWidth + 1)).toBe(true);
      expect(await smallTargets(page)).toEqual([]);

      // More purposes than are listed at once: selecting among them has equal weight, and opens the list with one
      // press.
      await site.visit(page, optionsOf(many));
      await panel(page).waitFor();
      expect(await panel(page).locator('.purposes').isVisible()).toBe(false);
      const [, , choosing] = await answers(page, '.accept, .decline, .choose');
      expect(choosing).toMatchObject(weight);
      await button(page, th.choose.replace('{count}', '5')).click();
      await listed(page);
      expect(await focusedOf(page)).toBe('checkbox');
      await button(page, th.save).waitFor();
    }
  });

  test('a choice whose colour would hide it is rendered legibly', async () => {
    const page = await product.open();
    const other = await build({
      draft: {
        theme: {
          ...form.content.theme,
          preset: 'custom',
          declineBackground: '#ffffff',
          declineText: '#fafafa',
          text: '#fefefe',
        },
      },
    });
    await site.visit(page, optionsOf(other));
    await panel(page).waitFor();
    expect(await button(page, th.decline).evaluate((node) => getComputedStyle(node).color)).toBe('rgb(0, 0, 0)');
    expect(await panel(page).evaluate((node) => getComputedStyle(node).color)).toBe('rgb(0, 0, 0)');
  });
});

describe('by keyboard and for screen readers', () => {
  test('a bar does not take the focus, is the first Tab stop, and Escape closes it', async () => {
    const page = await product.open();
    await site.visit(page, optionsOf(form));
    await panel(page).waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    await panel(page)
      .and(page.getByRole('region', { name: form.content.title.th }))
      .waitFor();
    const reached: string[] = [];
    for (let step = 0; step < 9; step += 1) {
      await page.keyboard.press('Tab');
      reached.push(
        await page.evaluate(
          () =>
            document.querySelector('pokpong-consent')!.shadowRoot!.activeElement?.textContent ??
            document.activeElement?.textContent ??
            '',
        ),
      );
    }
    expect(reached).toEqual([
      en.language,
      `${th.close}✕`,
      ...form.purposeIds.map(() => ''),
      th.accept,
      th.decline,
      th.save,
      'Skip',
    ]);
    await button(page, th.decline).focus();
    await page.keyboard.press('Escape');
    expect(await panel(page).count()).toBe(0);
    expect(await status(page)).toMatchObject({ action: 'NO_ANSWER' });
  });

  test('a pop-up is a dialog: the focus stays in it, Escape closes it without an answer, and everything can be selected by keyboard', async () => {
    const page = await product.open();
    const popup = await build({ purposes: 5, draft: { layout: 'popup' } });
    const options = optionsOf(popup, { autoShowIfNoConsent: false });
    await site.visit(page, options, { after: SETTINGS_BUTTON });
    await untilEvent(page, 'ready');
    await page.locator('#settings').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: popup.content.title.th }).waitFor();
    // Reading starts at the title, which is no control: without a focus ring.
    expect(await focusedOf(page)).toBe('h2');
    expect(
      await panel(page)
        .locator('h2')
        .evaluate((node) => getComputedStyle(node).outlineStyle),
    ).toBe('none');
    const inside = () =>
      page.evaluate(
        () => document.activeElement?.tagName === 'POKPONG-CONSENT' || document.activeElement === document.body,
      );
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      expect(await inside()).toBe(true);
    }
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    expect(await status(page)).toMatchObject({ action: 'NO_ANSWER' });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('settings');

    await page.keyboard.press('Enter');
    await panel(page).waitFor();
    const tabTo = async (selector: string) => {
      for (let step = 0; step < 20; step += 1) {
        await page.keyboard.press('Tab');
        if (
          await page.evaluate(
            (wanted) => document.querySelector('pokpong-consent')?.shadowRoot?.activeElement?.matches(wanted),
            selector,
          )
        )
          return;
      }
      throw new Error(`${selector} was not reached`);
    };
    await tabTo('.choose');
    await page.keyboard.press('Enter');
    expect(await focusedOf(page)).toBe('checkbox');
    await page.keyboard.press('Space');
    await tabTo('.save');
    await page.keyboard.press('Enter');
    await untilStatus(page, { action: 'ACCEPT', purposes: [popup.purposeIds[0]!] });
  });

  test.each([
    ['bottom', 'white', 'th'],
    ['top', 'dark', 'en'],
    ['popup', 'gsb', 'th'],
  ] as const)('axe finds nothing in %s, %s, %s', async (layout, preset, language) => {
    const { DECORATION } = await import('../../shared/consent/theme.ts');
    const other = await build({
      draft: {
        layout,
        askGuardian: true,
        showPrivacyPolicy: true,
        privacyPolicyUrl: 'https://books.example/privacy',
        theme: { ...DECORATION[preset], logoIds: [] },
      },
    });
    for (const width of [1280, 375]) {
      const page = await product.open({ width });
      await site.visit(page, optionsOf(other, { language }), { lang: language });
      await listed(page);
      await panel(page).locator('.guardian > label input').check();
      await panel(page).locator('.accept').click();
      await panel(page).locator('[aria-invalid]').first().waitFor();
      expect(await faultsOf(page)).toEqual([]);
    }
  });

  test('at 200 % on a phone everything is readable and operable', async () => {
    for (const layout of LAYOUTS) {
      const page = await product.open({ width: 188 });
      await page.setViewportSize({ width: 188, height: 334 });
      const other = await build({ draft: { layout, askGuardian: true } });
      await site.visit(page, optionsOf(other), { body: '<main><h1>ร้าน</h1></main>' });
      await listed(page);
      await panel(page).getByRole('checkbox').nth(2).check();
      expect(await panel(page).evaluate((node) => node.scrollWidth <= node.clientWidth + 1)).toBe(true);
      await button(page, th.save).click();
      await untilStatus(page, { action: 'ACCEPT', purposes: [other.purposeIds[2]!] });
    }
  });
});

describe('a failure never grants consent', () => {
  test('offline, an acceptance is queued, the visitor is informed, nothing is granted, and it is sent once online', async () => {
    const page = await product.open();
    const options = optionsOf(form);
    await site.visit(page, options);
    await panel(page).waitFor();
    const mend = await cutOff(page);
    await button(page, th.accept).click();
    await panel(page).getByRole('alert').getByText(th.waiting).waitFor();
    expect(await status(page)).toMatchObject({ action: 'NO_ANSWER', purposes: [], pending: true });
    expect((await hostEvents(page)).map(({ type }) => type)).toEqual(['ready', 'shown', 'error']);
    expect((await hostEvents(page))[2]!.detail).toMatchObject({ code: 'network', willRetry: true });
    // Still none on the next page, and nobody who has answered is asked again.
    await page.reload();
    await untilEvent(page, 'error');
    expect(await status(page)).toMatchObject({ action: 'NO_ANSWER', purposes: [], pending: true });
    expect(await queued(page)).toHaveLength(1);
    await mend();
    await untilStatus(page, { action: 'ALL', pending: false });
    expect(await queued(page)).toEqual([]);
    expect(await panel(page).count()).toBe(0);
    expect(await storedOf(form, options.uid!)).toHaveLength(1);
  });

  test('offline, a withdrawal takes effect immediately, and only the last choice is sent', async () => {
    const page = await product.open();
    const options = optionsOf(openForm);
    await recordChoices(product, openForm, [{ uid: options.uid! }]);
    await site.visit(page, options, { after: SETTINGS_BUTTON });
    await untilStatus(page, { action: 'ALL' });
    const mend = await cutOff(page);
    await page.locator('#settings').click();
    await panel(page).getByRole('checkbox').nth(0).uncheck();
    await button(page, th.save).click();
    await panel(page).getByRole('alert').getByText(th.waiting).waitFor();
    expect(await status(page)).toMatchObject({
      action: 'ACCEPT',
      purposes: openForm.purposeIds.slice(1),
      pending: true,
    });
    await button(page, th.decline).click();
    await untilStatus(page, { action: 'NONE', purposes: [], pending: true });
    expect((await queued(page)).map(({ body }) => body.action)).toEqual(['NONE']);
    await page.reload();
    await untilEvent(page, 'error');
    expect(await status(page)).toMatchObject({ action: 'NONE', purposes: [], pending: true });
    await mend();
    await untilStatus(page, { action: 'NONE', pending: false });
    expect((await storedOf(openForm, options.uid!)).map(({ action }) => action)).toEqual(['ALL', 'NONE']);
  });

  test('a visitor who requests a form that cannot be loaded is informed, and gets it once it can', async () => {
    const page = await product.open();
    const mend = await cutOff(page);
    await site.visit(page, optionsOf(form), { after: SETTINGS_BUTTON });
    await untilEvent(page, 'error');
    // Only visitors who asked are informed.
    expect(await panel(page).count()).toBe(0);
    await page.locator('#settings').click();
    const notice = page.getByRole('dialog', { name: th.unreachable.title });
    await notice.getByText(th.unreachable.body).waitFor();
    expect(await status(page)).toMatchObject({ action: 'NO_ANSWER', purposes: [] });
    await notice.getByRole('button', { name: th.retry }).click();
    await notice.waitFor();
    await notice.getByRole('button', { name: th.closeAnswered }).click();
    expect(await panel(page).count()).toBe(0);
    await page.locator('#settings').click();
    await notice.waitFor();
    await mend();
    await button(page, th.accept).click();
    await untilStatus(page, { action: 'ALL', pending: false });
  });

  test('a visitor who closed the form while their choice was queued is informed once it is stored', async () => {
    const page = await product.open();
    await site.visit(page, optionsOf(form));
    await panel(page).waitFor();
    const mend = await cutOff(page);
    await button(page, th.accept).click();
    await panel(page).getByRole('alert').getByText(th.waiting).waitFor();
    await button(page, th.close).click();
    await mend();
    await page.getByRole('status').getByText(th.saved).waitFor();
    expect(await status(page)).toMatchObject({ action: 'ALL', pending: false });
    expect(await panel(page).count()).toBe(0);
  });

  test('an acknowledged choice is not reverted by the response of an older look-up', async () => {
    const page = await product.open();
    const options = optionsOf(form);
    await site.visit(page, options);
    await panel(page).waitFor();
    // Another tab declines: this one looks it up, and the response is delayed.
    let arrive!: () => void;
    const answered = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const lookedUp = new Promise<void>((resolve) => {
      void page.route('**/get-user-consent', async (route) => {
        const answer = await route.fetch();
        resolve();
        await answered;
        await route.fulfill({ response: answer });
      });
    });
    const other = await page.context().newPage();
    await site.visit(other, options);
    await button(other, th.decline).click();
    await untilStatus(other, { action: 'NONE', pending: false });
    await lookedUp;
    // Meanwhile the visitor accepts here, which the product acknowledges.
    await button(page, th.accept).click();
    await untilStatus(page, { action: 'ALL', pending: false });
    const arrived = page.waitForResponse('**/get-user-consent').then((answer) => answer.finished());
    arrive();
    await arrived;
    // The other tab's message is received in turn: by then the older response was read.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)));
    expect(await status(page)).toMatchObject({ action: 'ALL', purposes: form.purposeIds });
    expect((await storedOf(form, options.uid!)).map(({ action }) => action)).toEqual(['NONE', 'ALL']);
  });

  test('a lost response is retried with the same key: one record', async () => {
    const page = await product.open();
    const options = optionsOf(form);
    await site.visit(page, options);
    await panel(page).waitFor();
    const keys: string[] = [];
    await page.context().route(submissions(), async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      if (keys.length > 1) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await button(page, th.accept).click();
    await untilStatus(page, { action: 'ALL', pending: false });
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(await storedOf(form, options.uid!)).toHaveLength(1);
    await panel(page).waitFor({ state: 'detached' });
    // The response contained the handle: the browser is recognised on the next page.
    await page.reload();
    await untilStatus(page, { action: 'ALL' });
  });

  test('what another visitor of this browser chose offline is sent too, and is not attributed to this one', async () => {
    const page = await product.open();
    const [first, second] = [optionsOf(form), optionsOf(form)];
    await site.visit(page, first);
    await panel(page).waitFor();
    const mend = await cutOff(page);
    await button(page, th.accept).click();
    await panel(page).getByRole('alert').waitFor();
    const isOfFirst = (text: string | null) => !!text?.includes(first.uid!);
    await page
      .context()
      .route(submissions(), (route) => (isOfFirst(route.request().postData()) ? route.abort() : route.continue()));
    // Only now: what waits may be sent at once.
    await mend();
    await site.visit(page, second);
    await panel(page).waitFor();
    expect(await status(page)).toMatchObject({ action: 'NO_ANSWER', purposes: [], pending: false });
    // What is chosen now does not replace what waits.
    await button(page, th.decline).click();
    await untilStatus(page, { action: 'NONE', pending: false });
    expect((await queued(page)).map(({ body }) => [body.uid, body.action])).toEqual([[first.uid, 'ALL']]);
    await page.context().unroute(submissions());
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(async () => (await storedOf(form, first.uid!)).length).toBe(1);
    await expect.poll(() => queued(page)).toEqual([]);
    expect(await status(page)).toMatchObject({ action: 'NONE', purposes: [], pending: false });
    expect((await storedOf(form, second.uid!)).map(({ action }) => action)).toEqual(['NONE']);
  });

  test('a withdrawal that only its visitor may send waits until they are back, whoever uses the browser meanwhile', async () => {
    const { guarded, tokenOf } = await buildGuarded();
    const page = await product.open();
    const [first, second] = [optionsOf(guarded), optionsOf(guarded)];
    let present = first;
    await page.exposeFunction('freshToken', () => tokenOf(present.uid!));
    const arrive = async (visitor: ConsentOptions) => {
      present = visitor;
      await site.visit(page, { ...visitor, token: () => '' }, { after: SETTINGS_BUTTON });
    };
    await arrive(first);
    await button(page, th.accept).click();
    await untilStatus(page, { action: 'ALL', pending: false });
    await page.context().route(submissions(), (route) => route.abort());
    await page.locator('#settings').click();
    await button(page, th.decline).click();
    await untilStatus(page, { action: 'NONE', pending: true });
    await page.context().unroute(submissions());

    await arrive(second);
    await button(page, th.accept).click();
    await untilStatus(page, { action: 'ALL', pending: false });
    expect((await queued(page)).map(({ body }) => [body.uid, body.action])).toEqual([[first.uid, 'NONE']]);
    expect((await hostEvents(page)).filter(({ type }) => type === 'error')).toEqual([]);

    await arrive(first);
    await untilStatus(page, { action: 'NONE', pending: false });
    expect((await storedOf(guarded, first.uid!)).map(({ action }) => action)).toEqual(['ALL', 'NONE']);
    expect((await storedOf(guarded, second.uid!)).map(({ action }) => action)).toEqual(['ALL']);
  });

  test('a choice changed while the response to the first one is missing changes that one, and is not of another browser', async () => {
    const page = await product.open();
    const options = optionsOf(form);
    await site.visit(page, options);
    await panel(page).waitFor();
    let isChanged = false;
    await page.context().route(submissions(), async (route) => {
      isChanged ||= (route.request().postDataJSON() as { action: string }).action === 'NONE';
      if (isChanged) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await button(page, th.accept).click();
    await panel(page).getByRole('alert').getByText(th.waiting).waitFor();
    await button(page, th.decline).click();
    await untilStatus(page, { action: 'NONE', pending: false });
    expect((await storedOf(form, options.uid!)).map(({ action, changed }) => [action, changed])).toEqual([
      ['ALL', false],
      ['NONE', true],
    ]);
    await page.reload();
    await untilStatus(page, { action: 'NONE', pending: false });
  });

  test('a choice of the release before is sent', async () => {
    const page = await product.open();
    const options = optionsOf(form);
    await site.visit(page, options);
    await panel(page).waitFor();
    const mend = await cutOff(page);
    await button(page, th.decline).click();
    await untilStatus(page, { action: 'NONE', pending: true });
    await page.evaluate(() => {
      const name = Object.keys(localStorage).find((one) => one.includes('.queue.'))!;
      const { key, at, body } = JSON.parse(localStorage.getItem(name)!) as { [name: string]: unknown; key: string };
      localStorage.setItem(name.slice(0, -(body as { uid: string }).uid.length - 1), JSON.stringify({ key, at, body }));
      localStorage.removeItem(name);
    });
    await page.reload();
    await untilEvent(page, 'error');
    await mend();
    await untilStatus(page, { action: 'NONE', pending: false });
    expect((await storedOf(form, options.uid!)).map(({ action }) => action)).toEqual(['NONE']);
    expect(await queued(page)).toEqual([]);
  });

  test('a visitor whose earlier choice cannot be read is informed before they replace it, and sees it once it can', async () => {
    const page = await product.open();
    const options = optionsOf(form);
    await site.visit(page, options);
    await button(page, th.accept).click();
    await untilStatus(page, { action: 'ALL', pending: false });
    await page.route('**/get-user-consent', (route) => route.abort());
    await site.visit(page, options, { after: SETTINGS_BUTTON });
    await untilEvent(page, 'error');
    await page.locator('#settings').click();
    await panel(page).getByText(th.unread).waitFor();
    expect(await panel(page).getByRole('checkbox', { checked: true }).count()).toBe(0);
    await button(page, th.close).click();
    await page.unroute('**/get-user-consent');
    await page.locator('#settings').click();
    await panel(page).getByText(th.present.ALL).waitFor();
    expect(await panel(page).getByRole('checkbox', { checked: true }).count()).toBe(3);
    expect(await panel(page).getByText(th.unread).count()).toBe(0);
  });

  test('503 is retried later; the button "try again" retries immediately', async () => {
    const page = await product.open();
    await site.visit(page, optionsOf(form));
    await panel(page).waitFor();
    let tries = 0;
    await page.context().route(submissions(), (route) => {
      tries += 1;
      return tries === 1
        ? route.fulfill({
            status: 503,
            headers: { 'retry-after': '300', 'access-control-allow-origin': '*' },
            body: '{}',
          })
        : route.continue();
    });
    await button(page, th.accept).click();
    await button(page, th.retry).click();
    await untilStatus(page, { action: 'ALL' });
    expect(tries).toBe(2);
  });

  test('a refusal is displayed in the visitor’s language and changes nothing', async () => {
    const page = await product.open();
    const closed = await build({ settings: { channels: { web: false, api: true, mobile: true } } });
    await site.visit(page, optionsOf(closed));
    await button(page, th.accept).click();
    const text = await panel(page).getByRole('alert').innerText();
    // In words for a visitor, who has no settings.
    expect(text).toContain(`บันทึกตัวเลือกไม่ได้: ${thUserConsent.ingest.channel}`);
    expect(text).toContain('ติดต่อองค์กร');
    expect(await status(page)).toMatchObject({ action: 'NO_ANSWER', purposes: [], pending: false });
    expect(await queued(page)).toEqual([]);
    expect((await hostEvents(page)).find(({ type }) => type === 'error')!.detail).toMatchObject({
      code: 'refused',
      willRetry: false,
      status: 403,
    });
  });

  test('with blocked storage the choice is sent, and nothing is granted on the next page', async () => {
    const page = await product.open();
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      }),
    );
    const { uid: _, ...options } = optionsOf(form);
    await site.visit(page, options);
    await panel(page).waitFor();
    const mend = await cutOff(page);
    await button(page, th.accept).click();
    // Nothing would be left of it once the page is closed.
    await panel(page).getByText(th.unstored).waitFor();
    await mend();
    await untilStatus(page, { action: 'ALL' });
    await page.reload();
    await panel(page).waitFor();
    expect(await status(page)).toMatchObject({ action: 'NO_ANSWER', purposes: [] });
    expect(product.complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  test('a deactivated form asks nobody and allows nothing; who opens it can withdraw', async () => {
    const own = await buildConsentForm(product, dpo, { name: 'แบบที่ปิดใช้งาน' });
    const { consent } = await callerFor(product, dpo);
    const page = await product.open();
    const options = optionsOf(own, { autoShowIfNoConsent: true });
    await site.visit(page, options, { after: SETTINGS_BUTTON });
    await button(page, th.accept).click();
    await untilStatus(page, { action: 'ALL', pending: false });
    const { rowVersion } = await consent.get({ ws: own.workspaceId, id: own.id });
    await consent.remove({ ws: own.workspaceId, id: own.id, rowVersion });
    const isAnswered = async () =>
      (await fetch(`${product.address}/api/v1/${own.workspaceId}/consent-versions/application/${own.applicationId}`))
        .status;
    await expect.poll(isAnswered).toBe(404);
    // A browser uses the form for a minute without asking.
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
    await site.visit(page, options, { after: SETTINGS_BUTTON });
    await untilEvent(page, 'ready');
    expect(await status(page)).toMatchObject({ action: 'NO_ANSWER', purposes: [] });
    expect(await panel(page).count()).toBe(0);
    await page.getByRole('button', { name: 'ตั้งค่าความเป็นส่วนตัว' }).click();
    await panel(page).getByText(thUserConsent.deactivated.description).waitFor();
    expect(await panel(page).getByRole('checkbox').count()).toBe(0);
    expect(await button(page, th.accept).count()).toBe(0);
    await button(page, thUserConsent.deactivated.withdraw).click();
    await untilStatus(page, { action: 'NONE', purposes: [], pending: false });
    expect((await storedOf(own, options.uid!)).map(({ action }) => action)).toContain('NONE');
    expect(await violations(page)).toEqual([]);
    expect(product.complaints).toEqual([]);
    await page.getByRole('button', { name: 'ตั้งค่าความเป็นส่วนตัว' }).click();
    await panel(page).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test('an unknown form is reported, and nothing is displayed; a visitor who requests it is informed', async () => {
    const page = await product.open();
    await site.visit(page, { ...optionsOf(form), applicationUUID: randomUUID() }, { after: SETTINGS_BUTTON });
    await untilEvent(page, 'error');
    expect((await hostEvents(page)).map(({ type }) => type)).toEqual(['error', 'ready']);
    expect((await hostEvents(page))[0]!.detail).toMatchObject({ code: 'notFound', willRetry: false });
    expect(await page.evaluate(() => window.PokpongConsent!.show({ byVisitor: false }))).toBe(false);
    expect(await panel(page).count()).toBe(0);
    await page.locator('#settings').click();
    const notice = page.getByRole('dialog', { name: th.missing.title });
    await notice.getByText(th.missing.body).waitFor();
    expect(await notice.getByRole('button').allInnerTexts()).toEqual([th.closeAnswered]);
    await notice.getByRole('button').click();
    expect(await panel(page).count()).toBe(0);
  });
});

describe('Global Privacy Control', () => {
  const withSignal = async () => {
    const page = await product.open();
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
    return page;
  };

  test('means NONE without an explicit choice: nothing is displayed and nothing submitted', async () => {
    const page = await withSignal();
    const options = optionsOf(form);
    await site.visit(page, options);
    await untilEvent(page, 'change');
    expect((await hostEvents(page)).map(({ type, detail }) => [type, detail.action, detail.basis])).toEqual([
      ['ready', 'NONE', 'gpc'],
      ['change', 'NONE', 'gpc'],
    ]);
    expect(await panel(page).count()).toBe(0);
    expect(await storedOf(form, options.uid!)).toEqual([]);
    // The visitor may still change the choice, and sees its status.
    await page.evaluate(() => void window.PokpongConsent!.show());
    await panel(page).getByText(th.present.gpc).waitFor();
    await button(page, th.accept).click();
    await untilStatus(page, { action: 'ALL', basis: 'choice' });
  });

  test('an explicit choice takes precedence', async () => {
    const page = await withSignal();
    const options = optionsOf(openForm);
    await recordChoices(product, openForm, [{ uid: options.uid!, granted: [0] }]);
    await site.visit(page, options);
    await untilStatus(page, { action: 'ACCEPT', basis: 'choice', purposes: [openForm.purposeIds[0]!] });
  });
});

describe('Google Consent Mode v2', () => {
  const commands = (page: Page) =>
    page.evaluate(() => (window.dataLayer ?? []).map((entry) => Array.from(entry as ArrayLike<unknown>)));

  test('everything is denied initially; an answer grants the signals of the accepted purposes', async () => {
    const page = await product.open();
    const marketing = await build();
    const signals = [['ad_storage', 'ad_user_data'], ['analytics_storage'], ['ad_storage', 'functionality_storage']];
    const content = {
      ...marketing.content,
      purposes: marketing.content.purposes.map((purpose, place) => ({ ...purpose, signals: signals[place]! })),
    };
    await product.owner
      .updateTable('consentVersions')
      .set({ content: JSON.stringify(content) })
      .where('consentId', '=', marketing.id)
      .execute();
    await site.visit(page, optionsOf(marketing, { googleConsentMode: true }), {
      after: 'window.first = dataLayer.length;',
    });
    await untilEvent(page, 'shown');
    expect(await page.evaluate('window.first')).toBe(1);
    expect(await commands(page)).toEqual([
      [
        'consent',
        'default',
        {
          ad_storage: 'denied',
          ad_user_data: 'denied',
          ad_personalization: 'denied',
          analytics_storage: 'denied',
          wait_for_update: 500,
        },
      ],
      ['consent', 'default', { functionality_storage: 'denied', wait_for_update: 500 }],
    ]);
    await listed(page);
    await panel(page).getByRole('checkbox').nth(0).check();
    await panel(page).getByRole('checkbox').nth(1).check();
    await button(page, th.save).click();
    await untilStatus(page, { action: 'ACCEPT' });
    expect((await commands(page)).at(-1)).toEqual([
      'consent',
      'update',
      {
        ad_storage: 'denied',
        ad_user_data: 'granted',
        ad_personalization: 'denied',
        analytics_storage: 'granted',
        functionality_storage: 'denied',
      },
    ]);
    // On the next page the form's own signals are denied from the start too.
    await page.reload();
    await untilStatus(page, { action: 'ACCEPT' });
    expect(Object.keys((await commands(page))[0]![2] as object)).toContain('functionality_storage');
  });

  test('is inactive unless it is enabled', async () => {
    const page = await product.open();
    await site.visit(page, optionsOf(form));
    await untilEvent(page, 'shown');
    expect(await page.evaluate(() => window.dataLayer)).toBeUndefined();
  });
});

describe('forms with additional requirements', () => {
  test('a token: a new one for each call; without one nothing is requested', async () => {
    const { guarded, tokenOf } = await buildGuarded();
    const page = await product.open();
    const options = optionsOf(guarded);
    let created = 0;
    await page.exposeFunction('freshToken', () => {
      created += 1;
      return tokenOf(options.uid!);
    });
    await site.visit(page, { ...options, token: () => '' });
    await button(page, th.accept).click();
    await untilStatus(page, { action: 'ALL' });
    expect(created).toBe(2);
    await page.reload();
    await untilStatus(page, { action: 'ALL' });

    const other = await product.open();
    await site.visit(other, optionsOf(guarded));
    await untilEvent(other, 'error');
    expect((await hostEvents(other))[0]!.detail).toMatchObject({ code: 'token' });
    expect(await panel(other).count()).toBe(0);
    expect(await status(other)).toMatchObject({ action: 'NO_ANSWER' });
  });

  test('a guardian: validated during input; not required when declining', async () => {
    const minors = await build({ draft: { askGuardian: true } });
    const page = await product.open();
    const options = optionsOf(minors);
    await site.visit(page, options);
    await panel(page).getByLabel(guardianTexts.question).check();
    await button(page, th.accept).click();
    // The first invalid field is focused; nothing was sent.
    await page.waitForFunction(
      () => document.querySelector('pokpong-consent')!.shadowRoot!.activeElement?.id === 'firstName',
    );
    expect(await panel(page).locator('.wrong:visible').allInnerTexts()).toHaveLength(3);
    await panel(page).getByLabel(guardianTexts.firstName, { exact: true }).fill('สมศรี');
    await panel(page).getByLabel(guardianTexts.lastName).fill('มีนา');
    const mail = panel(page).getByLabel(guardianTexts.email);
    await mail.fill('somsri@');
    await panel(page).getByText(guardianTexts.wrong.email).waitFor();
    await mail.fill('somsri@example.com');
    await panel(page).getByText(guardianTexts.wrong.email).waitFor({ state: 'hidden' });
    const telephone = panel(page).getByLabel(guardianTexts.telephone);
    await telephone.fill('08-1234');
    await telephone.press('Tab');
    await panel(page).getByText(guardianTexts.wrong.telephone).waitFor();
    await telephone.fill('081-234-5678');
    await button(page, th.accept).click();
    await untilStatus(page, { action: 'ALL' });
    expect((await storedOf(minors, options.uid!))[0]).toMatchObject({
      hasGuardian: true,
      identity: {
        guardian: { firstName: 'สมศรี', lastName: 'มีนา', email: 'somsri@example.com', telephone: '0812345678' },
      },
    });

    const other = await product.open();
    const declining = optionsOf(minors);
    await site.visit(other, declining);
    await panel(other).getByLabel(guardianTexts.question).check();
    await button(other, th.decline).click();
    await untilStatus(other, { action: 'NONE', pending: false });
    expect((await storedOf(minors, declining.uid!))[0]).toMatchObject({ hasGuardian: false, action: 'NONE' });
    expect(await violations(page)).toEqual([]);
  });

  test('a question about a guardian that cannot be loaded: nothing is granted, and the visitor can try again; other forms load none', async () => {
    const minors = await build({ draft: { askGuardian: true } });
    const page = await product.open();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    const pattern = '**/consent/form/guardian.js*';
    await page.route(pattern, (route) => route.abort('internetdisconnected'));
    await site.visit(page, optionsOf(minors));
    await button(page, th.accept).click();
    await panel(page).getByText(th.guardianMissing).waitFor();
    expect(await status(page)).toMatchObject({ action: 'NO_ANSWER', pending: false });
    await page.unroute(pattern);
    const pending = Promise.withResolvers<void>();
    await page.route(pattern, async (route) => {
      await pending.promise;
      await route.continue();
    });
    await button(page, th.retry).click();
    pending.resolve();
    // The question that the press passed over.
    await page.waitForFunction(
      () =>
        (document.querySelector('pokpong-consent')!.shadowRoot!.activeElement as HTMLInputElement)?.type === 'checkbox',
    );
    await panel(page).getByLabel(guardianTexts.question).check();
    await panel(page).getByRole('button', { name: 'English' }).click();
    await panel(page).getByLabel(enGuardian.firstName, { exact: true }).waitFor();
    expect(await panel(page).locator('.problem').isVisible()).toBe(false);

    loaded.length = 0;
    await site.visit(page, optionsOf(form));
    await listed(page);
    expect(loaded).not.toContain('/consent/form/guardian.js');
  });
});

describe('a new version', () => {
  /** Publishes a version 2 with one more purpose, like the product. */
  async function publishMore(of: BuiltForm): Promise<string> {
    const call = await callerFor(product, dpo);
    const ws = of.workspaceId;
    const { draft } = await call.consent.get({ ws, id: of.id });
    const extra = (await build({ purposes: 1 })).purposeIds[0]!;
    const now = await call.consent.get({ ws, id: of.id });
    const saved = await call.consent.update({
      ...draft,
      ws,
      id: of.id,
      name: now.name,
      rowVersion: now.rowVersion,
      purposes: [...draft.purposes, { purposeId: extra, signals: [] }],
    });
    await call.consent.publish({ ws, id: of.id, rowVersion: saved.rowVersion });
    return extra;
  }

  test('with other purposes asks again, and leaves new ones unticked', async () => {
    const of = await build({ settings: { level: 'open' } });
    const page = await product.open();
    const options = optionsOf(of);
    await recordChoices(product, of, [{ uid: options.uid! }]);
    await site.visit(page, options);
    await untilStatus(page, { action: 'ALL', askAgain: false });
    await publishMore(of);
    await expect
      .poll(
        async () =>
          (
            (await (
              await fetch(
                `${product.address}/api/v1/${of.workspaceId}/consent-versions/application/${of.applicationId}`,
              )
            ).json()) as { version: number }
          ).version,
      )
      .toBe(2);
    const fresh = await product.open();
    await site.visit(fresh, options);
    await panel(fresh).getByText(th.asksAgain).waitFor();
    expect(await status(fresh)).toMatchObject({ askAgain: true, purposes: of.purposeIds });
    expect(
      await panel(fresh)
        .getByRole('checkbox')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked)),
    ).toEqual([true, true, true, false]);
    await button(fresh, th.save).click();
    await untilStatus(fresh, { action: 'ACCEPT', version: 2, askAgain: false, purposes: [...of.purposeIds] });
  });

  test('published while an answer for the old one was queued discards the queued answer and asks again', async () => {
    const of = await build();
    const page = await product.open();
    await site.visit(page, optionsOf(of));
    await panel(page).waitFor();
    await publishMore(of);
    // Longer ago than the day for which the previous version is still accepted.
    await product.owner
      .updateTable('consentVersions')
      .set({ publishedAt: new Date(Date.now() - 3 * 86_400_000) })
      .where('consentId', '=', of.id)
      .execute();
    await expect
      .poll(
        async () =>
          (
            await fetch(`${product.address}/api/v1/${of.workspaceId}/user-consents`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({
                // Somebody new each time: who allowed it before may answer the same again.
                uid: crypto.randomUUID(),
                consentUUID: of.id,
                consentVersion: 1,
                action: 'ALL',
              }),
            })
          ).status,
        { interval: 500 },
      )
      .toBe(409);
    await button(page, th.accept).click();
    await panel(page).getByText(th.outdated).waitFor();
    expect(await status(page)).toMatchObject({ action: 'NO_ANSWER', purposes: [], pending: false });
    expect(await queued(page)).toEqual([]);
    await listed(page);
    expect(await panel(page).getByRole('checkbox').count()).toBe(4);
    await button(page, th.accept).click();
    await untilStatus(page, { action: 'ALL', version: 2 });
  });
});

describe('options of the site', () => {
  test('sourceCheck: only an answer given on this source counts', async () => {
    const page = await product.open();
    const options = optionsOf(openForm);
    await recordChoices(product, openForm, [{ uid: options.uid!, source: 'แอปมือถือ' }]);
    await site.visit(page, { ...options, sourceCheck: true });
    await panel(page).waitFor();
    expect(await status(page)).toMatchObject({ action: 'NO_ANSWER' });
    await site.visit(page, { ...options, sourceCheck: false });
    await untilStatus(page, { action: 'ALL' });
  });

  test('hideIfAllow: show() by the page does not open the form for a visitor who accepted everything; a click always does', async () => {
    const page = await product.open();
    const options = optionsOf(openForm, { hideIfAllow: true });
    await recordChoices(product, openForm, [{ uid: options.uid! }]);
    await site.visit(page, options, {
      after:
        "window.came = PokpongConsent.show(); addEventListener('DOMContentLoaded', () => document.getElementById('settings').onclick = () => PokpongConsent.show());",
    });
    expect(await page.evaluate('window.came')).toBe(false);
    await page.locator('#settings').click();
    await button(page, th.closeAnswered).waitFor();
  });

  test('init twice, the script twice, and another visitor: one form, of the last call', async () => {
    const page = await product.open();
    const options = optionsOf(openForm);
    await site.visit(page, options, { after: `PokpongConsent.init(${JSON.stringify(options)});`, policy: null });
    await panel(page).waitFor();
    await page.addScriptTag({ url: `${product.address}/consent/form/script.js` });
    await page.evaluate((same) => window.PokpongConsent!.init(same as ConsentOptions), options as object);
    expect(await page.locator('pokpong-consent').count()).toBe(1);
    expect((await hostEvents(page)).filter(({ type }) => type === 'ready')).toHaveLength(1);
    const other = optionsOf(openForm);
    await recordChoices(product, openForm, [{ uid: other.uid!, granted: [] }]);
    await page.evaluate((another) => window.PokpongConsent!.init(another as ConsentOptions), other as object);
    await untilStatus(page, { action: 'NONE' });
    expect(await page.locator('pokpong-consent').count()).toBe(0);
  });

  test('update() submits the state of the site’s own switches; a purpose of another form is refused', async () => {
    const page = await product.open();
    await site.visit(page, optionsOf(form, { autoShowIfNoConsent: false }));
    const state = await page.evaluate((purposes) => window.PokpongConsent!.update(purposes), [form.purposeIds[2]!]);
    expect(state).toMatchObject({ action: 'ACCEPT', purposes: [form.purposeIds[2]], pending: false });
    expect(
      await page.evaluate(
        (purposes) => window.PokpongConsent!.update(purposes).catch((error: Error) => error.name),
        [randomUUID()],
      ),
    ).toBe('TypeError');
  });

  test('on a phone with a covered edge, no part of the form is under it', async () => {
    const page = await product.open({ width: 375 });
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34 } });
    await site.visit(page, optionsOf(form));
    const bottom = async (selector: string) => {
      const box = (await page.locator('pokpong-consent').locator(selector).boundingBox())!;
      return page.viewportSize()!.height - box.y - box.height;
    };
    await panel(page).waitFor();
    expect(await bottom('.save')).toBeGreaterThanOrEqual(34);
    await button(page, th.accept).click();
    await page.getByRole('status').getByText(th.saved).waitFor();
    expect(await bottom('.saved')).toBeGreaterThanOrEqual(34);
  });

  test('on a phone, a long title and a wide logo leave the buttons in view', async () => {
    const page = await product.open({ width: 360 });
    await page.setViewportSize({ width: 360, height: 640 });
    const title = { th: 'ขอความยินยอมใช้ข้อมูล'.repeat(10).slice(0, 200), en: 'Your consent' };
    const long = await build({ draft: { title } });
    await page.route('**/wide.svg', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="100"><rect width="900" height="100"/></svg>',
      }),
    );
    await site.visit(page, optionsOf(long, { template: { logo: `${product.address}/wide.svg` } }));
    await panel(page)
      .locator('img')
      .evaluate((node) => (node as HTMLImageElement).decode());
    for (const name of [th.accept, th.decline, th.save]) {
      const box = (await button(page, name).boundingBox())!;
      expect(box.y + box.height).toBeLessThanOrEqual(640);
    }
    // Where even that is too high, the whole form scrolls.
    expect(await panel(page).evaluate((node) => getComputedStyle(node).overflowY)).toBe('auto');
  });

  test('a container in the page, and a language', async () => {
    const page = await product.open();
    await site.visit(
      page,
      optionsOf(form, {
        target: '#place',
        language: 'en',
        template: { fontFamilyName: 'Georgia"; color: red', logo: 'javascript:alert(1)' },
      }),
    );
    await panel(page).getByRole('heading', { name: form.content.title.en }).waitFor();
    expect(
      await page.locator('#place pokpong-consent .stage').evaluate((node) => getComputedStyle(node).position),
    ).toBe('static');
    expect(await panel(page).locator('img').count()).toBe(0);
    // It stays there after an answer, and displays the status.
    await button(page, en.accept).click();
    await panel(page).getByText(en.saved).waitFor();
    await panel(page).getByText(en.present.ALL).waitFor();
  });

  test('a container that a page replaces, as one without reloads does, contains the form again', async () => {
    const page = await product.open();
    const options = optionsOf(form, { autoShowIfNoConsent: false });
    await site.visit(page, null);
    for (const route of ['first', 'second']) {
      const isDisplayed = await page.evaluate(
        async ([name, plain]) => {
          const target = document.createElement('section');
          target.id = name;
          document.getElementById('place')!.replaceChildren(target);
          await window.PokpongConsent!.init({ ...(plain as ConsentOptions), target });
          return window.PokpongConsent!.show();
        },
        [route, options as object] as const,
      );
      expect(isDisplayed).toBe(true);
      await page.locator(`#${route} pokpong-consent .panel`).waitFor();
    }
    expect((await hostEvents(page)).filter(({ type }) => type === 'ready')).toHaveLength(1);
    // What is in the flow of the page is printed with it.
    await page.emulateMedia({ media: 'print' });
    expect(await panel(page).isVisible()).toBe(true);
  });

  test('a form over the page is not printed', async () => {
    const page = await product.open();
    await site.visit(page, optionsOf(form));
    await panel(page).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await panel(page).isVisible()).toBe(false);
  });

  test('styles of the page affect neither text nor colours of the form; reduced motion and forced colours are supported', async () => {
    const page = await product.open();
    await site.visit(page, optionsOf(form), {
      policy: null,
      body: '<style>html { font-size: 62.5% } * { color: red !important; letter-spacing: 4px !important; font-size: 40px !important; line-height: 1 !important; direction: rtl } button, input { display: none !important } pokpong-consent { opacity: 0 !important; transform: rotate(9deg) !important }</style><main><h1>ร้าน</h1></main>',
    });
    await panel(page).waitFor();
    const of = (selector: string) =>
      panel(page)
        .locator(selector)
        .first()
        .evaluate((node) => {
          const { color, letterSpacing, fontSize, lineHeight, direction, display } = getComputedStyle(node);
          return { color, letterSpacing, fontSize, lineHeight, direction, display };
        });
    expect(await of('.lines')).toEqual({
      color: 'rgb(28, 31, 43)',
      letterSpacing: 'normal',
      fontSize: '16px',
      lineHeight: '25.6px',
      direction: 'ltr',
      display: 'block',
    });
    expect((await of('.accept')).display).not.toBe('none');
    expect(
      await page
        .locator('pokpong-consent')
        .evaluate((node) => [getComputedStyle(node).opacity, getComputedStyle(node).transform]),
    ).toEqual(['1', 'none']);
    expect(await panel(page).evaluate((node) => getComputedStyle(node).animationName)).toBe('none');
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await panel(page).evaluate((node) => getComputedStyle(node).borderTopWidth)).toBe('1px');
  });

  test('a page that replaced its entire content can display the form again', async () => {
    const page = await product.open();
    await site.visit(page, optionsOf(form));
    await panel(page).waitFor();
    await page.evaluate(() => document.body.replaceChildren());
    await page.evaluate(() => void window.PokpongConsent!.show());
    await button(page, th.decline).click();
    await untilStatus(page, { action: 'NONE' });
  });

  test('a choice made in another tab applies in this one', async () => {
    const page = await product.open();
    const options = optionsOf(form);
    await site.visit(page, options);
    await panel(page).waitFor();
    const other = await page.context().newPage();
    await site.visit(other, options);
    await button(other, th.decline).click();
    await untilStatus(other, { action: 'NONE' });
    await untilStatus(page, { action: 'NONE' });
  });

  test('a choice that is on its way in one tab arrives before a later one in another', async () => {
    const page = await product.open();
    const options = optionsOf(form);
    const other = await page.context().newPage();
    for (const tab of [page, other]) await site.visit(tab, options);
    for (const tab of [page, other]) await panel(tab).waitFor();
    const released = Promise.withResolvers<void>();
    const started = page.waitForRequest(submissions());
    await page.route(submissions(), async (route) => {
      await released.promise;
      await route.continue();
    });
    await button(page, th.accept).click();
    await started;
    let isSent = false;
    other.on('request', (request) => void (isSent ||= request.postDataJSON()?.action === 'NONE'));
    await button(other, th.decline).click();
    await untilStatus(other, { action: 'NONE', pending: true });
    expect(isSent).toBe(false);
    released.resolve();
    for (const tab of [other, page]) await untilStatus(tab, { action: 'NONE', pending: false });
    expect((await storedOf(form, options.uid!)).map(({ action }) => action)).toEqual(['ALL', 'NONE']);
  });

  test('offline, a choice made in another tab replaces the one that waits in this one', async () => {
    const page = await product.open();
    const options = optionsOf(form);
    const other = await page.context().newPage();
    for (const tab of [page, other]) await site.visit(tab, options);
    for (const tab of [page, other]) await panel(tab).waitFor();
    const mend = await cutOff(page);
    await button(page, th.accept).click();
    await untilStatus(page, { pending: true });
    await button(other, th.decline).click();
    await untilStatus(other, { action: 'NONE', pending: true });
    await expect.poll(async () => (await queued(page)).map(({ body }) => body.action)).toEqual(['NONE']);
    // The tab that chose first is online first.
    await mend();
    await untilStatus(page, { action: 'NONE', pending: false });
    await other.evaluate(() => dispatchEvent(new Event('online')));
    await untilStatus(other, { action: 'NONE', pending: false });
    const stored = await storedOf(form, options.uid!);
    expect(new Set(stored.map(({ action }) => action))).toEqual(new Set(['NONE']));
  });
});

test('hostile texts in every field are rendered as text', async () => {
  const page = await product.open();
  const evil =
    '"\'></style></script><img src=x onerror="window.pwned=1"><svg onload="window.pwned=1">{{constructor.constructor("window.pwned=1")()}}';
  const both = { th: evil, en: evil };
  const colour = 'red;background:url(//evil.example)';
  const hostile: PublicConsentForm = {
    workspaceUUID: evil,
    consentUUID: evil,
    applicationUUID: evil,
    version: 1,
    sha256: evil,
    title: both,
    description: both,
    purposes: [{ uuid: evil, title: both, description: both, signals: [] }],
    controller: { name: both },
    privacyPolicyUrl: 'javascript:window.pwned=1',
    askGuardian: true,
    layout: 'bottom',
    theme: {
      preset: 'custom',
      background: colour,
      text: colour,
      acceptBackground: colour,
      acceptText: colour,
      declineBackground: colour,
      declineText: colour,
      acceptLabel: both,
      declineLabel: both,
    },
    logos: ['javascript:window.pwned=1', 'data:image/svg+xml,<svg onload="window.pwned=1">'],
    font: { name: evil, url: 'javascript:window.pwned=1' },
    jwtRequired: false,
  };
  await page.route('**/consent-versions/application/*', (route) =>
    route.fulfill({ json: hostile, headers: { 'access-control-allow-origin': '*' } }),
  );
  await site.visit(page, optionsOf(form, { uid: '' }));
  await listed(page);
  await panel(page).locator('.accept').click();
  expect(await page.evaluate('window.pwned')).toBeUndefined();
  expect(await panel(page).locator('img, svg, script, a').count()).toBe(0);
  expect(await panel(page).getByRole('heading').innerText()).toContain('<img src=x');
  expect(await violations(page)).toEqual([]);
});

describe('the preview', () => {
  test('is rendered in a frame of our own pages, from the form that they send', async () => {
    const page = await product.open();
    await page.goto('/healthz');
    const current = (await (
      await fetch(`${product.address}/api/v1/${form.workspaceId}/consent-versions/application/${form.applicationId}`)
    ).json()) as object;
    await page.evaluate(
      (sent) =>
        new Promise<void>((resolve) => {
          const frame = document.createElement('iframe');
          frame.src = '/consent/form/preview';
          addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
            if (data.type === 'pokpong:preview-ready')
              frame.contentWindow!.postMessage(
                { type: 'pokpong:preview', form: sent, language: 'en' },
                location.origin,
              );
            if (data.type === 'pokpong:preview-drawn') resolve();
          });
          document.body.replaceChildren(frame);
        }),
      { ...current, askGuardian: true },
    );
    const inside = page.frameLocator('iframe');
    await inside.getByRole('heading', { name: form.content.title.en }).waitFor();
    await inside.getByLabel(enGuardian.question).check();
    await inside.getByLabel(enGuardian.firstName, { exact: true }).waitFor();
    await inside.getByLabel(enGuardian.question).uncheck();
    await inside.getByRole('button', { name: en.accept }).click();
    expect(await inside.locator('pokpong-consent').count()).toBe(1);
  });

  test('uses a custom font file of the form', async () => {
    const file = readdirSync(path.join(CLIENT_OUT, 'assets')).find((name) => name.endsWith('.woff2'))!;
    const page = await product.open();
    await page.goto('/consent/form/preview');
    const current = (await (
      await fetch(`${product.address}/api/v1/${form.workspaceId}/consent-versions/application/${form.applicationId}`)
    ).json()) as object;
    await page.evaluate((sent) => postMessage({ type: 'pokpong:preview', form: sent }, location.origin), {
      ...current,
      font: { name: 'Own', url: `${product.address}/assets/${file}` },
    });
    await page.waitForFunction(
      () =>
        [...document.fonts].every(({ status }) => status === 'loaded') &&
        document
          .querySelector('pokpong-consent')
          ?.shadowRoot?.querySelector<HTMLElement>('.stage')
          ?.style.getPropertyValue('--own-font') === '"Pokpong0"',
    );
    expect(await panel(page).evaluate((node) => getComputedStyle(node).fontFamily)).toMatch(/^"?Pokpong0/);
  });

  test('cannot be framed by another site', async () => {
    const answer = await fetch(`${product.address}/consent/form/preview`);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });
});

test('the files are cheap to revalidate, and any site may load them', async () => {
  for (const path of ['/consent/form/script.js', '/consent/form/guardian.js', '/consent/forms/script.css']) {
    const answer = await fetch(product.address + path, { headers: { 'accept-encoding': 'br' } });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-encoding': 'br',
      vary: expect.stringMatching(/accept-encoding/i),
    });
    const again = await fetch(product.address + path, { headers: { 'if-none-match': answer.headers.get('etag')! } });
    expect(again.status).toBe(304);
  }
});
