import { DatabaseZap } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WORKED_ON } from '../../../shared/request/stage.ts';
import { type Request, unconfirmedKeys } from '../../../shared/request/schema.ts';
import type { Gathering } from '../../../shared/requestTask/schema.ts';
import { isGathering } from '../../../shared/requestTask/status.ts';
import { messageOf } from '../../shell/errors.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { fileUrl } from '../../../shared/fileUrl.ts';
import {
  Banner,
  Box,
  Button,
  Card,
  chakra,
  ErrorState,
  Flex,
  SkeletonText,
  Stack,
  Text,
  useFormat,
} from '../../ui/index.ts';

import { NotSearched } from './words.tsx';

/** Leaves the application, because the file is downloaded. */
const Download = chakra(
  'a',
  { base: { color: 'accent.text', textDecoration: 'underline' } },
  { defaultProps: { download: true } },
);

/**
 * The data that the platform itself stores about the data subject: gathered with one button, stored encrypted with the
 * request.
 */
export function GatherPanel({ request }: { request: Request }) {
  const { t } = useTranslation('requestTask');
  const { ws } = useSession();
  const may = useCan('request.write');
  const key = { ws, requestId: request.id };
  const cache = trpc.useUtils();
  const query = trpc.requestTask.gatherings.useQuery(key, { enabled: may });
  const gather = trpc.requestTask.gather.useMutation();
  const [failure, setFailure] = useState('');
  const newest = query.data?.collection[0];
  const mayGather = request.rights.some(({ stage }) => WORKED_ON.includes(stage));
  // If nothing was gathered while the request was worked on, there is nothing to display or do.
  if (!may || (!mayGather && query.data && !newest)) return null;
  const isRunning = newest !== undefined && isGathering(newest.status);
  const start = async () => {
    try {
      await gather.mutateAsync(key);
      setFailure('');
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      void cache.requestTask.gatherings.invalidate(key);
    }
  };
  return (
    <Card title={t('gather.title')}>
      <Stack gap="3">
        <Text textStyle="dense" color="muted">
          {t('gather.lead')}
        </Text>
        {mayGather && request.identity && (
          <NotSearched onRequest keys={unconfirmedKeys({ ...request.identity, telephone: '' }, request.knownKeys)} />
        )}
        {mayGather && (
          <div>
            <Button
              size="sm"
              icon={<DatabaseZap aria-hidden />}
              disabled={isRunning}
              loading={gather.isPending}
              onClick={() => void start()}
            >
              {t(newest ? 'gather.again' : 'gather.start')}
            </Button>
          </div>
        )}
        {failure && (
          <Banner tone="danger" role="alert">
            {failure}
          </Banner>
        )}
        {query.error && !query.data ? (
          <ErrorState onRetry={() => void query.refetch()} />
        ) : !query.data ? (
          <SkeletonText lines={2} />
        ) : (
          <Box role="status" _empty={{ mt: '-3' }}>
            {newest && <State gathering={newest} />}
          </Box>
        )}
        {newest?.status === 'DONE' && <Result gathering={newest} />}
      </Stack>
    </Card>
  );
}

/** How far the newest gathering is, or how it ended. */
function State({ gathering: { status, done, total, finishedAt } }: { gathering: Gathering }) {
  const { t } = useTranslation('requestTask');
  const { dateTime } = useFormat();
  if (status === 'FAILED') return <Banner tone="danger">{t('gather.failed')}</Banner>;
  return (
    <Text textStyle="dense">
      {status === 'DONE' ? t('gather.done', { time: dateTime(finishedAt) }) : t('gather.running', { done, total })}
    </Text>
  );
}

function Result({ gathering }: { gathering: Gathering }) {
  const { t } = useTranslation('requestTask');
  const { ws } = useSession();
  const { number } = useFormat();
  const { counts, sha256, jsonFileId, viewFileId } = gathering;
  const by = ['uid', 'email'].filter((key) => counts.some((one) => one.by.includes(key)));
  return (
    <Stack gap="2" textStyle="dense">
      {by.length > 0 && <p>{t('gather.by', { keys: by.map((key) => t(`subject.${key as 'uid'}`)).join(', ') })}</p>}
      <chakra.ul listStyle="none" display="grid" gap="1">
        {counts.map(({ source, count, by }) => (
          <chakra.li key={source} display="flex" gap="3" justifyContent="space-between">
            <span>{t(`gather.source.${source as 'consent'}`)}</span>
            <chakra.span fontVariantNumeric="tabular-nums">
              {by.length === 0 ? t('gather.notSearched') : number(count)}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
      <Flex gap="4" flexWrap="wrap">
        {viewFileId && <Download href={fileUrl(ws, viewFileId)}>{t('gather.view')}</Download>}
        {jsonFileId && <Download href={fileUrl(ws, jsonFileId)}>{t('gather.json')}</Download>}
      </Flex>
      <Text color="muted" overflowWrap="anywhere" fontFamily="mono" textStyle="small">
        SHA-256 {sha256}
      </Text>
    </Stack>
  );
}
