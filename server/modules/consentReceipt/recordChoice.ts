import type { Trx } from '../../../db/client.ts';
import type { IssuedReceipt } from '../../../shared/consentReceipt/schema.ts';
import { hasBit } from '../../../shared/purpose/bits.ts';
import type { ConsentAction, KnownBy } from '../../../shared/userConsent/schema.ts';
import type { SigningKey } from '../../platform/crypto/signingKeys.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { emit } from '../../platform/live/emit.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { idAt, recordUserConsents, sealedIdentity, uidHash } from '../userConsent/record.ts';
import { writeReceipt } from './issue.ts';
import * as queries from './queries.ts';
import { type SubjectStanding, versionOfRest } from './standing.ts';

interface NewChoice {
  readonly workspaceId: string;
  readonly key: WorkspaceKey;
  readonly uid: string;
  /** Bits of the purposes that are allowed from now on. */
  readonly granted: number;
  readonly language: 'th' | 'en';
  readonly channel: string;
  readonly knownBy: KnownBy;
  /** Personnel who issues the receipt; null: the data subject themselves. */
  readonly by: string | null;
  readonly signing: SigningKey;
}

/**
 * Stores what a data subject allows from now on, beside their earlier choice, and its receipt. Everything can be
 * withdrawn, also while the form is closed.
 * @returns undefined where it was not stored
 */
export async function recordChoice(
  deps: Deps,
  trx: Trx,
  standing: SubjectStanding,
  { workspaceId, key, uid, granted, language, channel, knownBy, by, signing }: NewChoice,
): Promise<IssuedReceipt | undefined> {
  const { form, present, latest } = standing;
  // A data subject sees the newest version on their own page; who asks for a withdrawal was shown none.
  const version = knownBy === 'request' ? versionOfRest(standing, granted) : standing.version;
  const content =
    version === standing.version
      ? standing.content
      : (await queries.findVersion(trx, workspaceId, form.id, version))!.content;
  const action: ConsentAction =
    granted === 0 ? 'NONE' : content.purposes.every(({ bit }) => hasBit(granted, bit)) ? 'ALL' : 'ACCEPT';
  // Later than the previous choice, whatever the clocks of other nodes: ids decide which one is current.
  const at = new Date(Math.max(deps.now().getTime(), Date.parse(present.at) + 1));
  const identity = sealedIdentity.open(key, latest.id, latest.identity);
  const id = idAt(at);
  const [recorded] = await recordUserConsents(trx, {
    workspaceId,
    consentId: form.id,
    now: deps.now(),
    withdrawal: true,
    rows: [
      {
        id,
        at,
        version,
        uid: uidHash(key, uid),
        identity: sealedIdentity.seal(key, id, { ...identity, uid }),
        action,
        granted,
        hasGuardian: identity.guardian !== null,
        language,
        channel,
        // The source stays: a site that asks for its own choices must receive the withdrawal.
        source: latest.source,
        knownBy,
      },
    ],
  });
  if (recorded?.outcome !== 'written') return undefined;
  if (recorded.unshown)
    await emit(
      trx,
      { workspaceId, personnelId: null, at: deps.now() },
      { event: 'userConsent.counted', entityId: form.id },
    );
  const submission = (await queries.findSubmission(trx, workspaceId, recorded.userConsentId))!;
  return writeReceipt(deps, trx, { workspaceId, submission, by, signing });
}
