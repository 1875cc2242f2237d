// Mails about a new version of a privacy notice to everybody whose consent is on file, to 2,000 and to 20,000 people
// (NOTICE_MAIL_PEOPLE for other numbers): the response time of the start, how fast a node in a separate process writes
// and sends them, and its memory.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, timed } from '../../scripts/measure.ts';
import { setMailLimits } from '../../server/platform/operator/limits.ts';
import { benchPerson, type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';
import { listenBench } from '../helpers/consentBench.ts';
import { buildConsentForm, recordChoices } from '../helpers/consents.ts';
import { highestMemory } from '../helpers/memory.ts';
import { publishNotice } from '../helpers/notices.ts';
import { postOffice } from '../helpers/postOffice.ts';

const SIZES = (process.env.NOTICE_MAIL_PEOPLE ?? '2000,20000').split(',').map(Number);
const ANSWER_MS = 1000;
const GROWTH_MIB = 50;
const MIB = 2 ** 20;
/** People recorded per batch. */
const BATCH = 2_000;

export default async function bench(): Promise<Figure[]> {
  const figures: Figure[] = [];
  let smallest: number | undefined;
  for (const people of SIZES) {
    const name = `a version to ${people.toLocaleString('en')} people`;
    const { answered, ms, peak } = await sent(people);
    figures.push({
      name: `${name}: start answered`,
      value: answered,
      unit: 'ms',
      goal: `under ${ANSWER_MS} ms`,
      met: answered < ANSWER_MS,
    });
    figures.push({ name: `${name}: written and sent`, value: people / (ms / 1000), unit: 'mails/s' });
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
  }
  return figures;
}

async function sent(people: number): Promise<{ answered: number; ms: number; peak: number }> {
  const world = await startBenchWorld();
  // Only counts: what this process stores is not measured, but it shares the machine.
  let received = 0;
  const post = await postOffice(() => {
    received += 1;
    post.received.length = 0;
    return null;
  });
  // This process accepts requests; another writes and sends.
  await world.deps.mailer.close();
  try {
    const { call, workspaceId: ws, databaseUrl, config } = world;
    await setMailLimits(world.deps, ws, ['mails=1000000']);
    const id = await announce(world, people);
    const answered = await timed(() => call().privacyNotice.startMailing({ ws, id, v: 2 }));
    const node = fork(
      join(import.meta.dirname, '../helpers/exportNodeProcess.ts'),
      [databaseUrl, config.dataDir, post.url],
      { stdio: 'inherit' },
    );
    try {
      await once(node, 'message');
      const startedAt = performance.now();
      for (;;) {
        const { mailing } = await call().privacyNotice.mailing({ ws, id, v: 2 });
        if (mailing!.failed > 0) throw new Error('a mail failed');
        if (mailing!.endedAt && mailing!.sent === people) {
          if (received !== people) throw new Error(`${received} mails for ${people} people`);
          return { answered, ms: performance.now() - startedAt, peak: highestMemory(node) };
        }
        await sleep(250);
      }
    } finally {
      node.kill();
      if (node.exitCode === null && node.signalCode === null) await once(node, 'exit');
    }
  } finally {
    await post.close();
    await world.close();
  }
}

/**
 * Publishes a notice, lets people consent under it, and publishes its next version, about which they have to be
 * informed.
 */
async function announce(world: BenchWorld, people: number): Promise<string> {
  const { call, owner, workspaceId: ws } = world;
  const product = await listenBench(world);
  const person = await benchPerson(world, `http://127.0.0.1:${product.port}`);
  await product.close();
  const { id: dataControllerId } = await owner
    .selectFrom('dataControllers')
    .select('id')
    .where('workspaceId', '=', ws)
    .executeTakeFirstOrThrow();
  const notice = await publishNotice(world, person, { dataControllerId, name: 'ประกาศสำหรับลูกค้า' });
  const form = await buildConsentForm(world, person, { purposes: 1 });
  await owner
    .updateTable('consents')
    .set({ applicationId: notice.draft.applications[0]!.id })
    .where('id', '=', form.id)
    .execute();
  for (let from = 0; from < people; from += BATCH)
    await recordChoices(
      world,
      form,
      Array.from({ length: Math.min(BATCH, people - from) }, (_, place) => ({ uid: `p${from + place}@bench.example` })),
    );
  const { rowVersion, draft } = await call().privacyNotice.get({ ws, id: notice.id });
  const saved = await call().privacyNotice.update({
    ws,
    id: notice.id,
    rowVersion,
    ...draft,
    organization: { ...draft.organization, acronym: 'RMY' },
  });
  await call().privacyNotice.publish({ ws, id: notice.id, rowVersion: saved.rowVersion, tellAgain: true });
  return notice.id;
}
