import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUILT_IN } from '../../server/modules/answerTemplate/builtIn.ts';
import { merge, tokenOf, unknownFields } from '../../shared/answerTemplate/merge.ts';
import { sampleValues } from '../../shared/answerTemplate/sample.ts';
import { RIGHT_CODES } from '../../shared/dataRight/schema.ts';
import { LOCALES } from '../../shared/locale.ts';
import { groundsOf } from '../../shared/request/grounds.ts';
import { callerFor, type Person, signInAgain, type TestServer, sharedServer } from '../factories.ts';
import { buildConsentPurposes } from '../helpers/consents.ts';
import { codeOf, refusal } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let staff: Person;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set('2026-11-02T10:15:00+07:00');
  ({ ws, dpo, staff } = await buildTeam(server, { dpo: 'DPO', staff: 'Staff' }));
});

const as = async (person: Person = dpo) => callerFor(server, await signInAgain(server, person));
const own = (changes: object = {}) => ({
  ws,
  name: { th: 'ตอบแบบสั้น', en: 'Short answer' },
  rightCode: 'ACCESS' as const,
  outcome: 'COMPLETED' as const,
  body: {
    th: 'เรียน {name} เลขที่ {reference} กำหนด {due} ตาม {section}',
    en: 'Dear {name}, {reference}, due {due}, section {section}, {newDue}',
  },
  active: true,
  ...changes,
});

async function enterRequest(codes: string[] = ['ACCESS'], changes: object = {}) {
  const api = await as();
  const { applicationId } = await buildConsentPurposes(server, dpo);
  const draft = await api.requestForm.create({ ws, name: 'แบบคำขอ', applicationId });
  const form = await api.requestForm.publish({ ws, id: draft.id, rowVersion: draft.rowVersion });
  const rightIds = new Map(form.rights.map(({ code, id }) => [code as string, id]));
  return api.request.create({
    ws,
    requestFormId: form.id,
    receivedAt: '2026-11-02T10:15:00+07:00',
    channel: 'POST',
    subject: { firstName: 'สมหญิง', lastName: 'รักไทย', email: 'somying@test.example', telephone: '', uid: '' },
    rights: codes.map((code) => ({ rightRequestId: rightIds.get(code)!, requestDetail: 'ขอสำเนา' })),
    verified: true,
    ...changes,
  } as never);
}

