import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KEYS_PATH } from '../../shared/consentReceipt/receipt.ts';
import en from '../../shared/locales/en/consentReceipt.ts';
import th from '../../shared/locales/th/consentReceipt.ts';
import pages from '../../shared/locales/th/pages/consentReceipt.ts';
import ui from '../../shared/locales/th/ui.ts';
import { buildPerson, callerFor, type Person } from '../factories.ts';
import { type BuiltForm, buildConsentForm, recordChoices } from '../helpers/consents.ts';
import { textOfPages } from '../helpers/pdfText.ts';
import { fill } from './helpers/fill.ts';
import { faultsOf, looksRight, settled, wear } from './helpers/audit.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

let product: Product;
let dpo: Person;
let form: BuiltForm;
const UID = 'somjai@example.com';

beforeAll(async () => {
  product = await startProduct();
});
// For each try: its retry would fail on what a failed one leaves behind.
beforeEach(async () => {
  dpo = await buildPerson(product, { role: 'DPO', name: 'วิภา เจ้าหน้าที่' });
  form = await buildConsentForm(product, await buildPerson(product, { workspaceId: dpo.workspaceId, role: 'Admin' }));
  await recordChoices(product, form, [
    {
      uid: UID,
      name: 'สมใจ รักดี',
      granted: [0, 1],
      at: new Date('2026-11-20T02:15:00Z'),
      source: 'https://shop.example',
    },
  ]);
});
afterEach(() => product.closePages());
afterAll(() => product.close());

const issue = async (uid = UID) => {
  const call = await callerFor(product, dpo);
  const { collection } = await call.consentReceipt.find({ ws: form.workspaceId, uid });
  return call.consentReceipt.issue({ ws: form.workspaceId, id: collection[0]!.id });
};
const linkTo = async (uid: string) => {
  const { address: link } = await (
    await callerFor(product, dpo, { locale: 'th' })
  ).consentReceipt.link({ ws: form.workspaceId, id: form.id, uid });
  return link.slice(link.indexOf('/consent-choices'));
};

