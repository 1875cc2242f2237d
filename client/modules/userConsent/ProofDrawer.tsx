import { useQuery } from '@tanstack/react-query';
import { Download, FileText, History, ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { noticePage } from '../../../shared/privacyNotice/address.ts';
import { LOCALES, type Locale } from '../../../shared/locale.ts';
import { receiptFile, type ReceiptFormat } from '../../../shared/consentReceipt/receipt.ts';
import type { UserConsentDetail } from '../../../shared/userConsent/schema.ts';
import { isNotFound, messageOf } from '../../shell/errors.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Banner,
  Box,
  Button,
  chakra,
  CopyButton,
  Dialog,
  ErrorState,
  Fact,
  Facts,
  Flex,
  Heading,
  HStack,
  IconButton,
  Link,
  LinkButton,
  Menu,
  SkeletonText,
  Text,
  useFormat,
} from '../../ui/index.ts';
import { downloadFrom } from '../../exports/download.ts';
import { ActionTag } from './ActionTag.tsx';
import { ConsentContentView } from './ConsentContentView.tsx';
import { proofKey, receiptHref, useReceipts } from './useReceipts.ts';
import { usePurposeTitle } from './usePurposeTitle.ts';

interface ProofDrawerProps {
  /** The submission; undefined when closed. */
  id: string | undefined;
  onClose: () => void;
  onSubject: (uid: string) => void;
}

/** One submission as proof: who selected what, when, the displayed text, and the check that it is unchanged. */
export function ProofDrawer({ id, onClose, onSubject }: ProofDrawerProps) {
  const { t } = useTranslation('userConsent');
  return (
    <Dialog
      open={id !== undefined}
      onClose={onClose}
      side="right"
      width={680}
      title={t('proof.title')}
      description={t('proof.recorded')}
    >
      {id && <Proof id={id} onSubject={onSubject} />}
    </Dialog>
  );
}

