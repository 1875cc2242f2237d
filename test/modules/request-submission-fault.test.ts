import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { RequestReceived, StartedUpload, UploadState } from '../../shared/requestSubmission/schema.ts';
import { createTestDatabase } from '../database.ts';
import { buildPerson, buildServer, callerFor } from '../factories.ts';
import { folder, killAll, killed, MASTER_KEY, removeFolders, startNode } from '../helpers/killedNode.ts';
import { buildRequestForm } from '../helpers/requestForms.ts';
import { pdf } from '../helpers/samples.ts';
import { until } from '../helpers/until.ts';

afterEach(killAll);
afterAll(removeFolders);

/** Until a response arrives; `null` if none did, because the server was killed meanwhile. */
const call = (url: string, init: RequestInit): Promise<Response | null> => fetch(url, init).catch(() => null);

it('a server killed while requests and a file arrive loses none that it acknowledged, and duplicates none', async () => {
  const database = await createTestDatabase();
  const server = await buildServer({ MASTER_KEY }, { databaseUrl: database.url });
  try {
    const person = await buildPerson(server, { role: 'DPO' });
    const form = await buildRequestForm(server, person);
    const port = await getPort({ host: '127.0.0.1' });
    const dataDir = folder();
    let node = await startNode(database.url, port, dataDir);
    const root = `http://127.0.0.1:${port}/api/v1/${form.workspaceId}`;

    const acknowledged = new Map<string, string>();
    let stopped = false;
    /** Sends one request after another, each until it is acknowledged. */
    const writer = async () => {
      while (!stopped) {
        const key = randomUUID();
        const init = {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify({
            dsrmRequestFormId: form.id,
            identityValidation: { firstName: key, lastName: 'ทดสอบ', email: 'a@test.example', telephone: '' },
            rightRequestId: form.rightIds.ACCESS,
          }),
        };
        for (;;) {
          const answer = await call(`${root}/dsrm-request`, init);
          if (answer?.ok) {
            acknowledged.set(key, ((await answer.json()) as RequestReceived).uuid);
            break;
          }
          await sleep(50);
        }
      }
    };
    const writers = Array.from({ length: 6 }, writer);

    const content = pdf('x'.repeat(200_000));
    const started = await call(`${root}/dsrm-request-uploads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ dsrmRequestFormId: form.id, name: 'สำเนา.pdf', size: content.length }),
    });
    const { uploadId, token } = (await started!.json()) as StartedUpload;
    const part = async (offset: number): Promise<UploadState | null> => {
      const answer = await call(`${root}/dsrm-request-uploads/${uploadId}`, {
        method: 'PUT',
        headers: {
          'content-type': 'application/octet-stream',
          'upload-token': token,
          'upload-offset': String(offset),
        },
        body: new Uint8Array(content.subarray(offset, offset + 50_000)),
      });
      return answer?.ok ? ((await answer.json()) as UploadState) : null;
    };
    expect(await part(0)).toMatchObject({ received: 50_000 });

    await until(() => acknowledged.size > 20, 'requests');
    await killed(node.child);
    node = await startNode(database.url, port, dataDir);
    const before = acknowledged.size;
    await until(() => acknowledged.size > before + 20, 'requests after the restart');
    stopped = true;
    await Promise.all(writers);

    // The file continues where it was.
    let state = await part(0);
    expect(state).toMatchObject({ received: 50_000 });
    while (!state!.url) state = await part(state!.received);
    const sent = await call(`${root}/dsrm-request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        dsrmRequestFormId: form.id,
        identityValidation: { firstName: 'สมหญิง', lastName: 'รักไทย', email: 'a@test.example', telephone: '' },
        rightRequestId: form.rightIds.ACCESS,
        requestedAttachment: state!.url,
        uploadToken: token,
      }),
    });
    const { uuid } = (await sent!.json()) as RequestReceived;
    const { request, requestSubmission } = await callerFor(server, person);
    const [file] = await requestSubmission.attachments({ ws: form.workspaceId, id: uuid });
    expect(file).toMatchObject({ name: 'สำเนา.pdf', size: content.length });

    const rows = await server.owner
      .selectFrom('requests')
      .select(['id', 'number'])
      .where('workspaceId', '=', form.workspaceId)
      .orderBy('number')
      .execute();
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, place) => place + 1));
    expect(rows.map(({ id }) => id).toSorted()).toEqual([...acknowledged.values(), uuid].toSorted());
    const [key, id] = [...acknowledged][0]!;
    expect((await request.get({ ws: form.workspaceId, id })).identity?.firstName).toBe(key);
  } finally {
    await killAll();
    await server.close();
    await database.drop();
  }
});
