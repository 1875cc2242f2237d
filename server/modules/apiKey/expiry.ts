import { sql, type SqlBool } from 'kysely';

/** Whether a key that ends at `expiresAt` has expired; null: it never does. */
export const hasExpired = (expiresAt: string | null, now: Date): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now.getTime();

/** The contrary in a statement; `column`: of the moment at which a key ends, as the statement names it. */
export const isCurrent = (column: string, now: Date) => {
  const expiresAt = sql.ref(column);
  return sql<SqlBool>`(${expiresAt} is null or ${expiresAt} > ${now.toISOString()})`;
};
