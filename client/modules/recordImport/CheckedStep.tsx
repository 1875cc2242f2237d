import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { RecordImport } from '../../../shared/recordImport/schema.ts';
import { headingOf, type RopaColumn } from '../../../shared/ropa/sheet.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Box, Button, Card, Flex, Grid, LinkButton, Tag, Text, toast, useFormat } from '../../ui/index.ts';
import { Problems } from '../../imports/Problems.tsx';
import { Tile } from '../../imports/Tile.tsx';
import { CancelImport } from './CancelImport.tsx';
import { EffectTable } from './EffectTable.tsx';

/** Reopened records that the note names. */
const NAMED = 5;

/** What the check found: counts, what the import would do, what is wrong; and the word that begins it. */
export function CheckedStep({ record }: { record: RecordImport }) {
  const { t } = useTranslation('recordImport');
  const { ws } = useSession();
  const { number, locale } = useFormat();
  const cache = trpc.useUtils();
  const commit = trpc.recordImport.commit.useMutation();
  const { summary, mapping } = record;
  const start = async () => {
    try {
      cache.recordImport.get.setData(
        { ws, id: record.id },
        await commit.mutateAsync({ ws, id: record.id, rowVersion: record.rowVersion }),
      );
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
      await cache.recordImport.get.invalidate({ ws, id: record.id });
    }
  };
  const { created, changed } = summary.applications;
  const nothing = summary.accepted > 0 && created + changed === 0;
  const named =
    summary.reopened.slice(0, NAMED).join(', ') +
    (summary.reopened.length > NAMED ? ` … (+${number(summary.reopened.length - NAMED)})` : '');
  return (
    <Box display="grid" gap="5">
      <Grid templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' }} gap="3">
        <Tile label={t('checked.rows')} value={number(summary.rows)} />
        <Tile label={t('checked.accepted')} value={number(summary.accepted)} tone="ok" />
        <Tile
          label={t('checked.rejected')}
          value={number(summary.rejected)}
          tone={summary.rejected > 0 ? 'danger' : undefined}
        />
        <Tile label={t('checked.skipped')} value={number(summary.skipped)} />
      </Grid>
      {summary.over && (
        <Banner tone="warn" role="alert">
          {t('checked.over', {
            limit: number(summary.over.limit),
            used: number(summary.over.used),
            wanted: number(summary.over.wanted),
          })}
        </Banner>
      )}
      {summary.accepted === 0 && <Banner tone="danger">{t('checked.noneRight')}</Banner>}
      {nothing && <Banner tone="ok">{t('checked.nothing')}</Banner>}
      {summary.accepted > 0 && <EffectTable summary={summary} />}
      {summary.accepted > 0 && !nothing && (
        <Banner>
          <Text>{t('checked.drafts')}</Text>
          {summary.reopened.length > 0 && <Text>{t('checked.reopened', { names: named })}</Text>}
          {summary.lines.removed > 0 && (
            <Text>{t('checked.removedNote', { number: number(summary.lines.removed) })}</Text>
          )}
        </Banner>
      )}
      {summary.missingCount > 0 && (
        <Card
          title={t(mapping.addMissing ? 'checked.missingAdded' : 'checked.missing', {
            number: number(summary.missingCount),
          })}
        >
          <Flex gap="2" wrap="wrap" maxHeight="12rem" overflowY="auto">
            {summary.missing.map(({ kind, name }) => (
              <Tag key={`${kind} ${name}`}>
                {t(`kind.${kind as 'department'}`)}: {name}
              </Tag>
            ))}
          </Flex>
        </Card>
      )}
      {record.problems.length > 0 && (
        <Problems record={record} nameOf={(field) => headingOf(field as RopaColumn, locale)} />
      )}
      <Flex gap="3" wrap="wrap" position="sticky" bottom="0" py="3" bg="canvas" borderTopWidth="1px" zIndex="bar">
        <Button look="main" disabled={summary.accepted === 0} loading={commit.isPending} onClick={() => void start()}>
          {t(summary.rejected > 0 ? 'checked.commitPart' : 'checked.commit', { number: number(summary.accepted) })}
        </Button>
        <LinkButton href={pageAddress('recordImport', { id: record.id, step: 'columns' })}>
          {t('checked.back')}
        </LinkButton>
        <CancelImport record={record} />
      </Flex>
    </Box>
  );
}
