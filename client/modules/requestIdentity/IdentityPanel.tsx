import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Request } from '../../../shared/request/schema.ts';
import { WORK_TONES } from '../../records/workTones.ts';
import { mustConfirmAgain } from '../../../shared/request/stage.ts';
import { messageOf } from '../../shell/errors.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, Card, chakra, ErrorState, Flex, Stack, StatusTag, Text, toast, useFormat } from '../../ui/index.ts';
import { ConfirmAgain } from './ConfirmAgain.tsx';
import { DocumentsCard } from './DocumentsCard.tsx';
import { FactsCard } from './FactsCard.tsx';
import { type IdentityCardProps, useShowIdentity } from './identityView.ts';
import { SamePersonCard } from './SamePersonCard.tsx';

/**
 * How the identity is established, the documents, and other requests of the same person: for users who manage requests.
 */
export function IdentityPanel({ request }: { request: Request }) {
  const manages = useCan('request.manage');
  return manages ? <Managed request={request} /> : null;
}

function Managed({ request }: { request: Request }) {
  const { ws } = useSession();
  const { t } = useTranslation('identityPanel');
  const query = trpc.requestIdentity.view.useQuery({ ws, id: request.id });
  const view = query.data;
  if (!view)
    return query.error ? (
      <Card title={t('confirmation.title')}>
        <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
      </Card>
    ) : null;
  return (
    <>
      <ConfirmationCard request={request} view={view} />
      <FactsCard request={request} view={view} />
      <DocumentsCard request={request} view={view} />
      <SamePersonCard request={request} view={view} />
    </>
  );
}

type IdentityPerson = IdentityCardProps['view']['persons'][number];

/** Whether the link went out; also one from before that was recorded. */
const isSent = ({ linkMail }: IdentityPerson): boolean => linkMail === null || linkMail.state === 'sent';

function PersonItem({ one }: { one: IdentityPerson }) {
  const { t } = useTranslation('identityPanel');
  const { dateTime } = useFormat();
  const { person, hasEmail, linkSentAt, linkMail, confirmedAt, byToken } = one;
  return (
    <li>
      <Flex gap="2" wrap="wrap" alignItems="center">
        <chakra.span fontWeight="semibold">{t(`person.${person}`)}</chakra.span>
        <StatusTag tone={confirmedAt || byToken ? 'ok' : 'neutral'}>
          {t(`confirmation.${confirmedAt ? 'code' : byToken ? 'token' : hasEmail ? 'open' : 'noEmail'}`)}
        </StatusTag>
        {!confirmedAt && linkMail && (
          <StatusTag tone={WORK_TONES[linkMail.state]}>
            {linkMail.returned === null
              ? t(`confirmation.mail.${linkMail.state}`)
              : t('confirmation.mail.returned', { code: linkMail.returned })}
          </StatusTag>
        )}
      </Flex>
      {(confirmedAt || (linkSentAt && isSent(one))) && (
        <Text textStyle="dense" color="muted">
          {confirmedAt
            ? t('confirmation.at', { time: dateTime(confirmedAt) })
            : t('confirmation.sentAt', { time: dateTime(linkSentAt!) })}
        </Text>
      )}
    </li>
  );
}

/** Who confirms by which address, and how much confirmation each right requires. */
function ConfirmationCard({ request, view }: IdentityCardProps) {
  const { t } = useTranslation('identityPanel');
  const { text } = useFormat();
  const { ws } = useSession();
  const show = useShowIdentity();
  const again = trpc.requestIdentity.sendLinks.useMutation();
  const isOpen = request.closedAt === null;
  return (
    <Card title={t('confirmation.title')}>
      <Stack gap="4">
        {mustConfirmAgain(request) && <ConfirmAgain request={request} />}
        <Stack as="ul" listStyle="none" gap="3">
          {view.persons.map((one) => (
            <PersonItem key={one.person} one={one} />
          ))}
        </Stack>
        <div>
          <Text textStyle="dense" color="muted" mb="1">
            {t('needs.title')}
          </Text>
          <Stack as="ul" listStyle="none" gap="2">
            {view.needs.map(({ rightId, name, need, isMet }) => (
              <li key={rightId}>
                <Flex gap="2" wrap="wrap" alignItems="center">
                  <chakra.span>{text(name)}</chakra.span>
                  {/* What a closed request lacked is not asked for any more. */}
                  {(isMet || isOpen) && (
                    <StatusTag tone={isMet ? 'ok' : 'neutral'}>{t(isMet ? 'met' : 'notMet')}</StatusTag>
                  )}
                </Flex>
                <Text textStyle="dense" color="muted">
                  {t(`needs.${need}`)}
                </Text>
              </li>
            ))}
          </Stack>
          <Text textStyle="dense" color="muted" mt="2">
            {t('needs.note')}
          </Text>
        </div>
        {isOpen && view.persons.some(({ hasEmail }) => hasEmail) && (
          <Button
            size="sm"
            icon={<Mail aria-hidden />}
            loading={again.isPending}
            onClick={() =>
              again.mutate(
                { ws, id: request.id },
                {
                  onSuccess: (next) => {
                    show(next);
                    toast.success(t('confirmation.sent'));
                  },
                  onError: (error) => toast.error(messageOf(error)),
                },
              )
            }
          >
            {t('confirmation.again')}
          </Button>
        )}
      </Stack>
    </Card>
  );
}
