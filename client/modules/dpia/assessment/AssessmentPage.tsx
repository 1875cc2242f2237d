import { type ReactNode, useMemo, useState } from 'react';
import { useParams, useSearch } from 'wouter';
import type { Dpia } from '../../../../shared/dpia/schema.ts';
import { Comments, CommentsCard } from '../../../records/comments/Comments.tsx';
import { LoadedRecord } from '../../../records/LoadedRecord.tsx';
import { RECENT_VERSIONS, RecentVersions } from '../../../records/RecentVersions.tsx';
import { RecordHistory } from '../../../records/RecordHistory.tsx';
import { useWords } from '../../../records/useWords.ts';
import { usePath } from '../../../shell/navigation.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import type { UploadedFile } from '../../../ui/form/FileField.tsx';
import { Box, SideRail, Stack, useFormat } from '../../../ui/index.ts';
import { Decisions } from '../decision/Decisions.tsx';
import { AssessedProvider, useAssessed } from './assessed.tsx';
import { ASSESSMENT_FIELDS } from './assessmentFields.ts';
import { AssessmentEditor } from './AssessmentEditor.tsx';
import { AssessmentHead } from './AssessmentHead.tsx';
import { AssessmentVersions } from './AssessmentVersions.tsx';
import { valuesOf } from './content.ts';
import { ReportTab } from './ReportTab.tsx';
import { tabOf } from './tabs.ts';

/**
 * One impact assessment: its tabs, each with its own address, and its published versions.
 * @param list address of the list page
 */
export function AssessmentPage({ list }: { list: string }) {
  const { id = '' } = useParams<{ id: string }>();
  return <Existing key={id} id={id} list={list} />;
}

function Existing({ id, list }: { id: string; list: string }) {
  const { ws } = useSession();
  const query = trpc.dpia.get.useQuery({ ws, id });
  return <LoadedRecord query={query}>{(record) => <WithRegister record={record} list={list} />}</LoadedRecord>;
}

interface AssessmentProps {
  record: Dpia;
  list: string;
}

/** The assessment, rendered once the register data of its application is loaded. */
function WithRegister({ record, list }: AssessmentProps) {
  const { ws } = useSession();
  const query = trpc.dpia.register.useQuery({ ws, id: record.id });
  const people = trpc.personnel.pick.useQuery({ ws, holding: 'treatmentPlan.write' }, { staleTime: 60_000 });
  const { text } = useFormat();
  const { framework, suggestion } = record;
  const [files] = useState(() => new Map<string, UploadedFile>());
  for (const file of record.files) files.set(file.id, file);
  const assessed = useMemo(() => {
    if (!query.data) return undefined;
    const measures = query.data.purposes.flatMap(({ content }) => content.securityMeasures);
    return {
      framework,
      suggestion,
      files,
      register: query.data,
      names: new Map([
        ...measures.map(({ id, name }) => [id, text(name)] as const),
        ...(people.data ?? []).map(({ id, name }) => [id, name] as const),
        ...record.files.map(({ id, name }) => [id, name] as const),
      ]),
    };
  }, [query.data, people.data, record.files, files, framework, suggestion, text]);
  return (
    <LoadedRecord query={{ ...query, data: assessed }}>
      {(value) => (
        <AssessedProvider value={value}>
          <Assessment record={record} list={list} />
        </AssessedProvider>
      )}
    </LoadedRecord>
  );
}

function Assessment({ record, list }: AssessmentProps) {
  const [actionSlot, setActionSlot] = useState<HTMLElement | null>(null);
  const [tabSlot, setTabSlot] = useState<HTMLElement | null>(null);
  const [rail, setRail] = useState<HTMLElement | null>(null);
  const tab = tabOf(useSearch());
  return (
    <WithComments record={record}>
      <AssessmentHead record={record} list={list} slot={setActionSlot} />
      <Box ref={setTabSlot} />
      {/* Stays mounted while the report or the versions are displayed, so that its input is not lost. */}
      <Box
        display={tab === 'versions' || tab === 'report' ? 'none' : 'block'}
        css={{ '& > div > aside': { alignSelf: 'stretch' } }}
      >
        <SideRail
          rail={
            <Stack
              gap="4"
              alignSelf="start"
              minWidth="0"
              mx="-1"
              px="1"
              pb="1"
              position={{ lg: 'sticky' }}
              top="4"
              maxHeight={{ lg: 'calc(100dvh - 2rem)' }}
              overflowY={{ lg: 'auto' }}
            >
              <Stack gap="4" ref={setRail} minWidth="0" />
              <CommentsCard />
              <Decisions record={record} />
              <Versions record={record} />
              <RecordHistory entityId={record.id} />
            </Stack>
          }
        >
          <AssessmentEditor record={record} tab={tab} slots={{ action: actionSlot, tabs: tabSlot, rail }} />
        </SideRail>
      </Box>
      {tab === 'report' && <ReportTab record={record} />}
      {tab === 'versions' && <AssessmentVersions record={record} />}
    </WithComments>
  );
}

/** Every reader of the assessment can comment on its fields. */
function WithComments({ record, children }: { record: Dpia; children: ReactNode }) {
  const words = useWords('dpiaAssessment');
  const assessed = useAssessed();
  const content = useMemo(
    () => ({ values: valuesOf({ ...record, register: assessed.register }), ...assessed }),
    [record, assessed],
  );
  return (
    <Comments
      record={{ entity: 'dpia', id: record.id, permission: 'dpia.read' }}
      fields={ASSESSMENT_FIELDS}
      content={content}
      words={words}
    >
      {children}
    </Comments>
  );
}

function Versions({ record: { id, status, publishedVersion } }: { record: Dpia }) {
  const { ws } = useSession();
  const path = usePath();
  const query = trpc.dpia.versions.useQuery({ ws, id, pageSize: RECENT_VERSIONS }, { enabled: publishedVersion > 0 });
  const state = { status: status === 'DRAFT' ? 'draft' : 'published', publishedVersion };
  return <RecentVersions record={state} path={path} inForce={publishedVersion} query={query} />;
}
