import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notice } from '../../../shared/privacyNotice/schema.ts';
import { LoadedInDialog } from '../../records/LoadedRecord.tsx';
import { NoticeMailing } from './NoticeMailing.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, Card, chakra, EmptyState, Flex, Stack, Text, useFormat } from '../../ui/index.ts';
import { EmbedCard } from './EmbedCard.tsx';
import { PublicLink } from './PublicLink.tsx';
import { ViewsCard } from './ViewsCard.tsx';

const FILES = [
  ['pdfTh', 'pdf', 'th'],
  ['pdfEn', 'pdf', 'en'],
  ['htmlTh', 'html', 'th'],
  ['htmlEn', 'html', 'en'],
] as const;

/** Link, files and versions of the published notice. */
export function Generate({ record }: { record: Notice }) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { ws } = useSession();
  if (record.publishedVersion === 0) return <EmptyState title={t('generate.none')} body={t('generate.noneBody')} />;
  const report = (ending: string, lang: string) =>
    `/api/v1/${ws}/privacy-notices/${record.id}/report-${ending}?lang=${lang}&version=${record.publishedVersion}`;
  return (
    <Stack gap="5">
      <PublicLink record={record} />
      <EmbedCard record={record} />
      <ViewsCard id={record.id} />
      <Card title={t('generate.files')}>
        <Flex wrap="wrap" gap="4">
          {FILES.map(([label, ending, lang]) => (
            <Anchor key={label} href={report(ending, lang)} download>
              <FileDown size={18} aria-hidden />
              {t(`generate.${label}`)}
            </Anchor>
          ))}
        </Flex>
      </Card>
      <NoticeMailing record={record} />
      <Versions record={record} />
    </Stack>
  );
}

const Anchor = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minHeight: '10',
    color: 'accent.text',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    overflowWrap: 'anywhere',
  },
});

/** The page size of the list of versions. */
const PAGE = 20;

function Versions({ record }: { record: Notice }) {
  const { t } = useTranslation('privacyNoticeScreen');
  const [pages, setPages] = useState(1);
  return (
    <Card title={t('generate.versions')}>
      <Stack gap="4" alignItems="flex-start">
        {Array.from({ length: pages }, (_, page) => (
          <VersionPage key={page} id={record.id} page={page + 1} />
        ))}
        {pages * PAGE < record.publishedVersion && (
          <Button onClick={() => setPages(pages + 1)}>{t('generate.older')}</Button>
        )}
      </Stack>
    </Card>
  );
}

function VersionPage({ id, page }: { id: string; page: number }) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { ws } = useSession();
  const { date } = useFormat();
  const query = trpc.privacyNotice.versions.useQuery({ ws, id, currentPage: page, pageSize: PAGE });
  return (
    <LoadedInDialog query={query} lines={3}>
      {({ collection }) =>
        collection.map((one) => (
          <div key={one.version}>
            <Text fontWeight="semibold">
              {t('generate.version', { number: one.version, day: date(one.effectiveOn) })}
            </Text>
            {one.tellAgain && <Text textStyle="dense">{t('generate.notified')}</Text>}
            {one.reason !== '' && <Text textStyle="dense">{one.reason}</Text>}
            <Text textStyle="dense" color="muted" overflowWrap="anywhere">
              {t('generate.hashTh')}: {one.sha256Th}
            </Text>
            <Text textStyle="dense" color="muted" overflowWrap="anywhere">
              {t('generate.hashEn')}: {one.sha256En}
            </Text>
          </div>
        ))
      }
    </LoadedInDialog>
  );
}
