import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import type { AnswerTemplate } from '../../../shared/answerTemplate/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { RecordHeader } from '../../records/RecordHeader.tsx';
import { RecordHistory } from '../../records/RecordHistory.tsx';
import { type RecordKey, recordPage } from '../../records/recordPage.tsx';
import { RecordVersions, type VersionsPage } from '../../records/RecordVersions.tsx';
import { StatusOfRecord } from '../../records/StatusOfRecord.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Box, Flex, PageHeader, SideRail, Stack, Tabs, Tag, useFormat } from '../../ui/index.ts';
import { LIST_QUERY } from '../../ui/table/index.ts';
import { AnswerTemplateForm } from './AnswerTemplateForm.tsx';
import { ANSWER_TEMPLATE_FIELDS } from './answerTemplateFields.ts';
import { contentOf } from './formValues.ts';

const LIST = pageAddress('answerTemplates');

const useAnswerTemplate = (key: RecordKey) => trpc.answerTemplate.get.useQuery(key);

function New() {
  const { t } = useTranslation('answerTemplate');
  const [rail, setRail] = useState<HTMLElement | null>(null);
  return (
    <>
      <PageHeader title={t('add')} trail={[{ label: t('title'), href: LIST }]} />
      <SideRail rail={<Stack gap="4" ref={setRail} />}>
        <AnswerTemplateForm rail={rail} />
      </SideRail>
    </>
  );
}

function Loaded({ record }: { record: AnswerTemplate }) {
  const { t } = useTranslation(['answerTemplate', 'versionedRecord']);
  const { text } = useFormat();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [rail, setRail] = useState<HTMLElement | null>(null);
  const isVersions = new URLSearchParams(useSearch()).get('tab') === 'versions';
  return (
    <>
      <RecordHeader
        record={record}
        list={{ label: t('title'), href: LIST }}
        title={text(record.name)}
        state={
          <Flex gap="2" wrap="wrap">
            <StatusOfRecord {...record} />
            {record.builtIn && <Tag>{t('builtIn')}</Tag>}
            {!record.active && <Tag>{t('notInUse')}</Tag>}
          </Flex>
        }
        slot={setSlot}
      />
      <Tabs
        items={[
          { label: t('tab.form'), href: '?' },
          { label: t('versionedRecord:version.caption'), href: '?tab=versions', count: record.publishedVersion },
        ]}
      />
      {/* Stays mounted while versions are displayed, so that its input is not lost. */}
      <Box display={isVersions ? 'none' : 'block'}>
        <SideRail
          rail={
            <Stack gap="4">
              <Stack gap="4" ref={setRail} />
              <RecordHistory entityId={record.id} />
            </Stack>
          }
        >
          <Stack gap="4">
            {record.builtIn && <Banner tone="info">{t('builtInNote')}</Banner>}
            <AnswerTemplateForm record={record} actionSlot={slot} rail={rail} />
          </Stack>
        </SideRail>
      </Box>
      {isVersions && <Versions record={record} />}
    </>
  );
}

function Versions({ record }: { record: AnswerTemplate }) {
  const { ws } = useSession();
  const words = useWords('answerTemplate');
  const usePage = (page: VersionsPage) =>
    trpc.answerTemplate.versions.useQuery({ ws, id: record.id, ...page }, LIST_QUERY);
  const useVersion = (version: number | null) =>
    trpc.answerTemplate.version.useQuery(
      { ws, id: record.id, v: version ?? 1 },
      { enabled: version !== null, staleTime: Infinity },
    );
  return (
    <RecordVersions
      record={record}
      draft={contentOf(record)}
      fields={ANSWER_TEMPLATE_FIELDS}
      words={words}
      usePage={usePage}
      useVersion={useVersion}
    />
  );
}

/** One answer template; `new` adds one. */
export default recordPage(useAnswerTemplate, Loaded, New);
