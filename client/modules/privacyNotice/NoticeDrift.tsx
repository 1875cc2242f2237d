import { useTranslation } from 'react-i18next';
import type { Notice } from '../../../shared/privacyNotice/schema.ts';
import { placeOf } from '../../../shared/registry/entities.ts';
import { useWords } from '../../records/useWords.ts';
import { messageOf } from '../../shell/errors.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Box, Button, Card, Flex, Link, Stack, StatusTag, Text, toast, useFormat } from '../../ui/index.ts';
import { pointLabel } from './pointLabel.ts';

/** Differences between the register and the newest version, with an action to start the next one. */
export function NoticeDrift({ record }: { record: Notice }) {
  const { t } = useTranslation('privacyNoticeScreen');
  const words = useWords('privacyNoticeScreen');
  const { ws } = useSession();
  const { text } = useFormat();
  const mayWrite = useCan('privacyNotice.write');
  const cache = trpc.useUtils();
  const update = trpc.privacyNotice.update.useMutation();
  const { data } = trpc.privacyNotice.drift.useQuery({ ws, id: record.id }, { enabled: record.publishedVersion > 0 });
  if (!record.driftedAt || !data || data.changes.length === 0) return null;
  const start = async () => {
    try {
      const saved = await update.mutateAsync({ ws, ...record.draft, id: record.id, rowVersion: record.rowVersion });
      cache.privacyNotice.get.setData({ ws, id: record.id }, saved);
      void cache.privacyNotice.list.invalidate();
      toast.success(t('drift.started'));
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <Stack gap="3" mb="5">
      <Banner
        tone="warn"
        role="status"
        title={t('drift.title', { number: data.version, count: data.changes.length })}
        action={
          mayWrite &&
          record.status === 'published' &&
          !record.withdrawn && (
            <Button size="sm" disabled={update.isPending} onClick={() => void start()}>
              {t('drift.next')}
            </Button>
          )
        }
      >
        {t(data.tellAgain ? 'drift.must' : 'drift.mustNot')}
      </Banner>
      <Card title={t('drift.changes')}>
        <Stack gap="4">
          {data.changes.map((change) => {
            const href = placeOf(change.record, change.recordId);
            return (
              <Box key={change.key} textStyle="dense">
                <Flex gap="2" wrap="wrap" alignItems="center">
                  <Text fontWeight="semibold">{text(change.heading)}</Text>
                  {change.section !== '' && <Text color="muted">{pointLabel(words, change.section)}</Text>}
                  {change.tellAgain && <StatusTag tone="warn">{t('drift.notify')}</StatusTag>}
                </Flex>
                <Text color="muted">
                  {t('drift.before')}: {change.before ? text(change.before) : t('drift.nothing')}
                </Text>
                <Text>
                  {t('drift.after')}: {change.after ? text(change.after) : t('drift.nothing')}
                </Text>
                {href && change.record !== 'privacyNotice' && <Link href={href}>{t('drift.toRecord')}</Link>}
              </Box>
            );
          })}
        </Stack>
      </Card>
    </Stack>
  );
}
