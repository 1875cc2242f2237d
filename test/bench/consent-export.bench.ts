// The export of one form's history at 200,000 submissions (CONSENT_EXPORT_ROWS for other numbers), by a node in a
// separate process, compared with a plain COPY of the same columns: as they are stored, and with each encrypted one
// decrypted and nothing else done.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Figure, timed } from '../../scripts/measure.ts';
import { withScope } from '../../db/client.ts';
import { sealedIdentity } from '../../server/modules/userConsent/record.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';
import { publishBenchForm } from '../helpers/consentBench.ts';
import { fillConsents } from '../helpers/manyConsents.ts';

const ROWS = Number(process.env.CONSENT_EXPORT_ROWS ?? 200_000);
const FEW = ROWS / 4;
const DAY = 86_400_000;
const MIB = 2 ** 20;
/** Of a COPY whose rows are decrypted. */
const SHARE = 0.75;
const GROWTH_MIB = 50;
const size = ROWS.toLocaleString('en');

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  try {
    const [few, many] = [await publishBenchForm(world), await publishBenchForm(world)];
    const now = Date.now();
    await fillConsents(world, few, { rows: FEW, from: new Date(now - 30 * DAY), to: new Date(now), subjects: FEW });
    await fillConsents(world, many, {
      rows: ROWS,
      from: new Date(now - 365 * DAY),
      to: new Date(now - 31 * DAY),
      subjects: ROWS / 2,
    });
    const sealed = await timed(() => copied(world, many.id, () => {}));
    const key = await withScope(world.deps.db, { workspaceId: world.workspaceId }, (trx) =>
      world.deps.keyring.workspaceKey(trx, world.workspaceId),
    );
    const opened = await timed(() => copied(world, many.id, (identity, id) => sealedIdentity.open(key, id, identity)));
    const figures: Figure[] = [];
    for (const format of ['csv', 'xlsx'] as const) {
      const small = await exported(world, few.id, format);
      const large = await exported(world, many.id, format);
      const [own, decrypting, bare] = [large.ms, opened, sealed].map((ms) => ROWS / (ms / 1000)) as [
        number,
        number,
        number,
      ];
      figures.push({
        name: `export of ${size} submissions as ${format}`,
        value: own,
        unit: 'rows/s',
        limitName: 'COPY of the same columns, decrypted',
        limit: decrypting,
        ratio: own / decrypting,
        ...(format === 'csv' ? { goal: `at least ${SHARE} of it`, met: own >= SHARE * decrypting } : {}),
      });
      figures.push({
        name: 'the same',
        value: own,
        unit: 'rows/s',
        limitName: 'COPY of the same columns, as they are stored',
        limit: bare,
        ratio: own / bare,
      });
      figures.push({
        name: 'the same, highest memory of the process',
        value: large.peak / MIB,
        unit: 'MiB',
        limitName: `${FEW.toLocaleString('en')} rows`,
        limit: small.peak / MIB,
        ratio: large.peak / small.peak,
        goal: `${GROWTH_MIB} MiB of growth at most`,
        met: large.peak - small.peak <= GROWTH_MIB * MIB,
      });
    }
    return figures;
  } finally {
    await world.close();
  }
}

/**
 * A COPY of the columns that the export reads; each row's encrypted identity is passed to `visit` and everything is
 * discarded.
 */
async function copied(
  { databaseUrl }: BenchWorld,
  consentId: string,
  visit: (identity: Buffer, id: string) => unknown,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const stream = client.query(
      copyTo(
        `copy (select c.identity, c.id, at, version, action, granted, changed, language, channel, s.name from user_consents c join consent_sources s using (workspace_id, consent_id) where consent_id = '${consentId}' and s.id = c.source_id order by c.id) to stdout`,
      ),
    );
    let rest = '';
    for await (const piece of stream as AsyncIterable<Buffer>) {
      const lines = (rest + piece.toString('latin1')).split('\n');
      rest = lines.pop()!;
      // A bytea in the format of COPY: \\x and hex digits.
      for (const line of lines) {
        const end = line.indexOf('\t');
        visit(Buffer.from(line.slice(3, end), 'hex'), line.slice(end + 1, end + 37));
      }
    }
  } finally {
    await client.end();
  }
}

/** Exports in a newly started process: the time from the request to the file, and its highest memory. */
async function exported(
  world: BenchWorld,
  consentId: string,
  format: 'csv' | 'xlsx',
): Promise<{ ms: number; peak: number }> {
  const node = fork(
    join(import.meta.dirname, '../helpers/exportNodeProcess.ts'),
    [world.databaseUrl, world.config.dataDir],
    { stdio: 'inherit' },
  );
  try {
    await once(node, 'message');
    const startedAt = performance.now();
    // The limit of concurrent exports per person is not reached.
    const { id } = await world
      .call()
      .export.start({ ws: world.workspaceId, kind: 'user-consents', format, locale: 'th', subjectId: consentId });
    for (;;) {
      const { status, errorCode } = await world.call().export.get({ ws: world.workspaceId, id });
      if (status === 'failed') throw new Error(`the export failed: ${errorCode}`);
      if (status === 'done') return { ms: performance.now() - startedAt, peak: highest(node) };
      await sleep(25);
    }
  } finally {
    node.kill();
    if (node.exitCode === null && node.signalCode === null) await once(node, 'exit');
  }
}

/** Highest resident memory of a process so far, bytes; NaN if the system does not provide it. */
function highest({ pid }: ChildProcess): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return NaN;
  }
}
