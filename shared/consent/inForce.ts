/** The days of a published version, in Bangkok, YYYY-MM-DD; null: open on that side. */
export interface VersionDays {
  readonly version: number;
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
}

/** The newest version that has started on a day, whether or not it has ended; undefined before the first begins. */
export const newestStarted = <Version extends VersionDays>(
  versions: readonly Version[],
  day: string,
): Version | undefined =>
  versions
    .filter(({ effectiveFrom }) => effectiveFrom === null || effectiveFrom <= day)
    .reduce<Version | undefined>((newest, one) => (newest && newest.version > one.version ? newest : one), undefined);

/** Whether the last day is over: nothing can be chosen any more, and what was allowed is not. */
export const hasEnded = ({ effectiveTo }: Pick<VersionDays, 'effectiveTo'>, day: string): boolean =>
  effectiveTo !== null && effectiveTo < day;

/** The version that may be answered on a day: a later one replaces it from its own first day on, and not before. */
export function versionInForce<Version extends VersionDays>(
  versions: readonly Version[],
  day: string,
): Version | undefined {
  const started = newestStarted(versions, day);
  return started && !hasEnded(started, day) ? started : undefined;
}
