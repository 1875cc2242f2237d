import { randomUUIDv7 } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Draft, newDraft } from '../../client/embeds/request/draft.ts';
import { submissionOf } from '../../client/embeds/request/submission.ts';
import type { PublicRequestForm, RequestReceived } from '../../shared/requestSubmission/schema.ts';
import { requestFormPage } from '../../shared/requestSubmission/page.ts';
import en from '../../shared/locales/en/requestEmbed.ts';
import th from '../../shared/locales/th/requestEmbed.ts';
import thSubmission from '../../shared/locales/th/requestSubmission.ts';
import { buildPerson, callerFor, type Person } from '../factories.ts';
import { type BuiltRequestForm, buildRequestForm } from '../helpers/requestForms.ts';
import { pdf } from '../helpers/samples.ts';
import { faultsOf } from './helpers/audit.ts';
import { type HostSite, startHostSite } from './helpers/hostPage.ts';
import { type Product, startProduct } from './helpers/product.ts';

let product: Product;
let site: HostSite;
let dpo: Person;
let form: BuiltRequestForm;

beforeAll(async () => {
  product = await startProduct({});
  site = await startHostSite(product.address);
  dpo = await buildPerson(product, { name: 'สมปอง คุ้มครอง', role: 'DPO' });
  const base = await buildRequestForm(product, dpo);
  form = await buildRequestForm(product, dpo, {
    draft: {
      terms: { th: 'ข้อมูลในคำขอใช้เพื่อตอบคำขอนี้เท่านั้น', en: 'What you send is used to answer this request alone.' },
      rightRequests: ['ACCESS', 'ERASURE', 'WITHDRAWAL'].map((code) => ({
        rightRequestId: base.rightIds[code],
        customRequests: code === 'ACCESS' ? [{ th: 'สำเนาเวชระเบียน', en: 'Medical records' }] : [],
        fee: 0,
      })),
    },
  });
});
afterEach(() => product.closePages());
afterAll(async () => {
  await site?.close();
  await product?.close();
});

const panel = (page: Page) => page.locator('pokpong-request .panel');
const press = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true }).click();
/** Every call of the product fails from now on as if offline; returns a function that ends this. */
async function cutOff(page: Page): Promise<() => Promise<void>> {
  const pattern = `${product.address}/api/**`;
  await page.context().route(pattern, (route) => route.abort('internetdisconnected'));
  return async () => {
    await page.context().unroute(pattern);
    await page.evaluate(() => dispatchEvent(new Event('online')));
  };
}
const visit = (page: Page, of = form) =>
  site.visit(page, null, {
    root: '/dsrm',
    before: `document.addEventListener('request:sent', ({ detail }) => (window.sent = detail));
      PokpongRequest.init(${JSON.stringify({
        workspaceUUID: of.workspaceId,
        dsrmFormId: of.id,
        uid: 'HN-0042',
        defaultValues: { firstName: 'สมหญิง' },
      })});`,
    after:
      "addEventListener('DOMContentLoaded', () => document.getElementById('settings').onclick = () => PokpongRequest.show());",
  });
/** A filled-in form, before it is sent. */
const filledIn = (): Draft => ({
  ...newDraft({ defaultValues: { firstName: 'สมหญิง', lastName: 'รักไทย', email: 'somying@test.example' } }),
  step: 4,
  version: 1,
  age: 'ADULT',
  rights: { [form.rightIds['ERASURE']!]: { options: [], additional: '', detail: '' } },
  terms: true,
});
/** Stores a draft and its request, which waits to be sent, as the visitor's of `visit`. */
async function storeWaiting(page: Page, draft: Draft): Promise<void> {
  const { workspaceId, id } = form;
  const rights = [{ rightRequestId: form.rightIds['ERASURE']!, code: 'ERASURE' }];
  const sent = { dsrmFormId: id, version: 1, consentUUID: null, rights } as unknown as PublicRequestForm;
  const queue = { key: draft.key, body: submissionOf(sent, draft, { uid: 'HN-0042' }, 'th'), at: draft.at };
  await page.evaluate(
    (items) => items.forEach(([name, value]) => localStorage.setItem(name!, value!)),
    Object.entries({ draft, queue }).map(([name, value]) => [
      `pokpong.request.${workspaceId}.${name}.${id}.HN-0042`,
      JSON.stringify(value),
    ]),
  );
}
/** Targets too small for a finger. */
const smallTargets = (page: Page) =>
  panel(page)
    .locator('button, a, label.tick, select, label.file')
    .evaluateAll((all) =>
      all
        .map((node) => ({ name: node.textContent, ...node.getBoundingClientRect().toJSON() }))
        .filter(({ width, height }) => height > 0 && (height < 43.5 || width < 43.5)),
    );