function Proof({ id, onSubject }: { id: string; onSubject: (uid: string) => void }) {
  const { ws } = useSession();
  const { client } = trpc.useUtils();
  const proof = useQuery({
    queryKey: proofKey(ws, id),
    queryFn: ({ signal }) => client.userConsent.get.query({ ws, id }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (proof.data) return <Evidence detail={proof.data} onSubject={onSubject} />;
  if (proof.error)
    return (
      <ErrorState
        body={messageOf(proof.error)}
        retrying={proof.isFetching}
        {...(!isNotFound(proof.error) && { onRetry: () => void proof.refetch() })}
      />
    );
  return <SkeletonText lines={10} />;
}

function Evidence({ detail, onSubject }: { detail: UserConsentDetail; onSubject: (uid: string) => void }) {
  const { t } = useTranslation('userConsent');
  return (
    <Box display="grid" gap="6" gridTemplateColumns="minmax(0, 1fr)">
      {detail.shown.intact ? (
        <Banner tone="ok">{t('proof.intact')}</Banner>
      ) : (
        <Banner tone="danger" role="alert" title={t('proof.broken')}>
          {t('proof.brokenBody')}
        </Banner>
      )}
      <Answer detail={detail} onSubject={onSubject} />
      <DisplayedForm detail={detail} />
      <Receipts detail={detail} />
    </Box>
  );
}

/** Who answered what, when and where. */
function Answer({ detail, onSubject }: { detail: UserConsentDetail; onSubject: (uid: string) => void }) {
  const { t } = useTranslation('userConsent');
  const { date, dateTime, number } = useFormat();
  const title = usePurposeTitle();
  const mayOpen = useCan('consent.read');
  const { guardian, consent } = detail;
  return (
    <Facts layout="beside">
      <Fact label={t('proof.who')}>
        <chakra.span fontWeight="semibold" overflowWrap="anywhere">
          {detail.uid}
        </chakra.span>
        {detail.name && <Text textStyle="dense">{detail.name}</Text>}
        <Button
          look="text"
          size="sm"
          display="flex"
          mt="1"
          icon={<History aria-hidden />}
          onClick={() => onSubject(detail.uid)}
        >
          {t('history.subject')}
        </Button>
      </Fact>
      {guardian && (
        <Fact label={t('proof.guardian')}>
          {guardian.firstName} {guardian.lastName}
          <Text textStyle="dense" color="muted">
            {[guardian.email, guardian.telephone].filter(Boolean).join(' · ')}
          </Text>
        </Fact>
      )}
      <Fact label={t('proof.at')}>
        <time dateTime={detail.at}>{dateTime(detail.at, 'long')}</time>
      </Fact>
      <Fact label={t('proof.what')}>
        <ActionTag action={detail.action} changed={detail.changed} />
        {detail.purposes.length > 0 && (
          <chakra.ul listStyle="disc" ps="5" mt="1">
            {detail.purposes.map((purpose) => (
              <li key={purpose.id}>
                {title(purpose)}
                {detail.alone.includes(purpose.id) && ` (${t('proof.alone')})`}
              </li>
            ))}
          </chakra.ul>
        )}
      </Fact>
      <Fact label={t('proof.form')}>
        {mayOpen ? <Link href={recordAddress('consent', consent.id)}>{consent.name}</Link> : consent.name} ·{' '}
        {t('form.version', { number: number(detail.version) })}
      </Fact>
      <Fact label={t('history.source')}>{detail.source || t('sources.unnamed')}</Fact>
      <Fact label={t('history.channel')}>
        {t(`channel.${detail.channel}` as 'channel.Import', { defaultValue: detail.channel })}
      </Fact>
      <Fact label={t('history.knownBy')}>{t(`knownBy.${detail.knownBy ?? 'unknown'}`)}</Fact>
      <Fact label={t('history.expiresAt')}>
        {detail.expiresAt ? date(detail.expiresAt, 'long') : t('history.noExpiry')}
      </Fact>
      <Fact label={t('proof.number')}>
        <Code>{detail.id}</Code>
      </Fact>
    </Facts>
  );
}

/** The privacy notice linked by the form that was in force when they consented. */
function NoticeThen({ notice: { id, name, version, sha256 } }: { notice: NonNullable<UserConsentDetail['notice']> }) {
  const { t } = useTranslation('userConsent');
  const { ws } = useSession();
  return (
    <Box mt="3">
      <Text textStyle="dense" color="muted">
        {t('proof.notice')}
      </Text>
      <Link href={`${location.origin}${noticePage(ws, id)}?version=${version}`} target="_blank">
        {t('proof.noticeVersion', { name, version })}
      </Link>
      <Text textStyle="dense" color="muted" mt="1">
        {t('proof.noticeSha256')}
      </Text>
      <HStack gap="2" alignItems="flex-start">
        <Code>{sha256}</Code>
        <Box flexShrink="0">
          <CopyButton text={sha256} label={t('proof.noticeSha256')} />
        </Box>
      </HStack>
    </Box>
  );
}

/** The text that the data subject read, and the hash that verifies it. */
function DisplayedForm({ detail }: { detail: UserConsentDetail }) {
  const { t } = useTranslation('userConsent');
  const { shown: displayed, language } = detail;
  const allowed = new Set(detail.purposes.map(({ id }) => id));
  return (
    <section>
      <Flex wrap="wrap" gap="2" justifyContent="space-between" alignItems="baseline" mb="2">
        <Heading as="h3">{t('proof.displayed')}</Heading>
        <Text textStyle="small" color="muted">
          {t('proof.displayedIn', { language: t(`language.${language}`) })}
        </Text>
      </Flex>
      <ConsentContentView content={displayed.content} language={language} allowed={allowed} />
      {detail.notice && <NoticeThen notice={detail.notice} />}
      <Text textStyle="dense" color="muted" mt="3">
        {t('proof.sha256')}
      </Text>
      <HStack gap="2" alignItems="flex-start">
        <Code>{displayed.sha256}</Code>
        <Box flexShrink="0">
          <CopyButton text={displayed.sha256} label={t('proof.sha256')} />
        </Box>
      </HStack>
    </section>
  );
}

function Receipts({ detail }: { detail: UserConsentDetail }) {
  const { t } = useTranslation('userConsent');
  const { dateTime } = useFormat();
  const { ws } = useSession();
  const { issue, issuing } = useReceipts();
  const fileItem = (id: string, format: ReceiptFormat, lang: Locale, label: string) => ({
    key: `${format}${lang}`,
    label,
    onSelect: () => downloadFrom({ url: receiptFile(ws, id, format, lang), name: '' }),
  });
  return (
    <section>
      <Flex wrap="wrap" gap="2" justifyContent="space-between" alignItems="center" mb="2">
        <Heading as="h3">{t('proof.receipts')}</Heading>
        <Button size="sm" icon={<ReceiptText aria-hidden />} loading={issuing} onClick={() => void issue(detail.id)}>
          {t('proof.issue')}
        </Button>
      </Flex>
      {detail.receipts.length === 0 ? (
        <Text color="muted">{t('proof.noReceipts')}</Text>
      ) : (
        <chakra.ul listStyle="none" display="grid">
          {detail.receipts.map(({ id, issuedAt }) => (
            <chakra.li key={id} display="flex" flexWrap="wrap" alignItems="center" gap="2" py="2" borderTopWidth="1px">
              <chakra.span flex="1 1 12rem">{t('proof.issued', { time: dateTime(issuedAt) })}</chakra.span>
              {LOCALES.map((lang) => (
                <LinkButton
                  key={lang}
                  size="sm"
                  look="quiet"
                  icon={<FileText aria-hidden />}
                  href={receiptHref(ws, id, lang)}
                  target="_blank"
                >
                  {t(lang === 'th' ? 'proof.openTh' : 'proof.openEn')}
                </LinkButton>
              ))}
              <Menu
                label={t('proof.download')}
                items={[
                  ...LOCALES.map((lang) =>
                    fileItem(id, 'pdf', lang, t('proof.pdf', { language: t(`language.${lang}`) })),
                  ),
                  fileItem(id, 'jsonld', detail.language, 'JSON-LD'),
                  fileItem(id, 'jws', detail.language, 'JWS'),
                ]}
                trigger={(props) => (
                  <IconButton {...props} size="sm" label={t('proof.download')} icon={<Download aria-hidden />} />
                )}
              />
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </section>
  );
}

const Code = chakra('code', {
  base: { fontFamily: 'mono', textStyle: 'small', overflowWrap: 'anywhere', wordBreak: 'break-all', minWidth: '0' },
});
