import Papa from 'papaparse';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commands } from '../../server/modules/workspace/operator.ts';
import { receiptReport } from '../../server/modules/consentReceipt/report.ts';
import { type Receipt, receiptView } from '../../shared/consentReceipt/receipt.ts';
import { noticePage } from '../../shared/privacyNotice/address.ts';
import type { Notice } from '../../shared/privacyNotice/schema.ts';
import {
  buildDataController,
  buildServer,
  callerFor,
  type Person,
  signInAgain,
  type TestServer,
} from '../factories.ts';
import { buildConsentPurposes, recordChoices } from '../helpers/consents.ts';
import { ended } from '../helpers/exports.ts';
import { publishNotice } from '../helpers/notices.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

const ADDRESS = 'https://privacy.example';
let server: TestServer;
let ws: string;
let dpo: Person;
let notice: Notice;
beforeAll(async () => {
  server = await buildServer({ PUBLIC_URL: ADDRESS }, { jobs: true });
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(new Date('2026-11-20T05:00:00Z'));
  const team = await buildTeam(server, { dpo: 'DPO' });
  ({ ws, dpo } = team);
  const { id: dataControllerId } = await buildDataController(server, ws);
  notice = await publishNotice(server, dpo, { dataControllerId, name: 'ประกาศสำหรับลูกค้า' });
});

const api = async () => callerFor(server, await signInAgain(server, dpo));

/** A form of an application without a notice, created by the procedures. */
async function newForm() {
  const { applicationId, purposeIds } = await buildConsentPurposes(server, dpo, { purposes: 1 });
  const { consent } = await api();
  const created = await consent.create({ ws, name: 'แบบสมัครข่าว', applicationId });
  return {
    ...created,
    purposeIds,
    draft: {
      ...created.draft,
      title: { th: 'ข่าวสาร', en: 'News' },
      description: { th: 'ขอส่งข่าวสาร', en: 'May we send news' },
      purposes: purposeIds.map((purposeId) => ({ purposeId, signals: [] })),
      showPrivacyPolicy: true,
    },
  };
}
async function publishedForm(privacyNoticeId = notice.id) {
  const form = await newForm();
  const { consent } = await api();
  const saved = await consent.update({
    ws,
    id: form.id,
    rowVersion: form.rowVersion,
    name: form.name,
    ...form.draft,
    privacyNoticeId,
  });
  const published = await consent.publish({ ws, id: form.id, rowVersion: saved.rowVersion });
  return { ...published, workspaceId: ws, purposeIds: form.purposeIds };
}
/** The next version of the notice, in force from a day. */
async function nextVersion(effectiveFrom: string | null = null): Promise<Notice> {
  const { privacyNotice } = await api();
  const { rowVersion, draft } = await privacyNotice.get({ ws, id: notice.id });
  const saved = await privacyNotice.update({
    ws,
    id: notice.id,
    rowVersion,
    ...draft,
    name: `${notice.name} ${rowVersion}`,
    effectiveFrom,
    organization: { ...draft.organization, acronym: `V${rowVersion}` },
  });
  return privacyNotice.publish({
    ws,
    id: notice.id,
    rowVersion: saved.rowVersion,
    tellAgain: false,
    editorialReason: 'ย่อชื่อ',
  });
}

