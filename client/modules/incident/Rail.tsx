import { BellRing, UserRoundPen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import { referenceOf } from '../../../shared/incident/reference.ts';
import { id } from '../../../shared/text.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Button,
  Card,
  chakra,
  Dialog,
  Fact,
  Facts,
  Link,
  LinkButton,
  Stack,
  StatusTag,
  Text,
  useFormat,
} from '../../ui/index.ts';
import { Form, FormActions, SelectField } from '../../ui/form/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { notificationHref } from './address.ts';
import { NewerInForm } from './NewerIncident.tsx';
import type { useMoves } from './useMoves.ts';

/** Displayed beside every tab: the people, the records concerned, who was notified. */
export function Rail({ record, moves }: { record: Incident; moves: ReturnType<typeof useMoves> }) {
  const { t } = useTranslation('incident');
  const mayExport = useCan('incident.export');
  return (
    <Stack gap="4">
      <People record={record} moves={moves} />
      <Notifications record={record} />
      <Related record={record} />
      {mayExport && (
        <Card title={t('rail.document')}>
          <ExportButton kind="incident-report" subjectId={record.id} size="sm" />
        </Card>
      )}
    </Stack>
  );
}

function People({ record, moves }: { record: Incident; moves: ReturnType<typeof useMoves> }) {
  const { t } = useTranslation('incident');
  const mayAssign = record.allowed.includes('assign');
  const [assigning, setAssigning] = useState(false);
  const reported = t('fullName', record.reporter);
  return (
    <Card title={t('rail.people')}>
      <Facts>
        <Fact label={t('rail.reporter')}>
          {reported}
          {record.reportedBy && record.reportedBy.name !== reported && (
            <Text textStyle="dense" color="muted">
              {record.reportedBy.name}
            </Text>
          )}
        </Fact>
        {record.reportedBy === null && <Fact label={t('rail.reference')}>{referenceOf(record.id)}</Fact>}
        <Fact label={t('rail.assignee')}>{record.assignee?.name ?? t('rail.nobody')}</Fact>
      </Facts>
      {mayAssign && (
        <Button size="sm" mt="3" icon={<UserRoundPen aria-hidden />} onClick={() => setAssigning(true)}>
          {t(record.assignee ? 'rail.change' : 'action.assign')}
        </Button>
      )}
      {assigning && <Assign record={record} moves={moves} onClose={() => setAssigning(false)} />}
    </Card>
  );
}

const assignment = z.object({ assigneeId: id, rowVersion: z.number().int() });

function Assign({
  record,
  moves,
  onClose,
}: {
  record: Incident;
  moves: ReturnType<typeof useMoves>;
  onClose: () => void;
}) {
  const { t } = useTranslation('incident');
  const { ws } = useSession();
  const people = trpc.personnel.pick.useQuery({ ws, holding: 'incident.respond' }, { staleTime: 60_000 });
  return (
    <Dialog open onClose={onClose} title={t('dialog.assignTitle')} width={480}>
      <Form
        schema={assignment}
        label={t('dialog.assignTitle')}
        defaultValues={{ assigneeId: record.assignee?.id ?? '', rowVersion: record.rowVersion }}
        onSubmit={async (values) => {
          await moves.assign(values);
          onClose();
        }}
      >
        <NewerInForm record={record} />
        <SelectField
          name="assigneeId"
          label={t('dialog.assignee')}
          help={t('dialog.assigneeHelp')}
          required
          query={people}
          options={(people.data ?? []).map(({ id: value, name }) => ({ value, label: name }))}
        />
        <FormActions submitLabel={t('action.assign')} />
      </Form>
    </Dialog>
  );
}

/** Who was notified of the incident: the authority always, the data subjects if the risk is high. */
function Notifications({ record }: { record: Incident }) {
  const { t } = useTranslation('incident');
  const { dateTime } = useFormat();
  const mayNotify = useCan('incident.notify');
  if (record.riskLevel === null) return null;
  const stateOf = (at: string | null, needed: boolean) =>
    at ? (
      t('rail.notified', { time: dateTime(at) })
    ) : needed ? (
      <StatusTag tone="live">{t('rail.notNotified')}</StatusTag>
    ) : (
      t('rail.notNeeded')
    );
  return (
    <Card title={t('rail.notifications')}>
      <Facts>
        <Fact label={t('rail.authority')}>{stateOf(record.authorityNotifiedAt, record.riskLevel !== 'NO_RISK')}</Fact>
        <Fact label={t('rail.subjects')}>{stateOf(record.subjectsNotifiedAt, record.riskLevel === 'HIGH_RISK')}</Fact>
        {record.lateReason && <Fact label={t('field.lateReason')}>{record.lateReason}</Fact>}
      </Facts>
      {mayNotify && (
        <LinkButton size="sm" mt="3" href={notificationHref(record.id)} icon={<BellRing aria-hidden />}>
          {t('rail.openNotifications')}
        </LinkButton>
      )}
    </Card>
  );
}

/** Links to the records concerned. */
function Related({ record }: { record: Incident }) {
  const { t } = useTranslation('incident');
  const { text } = useFormat();
  const readsRecord = useCan('ropa.read');
  const readsPii = useCan('piiCategory.read');
  const groups = [
    { entity: 'application', label: t('field.applicationIds'), list: record.applications, readable: readsRecord },
    { entity: 'purpose', label: t('field.purposeIds'), list: record.purposes, readable: readsRecord },
    { entity: 'piiCategory', label: t('field.piiCategoryIds'), list: record.piiCategories, readable: readsPii },
  ] as const;
  const present = groups.filter(({ list }) => list.length > 0);
  if (present.length === 0) return null;
  return (
    <Card title={t('rail.related')}>
      <Facts>
        {present.map(({ entity, label, list, readable }) => (
          <Fact key={label} label={label}>
            <chakra.ul listStyle="none" display="grid" gap="1">
              {list.map((one, index) => (
                <chakra.li key={one.id ?? index} overflowWrap="anywhere">
                  {one.id !== null && readable ? (
                    <Link href={recordAddress(entity, one.id)}>{text(one.name)}</Link>
                  ) : (
                    `${text(one.name)}${one.id === null ? ` (${t('deleted')})` : ''}`
                  )}
                </chakra.li>
              ))}
            </chakra.ul>
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}
