import type { Trx } from '../../../db/client.ts';
import type { IssuedReceipt } from '../../../shared/consentReceipt/schema.ts';
import { commonOf, containsAll, hasBit } from '../../../shared/purpose/bits.ts';
import type { ConsentAction, KnownBy } from '../../../shared/userConsent/schema.ts';
import type { SigningKey } from '../../platform/crypto/signingKeys.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { emit } from '../../platform/live/emit.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { allowedByGuardian } from '../userConsent/guardian.ts';
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
 * Lets one transaction at a time read and change choices on a form: of two at once the second finds what the first has
 * left, and brings back nothing that was withdrawn.
 */
export const changingAlone = (trx: Trx, workspaceId: string, consentId: string): Promise<void> =>
  oneAtATime(trx, workspaceId, `consent withdrawn ${consentId}`);

/**
 * The version that a new choice answers. On their own page data subjects read the newest one; it counts for what they
 * add, and for a refusal, which does not end. What they only keep remains as it was, and so does what is left of a
 * withdrawal by request, to which no version was displayed.
 */
function versionOf(standing: SubjectStanding, { granted, knownBy }: Pick<NewChoice, 'granted' | 'knownBy'>): number {
  const addsNothing = granted !== 0 && containsAll(standing.standing, granted);
  return knownBy === 'request' || addsNothing ? versionOfRest(standing, granted) : standing.version;
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
  const { form, present, proved } = standing;
  const version = versionOf(standing, { granted, knownBy });
  const content =
    version === standing.version
      ? standing.content
      : (await queries.findVersion(trx, workspaceId, form.id, version))!.content;
  const action: ConsentAction =
    granted === 0 ? 'NONE' : content.purposes.every(({ bit }) => hasBit(granted, bit)) ? 'ALL' : 'ACCEPT';
  // Later than the previous choice, whatever the clocks of other nodes: ids decide which one is current.
  const at = new Date(Math.max(deps.now().getTime(), Date.parse(present.at) + 1));
  // What somebody else stated under this uid is not repeated as theirs.
  const known = proved ? sealedIdentity.open(key, proved.id, proved.identity) : { name: '', guardian: null };
  // What a guardian allowed stays theirs while it is allowed; what is added is the data subject's own (section 20).
  const theirs = proved ? await allowedByGuardian(trx, workspaceId, proved, known) : 0;
  const byGuardian = commonOf(granted, commonOf(standing.standing, theirs));
  const guardian = byGuardian === 0 ? null : known.guardian;
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
        identity: sealedIdentity.seal(key, id, { uid, name: known.name, guardian, ...(guardian && { byGuardian }) }),
        action,
        granted,
        hasGuardian: guardian !== null,
        language,
        channel,
        // What is added counts there; what is withdrawn, everywhere.
        source: proved?.source ?? '',
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
