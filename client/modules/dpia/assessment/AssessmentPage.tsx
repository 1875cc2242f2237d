import { type ReactNode, useMemo, useRef, useState } from 'react';
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
import { referredNames, valuesOf } from './content.ts';
import { ReportTab } from './ReportTab.tsx';
import { tabOf } from './tabs.ts';

/** One impact assessment: its tabs, each with its own address, and its published versions. */
export function AssessmentPage() {
  const { id = '' } = useParams<{ id: string }>();
  return <Existing key={id} id={id} />;
}

function Existing({ id }: { id: string }) {
  const { ws } = useSession();
  const query = trpc.dpia.get.useQuery({ ws, id });
  return <LoadedRecord query={query}>{(record) => <WithRegister record={record} />}</LoadedRecord>;
}

interface AssessmentProps {
  record: Dpia;
}

/** The register and the names that an assessment is displayed with: while it is published, those of its version. */
function useSource({ id, status, publishedVersion }: Dpia) {
  const { ws } = useSession();
  // Also while it is published: its next draft begins with the current ones.
  const current = trpc.dpia.register.useQuery({ ws, id });
  const isPublished = status === 'PUBLISHED';
  const version = trpc.dpia.version.useQuery(
    { ws, id, v: publishedVersion },
    { enabled: isPublished, staleTime: Infinity },
  );
  const loaded = isPublished ? version.data?.content : current.data;
  // The form stays while the version that was just published is loaded: somebody may have typed in it.
  const displayed = useRef(loaded);
  if (loaded) displayed.current = loaded;
  const { error, refetch } = isPublished ? version : current;
  return { data: displayed.current, error, refetch };
}

/** The assessment, rendered once the register data of its application is loaded. */
function WithRegister({ record }: AssessmentProps) {
  const { ws } = useSession();
  const source = useSource(record);
  const people = trpc.personnel.pick.useQuery({ ws, holding: 'treatmentPlan.write' }, { staleTime: 60_000 });
  const { text } = useFormat();
  const { framework, suggestion } = record;
  const [files] = useState(() => new Map<string, UploadedFile>());
  for (const file of record.files) files.set(file.id, file);
  const assessed = useMemo(() => {
    if (!source.data) return undefined;
    return {
      framework,
      suggestion,
      files,
      register: source.data.register,
      names: new Map([
        ...(people.data ?? []).map(({ id, name }) => [id, name] as const),
        ...referredNames(source.data, text),
        ...record.files.map(({ id, name }) => [id, name] as const),
      ]),
    };
  }, [source.data, people.data, record.files, files, framework, suggestion, text]);
  return (
    <LoadedRecord query={{ ...source, data: assessed }}>
      {(value) => (
        <AssessedProvider value={value}>
          <Assessment record={record} />
        </AssessedProvider>
      )}
    </LoadedRecord>
  );
}

function Assessment({ record }: AssessmentProps) {
  const [actionSlot, setActionSlot] = useState<HTMLElement | null>(null);
  const [decisionSlot, setDecisionSlot] = useState<HTMLElement | null>(null);
  const [tabSlot, setTabSlot] = useState<HTMLElement | null>(null);
  const [rail, setRail] = useState<HTMLElement | null>(null);
  const tab = tabOf(useSearch());
  return (
    <WithComments record={record}>
      <AssessmentHead record={record} slot={setActionSlot} decisionSlot={setDecisionSlot} />
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
          <AssessmentEditor
            record={record}
            tab={tab}
            slots={{ action: actionSlot, decision: decisionSlot, tabs: tabSlot, rail }}
          />
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