/** Nothing overflows, is too small for a finger, or is found by axe. */
async function looksRight(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await panel(page).evaluate((node) => node.scrollWidth <= node.clientWidth + 1)).toBe(true);
  expect(await smallTargets(page)).toEqual([]);
  expect(await forbidden(page)).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
  // Caused by axe itself.
  await forbidden(page);
}
/** What the site's policy blocked since the last call; our own page has no list. */
const forbidden = (page: Page) =>
  page.evaluate(() => (window as unknown as { violations?: string[] }).violations?.splice(0) ?? []);
/** Stores a filled-in form at a step, as the visitor's of `visit`. */
const storeDraft = (page: Page, step: number) =>
  page.evaluate(([name, draft]) => localStorage.setItem(name, draft), [
    `pokpong.request.${form.workspaceId}.draft.${form.id}.HN-0042`,
    JSON.stringify({ ...filledIn(), step }),
  ] as const);
/** Displays the form in a new element of the page, which replaces the one before. */
const showInline = (page: Page, name: string) =>
  page.evaluate(
    async ([id, options]) => {
      const target = document.createElement('section');
      target.id = id;
      document.getElementById('place')!.replaceChildren(target);
      window.PokpongRequest!.init({ ...options, target });
      return window.PokpongRequest!.show();
    },
    [name, { workspaceUUID: form.workspaceId, dsrmFormId: form.id, uid: 'HN-0042' }] as const,
  );
const requestOf = async (id: string) => (await callerFor(product, dpo)).request.get({ ws: form.workspaceId, id });

