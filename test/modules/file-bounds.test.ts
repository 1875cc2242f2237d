import { randomUUIDv7 } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { lineDocument } from '../../server/modules/approvalLine/files.ts';
import { picture } from '../../server/modules/consent/files.ts';
import { logo } from '../../server/modules/dataController/files.ts';
import { evidence } from '../../server/modules/incident/files.ts';
import { isActivePdf } from '../../server/platform/files/activePdf.ts';
import { lookIntoPdf } from '../../server/platform/files/lookIntoPdf.ts';
import type { FileOwnerKind } from '../../server/platform/files/ownerKind.ts';
import { attachFile, releaseFile } from '../../server/platform/files/service.ts';
import {
  buildDataController,
  sharedServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { buildApprovalLine, buildCrew, buildFinishedExport } from '../helpers/approvals.ts';
import { growsFaster } from '../growth.ts';
import { giveFile, isOwned } from '../helpers/fileOwners.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { refusal } from '../helpers/refusal.ts';
import { pdf, png } from '../helpers/samples.ts';

const MB = 1024 * 1024;
let server: TestServer;
let ws: string;
let people: Record<'staff' | 'admin' | 'dpo' | 'board' | 'other', Person>;

beforeAll(async () => {
  server = await sharedServer();
});
beforeEach(async () => {
  ({ id: ws } = await buildWorkspace(server));
  people = await buildCrew(server, ws, 'other');
});
afterAll(() => server.close());

/** Uploads bytes; `query`: whether the kind is in the address or in the form. */
async function upload(person: Person, kind: string, bytes: Buffer | string, name: string, query = true) {
  const boundary = 'pokpong-test-boundary';
  const field = query ? '' : `--${boundary}\r\nContent-Disposition: form-data; name="kind"\r\n\r\n${kind}\r\n`;
  const payload = Buffer.concat([
    Buffer.from(
      `${field}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(bytes as never),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const answer = await server.app.inject({
    method: 'POST',
    url: `/files-api/v1/upload?workspace=${ws}${query ? `&kind=${kind}` : ''}`,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() as { id: string; code: string; message: string } };
}
const download = async (person: Person, fileId: string) =>
  (
    await server.app.inject({
      url: `/files-api/v1/files/${fileId}?workspace=${ws}`,
      headers: { authorization: `Bearer ${person.token}` },
    })
  ).statusCode;

describe('a kind of file', () => {
  const bytes: Record<string, [Buffer | string, string]> = {
    logo: [pdf(), 'a.pdf'],
    photo: [png(), 'a.png'],
    evidence: [pdf(), 'a.pdf'],
    import: ['a,b', 'a.csv'],
    consents: ['a,b', 'a.csv'],
    requests: ['a,b', 'a.csv'],
    general: ['note', 'a.txt'],
    identityDocument: [pdf(), 'a.pdf'],
    requestAnswer: [pdf(), 'a.pdf'],
    requestAttachment: [pdf(), 'a.pdf'],
    requestMessage: [pdf(), 'a.pdf'],
    requestProof: [pdf(), 'a.pdf'],
    treatmentAction: [pdf(), 'a.pdf'],
    dpiaConsultation: [pdf(), 'a.pdf'],
  };
  const takers: Record<string, (keyof typeof people)[]> = {
    logo: ['admin', 'dpo'],
    photo: ['admin', 'dpo', 'staff'],
    evidence: ['admin', 'dpo', 'staff'],
    import: ['admin', 'dpo', 'staff'],
    consents: ['admin', 'dpo', 'staff'],
    requests: ['admin', 'dpo'],
    general: ['admin', 'dpo', 'staff', 'board'],
    identityDocument: ['admin', 'dpo'],
    requestAnswer: ['admin', 'dpo', 'staff'],
    requestAttachment: ['admin', 'dpo'],
    requestMessage: ['admin', 'dpo', 'staff'],
    requestProof: ['admin', 'dpo', 'staff'],
    treatmentAction: ['admin', 'dpo', 'staff'],
    dpiaConsultation: ['admin', 'dpo', 'staff'],
  };

  it('is accepted by a module, or any attachment', () => {
    expect([...server.deps.modules.uploads.keys()].sort()).toEqual(Object.keys(takers).sort());
  });

  it.each(Object.keys(takers))('%s is accepted from users with permission, and from nobody else', async (kind) => {
    for (const role of ['admin', 'dpo', 'staff', 'board'] as const) {
      const { status } = await upload(people[role], kind, ...bytes[kind]!);
      expect(status, `${role} ${kind}`).toBe(takers[kind]!.includes(role) ? 200 : 403);
    }
  });

  it('is also checked if only the form contains it, and if the module is off', async () => {
    expect(await upload(people.board, 'consents', 'a,b', 'a.csv', false)).toMatchObject({
      status: 403,
      body: { code: 'forbidden.role' },
    });
    const { id } = await buildWorkspace(server, { flags: { consentEnabled: false } });
    ws = id;
    const person = (await buildCrew(server, ws, 'other')).staff;
    expect(await upload(person, 'consents', 'a,b', 'a.csv')).toMatchObject({
      status: 403,
      body: { code: 'forbidden.flag' },
    });
    expect(await server.owner.selectFrom('files').select('id').where('workspaceId', '=', ws).execute()).toEqual([]);
  });
});

it('unattached uploads of one person are limited to 500 MB in total', async () => {
  const keep = (person: Person, size: number, owned: boolean) => {
    const id = randomUUIDv7();
    return server.owner
      .insertInto('files')
      .values({
        workspaceId: ws,
        id,
        name: 'a.csv',
        type: 'text/csv',
        size,
        sha256: 'x',
        storageKey: `${ws}/${id}`,
        uploadedBy: person.personnelId,
        ...(owned && { ownerKind: logo.kind, ownerId: id }),
      })
      .execute();
  };
  for (let turn = 0; turn < 5; turn += 1) await keep(people.staff, 100 * MB - (turn === 4 ? 4 : 0), false);
  await keep(people.dpo, 900 * MB, true);
  expect(await upload(people.staff, 'general', 'fore', 'a.txt')).toMatchObject({ status: 200 });
  // Checked before the file is read, and again with what arrived meanwhile.
  expect(await upload(people.staff, 'general', 'five.', 'a.txt')).toMatchObject({
    status: 429,
    body: { code: 'file.waiting' },
  });
  expect((await upload(people.dpo, 'general', 'other', 'a.txt')).status).toBe(200);
  await server.owner
    .updateTable('files')
    .set({ ownerKind: logo.kind, ownerId: randomUUIDv7() })
    .where('uploadedBy', '=', people.staff.personnelId)
    .execute();
  expect((await upload(people.staff, 'general', 'used', 'a.txt')).status).toBe(200);
});

describe('a PDF with active or embedded content', () => {
  const withObject = (object: string) =>
    Buffer.from(pdf().toString('latin1').replace('xref\n', `9 0 obj\n${object}\nendobj\nxref\n`), 'latin1');
  /** Packed in two blocks, the first of which reads `endstream`. */
  const inBlocks = (objects: Buffer) =>
    Buffer.concat([
      Buffer.from('\x78\x01\x00\x0a\x00\xf5\xffendstream ', 'latin1'),
      deflateRawSync(objects),
      deflateSync(Buffer.concat([Buffer.from('endstream '), objects])).subarray(-4),
    ]);
  const packed = (
    objects: string,
    dictionary = '/Filter /FlateDecode',
    { type = '/Type /ObjStm', pack = (bytes: Buffer): Buffer => deflateSync(bytes) } = {},
  ) => {
    const bytes = dictionary.includes('Flate') ? pack(Buffer.from(objects)) : Buffer.from(objects);
    return withObject(
      `<< ${dictionary} ${type} /N 1 /First 4 /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`,
    );
  };
  const SCRIPT = '7 0 << /S /JavaScript /JS (app.alert(1)) >>';
  const ACTIVE: [string, () => Buffer][] = [
    ['a script', () => withObject('<< /S /JavaScript /JS (app.alert(1)) >>')],
    [
      'a script at its opening',
      () =>
        Buffer.from(
          pdf()
            .toString('latin1')
            .replace('/Type /Catalog', '/Type /Catalog /OpenAction << /S/JavaScript/JS(app.alert(1)) >>'),
          'latin1',
        ),
    ],
    ['a script in other letters', () => withObject('<< /S /J#61vaScript /#4aS (app.alert(1)) >>')],
    ['the start of a program', () => withObject('<< /S /Launch /F (calc.exe) >>')],
    ['files inside', () => withObject('<< /Names << /EmbeddedFiles 8 0 R >> >>')],
    ['a file inside', () => withObject('<< /Type /EmbeddedFile /Length 0 >>')],
    [
      'a file of an annotation',
      () => withObject('<< /Subtype /FileAttachment /FS << /Type /Filespec /F (a.exe) /EF << /F 8 0 R >> >> >>'),
    ],
    ['a file by a reference', () => withObject('<< /Type /Filespec /F (a.exe) /EF 8 0 R >>')],
    ['a file by a reference with a sign', () => withObject('<< /Type /Filespec /F (a.exe) /EF +8 0 R >>')],
    ['a form of another kind', () => withObject('<< /AcroForm << /Fields [] /XFA 8 0 R >> >>')],
    [
      'a script behind a bracket in letters as numbers',
      () => withObject('<< /K <41(> /S /JavaScript /JS 6 0 R %)\n>>'),
    ],
    ['a script behind brackets that are none', () => withObject('<< /A#28 /S /JavaScript /JS 7 0 R /B#29 1 >>')],
    [
      'a script behind a bracket in a stream',
      () => withObject('<< /Length 1 >>\nstream\n( endstream endobj 10 0 obj << /S /Launch /F 7 0 R >> % )'),
    ],
    ['a script in a packed object', () => packed(SCRIPT)],
    ['a script in an object stream that is not packed', () => packed('7 0 << /S /J#61vaScript >>', '')],
    ['objects packed in a way nobody reads here', () => packed('7 0 << /S /Nothing >>', '/Filter /LZWDecode')],
    ['objects packed twice', () => packed('7 0 << /S /Nothing >>', '/Filter [/ASCIIHexDecode /FlateDecode]')],
    ['a script in objects without a type', () => packed(SCRIPT, '/Filter /FlateDecode', { type: '' })],
    [
      'a script in objects without a type, whose first place has a sign',
      () =>
        Buffer.from(
          packed(SCRIPT, '/Filter /FlateDecode', { type: '' }).toString('latin1').replace('/First 4', '/First +4'),
          'latin1',
        ),
    ],
    ['a script behind the end of a stream that is none', () => packed(SCRIPT, undefined, { pack: inBlocks })],
    ['objects with a string', () => packed(SCRIPT, '/Type /ObjStm /Filter /FlateDecode /K (a\\)obj)')],
    ['objects with a comment', () => packed(SCRIPT, '/Type /ObjStm /Filter /FlateDecode\n%obj\n')],
    [
      'objects whose packing stands before a comment',
      () => packed(Buffer.from(SCRIPT).toString('hex'), '/Filter /ASCIIHexDecode\n%endobj 10 0 obj <<\n'),
    ],
    [
      'objects whose packing stands before another beginning',
      () => packed(Buffer.from(SCRIPT).toString('hex'), '/Filter /ASCIIHexDecode\n10 0 obj <<\n'),
    ],
    [
      'a script behind other objects in the line of the word',
      () => {
        const other = deflateSync('7 0 <<>>').toString('latin1');
        const text = packed(SCRIPT).toString('latin1');
        return Buffer.from(
          text.replace(/(?<=ObjStm.+\nstream)/, () => ` ${other}`),
          'latin1',
        );
      },
    ],
    [
      'objects that cannot be unpacked',
      () => withObject('<< /Type /ObjStm /Filter /FlateDecode /Length 7 >>\nstream\nnothing\nendstream'),
    ],
  ];

  it.each(ACTIVE)('is not accepted as evidence: %s', async (_, make) => {
    expect(await upload(people.staff, 'evidence', make(), 'a.pdf')).toMatchObject({
      status: 415,
      body: { code: 'file.active' },
    });
  });

  it.each(['logo', 'general'])('is not accepted as %s either', async (kind) => {
    const { status, body } = await upload(people.dpo, kind, ACTIVE[0]![1](), 'a.pdf');
    expect([status, body.code]).toEqual([415, 'file.active']);
  });

  it('stored before cannot be attached', async () => {
    const { body } = await upload(people.staff, 'general', pdf(), 'a.pdf');
    await server.owner.updateTable('files').set({ activeContent: true }).where('id', '=', body.id).execute();
    const attach = (kind: FileOwnerKind) =>
      withScope(server.deps.db, { workspaceId: ws }, (trx) =>
        attachFile(trx, kind, {
          workspaceId: ws,
          ownerId: randomUUIDv7(),
          fileId: body.id,
          by: people.staff.personnelId,
          field: 'attachmentId',
        }),
      );
    for (const kind of [evidence, logo])
      expect(await refusal(attach(kind))).toMatchObject({
        status: 'BAD_REQUEST',
        code: 'file.active',
        fields: ['attachmentId'],
      });
  });

  it('is checked in time proportional to the file', () => {
    const pumps = [
      '(',
      '(a',
      '/',
      '/J',
      'stream\n',
      '/ObjStm stream\n',
      'endstream',
      'obj ',
      '#',
      '<< /Filter ',
      '<</a(b',
      '/EF ',
      '/EF 9 ',
      '/First 4 ',
      '% obj ',
    ];
    for (const pump of pumps)
      for (const start of ['', '1 0 obj << /Type /ObjStm >> ', '1 0 obj << /Type /ObjStm /Filter /FlateDecode >> '])
        expect(
          growsFaster(
            // Large enough for a file, small enough for the quadratic work of the former search.
            (size) => Buffer.from(start + pump.repeat((20 * size) / pump.length)),
            (bytes) => isActivePdf(bytes),
          ),
          `${start}${pump}`,
        ).toBe(false);
  });

  it('a file that takes too long or too much to check is treated as one, and blocks nobody', async () => {
    const path = join(server.deps.config.dataDir, `${randomUUIDv7()}.pdf`);
    await writeFile(path, Buffer.concat([pdf(), Buffer.alloc(64 * MB, 'a')]));
    expect(await lookIntoPdf(server.deps, path, { timeoutMs: 1 })).toBe(true);
    expect(await lookIntoPdf(server.deps, path, { memoryMb: 48 })).toBe(true);
    expect(await lookIntoPdf(server.deps, path)).toBe(false);
    expect(await lookIntoPdf(server.deps, join(server.deps.config.dataDir, 'none.pdf'))).toBe(true);
    await rm(path);
  });

  it.each<[string, () => Buffer]>([
    ['plain', () => pdf()],
    ['with packed objects', () => packed('7 0 << /Type /Annot /A << /S /URI /URI (https://example.com/Launch) >> >>')],
    [
      'with an address that ends like one',
      () => withObject('<< /S /URI /URI (https://developer.example.com/docs/JavaScript) /Title (On /Launch) >>'),
    ],
    ['with names that only start alike', () => withObject('<< /Launcher 1 /JSON 2 /EmbeddedFont 3 >>')],
    ['with a glyph that is called like one', () => withObject('<< /Differences [238 /EE /EF 240 /F0] >>')],
    [
      'with an outline',
      () => withObject('<< /First 7 0 R >>\nendobj\n10 0 obj\n<< /N 3 /Length 1 >>\nstream\n1\nendstream'),
    ],
    ['with the end of a stream in packed objects', () => packed('7 0 << /Title (A) >>', undefined, { pack: inBlocks })],
    [
      'with objects that stand first',
      () => {
        const text = packed('7 0 << /Title (A) >>').toString('latin1');
        const [start, end] = [text.indexOf('9 0 obj'), text.indexOf('xref\n')];
        return Buffer.from(
          text.slice(0, 9) + text.slice(start, end) + text.slice(9, start) + text.slice(end),
          'latin1',
        );
      },
    ],
  ])('one without either is accepted as evidence: %s', async (_, make) => {
    expect((await upload(people.staff, 'evidence', make(), 'a.pdf')).status).toBe(200);
  });
});

describe('evidence cannot be deleted', () => {
  const sheet = async () => {
    const line = await buildApprovalLine(server, ws, {
      requesterId: people.admin.personnelId,
      approverIds: [people.staff.personnelId, people.board.personnelId],
    });
    const { fileId } = await buildFinishedExport(server, ws, {
      applicationId: line.applicationId,
      requestedBy: people.admin.personnelId,
      format: 'xlsx',
    });
    await server.owner.updateTable('approvalLines').set({ fileId }).where('id', '=', line.id).execute();
    await giveFile(server, lineDocument, line.id, fileId);
    await server.owner.deleteFrom('exports').where('fileId', '=', fileId).execute();
    return { ...line, fileId };
  };
  const reported = async () => {
    const { body } = await upload(people.staff, 'evidence', pdf(), 'หลักฐาน.pdf');
    const { id } = await buildIncident(server, ws, { reporterId: people.staff.personnelId, attachmentId: body.id });
    await giveFile(server, evidence, id, body.id);
    return body.id;
  };

  const NONE = { status: 'BAD_REQUEST', code: 'file.notFound' };

  it('an approval document by an import', async () => {
    const { fileId } = await sheet();
    for (const person of [people.staff, people.admin])
      expect(await refusal((await callerFor(server, person)).recordImport.create({ ws, fileId }))).toMatchObject(NONE);
    for (const person of [people.admin, people.dpo, people.board, people.staff])
      expect(await download(person, fileId)).toBe(200);
  });

  it('the evidence of an incident by a logo', async () => {
    const fileId = await reported();
    const { id } = await buildDataController(server, ws);
    for (const person of [people.admin, people.dpo]) {
      const { dataController } = await callerFor(server, person);
      const fields = {
        name: { th: 'โรงพยาบาล', en: '' },
        contactPerson: 'สมชาย ใจดี',
        address: '1 ถนนพระราม 4',
        phone: '021234567',
        email: 'dpo@hospital.example',
        logoId: fileId,
      };
      expect(await refusal(dataController.update({ ws, id, ...fields, rowVersion: 1 }))).toMatchObject(NONE);
      expect(await refusal(dataController.create({ ws, ...fields }))).toMatchObject(NONE);
    }
    for (const person of [people.admin, people.dpo, people.staff]) expect(await download(person, fileId)).toBe(200);
  });

  it('nor by a record that displayed it and removes it', async () => {
    const { id: line, fileId: document } = await sheet();
    const fileId = await reported();
    for (const one of [document, fileId]) {
      for (const kind of [logo, picture])
        await withScope(server.deps.db, { workspaceId: ws }, (trx) =>
          releaseFile(trx, kind, { workspaceId: ws, ownerId: line, fileId: one }),
        );
      expect(await isOwned(server, one)).toBe(true);
    }
  });
});
