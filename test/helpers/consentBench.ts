// A published consent form in a bench world, and the server that accepts its submissions.
import { randomUUIDv7 } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { buildApp } from '../../server/app.ts';
import { modules } from '../../server/modules/index.ts';
import { closeApp } from '../../server/platform/http/closeApp.ts';
import { contentHash } from '../../server/platform/crypto/canonical.ts';
import type { Deps, Statements } from '../../server/platform/trpc/context.ts';
import { createLive } from '../../server/platform/live/index.ts';
import { consentDraft } from '../../shared/consent/schema.ts';
import { consentSettings } from '../../shared/consent/settings.ts';
import { DECORATION } from '../../shared/consent/theme.ts';
import type { BenchWorld } from './benchWorld.ts';

export interface BenchForm {
  readonly workspaceId: string;
  readonly id: string;
  readonly purposeIds: readonly string[];
}

/** Version 1 of a form with five purposes. */
export async function publishBenchForm({ owner, workspaceId, personnelId }: BenchWorld): Promise<BenchForm> {
  const controller = await owner
    .selectFrom('dataControllers')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const [applicationId, id] = [randomUUIDv7(), randomUUIDv7()];
  await owner
    .insertInto('applications')
    .values({
      workspaceId,
      id: applicationId,
      name: `แอปฯ ${id}`,
      description: '',
      dataControllerId: controller.id,
      dataSubjectCount: 0,
    })
    .execute();
  const purposeIds = Array.from({ length: 5 }, () => randomUUIDv7());
  const words = { th: 'ส่งข่าวสารและข้อเสนอ', en: 'News and offers' };
  const draft = consentDraft.parse({
    title: words,
    description: words,
    purposes: purposeIds.map((purposeId) => ({ purposeId })),
  });
  const content = {
    application: { id: applicationId, name: 'แอปฯ' },
    title: words,
    description: words,
    purposes: purposeIds.map((purposeId, bit) => ({
      id: purposeId,
      version: 1,
      title: words,
      description: words,
      signals: [],
      bit,
    })),
    effectiveFrom: null,
    effectiveTo: null,
    privacyPolicyUrl: null,
    askGuardian: false,
    layout: 'bottom',
    theme: DECORATION.white,
    font: null,
    controller: { name: words, contact: '', email: '', phone: '', address: '' },
  };
  await owner
    .insertInto('consents')
    .values({
      workspaceId,
      id,
      applicationId,
      name: `ฟอร์ม ${id}`,
      content: JSON.stringify(draft),
      settings: JSON.stringify(consentSettings.parse({ level: 'open' })),
      status: 'published',
      publishedVersion: 1,
    })
    .execute();
  await owner
    .insertInto('consentVersions')
    .values({
      workspaceId,
      id: randomUUIDv7(),
      consentId: id,
      version: 1,
      content: JSON.stringify(content),
      sha256: contentHash(content),
      publishedBy: personnelId,
    })
    .execute();
  await owner
    .insertInto('consentPurposes')
    .values(purposeIds.map((purposeId, bit) => ({ workspaceId, consentId: id, purposeId, bit })))
    .execute();
  await owner.insertInto('consentCounters').values({ workspaceId, consentId: id }).execute();
  return { workspaceId, id, purposeIds };
}

/** The complete web server of the product, listening; `ingestDb` replaces the database of submissions. */
export async function listenBench(
  world: BenchWorld,
  ingestDb?: Statements,
): Promise<{ port: number; close(): Promise<void> }> {
  const deps: Deps = {
    ...world.deps,
    config: { ...world.config, consentRatePerMinute: 0 },
    ...(ingestDb ? { ingestDb } : {}),
  };
  const live = createLive({
    config: deps.config,
    databaseUrl: world.databaseUrl,
    systemDb: deps.systemDb,
    authDb: deps.authDb,
    log: deps.log,
    now: deps.now,
  });
  const app = await buildApp({ deps, hub: live.hub, modules });
  await live.start();
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    port: (app.server.address() as AddressInfo).port,
    async close() {
      await live.stop();
      // Tests leave requests open longer than any client.
      await closeApp(app, 2000);
    },
  };
}

/** A submission as the embed sends it; `{n}` is replaced by a unique number. */
export const bodyOf = ({ id, purposeIds }: BenchForm): string =>
  JSON.stringify({
    uid: 'customer-{n}',
    name: 'สมหญิง ใจดี',
    consentUUID: id,
    consentVersion: 1,
    purposeUUIDs: purposeIds.slice(0, 3),
    action: 'ACCEPT',
    language: 'th',
    collectionChannel: 'JS Web Form',
    source: 'www.example.co.th',
    hasGuardian: false,
    guardianInformation: null,
  });
