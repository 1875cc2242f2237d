import { useTranslation } from 'react-i18next';
import type { Request } from '../../../shared/request/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Card, chakra, Text } from '../../ui/index.ts';
import { formatBytes } from '../../formatBytes.ts';

/**
 * Files that the data subject sent with a request; renders nothing without any, or without permission to know who asks.
 */
export function AttachmentsCard({ request }: { request: Request }) {
  const { t } = useTranslation('requestSubmission');
  const { ws } = useSession();
  const { data } = trpc.requestSubmission.attachments.useQuery(
    { ws, id: request.id },
    { enabled: request.identity !== null },
  );
  if (!data || data.length === 0) return null;
  return (
    <Card title={t('attachments.title')}>
      <chakra.ul listStyle="none" display="grid" gap="2">
        {data.map(({ id, name, size, url }) => (
          <chakra.li key={id} overflowWrap="anywhere">
            <chakra.a href={url} download={name} color="accent.text" textDecoration="underline">
              {name}
            </chakra.a>{' '}
            <chakra.span color="muted" whiteSpace="nowrap">
              {formatBytes(size)}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
      <Text textStyle="dense" color="muted" mt="2">
        {t('attachments.logged')}
      </Text>
    </Card>
  );
}
