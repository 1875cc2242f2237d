import { UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { UserConsentItem } from '../../../shared/userConsent/schema.ts';
import { today } from '../../format.ts';
import { Box, Button, chakra, Text, useFormat } from '../../ui/index.ts';
import { type Column, TwoLines } from '../../ui/table/index.ts';
import { ActionTag } from './ActionTag.tsx';
import { usePurposeTitle } from './usePurposeTitle.ts';

interface Open {
  onProof: (id: string) => void;
  /** Opens a data subject's history; undefined: the id is plain text. */
  onSubject?: (uid: string) => void;
}

/** The columns of a consent history; `Row` may extend the item. */
export function useColumns<Row extends UserConsentItem>({ onProof, onSubject }: Open): Column<Row>[] {
  const { t } = useTranslation('userConsent');
  const { dateTime, number } = useFormat();
  return [
    {
      id: 'at',
      wraps: false,
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
    {
      id: 'uid',
      priority: 1,
      header: t('history.uid'),
      cell: (row) => <Subject row={row} onOpen={onSubject} />,
    },
    {
      id: 'action',
      priority: 1,
      header: t('history.action'),
      cell: (row) => <ActionTag action={row.action} changed={row.changed} />,
    },
    { id: 'purposes', wraps: true, header: t('history.purposes'), cell: (row) => <Purposes row={row} /> },
    { id: 'version', priority: 3, header: t('history.version'), align: 'end', cell: (row) => number(row.version) },
    { id: 'expiresAt', priority: 3, header: t('history.expiresAt'), cell: (row) => <Expiry row={row} /> },
    {
      id: 'source',
      wraps: true,
      priority: 3,
      header: t('history.source'),
      cell: (row) => row.source || t('sources.unnamed'),
    },
    {
      id: 'channel',
      header: t('history.channel'),
      defaultHidden: true,
      cell: (row) => t(`channel.${row.channel}` as 'channel.Import', { defaultValue: row.channel }),
    },
    {
      id: 'knownBy',
      wraps: true,
      priority: 3,
      header: t('history.knownBy'),
      cell: (row) => t(`knownBy.${row.knownBy ?? 'unknown'}`),
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
            {t(row.knownBy === 'link' || row.knownBy === 'request' ? 'history.guardianBefore' : 'history.withGuardian')}
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
    <TwoLines more={name}>
      {onOpen ? (
        <Button
          look="text"
          size="sm"
          title={uid}
          aria-label={t('history.subjectOf', { uid })}
          maxWidth="full"
          onClick={() => onOpen(uid)}
        >
          <chakra.span
            display="block"
            overflow="hidden"
            textOverflow="ellipsis"
            overflowWrap="anywhere"
            whiteSpace={{ base: 'normal', md: 'nowrap' }}
          >
            {uid}
          </chakra.span>
        </Button>
      ) : (
        uid
      )}
    </TwoLines>
  );
}

function Purposes({ row }: CellProps) {
  const { t } = useTranslation('userConsent');
  const title = usePurposeTitle();
  const titles = row.purposes.map(title).join(', ');
  return titles ? (
    titles
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