describe('answer templates', () => {
  it('are created with the workspace for every right and outcome, in both languages, with existing fields', async () => {
    const { collection, meta } = await (await as()).answerTemplate.list({ ws, pageSize: 100 });
    expect(meta.totalItems).toBe(Object.keys(BUILT_IN).length);
    for (const outcome of ['COMPLETED', 'REFUSED', 'EXTENDED', 'QUESTION'])
      expect(collection.some((one) => one.outcome === outcome && one.rightCode === null)).toBe(true);
    expect(new Set(collection.flatMap(({ rightCode }) => rightCode ?? []))).toEqual(new Set(RIGHT_CODES));
    for (const { body, status, builtIn } of collection) {
      expect([status, builtIn]).toEqual(['published', true]);
      for (const locale of LOCALES) {
        expect(unknownFields(body[locale])).toEqual([]);
        expect(merge(body[locale], sampleValues(locale), tokenOf).missing).toEqual([]);
      }
    }
  });

  it('name the section for statements of law', () => {
    for (const [key, { outcome, rightCode, body }] of Object.entries(BUILT_IN)) {
      if (key === 'refusedWithoutSection') continue;
      if (outcome === 'QUESTION' || rightCode === 'COMPLAINT' || (outcome === 'COMPLETED' && !rightCode)) continue;
      expect(body.th).toMatch(/มาตรา (\d+|\{section\})/);
      expect(body.en).toMatch(/section (\d+|\{section\})/);
    }
  });

  it('preserve every published version; a built-in one is deactivated, not deleted', async () => {
    const api = (await as()).answerTemplate;
    const created = await api.create(own());
    expect(created).toMatchObject({ status: 'draft', publishedVersion: 0, builtIn: false });
    const first = await api.publish({ ws, id: created.id, rowVersion: created.rowVersion });
    const edited = await api.update(
      own({ id: created.id, rowVersion: first.rowVersion, body: { th: 'ใหม่', en: 'New' } }) as never,
    );
    expect(edited).toMatchObject({ status: 'draft', publishedVersion: 1 });
    const second = await api.publish({ ws, id: created.id, rowVersion: edited.rowVersion });
    expect((await api.versions({ ws, id: created.id })).collection.map(({ version }) => version)).toEqual([2, 1]);
    expect((await api.version({ ws, id: created.id, v: 1 })).content.body).toEqual(own().body);
    // Deactivating it starts no version.
    const off = await api.update(
      own({ id: created.id, rowVersion: second.rowVersion, body: second.body, active: false }) as never,
    );
    expect(off).toMatchObject({ status: 'published', active: false });
    const builtIn = (await api.list({ ws, pageSize: 100 })).collection.find((one) => one.builtIn)!;
    expect(await codeOf(api.remove({ ws, id: builtIn.id }))).toBe('answerTemplate.builtIn');
    await api.remove({ ws, id: created.id });
    expect((await api.versions({ ws, id: created.id })).meta.totalItems).toBe(2);
  });

  it('cannot be published with an unknown field or without one language', async () => {
    const api = (await as()).answerTemplate;
    const created = await api.create(own({ body: { th: 'เรียน {nam}', en: '' } }));
    const refused = await refusal(api.publish({ ws, id: created.id, rowVersion: created.rowVersion }));
    expect(refused.code).toBe('answerTemplate.incomplete');
    expect(refused.fields).toEqual(['body.th', 'body.en']);
  });

  it('are offered where they match and are active, those of the right first', async () => {
    const request = await enterRequest(['ACCESS']);
    const api = (await as()).answerTemplate;
    const ask = { ws, id: request.id, rightId: request.rights[0]!.id, outcome: 'COMPLETED' as const };
    const before = await api.choices(ask);
    expect(before.map(({ rightCode }) => rightCode)).toEqual(['ACCESS', null]);
    const created = await api.create(own());
    expect(await api.choices(ask)).toHaveLength(2);
    const published = await api.publish({ ws, id: created.id, rowVersion: created.rowVersion });
    expect((await api.choices(ask)).map(({ id }) => id)).toContain(created.id);
    await api.update(own({ id: created.id, rowVersion: published.rowVersion, active: false }) as never);
    expect((await api.choices(ask)).map(({ id }) => id)).not.toContain(created.id);
    expect(await codeOf(api.fill({ ...ask, templateId: created.id }))).toBe('answerTemplate.notInUse');
  });

  it('are filled in the language of the data subject; missing values are marked', async () => {
    const request = await enterRequest(['ACCESS'], { language: 'en' });
    const [right] = request.rights;
    const api = (await as()).answerTemplate;
    const created = await api.create(own());
    await api.publish({ ws, id: created.id, rowVersion: created.rowVersion });
    const ask = { ws, id: request.id, rightId: right!.id, templateId: created.id };
    expect(await api.fill(ask)).toEqual({
      language: 'en',
      text: 'Dear สมหญิง รักไทย, DSR-000001, due 2 December 2026, section 30, [Due date after extension]',
      missing: ['newDue'],
    });
    expect((await api.fill({ ...ask, days: 30 })).text).toContain('1 January 2027');
    expect((await api.fill({ ...ask, groundCode: 'LAW_AND_HARM' })).text).toContain('section 30');
    // The act names no section for it.
    expect(await api.fill({ ...ask, groundCode: 'NO_DATA' })).toMatchObject({ missing: ['section', 'newDue'] });
  });

  it('leave no section open in a refusal, whichever right and ground it has', async () => {
    const request = await enterRequest(RIGHT_CODES.filter((code) => code !== 'COMPLAINT'));
    const api = (await as()).answerTemplate;
    for (const { id: rightId, code } of request.rights)
      for (const { code: groundCode, section } of groundsOf(code)) {
        const ask = { ws, id: request.id, rightId, groundCode };
        const offered = await api.choices({ ...ask, outcome: 'REFUSED' });
        expect(offered.length, `${code} ${groundCode}`).toBeGreaterThan(0);
        for (const { id: templateId, name } of offered) {
          const { text, missing } = await api.fill({ ...ask, templateId });
          expect(missing, `${code} ${groundCode}`).toEqual([]);
          if (name.th === BUILT_IN['refused']!.name.th) expect(text).toContain(`ตามมาตรา ${section}: `);
        }
      }
  });

  it('say that a right is refused only where its ground refuses it, and name the section only where there is one', async () => {
    const request = await enterRequest(RIGHT_CODES.filter((code) => code !== 'COMPLAINT'));
    const api = (await as()).answerTemplate;
    const letters = Object.entries(BUILT_IN).filter(([, { outcome }]) => outcome === 'REFUSED');
    const keyOf = (name: { th: string }) => letters.find(([, letter]) => letter.name.th === name.th)![0];
    for (const { id: rightId, code } of request.rights)
      for (const { code: groundCode, section, closesOnly } of groundsOf(code)) {
        const offered = await api.choices({ ws, id: request.id, rightId, groundCode, outcome: 'REFUSED' });
        const expected = closesOnly
          ? [section === null ? 'closed' : 'closedUnderSection']
          : section === null
            ? [...(code === 'RESTRICTION' ? ['restrictionRefused'] : []), 'refusedWithoutSection']
            : ['refused'];
        expect(
          offered.map(({ name }) => keyOf(name)),
          `${code} ${groundCode}`,
        ).toEqual(expected);
      }
  });

  it('have whoever refuses a restriction choose the case of section 34', async () => {
    const request = await enterRequest(['RESTRICTION'], { language: 'en' });
    const api = (await as()).answerTemplate;
    const ask = { ws, id: request.id, rightId: request.rights[0]!.id, groundCode: 'CONDITIONS_NOT_MET' };
    const [first] = await api.choices({ ...ask, outcome: 'REFUSED' });
    expect(first).toMatchObject({ rightCode: 'RESTRICTION' });
    const { text } = await api.fill({ ...ask, templateId: first!.id });
    expect(text).toMatch(/the case of section 34 .*\[choose the case .*\(1\).*\(2\).*\(3\).*\(4\).*\]\./);
  });

  it('reveal no request to users who may not read it', async () => {
    const request = await enterRequest();
    const ask = { ws, id: request.id, rightId: request.rights[0]!.id, outcome: 'COMPLETED' as const };
    const api = (await as(staff)).answerTemplate;
    expect(await codeOf(api.choices(ask))).toBe('request.notFound');
    await (
      await as()
    ).request.changeStatus({
      ws,
      id: request.id,
      action: 'ASSIGN',
      assigneeId: staff.personnelId,
    } as never);
    const [template] = await api.choices(ask);
    expect((await api.fill({ ws, id: ask.id, rightId: ask.rightId, templateId: template!.id })).text).toContain(
      'DSR-000001',
    );
    expect(await codeOf(api.list({ ws }))).toBe('forbidden.role');
  });
});
