import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Notice } from '../../shared/privacyNotice/schema.ts';
import { buildDataController, buildPerson, buildServer, type TestServer } from '../factories.ts';
import { type DatabaseDoor, openDatabaseDoor } from '../helpers/databaseDoor.ts';
import { publishNotice } from '../helpers/notices.ts';

/** The node that writes notices, and a separate one that reads them through a proxy that can be shut. */
let writer: TestServer;
let door: DatabaseDoor;
let reader: TestServer;
let ws: string;
let known: Notice;
let unknown: Notice;
beforeAll(async () => {
  writer = await buildServer({});
  const dpo = await buildPerson(writer, { role: 'DPO' });
  ws = dpo.workspaceId;
  const { id: dataControllerId } = await buildDataController(writer, ws, { nameTh: 'โรงพยาบาลร่มเย็น' });
  known = await publishNotice(writer, dpo, { dataControllerId, name: 'ประกาศสำหรับผู้ป่วย' });
  unknown = await publishNotice(writer, dpo, { dataControllerId, name: 'ประกาศสำหรับพนักงาน' });
  door = await openDatabaseDoor(writer.databaseUrl);
  reader = await buildServer({}, { databaseUrl: door.url });
});
afterAll(async () => {
  await door?.close();
  await reader?.close();
  await writer?.close();
});

const get = (url: string) => reader.app.inject({ url });
const page = ({ id }: Notice, query = '') => get(`/notices/${ws}/${id}${query}`);

test('cached notices are served while the database is unavailable, today and tomorrow', async () => {
  const before = await page(known);
  expect(before.statusCode).toBe(200);
  const api = `/api/v1/${ws}/privacy-notices/${known.id}/public?format=json`;
  expect((await get(api)).statusCode).toBe(200);

  await door.shut();
  await expect(reader.owner.selectFrom('workspaces').select('id').execute()).rejects.toThrow();
  expect((await page(known)).body).toBe(before.body);
  // In the other language too, which was not requested before: the text was loaded with the notice.
  const english = await page(known, '?lang=en');
  expect([english.statusCode, english.body.includes('<html lang="en">')]).toEqual([200, true]);
  expect((await get(api)).statusCode).toBe(200);
  expect((await get(`/notices/${ws}/${known.id}/notice.pdf`)).headers['content-type']).toBe('application/pdf');

  // On another day it would be read again, which fails: the cached one remains.
  reader.clock.set(new Date(Date.now() + 86_400_000));
  expect((await page(known)).body).toBe(before.body);
  const { headers } = before;
  const again = await reader.app.inject({
    url: `/notices/${ws}/${known.id}`,
    headers: { 'if-none-match': String(headers.etag) },
  });
  expect(again.statusCode).toBe(304);

  // One that was never read is reported as a page.
  const never = await page(unknown);
  expect([never.statusCode, never.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
  expect(never.body).toContain('เปิดประกาศไม่ได้ในขณะนี้');
});
