import { useTranslation } from 'react-i18next';
import type { ConsentImport } from '../../../shared/consentImport/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Box, Button, ConfirmDialog, Flex, Grid, LinkButton, useDialog, useFormat } from '../../ui/index.ts';
import { Problems } from '../../imports/Problems.tsx';
import { Tile } from '../../imports/Tile.tsx';
import { addressOf } from './address.ts';
import { CancelImport } from './CancelImport.tsx';
import { Effect } from './Effect.tsx';
import { useFieldName } from './words.ts';

/** What the check found: counts, what the import would do in words, what is wrong; and the word that begins it. */
export function CheckedStep({ record }: { record: ConsentImport }) {
  const { t } = useTranslation(['consentImport', 'recordImport']);
  const { ws } = useSession();
  const { number } = useFormat();
  const nameOf = useFieldName(record.form);
  const cache = trpc.useUtils();
  const commit = trpc.consentImport.commit.useMutation();
  const dialog = useDialog();
  const { summary } = record;
  const rows = number(summary.accepted);
  return (
    <Box display="grid" gap="5">
      <Grid templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' }} gap="3">
        <Tile label={t('checked.toWrite')} value={rows} tone="ok" />
        <Tile label={t('checked.unchanged')} value={number(summary.unchanged)} />
        <Tile label={t('checked.repeated')} value={number(summary.repeated)} />
        <Tile
          label={t('checked.rejected')}
          value={number(summary.rejected)}
          tone={summary.rejected > 0 ? 'danger' : undefined}
        />
      </Grid>
      {summary.accepted === 0 &&
        (summary.unchanged > 0 ? (
          <Banner tone="ok">{t('checked.nothingNew')}</Banner>
        ) : (
          <Banner tone="danger">{t('checked.noneRight')}</Banner>
        ))}
      {summary.accepted > 0 && <Effect record={record} />}
      {record.problems.length > 0 && <Problems record={record} nameOf={nameOf} />}
      <Flex gap="3" wrap="wrap" position="sticky" bottom="0" py="3" bg="canvas" borderTopWidth="1px" zIndex="bar">
        <Button look="main" disabled={summary.accepted === 0} onClick={dialog.show}>
          {t(summary.rejected > 0 ? 'checked.commitPart' : 'checked.commit', { number: rows })}
        </Button>
        <LinkButton href={addressOf({ id: record.id, step: 'columns' })}>{t('recordImport:checked.back')}</LinkButton>
        <CancelImport record={record} />
      </Flex>
      <ConfirmDialog
        {...dialog.props}
        title={t('checked.confirmTitle', { number: rows })}
        body={t('checked.confirmBody')}
        confirmLabel={t('checked.commit', { number: rows })}
        onConfirm={async () => {
          try {
            cache.consentImport.get.setData(
              { ws, id: record.id },
              await commit.mutateAsync({ ws, id: record.id, rowVersion: record.rowVersion }),
            );
          } finally {
            void cache.consentImport.get.invalidate({ ws, id: record.id });
          }
        }}
      />
    </Box>
  );
}
