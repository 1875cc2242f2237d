// One notification to 1,000 and to 5,000 people (INCIDENT_MAIL_PEOPLE for other numbers): the response time, how fast a
// node in a separate process sends, compared with the mail library alone passing the same mails to the same mail
// server, and its memory.
import { fork } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, timed } from '../../scripts/measure.ts';
import { createTransport } from '../../server/platform/mail/transport.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { highestMemory } from '../helpers/memory.ts';
import { postOffice } from '../helpers/postOffice.ts';

const SIZES = (process.env.INCIDENT_MAIL_PEOPLE ?? '1000,5000').split(',').map(Number);
const ANSWER_MS = 1000;
const GROWTH_MIB = 50;
const MIB = 2 ** 20;
const MESSAGE = 'ข้อมูลของท่านอาจถูกเปิดเผยโดยมิชอบ โปรดเปลี่ยนรหัสผ่าน\n\n'.repeat(30);

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  const post = await postOffice();
  // This process accepts requests; another sends.
  await world.deps.mailer.close();
  try {
    const figures: Figure[] = [];
    let smallest: number | undefined;
    for (const people of SIZES) {
      const name = `notification to ${people.toLocaleString('en')} people`;
      const bare = await timed(() => sentAlone(post.url, people));
      post.received.length = 0;
      const { answered, ms, peak } = await sent(world, post.url, people);
      figures.push({
        name: `${name}: answered`,
        value: answered,
        unit: 'ms',
        goal: `under ${ANSWER_MS} ms`,
        met: answered < ANSWER_MS,
      });
      figures.push({
        name: `${name}: sent`,
        value: people / (ms / 1000),
        unit: 'mails/s',
        limitName: 'the mail library alone, three at a time',
        limit: people / (bare / 1000),
        ratio: bare / ms,
      });
      figures.push({
        name: `${name}: highest memory of the process that sends`,
        value: peak / MIB,
        unit: 'MiB',
        ...(smallest !== undefined && {
          limitName: `${SIZES[0]!.toLocaleString('en')} people`,
          limit: smallest / MIB,
          ratio: peak / smallest,
          goal: `${GROWTH_MIB} MiB of growth at most`,
          met: peak - smallest <= GROWTH_MIB * MIB,
        }),
      });
      smallest ??= peak;
      if (post.received.length !== people) throw new Error(`${post.received.length} mails for ${people} people`);
      post.received.length = 0;
    }
    return figures;
  } finally {
    await post.close();
    await world.close();
  }
}

async function sent(
  world: BenchWorld,
  smtpUrl: string,
  people: number,
): Promise<{ answered: number; ms: number; peak: number }> {
  const { call, workspaceId: ws, databaseUrl, config } = world;
  const { id } = await buildIncident(world, ws, { status: 'ACTIVE', riskLevel: 'HIGH_RISK' });
  const recipients = Array.from({ length: people }, (_, number) => ({
    name: `คุณสมหญิง ใจดี ${number}`,
    email: `p${number}@bench.example`,
    phone: '',
  }));
  const { id: nid, rowVersion } = await call().incidentNotification.create({
    ws,
    id,
    recipientGroup: 'DATA_SUBJECT',
    channel: 'EMAIL',
    subject: 'แจ้งเหตุ',
    message: MESSAGE,
    recipients,
    send: false,
  });
  const answered = await timed(() => call().incidentNotification.send({ ws, id, nid, rowVersion }));
  // Without a mail server this process only stores what the other is to send.
  await world.owner.updateTable('mails').set({ status: 'waiting' }).where('status', '=', 'kept').execute();
  await world.owner
    .updateTable('mailDeliveries')
    .set({ state: 'waiting', settledAt: null })
    .where('entityId', '=', id)
    .execute();
  const node = fork(
    join(import.meta.dirname, '../helpers/mailNodeProcess.ts'),
    [databaseUrl, config.dataDir, smtpUrl],
    { stdio: 'inherit' },
  );
  try {
    await once(node, 'message');
    const startedAt = performance.now();
    for (;;) {
      const { mails } = (await call().incidentNotification.list({ ws, id })).collection[0]!;
      if (mails!.failed > 0) throw new Error('a mail failed');
      if (mails!.waiting === 0) return { answered, ms: performance.now() - startedAt, peak: highestMemory(node) };
      await sleep(100);
    }
  } finally {
    node.kill();
    if (node.exitCode === null && node.signalCode === null) await once(node, 'exit');
  }
}

/** The same mails over the same kind of connections, and nothing else. */
async function sentAlone(url: string, people: number): Promise<void> {
  const transport = createTransport(url);
  let next = 0;
  const one = async () => {
    while (next < people)
      await transport.send({
        id: randomUUIDv7(),
        from: 'bench@bench.example',
        to: `p${next++}@bench.example`,
        subject: 'แจ้งเหตุ',
        text: MESSAGE,
        html: `<p>${MESSAGE}</p>`,
      });
  };
  await Promise.all([one(), one(), one()]);
  transport.close();
}
