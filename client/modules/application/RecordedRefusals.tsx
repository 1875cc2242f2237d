import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, chakra, Link, Text, useFormat } from '../../ui/index.ts';

/** Refusals that the page lists; the register has all. */
const NEWEST = 5;

/** What the register of refusals has of the application under section 39 (7), for those who can read it. */
export function RecordedRefusals({ applicationId }: { applicationId: string }) {
  const { t } = useTranslation(['completeness', 'request', 'requestRefusal']);
  const { ws } = useSession();
  const { date, number, text } = useFormat();
  const { data } = trpc.requestRefusal.list.useQuery(
    { ws, applicationId, required: 'YES', pageSize: NEWEST },
    { enabled: useCan('request.read') },
  );
  if (!data || data.meta.totalItems === 0) return null;
  return (
    <Box mt="4">
      <Text textStyle="dense" fontWeight="semibold">
        {t('form.refusalsListed', { count: data.meta.totalItems, number: number(data.meta.totalItems) })}
      </Text>
      <chakra.ul listStyle="none" mt="1">
        {data.collection.map(({ id, request, right, part, ground, closedAt }) => (
          <chakra.li key={id} py="2" borderTopWidth="1px" textStyle="dense">
            <Link href={recordAddress('request', request.id)}>{requestReference(request.number)}</Link>
            {` · ${part ? t('requestRefusal:rightInPart', { right: text(right.name) }) : text(right.name)} · ${date(closedAt)}`}
            <chakra.span display="block" color="muted">
              {t(`request:ground.${ground as 'LAW'}`)}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
      <Link href={pageAddress('requestRefusals', { applicationId, required: 'YES' })}>{t('openRefusals')}</Link>
    </Box>
  );
}
