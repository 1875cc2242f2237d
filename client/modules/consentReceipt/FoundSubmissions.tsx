import { ExternalLink, FileBadge, Link2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundReceipts } from '../../../shared/consentReceipt/schema.ts';
import { messageOf } from '../../shell/errors.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Button,
  Card,
  chakra,
  CopyButton,
  Flex,
  Heading,
  HStack,
  LinkButton,
  Text,
  toast,
  useFormat,
} from '../../ui/index.ts';
import { ActionTag } from '../userConsent/ActionTag.tsx';
import { LinkDialog, type LinkWanted } from '../userConsent/LinkDialog.tsx';
import { usePurposeTitle } from '../userConsent/usePurposeTitle.ts';
import { receiptHref } from './receiptHref.ts';

type Submission = FoundReceipts['collection'][number];
type IssuedReceipt = Submission['receipts'][number];

/** Every choice of one data subject, newest first, with its receipts. */
export function FoundSubmissions({ uid, found }: { uid: string; found: FoundReceipts }) {
  const { t } = useTranslation('consentReceipt');
  const mayLink = useCan('consent.publish');
  const [wanted, setWanted] = useState<LinkWanted | null>(null);
  const newest = found.collection.filter(
    (one, place, all) => all.findIndex(({ consent }) => consent.id === one.consent.id) === place,
  );
  return (
    <chakra.section aria-labelledby="found">
      <Heading id="found" mb="3">
        {t('find.found', { uid })}
      </Heading>
      {found.more && (
        <Text color="muted" mb="3">
          {t('find.more')}
        </Text>
      )}
      <chakra.ol display="grid" gap="3" listStyle="none">
        {found.collection.map((submission) => (
          <chakra.li key={submission.id}>
            <Choice
              submission={submission}
              {...(mayLink &&
                newest.includes(submission) && {
                  onLink: () => setWanted({ consentId: submission.consent.id, uid }),
                })}
            />
          </chakra.li>
        ))}
      </chakra.ol>
      <LinkDialog wanted={wanted} onClose={() => setWanted(null)} />
    </chakra.section>
  );
}

function Choice({ submission, onLink }: { submission: Submission; onLink?: () => void }) {
  const { t } = useTranslation('consentReceipt');
  const { ws } = useSession();
  const { dateTime, number } = useFormat();
  const title = usePurposeTitle();
  const issue = trpc.consentReceipt.issue.useMutation();
  const [receipts, setReceipts] = useState(submission.receipts);
  const { consent, name, version, action, changed, purposes, channel, at } = submission;
  const make = () =>
    issue.mutate(
      { ws, id: submission.id },
      {
        onSuccess: (issued) => {
          setReceipts((before) => [{ id: issued.id, issuedAt: issued.issuedAt, issuedBy: null }, ...before]);
          toast.success(t('find.issued'));
        },
        onError: (error) => void toast.error(messageOf(error)),
      },
    );
  return (
    <Card>
      <Flex wrap="wrap" gap="3" justify="space-between" align="flex-start">
        <chakra.div minWidth="min(100%, 16rem)" flex="1">
          <HStack gap="2" flexWrap="wrap">
            <chakra.h3 fontWeight="semibold">{dateTime(at)}</chakra.h3>
            <ActionTag action={action} changed={changed} />
          </HStack>
          <Text mt="1">{purposes.length > 0 ? purposes.map(title).join(' · ') : t('find.nothing')}</Text>
          <Text textStyle="dense" color="muted" mt="1" overflowWrap="anywhere">
            {[name, consent.name, `${t('field.version')} ${number(version)}`, channel].filter(Boolean).join(' · ')}
          </Text>
        </chakra.div>
        <Flex gap="2" wrap="wrap">
          {onLink && (
            <Button size="sm" icon={<Link2 aria-hidden />} onClick={onLink}>
              {t('find.link')}
            </Button>
          )}
          <Button
            size="sm"
            icon={<FileBadge aria-hidden />}
            loading={issue.isPending}
            onClick={make}
            aria-label={`${t('find.issue')}: ${dateTime(at)}`}
          >
            {t('find.issue')}
          </Button>
        </Flex>
      </Flex>
      <chakra.div mt="3" pt="3" borderTopWidth="1px">
        {receipts.length === 0 ? (
          <Text textStyle="dense" color="muted">
            {t('find.noReceipt')}
          </Text>
        ) : (
          <chakra.ul display="grid" gap="2" listStyle="none" aria-label={t('find.receipts')}>
            {receipts.map((receipt) => (
              <ReceiptRow key={receipt.id} receipt={receipt} />
            ))}
          </chakra.ul>
        )}
      </chakra.div>
    </Card>
  );
}

function ReceiptRow({ receipt }: { receipt: IssuedReceipt }) {
  const { t } = useTranslation('consentReceipt');
  const { ws } = useSession();
  const { dateTime, locale } = useFormat();
  const href = receiptHref(ws, receipt.id, locale);
  const when = dateTime(receipt.issuedAt);
  return (
    <chakra.li display="flex" flexWrap="wrap" alignItems="center" gap="2">
      <chakra.span textStyle="dense" flex="1" minWidth="12rem">
        {t('field.issuedAt')} {when}
        {receipt.issuedBy && <chakra.span color="muted"> · {receipt.issuedBy}</chakra.span>}
      </chakra.span>
      <LinkButton
        size="sm"
        href={href}
        target="_blank"
        icon={<ExternalLink aria-hidden />}
        aria-label={`${t('find.open')}: ${when}`}
      >
        {t('find.open')}
      </LinkButton>
      <CopyButton text={href} label={`${t('title')} ${when}`} />
    </chakra.li>
  );
}
