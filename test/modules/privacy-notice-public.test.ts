import { randomUUIDv7 } from 'node:crypto';
import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Notice } from '../../shared/privacyNotice/schema.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { publishNotice } from '../helpers/notices.ts';
import { textOfPages } from '../helpers/pdfText.ts';

const HOSTILE = '</h1><script>globalThis.hit=1</script><img src=x onerror=alert(1)>';

let server: TestServer;
let dpo: Person;
let ws: string;
let notice: Notice;
beforeAll(async () => {
  server = await buildServer({});
  server.clock.set('2026-11-20T05:00:00Z');
  dpo = await buildPerson(server, { role: 'DPO' });
  ws = dpo.workspaceId;
  const { id: dataControllerId } = await buildDataController(server, ws, { nameTh: 'โรงพยาบาลร่มเย็น' });
  notice = await publishNotice(server, dpo, { dataControllerId, name: HOSTILE });
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}, of: TestServer = server) =>
  of.app.inject({ url: path, headers });
const page = (query = '') => `/notices/${ws}/${notice.id}${query}`;
const api = (query = '') => `/api/v1/${ws}/privacy-notices/${notice.id}/public${query}`;

/** Publishes the next version, effective from a day. */
async function publishNext(changes: object): Promise<void> {
  const { privacyNotice } = await callerFor(server, dpo);
  const before = await privacyNotice.get({ ws, id: notice.id });
  const saved = await privacyNotice.update({
    ws,
    id: notice.id,
    rowVersion: before.rowVersion,
    ...before.draft,
    ...changes,
  });
  notice = await privacyNotice.publish({ ws, id: notice.id, rowVersion: saved.rowVersion });
}

