import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { JWK } from 'jose';
import jsonld from 'jsonld';
import { Parser, Store } from 'n3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../shared/canonicalJson.ts';
import { DECORATION } from '../../shared/consent/theme.ts';
import type { ReceiptAnswer } from '../../shared/consentReceipt/schema.ts';
import { KEYS_PATH, type Receipt, receiptFile, receiptLogo, receiptView } from '../../shared/consentReceipt/receipt.ts';
import { checkReceipt, submittedReceiptOf, kindOf } from '../../shared/consentReceipt/check.ts';
import { keysOf } from '../../shared/signed.ts';
import { receiptReport } from '../../server/modules/consentReceipt/report.ts';
import { modules } from '../../server/modules/index.ts';
import { createDeps } from '../../server/platform/deps.ts';
import { publicKeys, signingKey } from '../../server/platform/crypto/signingKeys.ts';
import { iriOf } from '../../server/modules/ropa/dpv/terms.ts';
import { buildPerson, buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { type BuiltForm, buildConsentForm, recordChoices } from '../helpers/consents.ts';
import { textOfPages } from '../helpers/pdfText.ts';

let server: TestServer;
let dpo: Person;
let form: BuiltForm;
beforeAll(async () => {
  server = await buildServer();
  dpo = await buildPerson(server, { role: 'DPO' });
  form = await buildConsentForm(server, await buildPerson(server, { workspaceId: dpo.workspaceId, role: 'Admin' }));
});
afterAll(() => server.close());

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const guardian = { firstName: 'มานี', lastName: 'ใจดี', email: 'manee@example.com', telephone: '0812345678' };
const keysNow = async () => keysOf((await server.app.inject(KEYS_PATH)).body);
async function issueFor(choice: Parameters<typeof recordChoices>[2][number]): Promise<ReceiptAnswer> {
  const [id] = await recordChoices(server, form, [choice]);
  const { id: receiptId } = await (
    await callerFor(server, dpo)
  ).consentReceipt.issue({ ws: form.workspaceId, id: id! });
  return (await callerFor(server, null)).consentReceipt.get({ ws: form.workspaceId, id: receiptId });
}

describe('a receipt', () => {
  it('contains in the fields of ISO/IEC TS 27560 who chose what, when, and from which text', async () => {
    const at = new Date('2026-11-20T08:30:00.000Z');
    const { receipt, jws, keyId } = await issueFor({
      uid: 'somying@example.com',
      name: 'สมหญิง',
      granted: [0, 2],
      at,
      source: 'https://shop.example',
      language: 'th',
      guardian,
    });
    const view = receiptView(receipt as unknown as Receipt);
    expect(view).toMatchObject({
      conformsTo: 'dpv-27560:receipt',
      at: at.toISOString(),
      subject: { uid: 'somying@example.com', name: 'สมหญิง' },
      guardian: 'มานี ใจดี',
      controller: { name: form.content.controller.name, contact: ['สมชาย ใจดี', 'dpo@controller.example', '021234567'] },
      form: {
        id: form.id,
        application: form.content.application.name,
        version: 1,
        sha256: form.sha256,
        title: form.content.title,
      },
      method: 'JS Web Form · https://shop.example',
      language: 'th',
      jurisdiction: 'TH',
      law: 'legal-th:law-PDPA',
    });
    expect(view.purposes.map(({ id, state, basis }) => [id, state, basis])).toEqual(
      form.purposeIds.map((id, place) => [
        id,
        place === 1 ? 'refused' : 'given',
        expect.stringMatching(/^PDPA s\. (19|26)$/),
      ]),
    );
    // How data is processed is taken from the purpose's published record.
    expect(view.purposes[0]!.personalData.length).toBeGreaterThan(0);
    expect(view.withdrawAt.address).toMatch(/\/consent-choices$/);
    expect(view.withdrawAt.note.th).toContain('ถอนความยินยอม');
    expect(await checkReceipt({ jws }, await keysNow())).toMatchObject({ ok: true, keyId });
    // Of the guardian only the existence and the name: no address, no phone number.
    expect(JSON.stringify(receipt)).not.toMatch(/manee|0812345678/);
  });

  it('states until when the consent holds, and its page that it has ended', async () => {
    const limited = await buildConsentForm(server, await buildPerson(server, { role: 'Admin' }), {
      draft: { effectiveTo: '2026-12-02' },
    });
    const { workspaceId: limitedWs } = limited;
    const officer = await callerFor(server, await buildPerson(server, { workspaceId: limitedWs, role: 'DPO' }));
    server.clock.set('2026-12-02T03:00:00Z');
    try {
      const ids = await recordChoices(server, limited, [
        { uid: 'until', granted: [0] },
        { uid: 'never', granted: [] },
      ]);
      const pages = await Promise.all(
        ids.map(async (id) => {
          const issued = await officer.consentReceipt.issue({ ws: limitedWs, id });
          return async () => (await callerFor(server, null)).consentReceipt.open({ id: issued.id });
        }),
      );
      const facts = () =>
        Promise.all(
          pages.map(async (open) => {
            const { receipt, ended } = await open();
            return { until: receiptView(receipt as unknown as Receipt).until, ended };
          }),
        );
      expect(await facts()).toEqual([
        { until: '2026-12-02', ended: null },
        { until: null, ended: null },
      ]);
      server.clock.set('2026-12-03T03:00:00Z');
      expect(await facts()).toEqual([
        { until: '2026-12-02', ended: '2026-12-02' },
        { until: null, ended: null },
      ]);
      const { receipt, jws, keyId } = await pages[0]!();
      const report = receiptReport(receipt as unknown as Receipt, jws, keyId, 'en', 'https://pokpong.example');
      expect(JSON.stringify(report)).toContain('Consent valid until');
    } finally {
      server.clock.run();
    }
  });

  it('distinguishes what was withdrawn from what was never granted', async () => {
    await recordChoices(server, form, [{ uid: 'changing', granted: [0, 1], at: new Date('2026-11-18T01:00:00Z') }]);
    await recordChoices(server, form, [{ uid: 'changing', granted: [1], at: new Date('2026-11-19T01:00:00Z') }]);
    const { receipt } = await issueFor({ uid: 'changing', granted: [1], at: new Date('2026-11-20T01:00:00Z') });
    expect(receiptView(receipt as unknown as Receipt).purposes.map(({ state }) => state)).toEqual([
      'withdrawn',
      'given',
      'refused',
    ]);
  });

  it('is JSON-LD that can be read offline, in terms of DPV', async () => {
    const { receipt } = await issueFor({ uid: 'linked', granted: [0] });
    const nquads = (await jsonld.toRDF(
      receipt as object,
      { format: 'application/n-quads', documentLoader: () => Promise.reject(new Error('fetched something')) } as never,
    )) as unknown as string;
    const store = new Store(new Parser({ format: 'N-Quads' }).parse(nquads));
    const one = (subject: string | null, predicate: string) =>
      store.getObjects(subject, predicate, null).map(({ value }) => value);
    const id = receipt['@id'] as string;
    expect(one(id, iriOf('rdf:type'))).toEqual([iriOf('dpv:ConsentReceipt' as never)]);
    expect(one(id, iriOf('dct:conformsTo'))).toEqual(['https://w3id.org/dpv/schema/dpv-27560#receipt']);
    expect(one(id, iriOf('dpv:hasJurisdiction'))).toEqual(['https://w3id.org/dpv/loc#TH']);
    const processes = one(id, iriOf('dpv:hasProcess'));
    expect(processes).toHaveLength(3);
    const states = processes
      .flatMap((process) => store.getObjects(process, iriOf('dpv:hasConsentStatus' as never), null))
      .map((status) => store.getObjects(status, iriOf('rdf:type'), null)[0]!.value);
    expect(states.sort()).toEqual([
      iriOf('dpv:ConsentGiven' as never),
      iriOf('dpv:ConsentRefused' as never),
      iriOf('dpv:ConsentRefused' as never),
    ]);
  });

  it('fails if one character of it is altered, whichever', async () => {
    const { jws } = await issueFor({ uid: 'altered' });
    const keys = await keysNow();
    expect((await checkReceipt({ jws }, keys)).ok).toBe(true);
    const places = [
      0,
      5,
      ...Array.from({ length: 60 }, (_, step) => Math.floor((jws.length * step) / 60)),
      jws.indexOf('.') - 1,
      jws.lastIndexOf('.') - 1,
      jws.lastIndexOf('.') + 1,
      jws.length - 1,
    ];
    for (const place of places) {
      for (const letter of ['A', 'B', 'x', '-', '.']) {
        if (jws[place] === letter) continue;
        const altered = jws.slice(0, place) + letter + jws.slice(place + 1);
        expect((await checkReceipt({ jws: altered }, keys)).ok, `${letter} at ${place}`).toBe(false);
      }
    }
    expect((await checkReceipt({ jws: jws.slice(0, -1) }, keys)).ok).toBe(false);
    expect((await checkReceipt({ jws: `${jws}A` }, keys)).ok).toBe(false);
  });

  it('fails without a signature, with another algorithm, with another key, as another kind of document', async () => {
    const { jws, keyId } = await issueFor({ uid: 'attacked' });
    const keys = await keysNow();
    const [, payload] = jws.split('.') as [string, string, string];
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const publicKey = keys.find(({ kid }) => kid === keyId)!;
    expect(
      await checkReceipt({ jws: `${part({ alg: 'none', kid: keyId, typ: 'consent-receipt+jws' })}.${payload}.` }, keys),
    ).toMatchObject({ ok: false, fault: 'shape' });
    const { createHmac } = await import('node:crypto');
    const confused = `${part({ alg: 'HS256', kid: keyId, typ: 'consent-receipt+jws' })}.${payload}`;
    expect(
      await checkReceipt(
        { jws: `${confused}.${createHmac('sha256', JSON.stringify(publicKey)).update(confused).digest('base64url')}` },
        keys,
      ),
    ).toMatchObject({ ok: false, fault: 'shape' });
    // A key sent with the receipt is not trusted.
    const { CompactSign, exportJWK, generateKeyPair } = await import('jose');
    const pair = await generateKeyPair('ES256', { extractable: true });
    const own = await new CompactSign(Buffer.from(payload, 'base64url'))
      .setProtectedHeader({
        alg: 'ES256',
        kid: keyId,
        typ: 'consent-receipt+jws',
        jwk: (await exportJWK(pair.publicKey)) as JWK,
      })
      .sign(pair.privateKey);
    expect(await checkReceipt({ jws: own }, keys)).toMatchObject({ ok: false, fault: 'signature' });
    const other = await new CompactSign(Buffer.from(payload, 'base64url'))
      .setProtectedHeader({ alg: 'ES256', kid: 'unknown', typ: 'consent-receipt+jws' })
      .sign(pair.privateKey);
    expect(await checkReceipt({ jws: other }, keys)).toMatchObject({ ok: false, fault: 'key' });
    expect(await checkReceipt({ jws: 'not.a.receipt' }, keys)).toMatchObject({ ok: false, fault: 'shape' });
  });

  it('beside its readable file reports if that has a different content', async () => {
    const { jws, receipt } = await issueFor({ uid: 'readable' });
    const keys = await keysNow();
    expect(kindOf(JSON.stringify(receipt, null, 2))).toBe('readable');
    expect(
      await checkReceipt(submittedReceiptOf([JSON.stringify(receipt, null, 2), ` ${jws}\n`])!, keys),
    ).toMatchObject({
      ok: true,
    });
    expect(await checkReceipt(submittedReceiptOf([JSON.stringify({ jws, receipt })])!, keys)).toMatchObject({
      ok: true,
    });
    expect(
      await checkReceipt(submittedReceiptOf([jws, JSON.stringify({ ...receipt, 'dct:language': 'en' })])!, keys),
    ).toMatchObject({ ok: false, fault: 'differs' });
    expect(submittedReceiptOf([JSON.stringify(receipt)])).toBeNull();
  });
});

describe('issuing', () => {
  it('is restricted to users who may read the history, of submissions of their own workspace, and is logged', async () => {
    const [id] = await recordChoices(server, form, [{ uid: 'issued' }]);
    const staff = await buildPerson(server, { workspaceId: form.workspaceId, role: 'Staff' });
    await expect(
      (await callerFor(server, staff)).consentReceipt.issue({ ws: form.workspaceId, id: id! }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const stranger = await buildPerson(server, { role: 'DPO' });
    await expect(
      (await callerFor(server, stranger)).consentReceipt.issue({ ws: stranger.workspaceId, id: id! }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const created = await (await callerFor(server, dpo)).consentReceipt.issue({ ws: form.workspaceId, id: id! });
    expect(created.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    const logged = await server.owner
      .selectFrom('activityLogs')
      .select(['event', 'actorId', 'subject'])
      .where('entityId', '=', id!)
      .execute();
    expect(logged).toEqual([{ event: 'consentReceipt.issued', actorId: dpo.personnelId, subject: form.name }]);
    const { document } = await server.owner
      .selectFrom('consentReceipts')
      .select('document')
      .where('id', '=', created.id)
      .executeTakeFirstOrThrow();
    expect(document.toString('latin1')).not.toContain('eyJ');
  });

  it('finds one data subject by the complete uid, with every receipt, and logs the access', async () => {
    await issueFor({ uid: 'Lookup@Example.com', name: 'สมศรี', granted: [1] });
    const call = await callerFor(server, dpo);
    const found = await call.consentReceipt.find({ ws: form.workspaceId, uid: 'Lookup@Example.com' });
    expect(found).toMatchObject({
      more: false,
      collection: [
        {
          name: 'สมศรี',
          action: 'ACCEPT',
          consent: { id: form.id, name: form.name },
          purposes: [{ id: form.purposeIds[1] }],
          receipts: [{ issuedBy: expect.any(String) as string }],
        },
      ],
    });
    expect((await call.consentReceipt.find({ ws: form.workspaceId, uid: 'lookup' })).collection).toEqual([]);
    const reads = await server.owner
      .selectFrom('activityLogs')
      .select('id')
      .where('event', '=', 'userConsent.read')
      .where('entityId', '=', form.id)
      .execute();
    expect(reads).toHaveLength(1);
  });

  it('opens by its id alone, with the logo displayed with its form, also if the form is closed', async () => {
    const logoId = randomUUID();
    const shop = await buildConsentForm(server, await buildPerson(server, { role: 'Admin' }), {
      draft: { theme: { ...DECORATION.white, logoIds: [logoId] } },
    });
    const ws = shop.workspaceId;
    await server.owner
      .insertInto('files')
      .values({
        workspaceId: ws,
        id: logoId,
        name: 'logo.png',
        type: 'image/png',
        size: PIXEL.length,
        sha256: 'ab',
        storageKey: `${ws}/${logoId}`,
        ownerKind: 'consent.picture',
        ownerId: shop.id,
      })
      .execute();
    await server.deps.files.put(`${ws}/${logoId}`, Readable.from([PIXEL]), { size: PIXEL.length, type: 'image/png' });
    const owner = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
    const [choice] = await recordChoices(server, shop, [{ uid: 'shopper' }]);
    const { id } = await (await callerFor(server, owner)).consentReceipt.issue({ ws, id: choice! });
    await server.owner.updateTable('consents').set({ active: false }).where('id', '=', shop.id).execute();

    const nobody = await callerFor(server, null);
    const opened = await nobody.consentReceipt.open({ id });
    expect(opened).toMatchObject({ id, workspaceId: ws, logo: receiptLogo(ws, id) });
    expect(opened.receipt).toEqual((await nobody.consentReceipt.get({ ws, id })).receipt);
    const logo = await server.app.inject(opened.logo!);
    expect([logo.statusCode, logo.headers['content-type'], logo.rawPayload.equals(PIXEL)]).toEqual([
      200,
      'image/png',
      true,
    ]);
    expect(logo.headers['x-robots-tag']).toBe('noindex');

    const plain = await issueFor({ uid: 'no logo' });
    expect(await nobody.consentReceipt.open({ id: plain.id })).toMatchObject({
      workspaceId: form.workspaceId,
      logo: null,
    });
    expect((await server.app.inject(receiptLogo(form.workspaceId, plain.id))).statusCode).toBe(404);
    // Neither another id nor another workspace finds it.
    await expect(nobody.consentReceipt.open({ id: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await server.app.inject(receiptLogo(form.workspaceId, id))).statusCode).toBe(404);
  });

  it('indicates whether the data subject has answered again since', async () => {
    const first = await issueFor({ uid: 'again', at: new Date('2026-11-01T00:00:00Z') });
    expect(first.superseded).toBe(false);
    await recordChoices(server, form, [{ uid: 'again', granted: [] }]);
    expect(
      (await (await callerFor(server, null)).consentReceipt.get({ ws: form.workspaceId, id: first.id })).superseded,
    ).toBe(true);
  });
});

describe('the public address', () => {
  it('responds by the id alone, without caching and without a referrer for other sites', async () => {
    const created = await issueFor({ uid: 'public' });
    const answer = await server.app.inject(`/api/v1/${form.workspaceId}/user-consent-receipts/${created.id}?lang=th`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(answer.json()).toMatchObject({ id: created.id, jws: created.jws, keyId: created.keyId });
    const { id: elsewhere } = await buildPerson(server).then(({ workspaceId }) => ({ id: workspaceId }));
    for (const [ws, id] of [
      [form.workspaceId, randomUUID()],
      [elsewhere, created.id],
      [randomUUID(), created.id],
    ] as const) {
      const missing = await server.app.inject(`/api/v1/${ws}/user-consent-receipts/${id}`);
      expect([missing.statusCode, missing.headers['cache-control']]).toEqual([404, 'no-store']);
    }
    const [submission] = await recordChoices(server, form, [{ uid: 'public too' }]);
    expect(
      (await server.app.inject(`/api/v1/${form.workspaceId}/user-consent-receipts/${submission}`)).statusCode,
    ).toBe(404);
  });

  it('returns the same receipt as JSON-LD, signed, and as a PDF in Thai and English', async () => {
    const created = await issueFor({ uid: 'ไฟล์', name: 'น้ำใจ', granted: [0], guardian });
    const file = (format: 'pdf' | 'jsonld' | 'jws', lang: 'th' | 'en' = 'th') =>
      server.app.inject(receiptFile(form.workspaceId, created.id, format, lang));
    const [readable, signed] = [await file('jsonld'), await file('jws')];
    expect(readable.headers['content-type']).toContain('application/ld+json');
    expect(readable.body).toBe(canonicalJson(created.receipt));
    expect(signed.body).toBe(created.jws);
    expect(Buffer.from(signed.body.split('.')[1]!, 'base64url').toString()).toBe(readable.body);
    for (const [lang, words] of [
      ['th', ['ใบรับความยินยอม', 'ถอนความยินยอมได้ทุกเมื่อ', 'มานี ใจดี']],
      ['en', ['Consent receipt', 'Not consented', form.content.purposes[0]!.title.en]],
    ] as const) {
      const pdf = await file('pdf', lang);
      expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
      const text = textOfPages(pdf.rawPayload).join('').replace(/\s+/g, '');
      for (const word of [
        ...words,
        'ไฟล์',
        form.sha256,
        createHash('sha256').update(created.jws).digest('hex'),
        '/receipt-check',
      ])
        expect(text, word).toContain(word.replace(/\s+/g, ''));
    }
    expect(
      (await server.app.inject(`/api/v1/${form.workspaceId}/user-consent-receipts/${created.id}/file?format=exe`))
        .statusCode,
    ).toBe(400);
    expect((await server.app.inject(receiptFile(form.workspaceId, randomUUID(), 'pdf', 'th'))).statusCode).toBe(404);
  });

  it('is rate-limited per address', async () => {
    const ask = (id: string) =>
      server.app.inject({
        url: `/api/v1/${form.workspaceId}/user-consent-receipts/${id}`,
        remoteAddress: '198.51.100.7',
      });
    const statuses: number[] = [];
    for (let turn = 0; turn < 121; turn += 1) statuses.push((await ask(randomUUID())).statusCode);
    expect(statuses.slice(0, 120)).toEqual(Array.from({ length: 120 }, () => 404));
    expect(statuses[120]).toBe(429);
  });
});

describe('signing keys', () => {
  it('are published without their private half, to every site', async () => {
    await issueFor({ uid: 'keys' });
    const answer = await server.app.inject({ url: KEYS_PATH, headers: { origin: 'https://elsewhere.example' } });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300',
      'content-type': expect.stringContaining('application/jwk-set+json') as string,
    });
    const { keys } = answer.json() as { keys: JWK[] };
    expect(keys).toHaveLength(1);
    expect(keys[0]).toEqual({
      kty: 'EC',
      crv: 'P-256',
      x: expect.any(String) as string,
      y: expect.any(String) as string,
      kid: expect.any(String) as string,
      alg: 'ES256',
      use: 'sig',
    });
    const { privateKey } = await server.owner.selectFrom('signingKeys').select('privateKey').executeTakeFirstOrThrow();
    expect(privateKey.toString('latin1')).not.toMatch(/"d"|kty/);
  });

  it('are generated once, however many nodes need the first one together', async () => {
    const other = await buildServer();
    const more = Array.from({ length: 3 }, () =>
      createDeps({ config: other.deps.config, databaseUrl: other.databaseUrl, modules }),
    );
    try {
      const nodes = [other.deps, ...more.map(({ deps }) => deps)];
      const ids = await Promise.all(
        Array.from({ length: 16 }, async (_, turn) => (await signingKey(nodes[turn % nodes.length]!)).id),
      );
      expect(new Set(ids).size).toBe(1);
      expect((await publicKeys(other.deps)).keys).toHaveLength(1);
    } finally {
      await Promise.all(more.map(({ close }) => close()));
      await other.close();
    }
  });

  it('that are retired sign no more and verify what they signed', async () => {
    const old = await issueFor({ uid: 'rotation' });
    await server.owner
      .updateTable('signingKeys')
      .set({ retiredAt: new Date() })
      .where('retiredAt', 'is', null)
      .execute();
    const fresh = await issueFor({ uid: 'rotation' });
    expect(fresh.keyId).not.toBe(old.keyId);
    const keys = await keysNow();
    for (const { jws } of [old, fresh]) expect((await checkReceipt({ jws }, keys)).ok).toBe(true);
  });
});

describe('npm run verify-receipt', () => {
  const run = promisify(execFile);
  const root = path.resolve(import.meta.dirname, '../..');
  const verify = (...files: string[]) =>
    run(process.execPath, ['--no-warnings', path.join(root, 'scripts/verify-receipt.ts'), ...files], {
      cwd: root,
      env: { PATH: process.env.PATH },
    }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (error: { code: number; stderr: string }) => ({ code: error.code, output: error.stderr }),
    );

  it('distinguishes a genuine receipt from an altered one by its exit code, without database or network', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'pokpong-receipt-'));
    try {
      const put = (name: string, text: string) => {
        writeFileSync(path.join(folder, name), text);
        return path.join(folder, name);
      };
      const { jws, receipt, keyId } = await issueFor({ uid: 'command@example.com', name: 'สมหมาย', granted: [2] });
      const keys = put('jwks.json', (await server.app.inject(KEYS_PATH)).body);
      const good = await verify(put('receipt.jws', jws), keys);
      expect(good.code).toBe(0);
      for (const word of ['GENUINE', keyId, 'command@example.com', 'สมหมาย', form.sha256, 'given', 'refused'])
        expect(good.output).toContain(word);
      expect(
        (await verify(put('receipt.jws', jws), keys, put('receipt.jsonld', JSON.stringify(receipt)))).output,
      ).toContain('readable file says the same');
      const place = jws.indexOf('.') + 40;
      const bad = await verify(
        put('bad.jws', jws.slice(0, place) + (jws[place] === 'A' ? 'B' : 'A') + jws.slice(place + 1)),
        keys,
      );
      expect(bad).toMatchObject({ code: 1, output: expect.stringContaining('NOT VALID') as string });
      expect((await verify(keys)).code).toBe(1);
      expect((await verify(keys, keys)).output).toContain('signed receipt');
      expect((await verify(path.join(folder, 'missing.jws'), keys)).code).toBe(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