describe('a consent form with a link to a privacy notice', () => {
  it('offers the notices in force, and starts with the one that covers its application', async () => {
    const { consent } = await api();
    expect(await consent.noticeChoices({ ws })).toEqual([{ id: notice.id, name: notice.name }]);
    const own = await consent.create({ ws, name: 'ของแอปที่มีประกาศ', applicationId: notice.draft.applications[0]!.id });
    expect(own).toMatchObject({
      draft: { showPrivacyPolicy: true, privacyNoticeId: notice.id },
      notice: { id: notice.id, inForce: true },
    });
    expect((await newForm()).draft.privacyNoticeId).toBe('');
  });

  it('starts with a notice by the version in force, not by the draft of the next one', async () => {
    const { consent, privacyNotice } = await api();
    const { applicationId: own } = await buildConsentPurposes(server, dpo, { purposes: 1 });
    const covered = notice.draft.applications[0]!.id;
    const { rowVersion } = await privacyNotice.update({
      ws,
      id: notice.id,
      rowVersion: notice.rowVersion,
      ...notice.draft,
      applications: [{ id: own, groupIds: [], bases: [] }],
    });
    expect(rowVersion).toBeGreaterThan(notice.rowVersion);
    const started = (applicationId: string) => consent.create({ ws, name: `แบบ ${applicationId}`, applicationId });
    expect((await started(covered)).draft.privacyNoticeId).toBe(notice.id);
    expect((await started(own)).draft.privacyNoticeId).toBe('');
  });

  it('links to the public page of the version in force, wherever it is displayed', async () => {
    const form = await publishedForm();
    const { body } = await server.app.inject({
      url: `/api/v1/${ws}/consent-versions/application/${form.application.id}`,
    });
    expect(JSON.parse(body)).toMatchObject({ privacyPolicyUrl: `${ADDRESS}${noticePage(ws, notice.id)}` });
    expect((await server.app.inject({ url: noticePage(ws, notice.id) })).statusCode).toBe(200);
    // Its version names the notice, and is not outdated by the notice's next version.
    await nextVersion();
    expect(await (await api()).consent.get({ ws, id: form.id })).toMatchObject({ outdated: false, problems: [] });
  });

  it('links to a page that stays readable, and can be published, while notices are switched off', async () => {
    const form = await publishedForm();
    await commands['set-flags'].run(server.deps, [ws, 'privacyEnabled=off']);
    const { consent } = await api();
    const { rowVersion, name, draft } = await consent.get({ ws, id: form.id });
    const title = { th: 'ข่าวสารใหม่', en: 'More news' };
    const saved = await consent.update({ ws, id: form.id, rowVersion, name, ...draft, title });
    expect(saved.problems).toEqual([]);
    await consent.publish({ ws, id: form.id, rowVersion: saved.rowVersion });
    const { body, statusCode } = await server.app.inject({ url: noticePage(ws, notice.id) });
    expect(statusCode).toBe(200);
    expect(body).toContain(notice.name);
    const json = await server.app.inject({ url: `/api/v1/${ws}/privacy-notices/${notice.id}/public?format=json` });
    expect(json.json()).toMatchObject({ id: notice.id, version: 1 });
  });

  it('records with each consent the version of the notice that was in force, and its hash in that language', async () => {
    const form = await publishedForm();
    const [thai, english] = await recordChoices(server, form, [
      { uid: 'somchai@people.example' },
      { uid: 'jane@people.example', language: 'en' },
    ]);
    server.clock.set(new Date('2026-11-21T05:00:00Z'));
    await nextVersion();
    const [later] = await recordChoices(server, form, [{ uid: 'somying@people.example' }]);
    // Published in advance: not yet in force on the day of the consent.
    await nextVersion('2026-12-01');
    const [between] = await recordChoices(server, form, [{ uid: 'manee@people.example' }]);
    server.clock.set(new Date('2026-11-30T17:00:00Z'));
    const [last] = await recordChoices(server, form, [{ uid: 'piti@people.example' }]);
    const { userConsent, privacyNotice, consentReceipt } = await api();
    const { collection } = await privacyNotice.versions({ ws, id: notice.id, currentPage: 1, pageSize: 10 });
    const hashes = new Map(collection.map((one) => [one.version, one]));
    expect(hashes.size).toBe(3);
    const noticeOf = async (id: string) => (await userConsent.get({ ws, id })).notice;
    const named = (version: number, language: 'sha256Th' | 'sha256En' = 'sha256Th') => ({
      id: notice.id,
      // In its state of that time.
      name: version === 1 ? notice.name : expect.stringMatching(new RegExp(`^${notice.name} \\d+$`)),
      version,
      sha256: hashes.get(version)![language],
    });
    expect(await noticeOf(thai!)).toEqual(named(1));
    expect(await noticeOf(english!)).toEqual(named(1, 'sha256En'));
    expect(await noticeOf(later!)).toEqual(named(2));
    expect(await noticeOf(between!)).toEqual(named(2));
    expect(await noticeOf(last!)).toEqual(named(3));
    // An export contains the same for every consent.
    const reader = await signInAgain(server, dpo);
    const caller = await callerFor(server, reader);
    const started = await caller.export.start({
      ws,
      kind: 'user-consents',
      subjectId: form.id,
      format: 'csv',
      locale: 'th',
    });
    const { file } = await ended(server, reader, started.id);
    const { body } = await server.app.inject({
      url: file!.url,
      headers: { authorization: `Bearer ${reader.token}` },
    });
    const [head, ...rows] = Papa.parse<string[]>(body.replace(/^\ufeff/, ''), { skipEmptyLines: true }).data;
    const cells = new Map(
      rows.map((row) => [
        row[head!.indexOf('เลขที่คำตอบ')],
        ['ประกาศความเป็นส่วนตัวที่มีผลขณะนั้น', 'ค่าแฮชของประกาศ (SHA-256)'].map((column) => row[head!.indexOf(column)]),
      ]),
    );
    for (const one of [thai, english, later, between, last]) {
      const { name, version, sha256 } = (await noticeOf(one!))!;
      expect(cells.get(one)).toEqual([`${name} ฉบับที่ ${version}`, sha256]);
    }
    const { id } = await consentReceipt.issue({ ws, id: english! });
    const receipt = (await consentReceipt.get({ ws, id })).receipt as unknown as Receipt;
    const [ofForm, ofNotice] = receipt['dpv:hasNotice'];
    expect(ofForm!['@type']).toEqual(['dpv:ConsentNotice']);
    expect(ofNotice).toMatchObject({
      '@type': ['dpv:PrivacyNotice'],
      'dpv:hasIdentifier': notice.id,
      'schema:version': 1,
      'schema:sha256': named(1, 'sha256En').sha256,
      'schema:url': `${ADDRESS}${noticePage(ws, notice.id)}`,
    });
    const { name } = notice;
    const { version, sha256 } = named(1, 'sha256En');
    expect(receiptView(receipt).notice).toEqual({ name: { th: name, en: name }, version, sha256 });
    const report = JSON.stringify(receiptReport(receipt, 'a.b.c', 'key', 'en', ADDRESS));
    for (const text of [`${name}, version ${version}`, sha256]) expect(report).toContain(text);
  });

  it('prevents the notice from being withdrawn until it links elsewhere or accepts no answers', async () => {
    const form = await publishedForm();
    const { privacyNotice, consent } = await api();
    expect(await refusal(privacyNotice.remove({ ws, id: notice.id }))).toMatchObject({
      status: 'CONFLICT',
      code: 'privacyNotice.ofConsentForm',
    });
    await consent.remove({ ws, id: form.id });
    await privacyNotice.remove({ ws, id: notice.id });
    const { rowVersion, ...inactive } = await consent.get({ ws, id: form.id });
    expect(inactive).toMatchObject({ notice: { inForce: false } });
    expect(await refusal(consent.reactivate({ ws, id: form.id, rowVersion }))).toMatchObject({
      status: 'CONFLICT',
      code: 'consent.noticeNotInForce',
    });
    const { rowVersion: withdrawn } = await privacyNotice.get({ ws, id: notice.id });
    await privacyNotice.restore({ ws, id: notice.id, rowVersion: withdrawn });
    expect(await consent.reactivate({ ws, id: form.id, rowVersion })).toMatchObject({ active: true });
  });

  it('links to the notice until its next version is in force, and after that to the other', async () => {
    const form = await publishedForm();
    const { dataController } = notice;
    const other = await publishNotice(server, dpo, { dataControllerId: dataController.id, name: 'ประกาศอีกฉบับ' });
    const { consent, privacyNotice } = await api();
    const saved = await consent.update({
      ws,
      id: form.id,
      rowVersion: form.rowVersion,
      name: form.name,
      ...form.draft,
      privacyNoticeId: other.id,
      effectiveFrom: '2026-12-01',
    });
    await consent.publish({ ws, id: form.id, rowVersion: saved.rowVersion });
    for (const { id } of [notice, other])
      expect(await refusal(privacyNotice.remove({ ws, id }))).toMatchObject({ code: 'privacyNotice.ofConsentForm' });
    await consent.remove({ ws, id: form.id });
    await privacyNotice.remove({ ws, id: notice.id });
    const { rowVersion } = await consent.get({ ws, id: form.id });
    expect(await refusal(consent.reactivate({ ws, id: form.id, rowVersion }))).toMatchObject({
      code: 'consent.noticeNotInForce',
    });
    server.clock.set(new Date('2026-12-01T05:00:00Z'));
    const later = await api();
    expect(await later.consent.reactivate({ ws, id: form.id, rowVersion })).toMatchObject({ active: true });
    expect(await refusal(later.privacyNotice.remove({ ws, id: other.id }))).toMatchObject({
      code: 'privacyNotice.ofConsentForm',
    });
  });

  it('cannot be published at the moment its notice is withdrawn', async () => {
    const { privacyNotice, consent } = await api();
    const form = await newForm();
    const { rowVersion } = await consent.update({
      ws,
      id: form.id,
      rowVersion: form.rowVersion,
      name: form.name,
      ...form.draft,
      privacyNoticeId: notice.id,
    });
    const both = await Promise.allSettled([
      consent.publish({ ws, id: form.id, rowVersion }),
      privacyNotice.remove({ ws, id: notice.id }),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('cannot be published while the notice is not in force, nor saved with one of another workspace', async () => {
    const form = await newForm();
    const { consent, privacyNotice } = await api();
    await privacyNotice.remove({ ws, id: notice.id });
    const { rowVersion, problems } = await consent.update({
      ws,
      id: form.id,
      rowVersion: form.rowVersion,
      name: form.name,
      ...form.draft,
      privacyNoticeId: notice.id,
    });
    expect(problems).toEqual([{ path: ['privacyNoticeId'], key: 'consent:noticeNotInForce' }]);
    expect(await refusal(consent.publish({ ws, id: form.id, rowVersion }))).toMatchObject({
      code: 'consent.incomplete',
    });
    const elsewhere = await buildTeam(server, { dpo: 'DPO' });
    const { id: dataControllerId } = await buildDataController(server, elsewhere.ws);
    const foreign = await publishNotice(server, elsewhere.dpo, { dataControllerId, name: 'ของที่อื่น' });
    expect(
      await refusal(
        consent.update({ ws, id: form.id, rowVersion, name: form.name, ...form.draft, privacyNoticeId: foreign.id }),
      ),
    ).toMatchObject({ status: 'BAD_REQUEST' });
  });
});
