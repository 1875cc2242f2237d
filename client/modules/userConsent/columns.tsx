import { UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { UserConsentItem } from '../../../shared/userConsent/schema.ts';
import { today } from '../../format.ts';
import { Box, Button, chakra, Text, useFormat } from '../../ui/index.ts';
import type { Column } from '../../ui/table/index.ts';
import { ActionTag } from './ActionTag.tsx';

/**
 * Two lines at most; the whole text stands in the drawer and in `title`. Lines far enough apart that no mark of a third
 * one peeps in.
 */
const Clamped = chakra('span', {
  base: { lineClamp: '2', lineHeight: '1.7', overflowWrap: 'anywhere', textAlign: 'start' },
});

interface Open {
  onProof: (id: string) => void;
  /** Opens a data subject's time line; left out, the id is text alone. */
  onSubject?: (uid: string) => void;
}

/** The columns of a history of consent; `Row` may be more than the item. */
export function useColumns<Row extends UserConsentItem>({ onProof, onSubject }: Open): Column<Row>[] {
  const { t } = useTranslation('userConsent');
  const { dateTime, number } = useFormat();
  return [
    {
      id: 'at',
      header: t('history.at'),
      cell: (row) => (
        <Button
          look="text"
          size="sm"
          textAlign="start"
          whiteSpace={{ base: 'normal', md: 'nowrap' }}
          aria-label={t('history.proofOf', { name: dateTime(row.at) })}
          onClick={() => onProof(row.id)}
        >
          <time dateTime={row.at}>{dateTime(row.at)}</time>
        </Button>
      ),
    },
    { id: 'uid', header: t('history.uid'), cell: (row) => <Subject row={row} onOpen={onSubject} /> },
    {
      id: 'action',
      header: t('history.action'),
      cell: (row) => <ActionTag action={row.action} changed={row.changed} />,
    },
    { id: 'purposes', header: t('history.purposes'), cell: (row) => <Purposes row={row} /> },
    { id: 'version', header: t('history.version'), align: 'end', cell: (row) => number(row.version) },
    { id: 'expiresAt', header: t('history.expiresAt'), cell: (row) => <Expiry row={row} /> },
    {
      id: 'source',
      header: t('history.source'),
      cell: (row) => (
        <Clamped title={row.source} minWidth={{ md: '5.5rem' }}>
          {row.source || t('sources.unnamed')}
        </Clamped>
      ),
    },
    {
      id: 'channel',
      header: t('history.channel'),
      defaultHidden: true,
      cell: (row) => t(`channel.${row.channel}` as 'channel.Import', { defaultValue: row.channel }),
    },
    {
      id: 'knownBy',
      header: t('history.knownBy'),
      cell: (row) => <Clamped minWidth={{ md: '6rem' }}>{t(`knownBy.${row.knownBy ?? 'unknown'}`)}</Clamped>,
    },
    {
      id: 'language',
      header: t('history.language'),
      defaultHidden: true,
      cell: (row) => t(`language.${row.language}`),
    },
    {
      id: 'guardian',
      header: t('history.guardian'),
      defaultHidden: true,
      cell: (row) =>
        row.hasGuardian ? (
          <Box display="inline-flex" gap="1.5" alignItems="center">
            <UserRound size={14} aria-hidden />
            {t('history.withGuardian')}
          </Box>
        ) : (
          '–'
        ),
    },
  ];
}

interface CellProps {
  row: UserConsentItem;
}

function Subject({ row: { uid, name }, onOpen }: CellProps & { onOpen: Open['onSubject'] }) {
  const { t } = useTranslation('userConsent');
  return (
    <Box minWidth={{ md: '9rem' }} maxWidth={{ md: '15rem' }}>
      {onOpen ? (
        <Button
          look="text"
          size="sm"
          textAlign="start"
          whiteSpace="normal"
          maxWidth="full"
          title={uid}
          aria-label={t('history.subjectOf', { uid })}
          onClick={() => onOpen(uid)}
        >
          <Clamped>{uid}</Clamped>
        </Button>
      ) : (
        <Clamped title={uid}>{uid}</Clamped>
      )}
      {name && (
        <Text textStyle="small" color="muted" title={name}>
          <Clamped>{name}</Clamped>
        </Text>
      )}
    </Box>
  );
}

function Purposes({ row }: CellProps) {
  const { t } = useTranslation('userConsent');
  const { text } = useFormat();
  const titles = row.purposes.map(({ title }) => text(title)).join(', ');
  return titles ? (
    <Clamped title={titles} minWidth={{ md: '11rem' }}>
      {titles}
    </Clamped>
  ) : (
    <Text as="span" textStyle="dense" color="muted">
      {t('history.noPurpose')}
    </Text>
  );
}

function Expiry({ row: { expiresAt } }: CellProps) {
  const { t } = useTranslation('userConsent');
  const { date } = useFormat();
  return expiresAt ? (
    <Box whiteSpace="nowrap">
      {date(expiresAt)}
      {expiresAt.slice(0, 10) < today() && (
        <Text textStyle="small" color="warn.text">
          {t('history.expired')}
        </Text>
      )}
    </Box>
  ) : (
    <Text as="span" textStyle="dense" color="muted">
      {t('history.noExpiry')}
    </Text>
  );
}
