import { recordAddress } from '../../../shared/registry/entities.ts';
import type { Consent } from '../../../shared/consent/schema.ts';
import { RECENT_VERSIONS, RecentVersions } from '../../records/RecentVersions.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';

/** In the rail: the latest versions of a consent form. */
export function VersionsCard({ record }: { record: Consent }) {
  const { ws } = useSession();
  const query = trpc.consent.versions.useQuery(
    { ws, id: record.id, pageSize: RECENT_VERSIONS },
    { enabled: record.publishedVersion > 0 },
  );
  return (
    <RecentVersions
      record={record}
      path={recordAddress('consent', record.id)}
      inForce={record.versionInForce}
      query={query}
    />
  );
}
