import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsentImport, ConsentMapping, ConsentPreviewRow } from '../../../shared/consentImport/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Card, chakra, ErrorState, SkeletonText, StatusTag, Text, useFormat } from '../../ui/index.ts';
import { useFieldName } from './words.ts';

const TONES = { ALL: 'ok', ACCEPT: 'accent', NONE: 'neutral' } as const;

/** The first rows as the mapping at hand reads them: what will be recorded, or what is wrong. */
export function UnderstoodRows({ record, mapping }: { record: ConsentImport; mapping: ConsentMapping }) {
  const { t } = useTranslation('consentImport');
  const { ws } = useSession();
  const asked = useDeferredValue(mapping);
  const query = trpc.consentImport.preview.useQuery(
    { ws, id: record.id, ...asked },
    { placeholderData: keepPreviousData },
  );
  return (
    <Card title={t('preview.title')} flush>
      <Text px={{ base: '4', md: '5' }} py="3" textStyle="dense" color="muted">
        {t('preview.lead')}
      </Text>
      {query.error ? (
        <ErrorState title={t('preview.failed')} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <Rows rows={query.data.rows} record={record} />
      ) : (
        <Box p="5">
          <SkeletonText lines={6} />
        </Box>
      )}
    </Card>
  );
}

function Rows({ rows, record }: { rows: readonly ConsentPreviewRow[]; record: ConsentImport }) {
  const { t } = useTranslation('consentImport');
  const { number, dateTime, text } = useFormat();
  const empty = <chakra.span color="muted">–</chakra.span>;
  return (
    <Box
      maxHeight="28rem"
      overflow="auto"
      tabIndex={0}
      role="region"
      aria-label={t('preview.title')}
      borderTopWidth="1px"
    >
      <chakra.table
        textStyle="small"
        minWidth="full"
        css={{
          '& th, & td': {
            px: '3',
            py: '2',
            textAlign: 'start',
            verticalAlign: 'top',
            borderTopWidth: '1px',
            maxWidth: '16rem',
            overflowWrap: 'anywhere',
          },
          '& thead th': {
            position: 'sticky',
            top: '0',
            bg: 'surface',
            borderTopWidth: '0',
            color: 'muted',
            fontWeight: 'normal',
            whiteSpace: 'nowrap',
          },
        }}
      >
        <thead>
          <tr>
            {(['row', 'subject', 'at', 'action', 'purposes', 'version', 'source', 'problems'] as const).map(
              (column) => (
                <th key={column} scope="col">
                  {t(`preview.${column}`)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <chakra.tr key={row.row} {...(row.example && { color: 'muted' })}>
              <th scope="row">{number(row.row)}</th>
              <td>
                {row.uid || empty}
                {row.name && (
                  <chakra.span display="block" color="muted">
                    {row.name}
                  </chakra.span>
                )}
              </td>
              <chakra.td whiteSpace="nowrap">{row.at ? dateTime(row.at) : empty}</chakra.td>
              <td>
                {row.action ? <StatusTag tone={TONES[row.action]}>{t(`choice.${row.action}`)}</StatusTag> : empty}
              </td>
              <chakra.td minWidth="10rem">
                {row.purposes.length > 0
                  ? row.purposes.map(text).join(', ')
                  : row.action === 'NONE'
                    ? t('preview.nothing')
                    : empty}
              </chakra.td>
              <td>{row.version === null ? empty : number(row.version)}</td>
              <td>{row.source || empty}</td>
              <chakra.td minWidth="14rem" color={row.problems.length > 0 ? 'danger.text' : 'muted'}>
                {row.example ? t('preview.example') : <Sentences row={row} record={record} />}
              </chakra.td>
            </chakra.tr>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  );
}

function Sentences({ row, record }: { row: ConsentPreviewRow; record: ConsentImport }) {
  const { t } = useTranslation(['consentImport', 'errors']);
  const nameOf = useFieldName(record.form);
  // Keys are data: a rule of any module may be behind them.
  const say = t as unknown as (key: string, values?: Record<string, unknown>) => string;
  return row.problems.map(({ field, key, values }) => (
    <chakra.span key={`${field} ${key}`} display="block">
      {field === null ? say(key, values) : `${nameOf(field)}: ${say(key, values)}`}
    </chakra.span>
  ));
}
