import { useTranslation } from 'react-i18next';
import type { KeyInventory } from '../../../shared/crypto/keys.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Card, chakra, ErrorState, SkeletonText, StatusTag, useFormat } from '../../ui/index.ts';
import { FactTable } from './FactTable.tsx';

/** Master and signing keys, by name: which is in use, and which were before. */
export function InstallationKeys() {
  const { t } = useTranslation('encryptionKey');
  const { ws } = useSession();
  const query = trpc.crypto.inventory.useQuery({ ws });
  const rows = useRows();
  const title = t('installation.title');
  if (query.data)
    return (
      <FactTable
        title={title}
        lead={t('installation.lead')}
        heads={[t('installation.kindLabel'), t('installation.state'), t('installation.id')]}
        rows={rows(query.data)}
      />
    );
  return (
    <Card title={title}>
      {query.error ? (
        <ErrorState body={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <SkeletonText lines={3} />
      )}
    </Card>
  );
}

function useRows() {
  const { t } = useTranslation('encryptionKey');
  const { date } = useFormat();
  const nameOf = (id: string) => (
    <chakra.code fontFamily="mono" overflowWrap="anywhere">
      {id}
    </chakra.code>
  );
  const state = (inUse: boolean, words: string) => (
    <chakra.span display="inline-flex" flexWrap="wrap" gap="2" alignItems="center">
      {inUse && <StatusTag tone="ok">{t('installation.inUse')}</StatusTag>}
      {words}
    </chakra.span>
  );
  return ({ masterKey, formerMasterKeys, signingKeys }: KeyInventory) => [
    {
      key: masterKey.id,
      cells: [
        t('installation.master'),
        state(true, t(`installation.source.${masterKey.source}`)),
        nameOf(masterKey.id),
      ],
    },
    ...formerMasterKeys.map(({ id, retiredAt }) => ({
      key: id,
      cells: [t('installation.master'), state(false, t('installation.retired', { date: date(retiredAt) })), nameOf(id)],
    })),
    ...(signingKeys.length === 0
      ? [{ key: 'none', cells: [t('installation.signing'), t('installation.noSigning'), '–'] }]
      : []),
    ...signingKeys.map(({ id, createdAt, retiredAt }) => ({
      key: id,
      cells: [
        t('installation.signing'),
        retiredAt === null
          ? state(true, t('installation.since', { date: date(createdAt) }))
          : state(false, t('installation.verifies', { date: date(retiredAt) })),
        nameOf(id),
      ],
    })),
  ];
}