describe('a consent receipt', () => {
  it('is found by the uid, issued and opened by a DPO, and no address contains the uid', async () => {
    const page = await product.open({ as: dpo });
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.goto(address('/user-consent-receipt', { ws: form.workspaceId }));
    await page.getByText('ค้นหาด้วยรหัสเจ้าของข้อมูล').waitFor();
    await page.getByRole('heading', { level: 1, name: pages.userConsentReceipt, exact: true }).waitFor();
    expect(await page.title()).toContain(pages.userConsentReceipt);
    await page.getByRole('textbox', { name: /รหัสเจ้าของข้อมูล/ }).fill('nobody@example.com');
    await page.getByRole('button', { name: 'ค้นหา', exact: true }).click();
    await page.getByText('ไม่พบรายการของ “nobody@example.com”').waitFor();
    await page.getByRole('textbox', { name: /รหัสเจ้าของข้อมูล/ }).fill(UID);
    await page.getByRole('button', { name: 'ค้นหา', exact: true }).click();
    await page.getByRole('heading', { name: `รายการของ “${UID}”` }).waitFor();
    await page.getByRole('button', { name: /^ออกใบรับ/ }).click();
    const open = page.getByRole('link', { name: /^เปิดใบรับ/ });
    await open.waitFor();
    await looksRight(page, 'th', 'receipt');
    const [receipt] = await Promise.all([page.context().waitForEvent('page'), open.click()]);
    await receipt.getByRole('heading', { level: 1, name: 'ใบรับความยินยอม' }).waitFor();
    expect(receipt.url()).toMatch(/\/consent-receipt\/[0-9a-f-]{36}\?workspace=/);
    expect(addresses.filter((one) => decodeURIComponent(one).includes(UID))).toEqual([]);
    expect(product.complaints).toEqual([]);
  });

  it('is readable in Thai and English on every screen for anybody with the link, and is printed without the surrounding page', async () => {
    const { path } = await issue();
    // The id is sufficient: a truncated link opens too.
    const [bare] = path.split('?') as [string];
    for (const locale of ['th', 'en'] as const) {
      const { proof } = { th, en }[locale];
      const page = await product.open({ locale });
      // Without the keys the signature is reported as unverified, until they can be loaded.
      await page.route(`**${KEYS_PATH}`, (route) => route.abort(), { times: 1 });
      await page.goto(address(locale === 'th' ? bare : path, { locale }));
      await page
        .getByRole('heading', { level: 1, name: locale === 'th' ? 'ใบรับความยินยอม' : 'Consent receipt' })
        .waitFor();
      await page.getByRole('heading', { name: proof.unchecked }).waitFor();
      await page.getByRole('button', { name: proof.retry }).click();
      await page.getByRole('heading', { name: proof.good }).waitFor();
      const text = await page.getByRole('article').innerText();
      for (const word of [
        'สมใจ รักดี',
        UID,
        form.sha256,
        form.content.purposes[0]!.title[locale],
        // What was verified, and who signed it.
        proof.whatBody,
        fill(proof.signerBody, { controller: form.content.controller.name[locale], address: product.address }),
        ...(locale === 'th' ? ['ยินยอม', 'ไม่ยินยอม', 'พ.ศ. 2562', '2569'] : ['Consented', 'Not consented', '2026']),
      ])
        expect(text, word).toContain(word);
      await looksRight(page, locale, 'receipt');
      await page.emulateMedia({ media: 'print' });
      await page.waitForFunction(() => getComputedStyle(document.querySelector('footer')!).display === 'none');
      expect(await page.getByRole('link', { name: /PDF/ }).isVisible()).toBe(false);
      expect(await page.getByRole('article').isVisible()).toBe(true);
    }
    expect(product.complaints.filter((complaint) => !complaint.endsWith('net::ERR_FAILED'))).toEqual([]);
  });

  it('not signed by a published key is displayed as invalid', async () => {
    const { path } = await issue();
    const page = await product.open();
    await page.route(`**${KEYS_PATH}`, (route) => route.fulfill({ json: { keys: [] } }));
    await page.goto(address(path));
    await page.getByRole('alert').getByRole('heading', { name: th.proof.bad }).waitFor();
    await page.getByText(th.check.fault.key).waitFor();
    expect(await page.getByText(th.proof.good).count()).toBe(0);
  });

  it('is available as a PDF with the same text', async () => {
    const { path } = await issue();
    const page = await product.open();
    await page.goto(address(path));
    const pdf = await page.request.get((await page.getByRole('link', { name: /PDF/ }).getAttribute('href'))!);
    expect(pdf.headers()['content-type']).toBe('application/pdf');
    const text = textOfPages(await pdf.body())
      .join('')
      .replace(/\s+/g, '');
    for (const word of ['ใบรับความยินยอม', 'สมใจรักดี', UID, form.sha256, 'ถอนความยินยอมได้ทุกเมื่อ'])
      expect(text, word).toContain(word);
  });

  it('with an incomplete link explains that', async () => {
    const page = await product.open();
    await page.goto(address('/consent-receipt/5a0e4f0e-3c56-4d5e-9d5b-000000000000', { ws: form.workspaceId }));
    await page.getByText('ไม่พบใบรับนี้').waitFor();
    await page.getByText('องค์กรอาจลบใบรับนี้แล้วเมื่อพ้นระยะเวลาเก็บรักษา').waitFor();
    await settled(page);
    expect(await faultsOf(page)).toEqual([]);
  });
});

