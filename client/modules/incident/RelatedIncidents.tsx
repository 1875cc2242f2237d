import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Card, chakra, Flex, Link } from '../../ui/index.ts';
import { incidentHref } from './address.ts';
import { IncidentDue } from './IncidentDue.tsx';
import { IncidentStatusTag } from './words.tsx';

/** The maximum displayed beside a record; the others are in the list. */
const MOST = 5;

/** The record: an application, a purpose or a category of personal data. */
export type RelatedIncidentsProps = { applicationId: string } | { purposeId: string } | { piiCategoryId: string };

/** The newest incidents that concern a record, with their clocks. */
export default function RelatedIncidents(concerned: RelatedIncidentsProps) {
  const { t } = useTranslation('incident');
  const { ws } = useSession();
  const { data } = trpc.incident.list.useQuery({
    ws,
    ...concerned,
    pageSize: MOST,
    sortBy: 'createdAt',
    sortDirection: 'DESC',
  });
  if (!data || data.meta.totalItems === 0) return null;
  const { collection, meta } = data;
  return (
    <Card title={t('related.title')}>
      <chakra.ul listStyle="none" display="grid" gap="3" textStyle="dense">
        {collection.map(({ id, number, title, status, reportedBy, clock }) => (
          <li key={id}>
            <Link href={incidentHref(id)} overflowWrap="anywhere">
              {t('number', { number })} {title}
            </Link>
            <Flex mt="1" gap="2" wrap="wrap">
              <IncidentStatusTag status={status} isPublic={reportedBy === null} />
              <IncidentDue status={status} clock={clock} />
            </Flex>
          </li>
        ))}
      </chakra.ul>
      {meta.totalItems > collection.length && (
        <Link href={pageAddress('incidents', concerned)} textStyle="dense" mt="3" display="inline-block">
          {t('related.all', { count: meta.totalItems, number: meta.totalItems })}
        </Link>
      )}
    </Card>
  );
}
