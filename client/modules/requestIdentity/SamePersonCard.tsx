import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { DUPLICATE } from '../../../shared/request/grounds.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { requiredReason } from '../../../shared/request/schema.ts';
import { isClosedStatus } from '../../../shared/request/stage.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { RelatedRequest } from '../../../shared/requestIdentity/document.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Button, Card, Dialog, Flex, Link, Stack, Tag, Text, toast, useFormat } from '../../ui/index.ts';
import { Form, FormActions, TextArea } from '../../ui/form/index.ts';
import { useShowRequest } from '../request/useRequestMoves.ts';
import { RequestStatusTag } from '../request/words.tsx';
import type { IdentityCardProps } from './identityView.ts';

/** Whether others can be closed as its duplicates. */
const isOngoing = ({ verifiedAt, isDuplicate, status }: RelatedRequest): boolean =>
  verifiedAt !== null && !isDuplicate && !isClosedStatus(status);

/** Earlier and current requests of the same person; renders nothing without any. */
export function SamePersonCard({ request, view }: IdentityCardProps) {
  const { t } = useTranslation('identityPanel');
  const [other, setOther] = useState<RelatedRequest | null>(null);
  const { duplicateOf, related } = view;
  if (related.length === 0 && !duplicateOf) return null;
  const mayClose = request.rights.some(({ allowed }) => allowed.includes('reject'));
  return (
    <Card title={t('same.title')}>
      <Stack gap="4">
        {duplicateOf && (
          <Banner tone="info">
            {t('same.duplicateOf')}{' '}
            <Link href={recordAddress('request', duplicateOf.id)}>{requestReference(duplicateOf.number)}</Link>
          </Banner>
        )}
        <Stack as="ul" listStyle="none" gap="4">
          {related.map((one) => (
            <li key={one.id}>
              <RelatedLine related={one} {...(mayClose && isOngoing(one) && { onClose: () => setOther(one) })} />
            </li>
          ))}
        </Stack>
        {request.verifiedAt === null && request.closedAt === null && related.length > 0 && (
          <Text textStyle="dense" color="muted">
            {t('same.unconfirmed')}
          </Text>
        )}
      </Stack>
      {other && <DuplicateDialog request={request} other={other} onClose={() => setOther(null)} />}
    </Card>
  );
}

function RelatedLine({ related, onClose }: { related: RelatedRequest; onClose?: () => void }) {
  const { t } = useTranslation('identityPanel');
  const { date, text } = useFormat();
  const { id, number, status, receivedAt, application, rights, sameBy } = related;
  return (
    <>
      <Flex gap="2" wrap="wrap" alignItems="center">
        <Link href={recordAddress('request', id)}>{requestReference(number)}</Link>
        <RequestStatusTag status={status} />
      </Flex>
      <Text textStyle="dense">{rights.map(text).join(', ')}</Text>
      <Text textStyle="dense" color="muted">
        {[application, date(receivedAt)].join(' · ')}
      </Text>
      <Flex gap="1" wrap="wrap" mt="1">
        {sameBy.map((what) => (
          <Tag key={what}>{t(`same.by.${what}`)}</Tag>
        ))}
      </Flex>
      {onClose && (
        <Button size="sm" look="plain" mt="1" onClick={onClose}>
          {t('same.close')}
        </Button>
      )}
    </>
  );
}

const schema = z.object({ reason: requiredReason });

function DuplicateDialog({
  request,
  other,
  onClose,
}: {
  request: IdentityCardProps['request'];
  other: RelatedRequest;
  onClose: () => void;
}) {
  const { t } = useTranslation('identityPanel');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const show = useShowRequest();
  const close = trpc.request.changeStatus.useMutation();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('same.closeTitle', { reference: requestReference(other.number) })}
      description={t('same.means')}
    >
      <Form
        schema={schema}
        label={t('same.close')}
        defaultValues={{ reason: '' }}
        onSubmit={async ({ reason }) => {
          const { id, rowVersion } = request;
          const duplicateOf = requestReference(other.number);
          show(
            await close.mutateAsync({
              ws,
              id,
              rowVersion,
              action: 'REJECT',
              groundCode: DUPLICATE,
              duplicateOf,
              reason,
            }),
          );
          void cache.requestIdentity.view.invalidate();
          toast.success(t('same.done'));
          onClose();
        }}
      >
        <TextArea name="reason" label={t('decide.reason')} limit={2000} required />
        <FormActions submitLabel={t('same.close')} destructive />
      </Form>
    </Dialog>
  );
}