describe('the public page of a notice', () => {
  it('is a page without a script, small, in its language, and user content is escaped', async () => {
    const answer = await get(page());
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toMatch(/^<!doctype html>\n<html lang="th">/);
    expect(answer.body).not.toMatch(/<script|<img/);
    expect(answer.body).toContain('&lt;script&gt;');
    expect(Buffer.byteLength(answer.body)).toBeLessThan(40_000);
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*style-src 'sha256-/);
    expect(answer.headers['cache-control']).toContain('stale-if-error');
    const english = await get(page('?lang=en'));
    expect(english.body).toContain('<html lang="en">');
    expect(english.body).toContain('Summary');
  });

  it('marks what is written in the other language, on the page alone', async () => {
    expect((await get(page('?lang=en'))).body).toContain('1 <span lang="th">ถนนพระราม 4 กรุงเทพฯ</span>');
    expect((await get(page())).body).toMatch(/<h1>&lt;\/<span lang="en">h<\/span>1&gt;/);
    expect((await get(api('?format=json&lang=en'))).body).not.toContain('<span');
  });

  it('responds with 304 and compressed, and serves its own font', async () => {
    const { headers } = await get(page());
    expect((await get(page(), { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
    expect((await get(page(), { 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br');
    const font = await get('/notices/fonts/sarabun-400.woff2');
    expect(font.headers['content-type']).toBe('font/woff2');
    expect(font.rawPayload.subarray(0, 4).toString()).toBe('wOF2');
  });

  it('is a PDF too, and JSON for apps on any site', async () => {
    const pdf = await get(`/notices/${ws}/${notice.id}/notice.pdf?lang=en`);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(textOfPages(pdf.rawPayload).join('\n')).toContain('Summary');
    const json = await get(api('?format=json&lang=en'), { origin: 'https://shop.example' });
    expect(json.headers['access-control-allow-origin']).toBe('https://shop.example');
    // A shared cache must not reuse the CORS header of one site for another.
    expect(json.headers.vary).toMatch(/origin.*accept-encoding/i);
    const received = json.json();
    expect(received).toMatchObject({ lang: 'en', version: 1, effectiveOn: '2026-11-20', withdrawn: false });
    const { privacyNotice } = await callerFor(server, dpo);
    expect(received.sha256).toBe((await privacyNotice.version({ ws, id: notice.id, v: 1 })).sha256En);
    expect((await get(api())).body).toBe((await get(page())).body);
    expect((await get(api('?format=xml'))).statusCode).toBe(400);
    expect((await get(api('?lang=fr'))).statusCode).toBe(400);
  });

  it('names in its first layer the rights and how to use them, on the page, in the PDF and in JSON', async () => {
    const { summary } = (await get(api('?format=json&lang=en'))).json();
    expect(summary.rights).toMatch(/^Access and copy, portability, (objection, )?erasure, .*, complaint to the PDPC$/);
    expect(summary.requestUrl).toBeNull();
    // Of the section, from its heading on: the complete text is further down.
    const short = (text: string, from: string) => text.slice(text.indexOf(from)).slice(0, 1500);
    const byContact = 'Through the contact details below';
    const html = short((await get(page('?lang=en'))).body, '<section class="short"');
    const pdf = await get(`/notices/${ws}/${notice.id}/notice.pdf?lang=en`);
    const document = short(textOfPages(pdf.rawPayload).join('\n').replaceAll(/\s+/g, ' '), 'Summary');
    for (const text of [html, document]) {
      expect(text).toContain(summary.rights);
      expect(text).toContain(byContact);
    }
    const { privacyNotice } = await callerFor(server, dpo);
    const report = await server.app.inject({
      url: `/api/v1/${ws}/privacy-notices/${notice.id}/report-html?lang=th`,
      headers: { authorization: `Bearer ${dpo.token}` },
    });
    const { content } = await privacyNotice.version({ ws, id: notice.id, v: 1 });
    expect(report.body).toContain(content.summary.rights!.th);
    expect(report.body).toContain('ติดต่อตามช่องทางด้านล่าง');
  });

  it('leads to request forms in the language of its reader, on the page and in JSON, by the same stored text', async () => {
    const { privacyNotice, requestForm } = await callerFor(server, dpo);
    const { id: dataControllerId } = notice.dataController;
    const first = await publishNotice(server, dpo, { dataControllerId, name: 'ประกาศที่มีแบบคำขอ' });
    const applicationId = first.draft.applications[0]!.id;
    const form = await requestForm.create({ ws, name: 'แบบคำขอใช้สิทธิ', applicationId });
    await requestForm.publish({ ws, id: form.id, rowVersion: form.rowVersion });
    const { rowVersion } = await privacyNotice.get({ ws, id: first.id });
    const saved = await privacyNotice.update({ ws, id: first.id, rowVersion, ...first.draft });
    await privacyNotice.publish({ ws, id: first.id, rowVersion: saved.rowVersion });
    const { content } = await privacyNotice.version({ ws, id: first.id, v: 2 });
    const url = content.summary.requestUrl!;
    expect(url).toMatch(/[0-9a-f]$/);
    const body = async (lang: string) => (await get(`/notices/${ws}/${first.id}?lang=${lang}`)).body;
    const links = (await body('en')).match(/href="[^"]*\/dsrm\/form\/page\/[^"]*"/g);
    expect([...new Set(links)]).toEqual([`href="${url}?lang=en"`]);
    expect(await body('th')).toContain(`href="${url}"`);
    const json = async (lang: string) =>
      (await get(`/api/v1/${ws}/privacy-notices/${first.id}/public?format=json&lang=${lang}`)).json();
    expect((await json('en')).summary.requestUrl).toBe(`${url}?lang=en`);
    expect((await json('th')).summary.requestUrl).toBe(url);
  });

  it('changes on the first day of the next version, retains the previous one, and displays the differences', async () => {
    await publishNext({ effectiveFrom: '2026-11-22', dpo: { ...notice.draft.dpo, email: 'new@romyen.example' } });
    expect((await get(page())).body).not.toContain('new@romyen.example');
    expect((await get(page('?version=2'))).statusCode).toBe(404);
    server.clock.set('2026-11-21T17:00:00Z');
    const next = (await get(page())).body;
    expect(next).toContain('new@romyen.example');
    expect((await get(page('?version=1'))).body).toContain('ฉบับนี้เป็นฉบับก่อน');
    const changes = (await get(`/notices/${ws}/${notice.id}/changes?from=1&to=2`)).body.replaceAll(
      /<\/?span[^>]*>/g,
      '',
    );
    expect(changes).toMatch(/<del>[^<]*dpo@romyen\.example[^<]*<\/del>/);
    expect(changes).toMatch(/<ins>[^<]*new@romyen\.example[^<]*<\/ins>/);
    expect((await get(`/notices/${ws}/${notice.id}/changes?from=1&to=9`)).statusCode).toBe(404);
  });

  it('is valid HTML in both languages, with its changes and its refusals', async () => {
    const html = new HtmlValidate({ extends: ['html-validate:standard'] });
    expect((await html.validateString('<p><div></div></p>')).valid).toBe(false);
    const pages = [
      page(),
      page('?lang=en'),
      page('?version=1&lang=en'),
      `/notices/${ws}/${notice.id}/changes?from=1&to=2&lang=en`,
      `/notices/${ws}/${randomUUIDv7()}`,
    ];
    for (const path of pages) {
      const { body } = await get(path);
      const { results } = await html.validateString(body);
      const faults = results.flatMap(({ messages }) =>
        messages.map(({ line, ruleId, message }) => `${path} ${line} ${ruleId}: ${message}`),
      );
      expect(faults).toEqual([]);
    }
  });

  it('reports an unknown notice, and that a notice was withdrawn', async () => {
    for (const path of [`/notices/${ws}/x`, `/notices/${ws}/${ws}`, `/notices/${ws}/${notice.id}?version=0`]) {
      const answer = await get(path);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(answer.body).toContain('ไม่พบประกาศ');
    }
    // Before the signed-in user has to sign in again.
    server.clock.set('2026-11-20T06:00:00Z');
    const { privacyNotice } = await callerFor(server, dpo);
    await privacyNotice.remove({ ws, id: notice.id });
    await expect.poll(async () => (await get(page())).body).toContain('เลิกใช้ประกาศนี้แล้ว');
  });
});

describe('the versions of a public notice', () => {
  /** Another notice, published at noon of 20 November. */
  async function startAnother(name: string) {
    server.clock.set('2026-11-20T06:00:00Z');
    const { dataController } = notice;
    notice = await publishNotice(server, dpo, { dataControllerId: dataController.id, name });
  }
  const versions = async () =>
    (await get(api('?format=json'))).json().versions.map(({ version }: { version: number }) => version);

  it('are those that were in force: none that was replaced before its first day, and changes are from the one before', async () => {
    await startAnother('ประกาศสำหรับสมาชิก');
    // Of the second and the third the fourth is published before their first days, for the same day and a sooner one.
    for (const effectiveFrom of ['2026-11-22', '2026-11-24', '2026-11-22']) await publishNext({ effectiveFrom });
    expect(notice.publishedVersion).toBe(4);
    server.clock.set('2026-11-21T17:00:00Z');
    expect(await versions()).toEqual([4, 1]);
    server.clock.set('2026-11-23T17:00:00Z');
    expect(await versions()).toEqual([4, 1]);
    const { body } = await get(page());
    expect(body).toContain('from=1&amp;to=4');
    expect(body).not.toMatch(/version=[23]|from=[23]/);
    expect((await get(page('?version=2'))).statusCode).toBe(404);
    expect((await get(`/notices/${ws}/${notice.id}/changes?from=2&to=4`)).statusCode).toBe(404);
  });

  it('are marked as PDFs and in reports once they are replaced, and once the notice is withdrawn', async () => {
    await startAnother('ประกาศสำหรับผู้มาติดต่อ');
    const pdf = async (query = '') => {
      const { rawPayload, headers } = await get(`/notices/${ws}/${notice.id}/notice.pdf?lang=en${query}`);
      return { text: textOfPages(rawPayload).join('').replaceAll(/\s+/g, ''), etag: headers.etag };
    };
    const report = async (query = '') => {
      const url = `/api/v1/${ws}/privacy-notices/${notice.id}/report-html?lang=en${query}`;
      return (await server.app.inject({ url, headers: { authorization: `Bearer ${dpo.token}` } })).body;
    };
    const EARLIER = 'This is an earlier version.';
    const WITHDRAWN = 'The organisation has withdrawn this notice.';
    const squeezed = (text: string) => text.replaceAll(' ', '');
    const first = await pdf('&version=1');
    expect(first.text).not.toContain(squeezed(EARLIER));
    server.clock.set('2026-11-20T07:00:00Z');
    await publishNext({ dpo: { ...notice.draft.dpo, email: 'new@romyen.example' } });
    await expect.poll(async () => (await pdf('&version=1')).text).toContain(squeezed(EARLIER));
    expect((await pdf('&version=1')).etag).not.toBe(first.etag);
    expect((await pdf()).text).not.toContain(squeezed(EARLIER));
    expect(await report('&version=1')).toContain(EARLIER);
    expect(await report()).not.toContain(EARLIER);
    const { privacyNotice } = await callerFor(server, dpo);
    await privacyNotice.remove({ ws, id: notice.id });
    await expect.poll(async () => (await pdf()).text).toContain(squeezed(WITHDRAWN));
    expect(await report()).toContain(WITHDRAWN);
  });

  it('include one that was in force for a part of its first day', async () => {
    await startAnother('ประกาศสำหรับผู้สมัครงาน');
    server.clock.set('2026-11-20T07:00:00Z');
    await publishNext({ dpo: { ...notice.draft.dpo, email: 'new@romyen.example' } });
    expect(notice.effectiveOn).toBe('2026-11-20');
    expect(await versions()).toEqual([2, 1]);
  });
});