describe('a data subject on a phone', () => {
  test('sends a request for a child on another site, in Thai, with a file, interrupted in between', async () => {
    const page = await product.open({ width: 375 });
    await visit(page);
    await page.locator('#settings').click();
    await panel(page).getByRole('heading', { level: 3 }).getByText(th.steps.who).waitFor();
    expect(await panel(page).locator('#who-firstName').inputValue()).toBe('สมหญิง');

    // Missing input is reported at its field, which is focused.
    await press(page, th.next);
    await panel(page).getByText(th.wrong.reachable, { exact: true }).waitFor();
    expect(await page.evaluate(() => document.querySelector('pokpong-request')!.shadowRoot!.activeElement?.id)).toBe(
      'who-lastName',
    );
    await looksRight(page);
    await panel(page).locator('#who-lastName').fill('รักไทย');
    await panel(page).locator('#who-email').fill('somying@test.example');
    await press(page, th.next);

    await panel(page).getByLabel(th.age.CHILD).check();
    await press(page, th.next);
    await panel(page).getByText(th.wrong.byGuardian, { exact: true }).waitFor();
    await panel(page).getByLabel(th.guardian.are).check();
    await panel(page).locator('#guardian-firstName').fill('สมศรี');
    await panel(page).locator('#guardian-lastName').fill('รักไทย');
    // The guardian alone confirms: without an email no link would reach anybody.
    await press(page, th.next);
    await panel(page).locator('#guardian-email-wrong').getByText(th.wrong.required).waitFor();
    await looksRight(page);
    await panel(page).locator('#guardian-email').fill('somsri@test.example');

    // After a reload the step and the input are restored.
    await page.reload();
    await page.locator('#settings').click();
    await panel(page).getByLabel(th.age.CHILD).waitFor();
    expect(await panel(page).getByLabel(th.age.CHILD).isChecked()).toBe(true);
    expect(await panel(page).locator('#guardian-firstName').inputValue()).toBe('สมศรี');
    await press(page, th.next);
    await panel(page).locator('#right-0').check();
    await panel(page).locator('#right-1').check();
    await looksRight(page);
    await press(page, th.next);

    await panel(page).getByLabel('สำเนาเวชระเบียน').check();
    await panel(page).locator('#wish-0-detail').fill('ปี 2568 ทั้งหมด');
    let mend = await cutOff(page);
    await panel(page)
      .locator('#file')
      .setInputFiles({ name: 'บัตร.pdf', mimeType: 'application/pdf', buffer: pdf('x'.repeat(300_000)) });
    await panel(page).getByText(th.file.waiting.replace('{percent}', '0')).waitFor();
    await mend();
    await panel(page).getByText(`บัตร.pdf: ${th.file.done}`).waitFor();
    await looksRight(page);
    await press(page, th.next);

    await press(page, th.send);
    await panel(page).getByText(th.wrong.terms).waitFor();
    await panel(page).getByLabel(th.terms.accept).check();
    await looksRight(page);
    mend = await cutOff(page);
    await press(page, th.send);
    await panel(page).getByText(th.waiting).waitFor();
    await mend();
    await panel(page)
      .getByText(/เลขที่คำขอ DSR-\d{6}/)
      .waitFor();
    await panel(page)
      .getByText(/somsri@test\.example/)
      .waitFor();
    expect(await panel(page).innerText()).not.toContain('somying@test.example');
    await looksRight(page);
    const sent = await page.evaluate(() => (window as unknown as { sent: RequestReceived }).sent);
    const request = await requestOf(sent.uuid);
    expect(request).toMatchObject({
      channel: 'WEB',
      language: 'th',
      ageBand: 'CHILD',
      identity: { firstName: 'สมหญิง', uid: 'HN-0042', guardian: { firstName: 'สมศรี' } },
    });
    expect(request.rights.map(({ code, options, detail }) => [code, options.length, detail])).toEqual([
      ['ACCESS', 1, 'ปี 2568 ทั้งหมด'],
      ['ERASURE', 0, ''],
    ]);
    const { requestSubmission } = await callerFor(product, dpo);
    expect(await requestSubmission.attachments({ ws: form.workspaceId, id: sent.uuid })).toMatchObject([
      { name: 'บัตร.pdf' },
    ]);
    // Nothing of it remains on the device.
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await panel(page).locator('.act.accept').click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('settings');
    // The next request starts empty.
    await page.locator('#settings').click();
    await panel(page).getByRole('heading', { level: 3 }).getByText(th.steps.who).waitFor();
    expect(await panel(page).locator('#who-lastName').inputValue()).toBe('');
  });

  test('is informed that a request which waited was refused, and sends it again without its expired file', async () => {
    const page = await product.open({ width: 375 });
    await visit(page);
    const draft = filledIn();
    const uploadId = randomUUIDv7();
    const url = `/api/v1/${form.workspaceId}/dsrm-request-uploads/${uploadId}`;
    draft.file = { uploadId, token: 't'.repeat(43), name: 'บัตร.pdf', size: 3, url };
    await storeWaiting(page, draft);
    await page.reload();
    const refused = th.refused.replace('{message}', thSubmission.refusal.attachment);
    await page.locator('pokpong-request').getByText(refused).waitFor();
    await page.locator('#settings').click();
    await panel(page).getByRole('alert').filter({ hasText: refused }).waitFor();
    await panel(page).getByText(th.check.none, { exact: true }).waitFor();
    expect(await panel(page).getByText('บัตร.pdf').count()).toBe(0);
    await looksRight(page);
    await press(page, th.send);
    await panel(page)
      .getByText(/เลขที่คำขอ DSR-\d{6}/)
      .waitFor();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });

  test('learns nothing of the visitor before in the same browser, neither input nor a request that is being sent', async () => {
    const page = await product.open({ width: 375 });
    await visit(page);
    await storeWaiting(page, filledIn());
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.context().route(`${product.address}/api/v1/*/dsrm-request`, async (route) => {
      reached.resolve();
      await released.promise;
      await route.continue();
    });
    await page.reload();
    await reached.promise;
    await page.evaluate((options) => window.PokpongRequest!.init(options), {
      workspaceUUID: form.workspaceId,
      dsrmFormId: form.id,
      uid: 'HN-0043',
      defaultValues: { firstName: 'มานี' },
    });
    await page.locator('#settings').click();
    const step = panel(page).getByRole('heading', { level: 3 }).getByText(th.steps.who);
    await step.waitFor();
    expect(await panel(page).locator('#who-firstName').inputValue()).toBe('มานี');
    expect(await panel(page).locator('#who-lastName').inputValue()).toBe('');
    released.resolve();
    // It was received: nothing of it remains, and the page of the next visitor is not informed.
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expect(await page.evaluate(() => (window as unknown as { sent?: RequestReceived }).sent)).toBeUndefined();
    expect(await step.isVisible()).toBe(true);
  });

  test('input is not deleted by a second press of Back, but by the second of two buttons', async () => {
    const page = await product.open({ width: 375 });
    await visit(page);
    await page.locator('#settings').click();
    const lastName = panel(page).locator('#who-lastName');
    await lastName.fill('รักไทย');
    await panel(page).locator('#who-email').fill('somying@test.example');
    await press(page, th.next);
    await panel(page).getByLabel(th.age.ADULT).check();
    const back = (await panel(page).getByRole('button', { name: th.back }).boundingBox())!;
    await page.mouse.dblclick(back.x + back.width / 2, back.y + back.height / 2);
    await panel(page).getByRole('heading', { level: 3 }).getByText(th.steps.who).waitFor();
    expect(await lastName.inputValue()).toBe('รักไทย');
    await panel(page).getByText(th.clear, { exact: true }).click();
    await looksRight(page);
    expect(await lastName.inputValue()).toBe('รักไทย');
    await press(page, th.clearAll);
    await expect.poll(() => lastName.inputValue()).toBe('');
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });

  test('a form that was closed while it loaded stays closed', async () => {
    const page = await product.open({ width: 375 });
    await visit(page);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.context().route(`${product.address}/api/**`, async (route) => {
      await released;
      await route.continue();
    });
    const displayed = page.evaluate(() => window.PokpongRequest!.show());
    await panel(page).getByText(th.opening.title).waitFor();
    await press(page, th.closeNotice);
    await panel(page).waitFor({ state: 'detached' });
    release();
    expect(await displayed).toBe(false);
    expect(await panel(page).count()).toBe(0);
    // It is displayed when it is requested again.
    await page.context().unroute(`${product.address}/api/**`);
    await page.locator('#settings').click();
    await panel(page).getByRole('heading', { level: 3 }).getByText(th.steps.who).waitFor();
  });

  test.each([
    ['promised no email where none was written', {}, { mailedTo: [] }, th.sent.confirmOther, []],
    [
      'asked for no confirmation as a minor whom the site vouched for',
      { age: 'MINOR', guardian: { firstName: 'สมศรี', lastName: 'รักไทย', email: 'somsri@test.example', telephone: '' } },
      { toConfirm: ['GUARDIAN'] },
      th.sent.confirm,
      ['somsri@test.example'],
    ],
  ] as const)('is %s', async (_, input, answer, text, named) => {
    const page = await product.open({ width: 375 });
    await visit(page);
    await storeWaiting(page, { ...filledIn(), ...input });
    const displayed = Promise.withResolvers<void>();
    await page.context().route(`${product.address}/api/v1/*/dsrm-request`, async (route) => {
      await displayed.promise;
      const response = await route.fetch();
      const received = (await response.json()) as RequestReceived;
      // As once its address has got five links within the hour, or with a token.
      await route.fulfill({ response, json: { ...received, ...answer } });
    });
    await page.reload();
    await page.locator('#settings').click();
    await panel(page).getByText(th.waiting).waitFor();
    displayed.resolve();
    await panel(page).getByText(text.split('{date}')[0]!.trim()).waitFor();
    const stated = await panel(page).innerText();
    expect(stated).not.toContain('somying@test.example');
    for (const email of named) expect(stated).toContain(email);
    expect(stated).not.toContain(th.sent.both);
  });

  test('is asked to leave the page open where the browser stores nothing', async () => {
    const page = await product.open({ width: 375 });
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      }),
    );
    await visit(page);
    await page.locator('#settings').click();
    await panel(page).locator('#who-lastName').fill('รักไทย');
    await panel(page).locator('#who-email').fill('somying@test.example');
    await press(page, th.next);
    await panel(page).getByLabel(th.age.ADULT).check();
    await press(page, th.next);
    await panel(page).locator('#right-1').check();
    await press(page, th.next);
    await press(page, th.next);
    await panel(page).getByLabel(th.terms.accept).check();
    const mend = await cutOff(page);
    await press(page, th.send);
    await panel(page).getByText(th.unstored).waitFor();
    await mend();
    await panel(page)
      .getByText(/เลขที่คำขอ DSR-\d{6}/)
      .waitFor();
  });

  test('finds the form in the container of the page that replaced the one before', async () => {
    const page = await product.open({ width: 375 });
    await visit(page);
    for (const route of ['first', 'second']) {
      expect(await showInline(page, route)).toBe(true);
      await page.locator(`#${route} pokpong-request .panel`).waitFor();
    }
  });

  test('reads where the settings of consent cannot be opened; a form over the page makes room for them', async () => {
    const page = await product.open({ width: 375 });
    await visit(page);
    await storeDraft(page, 2);
    await page.reload();
    /** A consent form whose script is loaded or not. */
    const addConsent = (isLoaded: boolean) =>
      page.evaluate((isThere) => {
        const show = async () => isThere || Promise.reject(new Error('unreachable'));
        window.PokpongConsent = Object.assign(window.PokpongConsent ?? {}, { show }) as typeof window.PokpongConsent;
      }, isLoaded);
    const { withdrawNow, notWithdrawn } = th.rights;
    const button = panel(page).getByRole('button', { name: withdrawNow, exact: true });

    await addConsent(false);
    await showInline(page, 'inline');
    await button.click();
    await panel(page).getByRole('status').filter({ hasText: notWithdrawn }).waitFor();
    await addConsent(true);
    await button.click();
    expect(await button.isVisible()).toBe(true);

    await page.reload();
    await addConsent(false);
    await page.locator('#settings').click();
    await button.click();
    await panel(page).getByRole('status').filter({ hasText: notWithdrawn }).waitFor();
    await looksRight(page);
    await addConsent(true);
    await button.click();
    await panel(page).waitFor({ state: 'detached' });
  });

  test('is informed at once where the form takes no requests through this channel, on a site and on the hosted page', async () => {
    const openTo = (channel: 'web' | 'page') => {
      const channels = { web: false, page: false, api: true, mobile: true, [channel]: true };
      return buildRequestForm(product, dpo, { settings: { channels } });
    };
    const [ofSites, ofPage] = [await openTo('web'), await openTo('page')];
    const page = await product.open({ width: 375 });
    const missing = panel(page).getByRole('heading', { name: th.missing.title });
    const step = panel(page).getByRole('heading', { level: 3 }).getByText(th.steps.who);
    const open = async (place: 'site' | 'page', of: BuiltRequestForm) => {
      if (place === 'page') return page.goto(`${product.address}${requestFormPage(of.workspaceId, of.id)}`);
      await visit(page, of);
      return page.locator('#settings').click();
    };
    for (const [place, closed, opened] of [
      ['site', ofPage, ofSites],
      ['page', ofSites, ofPage],
    ] as const) {
      await open(place, closed);
      await missing.waitFor();
      expect(await step.count()).toBe(0);
      await looksRight(page);
      await open(place, opened);
      await step.waitFor();
    }
  });

  test('sends one on the hosted page of the form, in English, by keyboard only', async () => {
    const page = await product.open({ width: 375 });
    await page.goto(`${product.address}${requestFormPage(form.workspaceId, form.id)}`);
    await press(page, en.language);
    const heading = panel(page).getByRole('heading', { level: 3 });
    await heading.getByText(en.steps.who).waitFor();
    await looksRight(page);
    const type = async (id: string, text: string) => {
      await panel(page).locator(`#${id}`).focus();
      await page.keyboard.type(text);
    };
    const go = async (name: string) => {
      await panel(page).getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    const space = async (id: string) => {
      await panel(page).locator(`#${id}`).focus();
      await page.keyboard.press('Space');
    };
    await type('who-firstName', 'Somying');
    await type('who-lastName', 'Rakthai');
    await type('who-telephone', '0812345678');
    await go(en.next);
    await heading.getByText(en.steps.age).waitFor();
    // The step's heading is focused, so that reading continues there.
    expect(
      await page.evaluate(() => document.querySelector('pokpong-request')!.shadowRoot!.activeElement?.localName),
    ).toBe('h3');
    await space('age-ADULT');
    await go(en.next);
    await space('right-1');
    await go(en.next);
    await go(en.next);
    await heading.getByText(en.steps.check).waitFor();
    await panel(page).getByText('Somying Rakthai').waitFor();
    await panel(page).getByLabel(en.terms.accept).focus();
    await page.keyboard.press('Space');
    await go(en.send);
    await panel(page)
      // Its proof of work takes the processor as long as others need it.
      .getByText(/Request number DSR-\d{6}/)
      .waitFor();
    await looksRight(page);
    await page.emulateMedia({ media: 'print' });
    expect(
      await panel(page)
        .getByText(/Request number DSR-\d{6}/)
        .isVisible(),
    ).toBe(true);
    expect(product.complaints).toEqual([]);
    const { collection } = await (await callerFor(product, dpo)).request.list({ ws: form.workspaceId });
    expect(await requestOf(collection[0]!.id)).toMatchObject({ channel: 'PAGE', language: 'en', ageBand: 'ADULT' });
  });
});
