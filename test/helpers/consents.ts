import { randomUUIDv7 } from 'node:crypto';
import { contentHash } from '../../server/platform/crypto/canonical.ts';
import { ScreenNotifier } from '../../server/modules/userConsent/ingest/screenNotifier.ts';
import type { WorkspaceKey } from '../../server/platform/crypto/workspaceKey.ts';
import {
  idAt,
  type Identity,
  recordUserConsents,
  sealedIdentity,
  uidHash,
} from '../../server/modules/userConsent/record.ts';
import { withScope } from '../../db/client.ts';
import { type ConsentContent, type ConsentDraft, consentDraft } from '../../shared/consent/schema.ts';
import { consentSettings } from '../../shared/consent/settings.ts';
import { DECORATION } from '../../shared/consent/theme.ts';
import { bitsOf } from '../../shared/purpose/bits.ts';
import type { ConsentAction, KnownBy } from '../../shared/userConsent/schema.ts';
import { buildDataController, callerFor, type Person, type World } from '../factories.ts';
import { completePurpose } from './record.ts';

export interface BuiltForm {
  readonly workspaceId: string;
  readonly id: string;
  readonly name: string;
  readonly applicationId: string;
  /** Published purposes based on consent; the bit of each is its index. */
  readonly purposeIds: readonly string[];
  readonly content: ConsentContent;
  readonly sha256: string;
}

/** Creates an application with published purposes based on consent, and nothing else. `person` may write the record. */
export async function buildConsentPurposes(
  server: World,
  person: Person,
  { purposes = 3, name = `แอปฯ ความยินยอม ${randomUUIDv7().slice(-6)}` } = {},
) {
  const ws = person.workspaceId;
  const controller = await buildDataController(server, ws);
  const call = await callerFor(server, person);
  const purposeIds: string[] = [];
  const draft = await completePurpose(server, ws);
  const words = [
    ['ส่งข่าวสารและข้อเสนอ', 'News and offers'],
    ['วิเคราะห์การใช้งาน', 'Usage analytics'],
    ['ปรับเนื้อหาให้ตรงความสนใจ', 'Personalised content'],
  ];
  for (let number = 0; number < purposes; number++) {
    const [th, en] = words[number % words.length]!;
    const more = number < words.length ? '' : ` ${number + 1}`;
    const created = await call.purpose.create({
      ws,
      ...draft,
      title: { th: th! + more, en: en! + more },
      lawfulBases: ['consent'],
    });
    await call.purpose.publish({ ws, id: created.id, rowVersion: created.rowVersion });
    purposeIds.push(created.id);
  }
  const application = await call.application.create({
    ws,
    name,
    description: 'ทดสอบความยินยอม',
    dataControllerId: controller.id,
    purposeIds,
  } as never);
  return { applicationId: application.id, applicationName: name, purposeIds };
}

/**
 * Creates a published form without the procedures: version 1 of a new application. Unless `settings` names a level it
 * is `open`, like forms from before levels existed: answered and looked up by uid alone.
 */
