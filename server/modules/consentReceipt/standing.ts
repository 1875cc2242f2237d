import type { Trx } from '../../../db/client.ts';
import { hasEnded, newestStarted, versionInForce } from '../../../shared/consent/inForce.ts';
import type { ConsentContent } from '../../../shared/consent/schema.ts';
import { bitsIn, commonOf, hasBit, unionOf, withoutBits } from '../../../shared/purpose/bits.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { otherPurposes } from '../userConsent/forms.ts';
import { versionDays } from '../consent/versionDays.ts';
import { compareWording, versionWordings } from '../consent/wording.ts';
import * as queries from './queries.ts';

/** The version that a choice answers, and what it allows. */
interface Allowing {
  readonly version: number;
  readonly endsOn: string | null;
  readonly granted: number;
}

/** The current choice of one data subject on one form. */
export interface SubjectStanding {
  readonly form: { readonly id: string; readonly name: string; readonly active: boolean };
  /** The last choice. Anyone may make it who knows the uid, unless the form requires a token. */
  readonly present: Awaited<ReturnType<typeof queries.presentChoices>>[number];
  /** The last submission that is known to be theirs: only this one states who they are. */
  readonly proved: queries.Submission | undefined;
  /** The current version. */
  readonly version: number;
  readonly content: ConsentContent;
  /** Whether it takes withdrawals alone: deactivated, its days over, or in a workspace that does not use consent. */
  readonly closed: boolean;
  /** The day on which the choice ended; null: it is valid. */
  readonly ended: string | null;
  /** Bits of the purposes that are allowed. */
  readonly standing: number;
  /** The choices that allow something, newest first. */
  readonly allowing: readonly Allowing[];
  /** What is known to be allowed by the data subject; the rest of `standing` was stated under their uid alone. */
  readonly own: Allowing;
  /** Purposes that are allowed, though the current version does not ask for them. */
  readonly former: readonly ConsentContent['purposes'][number][];
}

/** @returns undefined where the form does not exist, or was never answered under this uid */
export async function standingOf(
  trx: Trx,
  ws: string,
  { consentId, uid, now }: { consentId: string; uid: Buffer; now: Date },
): Promise<SubjectStanding | undefined> {
  const form = await queries.findForm(trx, ws, consentId);
  // Newest first: of the person, and of their browsers since.
  const choices = form ? await queries.presentChoices(trx, ws, form.id, uid) : [];
  const [present] = choices;
  const days = form && (await versionDays(trx, ws, [form.id])).get(form.id);
  if (!form || !present || !days) return undefined;
  const today = bangkokDay(now);
  const closed = !form.active || !form.isEnabled || versionInForce(days, today) === undefined;
  // Before the first version starts (an import may have come earlier) that version counts.
  const displayed = newestStarted(days, today) ?? days[0]!;
  const version = (await queries.findVersion(trx, ws, form.id, displayed.version))!;
  // A choice ends with the version that it answers.
  const endOf = ({ version, granted }: Pick<Allowing, 'version' | 'granted'>): string | null => {
    const answered = days.find((one) => one.version === version);
    return answered && granted !== 0 && hasEnded(answered, today) ? answered.effectiveTo : null;
  };
  const words = compareWording(await versionWordings(trx, ws, form.id));
  // A purpose that has been reworded since is not allowed yet.
  const allowedBy = (choice: Pick<Allowing, 'version' | 'granted'>): Allowing => ({
    version: choice.version,
    endsOn: days.find((one) => one.version === choice.version)?.effectiveTo ?? null,
    granted:
      endOf(choice) === null ? withoutBits(choice.granted, words.reworded(choice.version, displayed.version)) : 0,
  });
  const allowing = choices.map(allowedBy).filter(({ granted }) => granted !== 0);
  // What any of several browsers allows is allowed.
  const standing = unionOf(allowing.map(({ granted }) => granted));
  const others = await otherPurposes(trx, ws, form.id, { version: displayed.version, content: version.content });
  const proved = await queries.lastProved(trx, ws, form.id, uid);
  const ofPerson = choices.find(({ isOfPerson }) => isOfPerson);
  const lastOfPerson = allowedBy(ofPerson ?? { version: displayed.version, granted: 0 });
  // On an open form a uid alone speaks for the person, as the organisation has chosen (docs/decisions/047).
  const known = form.isOpen ? lastOfPerson.granted : proved ? allowedBy(proved).granted : 0;
  return {
    form,
    present,
    proved,
    own: { ...lastOfPerson, granted: commonOf(lastOfPerson.granted, known) },
    version: displayed.version,
    content: version.content,
    closed,
    ended: endOf(present),
    standing,
    allowing,
    former: others.filter(({ bit }) => hasBit(standing, bit)),
  };
}

/** The last day on which a purpose is allowed; null: it is not, or without an end. */
export function lastDayOf({ allowing }: Pick<SubjectStanding, 'allowing'>, bit: number): string | null {
  const ends = allowing.filter(({ granted }) => hasBit(granted, bit)).map(({ endsOn }) => endsOn ?? '');
  return ends.includes('') ? null : (ends.toSorted().at(-1) ?? null);
}

/**
 * The version with which what remains of a data subject's choices is recorded, after something was taken away: the one
 * that was answered, since no other was displayed. Of several the one that ends first, so that nothing is prolonged.
 * @param granted what remains, a part of `standing`
 */
export function versionOfRest({ allowing, present }: SubjectStanding, granted: number): number {
  const remaining = allowing.filter((choice) => bitsIn(granted).some((bit) => hasBit(choice.granted, bit)));
  const [first] = remaining.toSorted((one, other) => (one.endsOn ?? '9999').localeCompare(other.endsOn ?? '9999'));
  return first?.version ?? present.version;
}
