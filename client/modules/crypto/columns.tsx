import { useTranslation } from 'react-i18next';
import type { WorkspaceKeyRow } from '../../../shared/crypto/keys.ts';
import { Box, chakra, ProgressBar, RelativeTime, StatusTag, useFormat } from '../../ui/index.ts';
import { type Column, TwoLines } from '../../ui/table/index.ts';

const TONES = { current: 'ok', replacing: 'accent', incomplete: 'warn' } as const;

/** The columns of the list of workspaces' keys. */
export function useKeyColumns(): Column<WorkspaceKeyRow>[] {
  const { t } = useTranslation('encryptionKey');
  return [
    { id: 'name', header: t('workspace'), cell: (row) => row.name },
    { id: 'state', priority: 1, header: t('stateLabel'), cell: (row) => <State row={row} /> },
    {
      id: 'activeFrom',
      header: t('activeFrom'),
      cell: (row) => (
        <TwoLines
          more={
            row.rotation &&
            (row.rotation.startedBy === null ? t('byOperator') : t('startedBy', { name: row.rotation.startedBy }))
          }
        >
          <RelativeTime value={row.activeFrom} />
        </TwoLines>
      ),
    },
    {
      id: 'keyId',
      priority: 3,
      header: t('keyId'),
      // Ids start with the time: they differ at their ends.
      cell: (row) => <chakra.span title={row.keyId}>{t('keyIdShort', { end: row.keyId.slice(-12) })}</chakra.span>,
    },
    {
      id: 'olderKeys',
      align: 'end',
      header: t('olderKeys'),
      cell: (row) => (row.olderKeys === 0 ? '–' : t('olderKeysOf', { count: row.olderKeys })),
    },
  ];
}

function State({ row: { state, rotation, name } }: { row: WorkspaceKeyRow }) {
  const { t } = useTranslation('encryptionKey');
  const { number } = useFormat();
  if (state !== 'replacing' || !rotation)
    return (
      <TwoLines more={rotation && rotation.failed > 0 && t('unreadable', { count: rotation.failed })}>
        <StatusTag tone={TONES[state]}>{t(`state.${state}`)}</StatusTag>
      </TwoLines>
    );
  const { done, total } = rotation;
  const words =
    total === null ? t('counting') : t('progress', { done: number(Math.min(done, total)), total: number(total) });
  return (
    <Box minWidth="8rem" maxWidth="16rem">
      <chakra.div textStyle="small" mb="1" data-numeric="">
        {words}
      </chakra.div>
      <ProgressBar
        label={t('progressOf', { name })}
        share={total === null ? undefined : Math.min(1, done / Math.max(1, total))}
        words={words}
      />
    </Box>
  );
}