export async function buildConsentForm(
  server: World,
  person: Person,
  {
    purposes = 3,
    name,
    draft = {},
    settings = {},
  }: { purposes?: number; name?: string; draft?: Partial<ConsentDraft>; settings?: Record<string, unknown> } = {},
): Promise<BuiltForm> {
  const ws = person.workspaceId;
  const { applicationId, applicationName, purposeIds } = await buildConsentPurposes(server, person, { purposes });
  const id = randomUUIDv7();
  const full = consentDraft.parse({
    title: { th: 'ขอความยินยอม', en: 'Your consent' },
    description: { th: 'เราขอใช้ข้อมูลของคุณเพื่อวัตถุประสงค์ต่อไปนี้', en: 'We ask to use your data for these purposes' },
    purposes: purposeIds.map((purposeId) => ({ purposeId, signals: [] })),
    ...draft,
  });
  const call = await callerFor(server, person);
  const content: ConsentContent = {
    application: { id: applicationId, name: applicationName },
    title: full.title,
    description: full.description,
    purposes: await Promise.all(
      full.purposes.map(async ({ purposeId, signals }, bit) => {
        const { content: current, publishedVersion } = await call.purpose.get({ ws, id: purposeId });
        return {
          id: purposeId,
          version: publishedVersion,
          title: current.title,
          description: current.description,
          signals,
          bit,
        };
      }),
    ),
    effectiveFrom: full.effectiveFrom,
    effectiveTo: full.effectiveTo,
    privacyPolicyUrl: full.showPrivacyPolicy ? full.privacyPolicyUrl : null,
    askGuardian: full.askGuardian,
    layout: full.layout,
    theme: { ...DECORATION.white, ...full.theme, logoIds: [...full.theme.logoIds] },
    font: full.font.custom ? { name: full.font.name, url: full.font.url } : null,
    controller: {
      name: { th: 'ผู้ควบคุมข้อมูล', en: 'Controller' },
      contact: 'สมชาย ใจดี',
      email: 'dpo@controller.example',
      phone: '021234567',
      address: 'กรุงเทพฯ',
    },
  };
  const sha256 = contentHash(content);
  const formName = name ?? `ฟอร์ม ${applicationName}`;
  await server.owner
    .insertInto('consents')
    .values({
      workspaceId: ws,
      id,
      applicationId,
      name: formName,
      content: JSON.stringify(full),
      settings: JSON.stringify(consentSettings.parse({ level: 'open', ...settings })),
      status: 'published',
      publishedVersion: 1,
      effectiveFrom: full.effectiveFrom,
      effectiveTo: full.effectiveTo,
    })
    .execute();
  await server.owner
    .insertInto('consentVersions')
    .values({
      workspaceId: ws,
      id: randomUUIDv7(),
      consentId: id,
      version: 1,
      content: JSON.stringify(content),
      sha256,
      publishedBy: person.personnelId,
    })
    .execute();
  await server.owner
    .insertInto('consentPurposes')
    .values(purposeIds.map((purposeId, bit) => ({ workspaceId: ws, consentId: id, purposeId, bit })))
    .execute();
  await server.owner.insertInto('consentCounters').values({ workspaceId: ws, consentId: id }).execute();
  return { workspaceId: ws, id, name: formName, applicationId, purposeIds, content, sha256 };
}

/** The id of a choice, and its identity, encrypted for it. */
function identified(key: WorkspaceKey, at: Date, identity: Identity): { id: string; identity: Buffer } {
  const id = idAt(at);
  return { id, identity: sealedIdentity.seal(key, id, identity) };
}

export interface Choice {
  uid: string;
  /** Indexes of the accepted purposes; all and none result in ALL and NONE. */
  granted?: number[];
  at?: Date;
  name?: string;
  source?: string;
  language?: 'th' | 'en';
  channel?: string;
  guardian?: { firstName: string; lastName: string; email: string; telephone: string };
  version?: number;
  knownBy?: KnownBy;
  /** The identification of the browser, with `knownBy`. */
  browser?: string;
}

/**
 * Writes choices of data subjects like ingest does, or like an import, without the route of either; returns their ids.
 */
export async function recordChoices(
  server: World,
  form: Pick<BuiltForm, 'workspaceId' | 'id' | 'purposeIds'>,
  choices: readonly Choice[],
  { imported = false }: { imported?: boolean } = {},
): Promise<string[]> {
  const { deps } = server;
  const key = await withScope(deps.db, { workspaceId: form.workspaceId }, (trx) =>
    deps.keyring.workspaceKey(trx, form.workspaceId),
  );
  const rows = choices.map(
    ({
      uid,
      granted = form.purposeIds.map((_, place) => place),
      at = deps.now(),
      name = '',
      source = 'Website',
      language = 'th' as const,
      channel = 'JS Web Form',
      guardian,
      version = 1,
      knownBy = 'uid',
      browser,
    }) => ({
      ...identified(key, at, { uid, name, guardian: guardian ?? null }),
      at,
      version,
      uid: uidHash(key, uid),
      action: (granted.length === 0
        ? 'NONE'
        : granted.length === form.purposeIds.length
          ? 'ALL'
          : 'ACCEPT') as ConsentAction,
      granted: bitsOf(granted),
      hasGuardian: guardian !== undefined,
      language,
      channel,
      source,
      knownBy,
      ...(browser !== undefined && { browser }),
    }),
  );
  const recorded = await recordUserConsents(deps.db, {
    workspaceId: form.workspaceId,
    consentId: form.id,
    now: deps.now(),
    importId: imported ? randomUUIDv7() : null,
    rows,
  });
  const notifier = new ScreenNotifier(deps);
  notifier.written(
    form.workspaceId,
    form.id,
    recorded.some(({ unshown }) => unshown),
  );
  await notifier.close();
  return recorded.map(({ userConsentId }) => userConsentId);
}
