import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyInventory } from '../../../shared/crypto/keys.ts';
import type { NodeList } from '../../../shared/crypto/nodes.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Box,
  Button,
  Card,
  chakra,
  ConfirmDialog,
  ErrorState,
  SkeletonText,
  StatusTag,
  Text,
  toast,
  useFormat,
} from '../../ui/index.ts';
import { FactTable } from './FactTable.tsx';

/** Master and signing keys, by name: the current and former ones. */
export function InstallationKeys() {
  const { t } = useTranslation('encryptionKey');
  const { ws } = useSession();
  const query = trpc.crypto.inventory.useQuery({ ws });
  const nodeQuery = trpc.crypto.nodes.useQuery({ ws });
  // Null where other organisations use the installation too; undefined while that is not known.
  const nodes = nodeQuery.data;
  const rows = useRows();
  const title = t('installation.title');
  if (query.data)
    return (
      <Box display="grid" gap="3">
        <FactTable
          title={title}
          {...(nodes !== undefined && { lead: t(nodes ? 'installation.leadOwn' : 'installation.lead') })}
          heads={[t('installation.kindLabel'), t('installation.state'), t('installation.id')]}
          rows={rows(query.data)}
        />
        {nodes && <Replacing nodes={nodes} canReplace={query.data.signingKeys.some((key) => key.retiredAt === null)} />}
        {nodes === undefined && nodeQuery.error && (
          <ErrorState onRetry={() => void nodeQuery.refetch()} retrying={nodeQuery.isFetching} />
        )}
      </Box>
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

/** How to replace both, where the Admin can do or monitor that. */
function Replacing({ nodes, canReplace }: { nodes: NodeList; canReplace: boolean }) {
  const { t } = useTranslation('encryptionKey');
  const [replacing, setReplacing] = useState(false);
  return (
    <Box textStyle="dense">
      <Text mb="1">{t('installation.masterHow')}</Text>
      <NextKey nodes={nodes} />
      {canReplace && (
        <Button size="sm" icon={<KeyRound aria-hidden />} onClick={() => setReplacing(true)}>
          {t('installation.replaceSigning')}
        </Button>
      )}
      {replacing && <ReplaceSigningKey onClose={() => setReplacing(false)} />}
    </Box>
  );
}

/** Whether the nodes are ready for the next master key. */
function NextKey({ nodes: { nextKeyId, nodes } }: { nodes: NodeList }) {
  const { t } = useTranslation('encryptionKey');
  const running = nodes.filter((node) => node.running);
  const lacking = running.filter((node) => !node.hasNextKey).map(({ name }) => name);
  return (
    <Text color="muted" mb="3">
      {nextKeyId === null
        ? t('installation.noNext')
        : lacking.length > 0
          ? t('installation.someNext', { id: nextKeyId, names: lacking.join(', ') })
          : t('installation.everyNext', { id: nextKeyId, count: running.length })}
    </Text>
  );
}

function ReplaceSigningKey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('encryptionKey');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const replace = trpc.crypto.replaceSigningKey.useMutation();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('installation.replaceSigningTitle')}
      body={t('installation.replaceSigningBody')}
      confirmLabel={t('installation.replaceSigning')}
      onConfirm={async () => {
        await replace.mutateAsync({ ws });
        await cache.crypto.inventory.invalidate();
        toast.success(t('installation.signingReplaced'));
      }}
    />
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
