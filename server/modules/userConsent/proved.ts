import { sql } from 'kysely';

/**
 * Whether a submission `u`, with the counters `n` of its form, is known to be of its data subject: by a token, their
 * own link or request, or the records of the organisation. Anyone may submit under a uid alone, or in a browser. Until
 * `proved_until` it was not stored, and came with a token.
 */
export const isProved = sql<boolean>`coalesce(known_by(u.known_by, u.import_id, u.channel) not in ('uid', 'browser'), u.at <= n.proved_until)`;
