import { Download, Printer, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { type Receipt, receiptFile, receiptView } from '../../../shared/consentReceipt/receipt.ts';
import { isClosed, isNotFound, messageOf } from '../../shell/errors.ts';
import { trpc } from '../../trpc.ts';
import {
  Banner,
  Button,
  chakra,
  EmptyState,
  ErrorState,
  Flex,
  LinkButton,
  SkeletonText,
  Text,
  useFormat,
} from '../../ui/index.ts';
import { PageClosed } from '../../publicPage/BehindLink.tsx';
import { QUIET } from '../../publicPage/quiet.ts';
import { PrintStyle } from '../../ui/PrintStyle.tsx';
import { ReceiptProof } from './ReceiptProof.tsx';
import { ReceiptSheet } from './ReceiptSheet.tsx';

/** One receipt, for whoever has its address: to read, print, download and verify. */
export default function ConsentReceiptPage() {
  const { t } = useTranslation('consentReceipt');
  const { date, locale } = useFormat();
  const { id = '' } = useParams<{ id: string }>();
  const query = trpc.consentReceipt.open.useQuery({ id, lang: locale }, QUIET);
  if (isNotFound(query.error)) {
    return (
      <Narrow>
        <chakra.h1 srOnly>{t('title')}</chakra.h1>
        <EmptyState title={t('page.missing')} body={t('page.missingBody')} />
      </Narrow>
    );
  }
  if (isClosed(query.error))
    return (
      <Narrow>
        <PageClosed heading={t('title')} />
      </Narrow>
    );
  if (query.error) {
    return (
      <Narrow>
        <chakra.h1 srOnly>{t('title')}</chakra.h1>
        <ErrorState body={messageOf(query.error)} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      </Narrow>
    );
  }
  if (!query.data) {
    return (
      <Narrow>
        <chakra.div aria-busy="true">
          <SkeletonText lines={12} />
        </chakra.div>
      </Narrow>
    );
  }
  const { receipt, jws, keyId, ended, superseded, workspaceId, logo } = query.data;
  const view = receiptView(receipt as unknown as Receipt);
  const file = (format: 'pdf' | 'jsonld' | 'jws') => receiptFile(workspaceId, id, format, locale);
  return (
    <Narrow>
      <PrintStyle />
      <Flex data-screen wrap="wrap" gap="2" mb="4" align="center">
        <Button icon={<Printer aria-hidden />} onClick={() => print()}>
          {t('page.print')}
        </Button>
        <FileLink href={file('pdf')}>{t('page.pdf')}</FileLink>
      </Flex>
      {superseded && (
        <chakra.div mb="4">
          <Banner tone="warn">{t('page.superseded')}</Banner>
        </chakra.div>
      )}
      {ended && !superseded && (
        <chakra.div mb="4">
          <Banner tone="warn">{t('page.ended', { date: date(ended, 'long') })}</Banner>
        </chakra.div>
      )}
      <ReceiptSheet
        view={view}
        keyId={keyId}
        logo={logo}
        note={<ReceiptProof signed={{ jws, receipt }} view={view} />}
      />
      {/* For verification with other tools. */}
      <Flex data-screen wrap="wrap" gap="2" mt="4" align="center">
        <FileLink href={file('jws')}>{t('page.jws')}</FileLink>
        <FileLink href={file('jsonld')}>{t('page.jsonld')}</FileLink>
        <LinkButton href={pageAddress('receiptCheck')} look="quiet" icon={<ShieldCheck aria-hidden />}>
          {t('page.check')}
        </LinkButton>
      </Flex>
      <Text data-screen mt="4" textStyle="dense" color="muted">
        {t('page.keep')}
      </Text>
    </Narrow>
  );
}

const Narrow = chakra('div', { base: { maxWidth: '52rem', mx: 'auto', py: { base: '0', md: '2' } } });

/** A file of the server, not a page: a plain link, so that it is not routed. */
function FileLink({ href, children }: { href: string; children: string }) {
  const { t } = useTranslation('consentReceipt');
  return (
    <chakra.a
      href={href}
      download
      aria-label={`${t('page.download')} ${children}`}
      display="inline-flex"
      alignItems="center"
      gap="2"
      minHeight="10"
      css={{ '@media (pointer: coarse)': { minHeight: '44px' } }}
      px="4"
      borderWidth="1px"
      borderColor="line.strong"
      borderRadius="control"
      fontWeight="semibold"
      bg="surface"
      _hover={{ bg: 'subtle' }}
    >
      <Download size={18} aria-hidden />
      {children}
    </chakra.a>
  );
}
