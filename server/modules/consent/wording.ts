import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { ConsentContent } from '../../../shared/consent/schema.ts';
import { contentHash } from '../../platform/crypto/canonical.ts';

/** A purpose in a version. */
export type WordedPurpose = Pick<ConsentContent['purposes'][number], 'id' | 'bit' | 'title' | 'description'>;

/** The wording of a version's purposes. */
export interface VersionWording {
  readonly version: number;
  readonly purposes: readonly WordedPurpose[];
  /** Those whose new words mean the same as before, by declaration of the publisher. */
  readonly editorial: readonly string[];
}

/** The words of a purpose in one version. */
interface Words {
  readonly bit: number;
  readonly hash: string;
  /** The hash of the first words, of which these are an editorial change. */
  readonly meaning: string;
}

const isSame = (one: Words, other: Words): boolean => one.hash === other.hash || one.meaning === other.meaning;

/** Compares an answer to one version of a form with another version. */
interface WordingComparison {
  /** Whether `version` has other purposes, or reworded ones, than the version that was answered. */
  asksOtherwise(answered: number, version: number): boolean;
  /** Bits of the purposes of `version` that have been reworded since the answered version. */
  reworded(answered: number, version: number): number[];
}

/** @param oldestFirst every version of one form */
export function compareWording(oldestFirst: readonly VersionWording[]): WordingComparison {
  const own = new Map<number, ReadonlyMap<string, Words>>();
  // Purposes that a version does not ask for keep their last words.
  const known = new Map<number, ReadonlyMap<string, Words>>();
  let last: ReadonlyMap<string, Words> = new Map();
  for (const { version, purposes, editorial } of oldestFirst) {
    const words = new Map(
      purposes.map(({ id, bit, title, description }): [string, Words] => {
        const hash = contentHash({ title, description });
        const before = last.get(id);
        const means = before && (before.hash === hash || editorial.includes(id)) ? before.meaning : hash;
        return [id, { bit, hash, meaning: means }];
      }),
    );
    own.set(version, words);
    known.set(version, (last = new Map([...last, ...words])));
  }
  const none: ReadonlyMap<string, Words> = new Map();
  return {
    asksOtherwise(answered, version) {
      const [before, now] = [own.get(answered) ?? none, own.get(version) ?? none];
      return (
        before.size !== now.size ||
        [...now].some(([id, words]) => {
          const then = before.get(id);
          return !then || !isSame(then, words);
        })
      );
    },
    reworded(answered, version) {
      const before = known.get(answered) ?? none;
      return [...(own.get(version) ?? none)].flatMap(([id, words]) => {
        const then = before.get(id);
        return then && !isSame(then, words) ? [words.bit] : [];
      });
    },
  };
}

/** The wordings of a form's published versions, oldest first. */
export async function versionWordings(db: Executor, workspaceId: string, consentId: string): Promise<VersionWording[]> {
  const { rows } = await sql<VersionWording>`
    select v.version, jsonb_path_query_array(v.content, '$.purposes[*]') as purposes,
           array(select e.purpose_id::text from consent_editorial_changes e
                  where e.workspace_id = v.workspace_id and e.consent_id = v.consent_id and e.version = v.version) as editorial
      from consent_versions v
     where v.workspace_id = ${workspaceId} and v.consent_id = ${consentId}
     order by v.version`.execute(db.withoutPlugins());
  return rows;
}
