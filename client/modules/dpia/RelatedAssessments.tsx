import { useTranslation } from 'react-i18next';
import { dpiaAddress, dpiasAddress } from '../../../shared/dpia/addresses.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Card, chakra, Flex, Link, Stack, Tag, Text } from '../../ui/index.ts';
import { SuggestionReasons } from './list/SuggestionReasons.tsx';
import { RiskTag } from './riskWords.tsx';
import { DpiaStatusTag } from './states.tsx';

/** The maximum displayed beside a record; the others are in the list. */
const MOST = 5;

export interface RelatedAssessmentsProps {
  applicationId: string;
}

/** The newest assessments of an application; if there are none, the reasons why one is needed. */
export default function RelatedAssessments({ applicationId }: RelatedAssessmentsProps) {
  const { t } = useTranslation('dpiaList');
  const { ws } = useSession();
  const { data } = trpc.dpia.list.useQuery({
    ws,
    applicationId,
    pageSize: MOST,
    sortBy: 'updatedAt',
    sortDirection: 'DESC',
  });
  if (!data) return null;
  const { collection, meta } = data;
  return (
    <Card title={t('related.title')}>
      {meta.totalItems === 0 ? (
        <NoAssessment applicationId={applicationId} />
      ) : (
        <chakra.ul listStyle="none" display="grid" gap="3" textStyle="dense">
          {collection.map(({ id, variant, name, status, publishedVersion, residualRisk, registerChangedAt }) => (
            <li key={id}>
              <Link href={dpiaAddress(variant, id)} overflowWrap="anywhere">
                {name}
              </Link>
              <Flex mt="1" gap="2" wrap="wrap">
                <DpiaStatusTag status={status} publishedVersion={publishedVersion} />
                {residualRisk !== null && <RiskTag level={residualRisk} />}
                {registerChangedAt !== null && <Tag tone="warn">{t('changed')}</Tag>}
              </Flex>
            </li>
          ))}
        </chakra.ul>
      )}
      {meta.totalItems > collection.length && <AllAssessments applicationId={applicationId} total={meta.totalItems} />}
    </Card>
  );
}

/** Links to the lists of all: each variant has its own. */
function AllAssessments({ applicationId, total }: RelatedAssessmentsProps & { total: number }) {
  const { t } = useTranslation('dpiaList');
  const { ws } = useSession();
  const { data } = trpc.dpia.list.useQuery({ ws, applicationId, variant: 'CURRENT', pageSize: 1 });
  if (!data) return null;
  const current = data.meta.totalItems;
  const lists = [
    { page: 'dpias', words: 'related.all', number: current },
    { page: 'dpiasVersion1', words: 'related.allOlder', number: total - current },
  ] as const;
  return (
    <Stack gap="1" mt="3" textStyle="dense" alignItems="flex-start">
      {lists.map(
        ({ page, words, number }) =>
          number > 0 && (
            <Link key={page} href={pageAddress(page, { applicationId })}>
              {t(words, { count: number, number })}
            </Link>
          ),
      )}
    </Stack>
  );
}

/** Displayed if there is none; users who may create one see the register's suggestion and its reasons. */
function NoAssessment({ applicationId }: RelatedAssessmentsProps) {
  const { t } = useTranslation('dpiaList');
  const { ws } = useSession();
  const canWrite = useCan('dpia.write');
  const { data } = trpc.dpia.prepare.useQuery({ ws, applicationId }, { enabled: canWrite });
  const reasons = data?.suggestion.reasons ?? [];
  return (
    <Stack gap="3" textStyle="dense" alignItems="flex-start">
      <Text color="muted">{t(reasons.length > 0 ? 'related.suggested' : 'related.none')}</Text>
      {reasons.length > 0 && <SuggestionReasons reasons={reasons} />}
      {canWrite && <Link href={dpiasAddress('CURRENT')}>{t('related.start')}</Link>}
    </Stack>
  );
}
