import type { Executor } from '../../../db/client.ts';
import { noticeContent, type WrittenPart } from '../../../shared/privacyNotice/content.ts';
import { publishedGroups } from './registerQueries.ts';

/**
 * The parts of a version. One that was published before they kept their groups of data subjects has those of the
 * purposes and the data mapping that it was written from: versions stay. Where it does not say by which version of the
 * application, the part stays without groups: those of the lines are not known.
 */
export async function versionParts(db: Executor, workspaceId: string, content: unknown): Promise<WrittenPart[]> {
  const { parts, draft } = noticeContent.parse(content);
  const written = parts.flatMap(({ kind, key, groups, sentences }) => {
    const [applicationId, purposeId] = key.split('.');
    const versionOf = (record: string) =>
      sentences.find(({ source }) => source.record === record)?.source.version ?? null;
    const [applicationVersion, purposeVersion] = [versionOf('application'), versionOf('purpose')];
    if (kind !== 'purpose' || groups || applicationVersion === null || purposeVersion === null) return [];
    return [{ key, applicationId: applicationId!, applicationVersion, purposeId: purposeId!, purposeVersion }];
  });
  if (written.length === 0) return parts;
  const groupsOf = await publishedGroups(db, workspaceId, written);
  const chosenOf = new Map(draft.applications.map(({ id, groupIds }) => [id, groupIds]));
  return parts.map((part) => {
    const chosen = chosenOf.get(part.key.split('.')[0]!) ?? [];
    const groups = groupsOf.get(part.key)?.filter(({ id }) => chosen.length === 0 || chosen.includes(id));
    return groups ? { ...part, groups } : part;
  });
}