describe('the verification page', () => {
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

  it('verifies a genuine receipt offline, and rejects an altered one', async () => {
    const { id } = await issue();
    const { jws, receipt } = await (await callerFor(product, null)).consentReceipt.get({ ws: form.workspaceId, id });
    const keys = await (await fetch(`${product.address}${KEYS_PATH}`)).text();
    const page = await product.open();
    await page.goto(address('/receipt-check'));
    await page.getByText(/กุญแจที่ประกาศไว้ของระบบนี้/).waitFor();
    await looksRight(page, 'th', 'receipt');
    await wear(page, { width: 1280, dark: false });
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    const input = page.locator('input[type=file]');

    await input.setInputFiles([
      file('receipt.jws', jws),
      file('jwks.json', keys),
      file('receipt.jsonld', JSON.stringify(receipt, null, 2)),
    ]);
    await page.getByRole('heading', { name: 'ใบรับถูกต้อง', exact: true }).waitFor();
    const text = await page.locator('main').innerText();
    for (const word of [
      'jwks.json',
      'ตรงกับใบรับที่ลงนามทุกค่า',
      'สมใจ รักดี',
      UID,
      form.sha256,
      form.content.purposes[2]!.title.th,
    ])
      expect(text, word).toContain(word);
    await looksRight(page, 'th', 'receipt');
    await wear(page, { width: 1280, dark: false });

    await page.getByRole('button', { name: 'ตรวจใบอื่น' }).click();
    const place = jws.indexOf('.') + 300;
    const altered = jws.slice(0, place) + (jws[place] === 'A' ? 'B' : 'A') + jws.slice(place + 1);
    await page.getByRole('textbox').fill(altered);
    await page.getByRole('button', { name: 'ตรวจสอบ', exact: true }).click();
    await page.getByRole('heading', { name: 'ใบรับไม่ถูกต้อง' }).waitFor();
    await page.getByText('ข้อความถูกแก้ไขหลังลงนาม').waitFor();
    expect(await page.getByText(UID).count()).toBe(0);
    await looksRight(page, 'th', 'receipt');
    await wear(page, { width: 1280, dark: false });

    await input.setInputFiles([
      file('receipt.jws', jws),
      file('receipt.jsonld', JSON.stringify({ ...receipt, 'dct:language': 'en' })),
    ]);
    await page.getByText('ไม่ตรงกับใบรับที่ลงนาม').waitFor();
    await input.setInputFiles(file('picture.png', 'nothing'));
    await page.getByText('อ่านไฟล์ picture.png ไม่ได้').waitFor();
    // The browser may fetch its own picture or prefetch a page, and logs that it is offline, as intended.
    expect(product.complaints.filter((complaint) => !complaint.endsWith('net::ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  it('verifies another receipt without what came with the one before', async () => {
    await recordChoices(product, form, [{ uid: 'other@example.com', granted: [0] }]);
    const guest = await callerFor(product, null);
    const receiptOf = async (uid: string) =>
      guest.consentReceipt.get({ ws: form.workspaceId, id: (await issue(uid)).id });
    const first = await receiptOf(UID);
    const other = await receiptOf('other@example.com');
    const page = await product.open();
    await page.goto(address('/receipt-check'));
    await page.getByText(/กุญแจที่ประกาศไว้ของระบบนี้/).waitFor();
    const input = page.locator('input[type=file]');
    const good = page.getByRole('heading', { name: th.check.good, exact: true });
    const displays = (uid: string) => page.locator('main').getByText(uid).first().waitFor();

    // The readable file may come first.
    await input.setInputFiles(file('receipt.jsonld', JSON.stringify(first.receipt)));
    await page.getByText(th.check.readableOnly).waitFor();
    await input.setInputFiles(file('receipt.jws', first.jws));
    await good.waitFor();
    await page.getByText(th.check.readableSame).waitFor();
    await displays(UID);

    await input.setInputFiles(file('other.jws', other.jws));
    await displays('other@example.com');
    await good.waitFor();
    expect(await page.getByText(th.check.readableSame).count()).toBe(0);

    // The answer of the API contains both.
    await input.setInputFiles(file('first.json', JSON.stringify(first)));
    await page.getByText(th.check.readableSame).waitFor();
    await displays(UID);
    await input.setInputFiles(file('other.jws', other.jws));
    await displays('other@example.com');
    await good.waitFor();
    expect(product.complaints).toEqual([]);
  });
});

describe("a data subject's own page", () => {
  it('changes a choice with one press, issues a receipt, and the DPO sees it; the link is not sent to any server', async () => {
    const uid = 'own@example.com';
    await recordChoices(product, form, [
      { uid, name: 'อารี', granted: [0, 1, 2], at: new Date('2026-11-19T02:15:00Z') },
    ]);
    const link = await linkTo(uid);
    const token = /token=([\w-]+)/.exec(link)![1]!;
    const page = await product.open();
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(`${request.url()} ${request.headers().referer ?? ''}`));
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: /ความยินยอมที่ท่านให้ไว้กับ/ }).waitFor();
    expect(await page.getByRole('switch', { checked: true }).count()).toBe(3);
    await looksRight(page, 'th', 'receipt');
    await wear(page, { width: 375, dark: false });
    // Both actions have equal weight.
    const size = async (name: string) => {
      const box = (await page.getByRole('button', { name, exact: true }).boundingBox())!;
      return [Math.round(box.width), Math.round(box.height)];
    };
    expect(await size('ถอนทั้งหมด')).toEqual(await size('ยินยอมทั้งหมด'));

    // What is chosen and not sent is not in effect: it says so, and leaving asks.
    const unsaved = page.locator('main li').getByText(ui.form.unsaved, { exact: true });
    await page.getByRole('switch', { name: form.content.purposes[1]!.title.th }).click();
    await unsaved.waitFor();
    await page.getByRole('button', { name: 'ภาษา: ไทย' }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    const question = page.getByRole('dialog', { name: ui.form.leaveTitle });
    await question.getByText(ui.form.loss.none).waitFor();
    await question.getByRole('button', { name: ui.cancel, exact: true }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'บันทึกสิ่งที่เลือก' }).click();
    await page.getByText('บันทึกแล้ว มีผลทันที').first().waitFor();
    expect(await unsaved.count()).toBe(0);
    const [receipt] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'เปิดใบรับ' }).click(),
    ]);
    await receipt.getByText('ถอนความยินยอม', { exact: true }).waitFor();
    await receipt.close();
    await page.getByRole('button', { name: 'ถอนทั้งหมด' }).click();
    await page.waitForFunction(
      () =>
        document.querySelectorAll('[role=switch][aria-checked=true]').length === 0 &&
        document.querySelectorAll('main ol > li').length === 3,
    );
    expect(addresses.filter((one) => one.includes(token) || one.includes(encodeURIComponent(uid)))).toEqual([]);

    const desk = await product.open({ as: dpo });
    await desk.goto(address('/user-consent-receipt', { ws: form.workspaceId }));
    await desk.getByRole('textbox', { name: /รหัสเจ้าของข้อมูล/ }).fill(uid);
    await desk.getByRole('button', { name: 'ค้นหา', exact: true }).click();
    await desk
      .getByText(/Withdrawal page/)
      .first()
      .waitFor();
    expect(await desk.locator('main ol > li').count()).toBe(3);
    expect(product.complaints).toEqual([]);
  });

  it('in English, for a closed form, still permits withdrawal', async () => {
    const uid = 'closed@example.com';
    const closed = await buildConsentForm(
      product,
      await buildPerson(product, { workspaceId: dpo.workspaceId, role: 'Admin' }),
    );
    await recordChoices(product, closed, [{ uid, granted: [0] }]);
    const { address: link } = await (
      await callerFor(product, dpo)
    ).consentReceipt.link({ ws: closed.workspaceId, id: closed.id, uid });
    await product.owner.updateTable('consents').set({ active: false }).where('id', '=', closed.id).execute();
    const page = await product.open({ locale: 'en' });
    await page.goto(link.slice(link.indexOf('/en/')));
    await page.getByText('This form no longer accepts consent. You can still withdraw yours.').waitFor();
    expect(await page.getByRole('switch', { disabled: true }).count()).toBe(2);
    await looksRight(page, 'en', 'receipt');
    await page.getByRole('button', { name: 'Withdraw all' }).click();
    await page.getByText('Saved, effective immediately').first().waitFor();
    expect(await page.getByRole('switch', { checked: true }).count()).toBe(0);
  });

  it('with a missing, truncated or expired link explains what to do', async () => {
    await recordChoices(product, form, [{ uid: 'broken' }]);
    const link = await linkTo('broken');
    const page = await product.open();
    await page.goto('/consent-choices');
    await page.getByText('หน้านี้เปิดจากลิงก์ส่วนตัวของท่าน').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.goto(link.slice(0, -8));
    await page.getByText('ลิงก์นี้ใช้ไม่ได้').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});
