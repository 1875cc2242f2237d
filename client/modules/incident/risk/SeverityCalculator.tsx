import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CONTEXT_ADJUSTMENT_KEYS,
  CONTEXT_ADJUSTMENTS,
  DATA_KIND_KEYS,
  DATA_KINDS,
  IDENTIFICATION,
  LOSS,
  MALICE,
} from '../../../../shared/incident/severity.ts';
import type { SeverityWorking } from '../../../../shared/incident/severity.ts';
import { Banner, Button, chakra, Stack, Text, useFormat } from '../../../ui/index.ts';
import { Choices } from './Choice.tsx';
import { MANY_SUBJECTS, workingOf } from './riskValue.ts';
import type { RiskFacts, SeverityDraft } from './riskValue.ts';
import { figure, Working } from './Working.tsx';

const IDENTIFICATIONS = ['negligible', 'limited', 'significant', 'maximum'] as const;
const LOSSES = ['none', 'limited', 'severe'] as const;
const PARTS = ['confidentiality', 'integrity', 'availability'] as const;
const signed = (value: number): string => (value > 0 ? `+${figure(value)}` : figure(value));

export interface SeverityCalculatorProps {
  draft: SeverityDraft;
  onChange: (draft: SeverityDraft) => void;
  /** By path below `severity`. */
  errors: Record<string, string>;
  incident: Pick<RiskFacts, 'subjectCount'>;
  onUse: (working: SeverityWorking) => void;
}

/** ENISA's method, question by question; the score with its calculation is updated with each answer. */
export function SeverityCalculator({ draft, onChange, errors, incident, onUse }: SeverityCalculatorProps) {
  const { t } = useTranslation('incidentRisk');
  const answers = { draft, set: (changed: Partial<SeverityDraft>) => onChange({ ...draft, ...changed }) };
  return (
    <Stack gap="5">
      <DataKinds {...answers} error={errors['severity.dataKinds']} />
      <Adjustments {...answers} subjectCount={incident.subjectCount} />
      <Identification {...answers} error={errors['severity.identification']} />
      <Circumstances {...answers} errors={errors} />
      <Score working={workingOf(draft)} onUse={onUse} />
      <Text textStyle="small" color="muted">
        {t('source')}
      </Text>
    </Stack>
  );
}

interface Answers {
  draft: SeverityDraft;
  set: (changed: Partial<SeverityDraft>) => void;
}

function DataKinds({ draft, set, error }: Answers & { error: string | undefined }) {
  const { t } = useTranslation('incidentRisk');
  return (
    <Step number={1} title={t('step.kinds')}>
      <Choices
        type="checkbox"
        columns={2}
        legend={t('kinds.legend')}
        help={t('kinds.help')}
        items={DATA_KIND_KEYS.map((value) => ({
          value,
          label: t(`kinds.${value}`),
          description: t(`kinds.${value}Means`),
          end: figure(DATA_KINDS[value]),
        }))}
        chosen={draft.dataKinds}
        onChange={(dataKinds) => set({ dataKinds })}
        error={error}
      />
    </Step>
  );
}

function Adjustments({ draft, set, subjectCount }: Answers & Pick<RiskFacts, 'subjectCount'>) {
  const { t } = useTranslation('incidentRisk');
  const { number } = useFormat();
  return (
    <Step number={2} title={t('step.adjustments')}>
      <Choices
        type="checkbox"
        columns={2}
        legend={t('adjustments.legend')}
        help={t('adjustments.help')}
        items={CONTEXT_ADJUSTMENT_KEYS.map((value) => ({
          value,
          label: t(`adjustments.${value}`),
          end: signed(CONTEXT_ADJUSTMENTS[value]),
        }))}
        chosen={draft.adjustments}
        onChange={(adjustments) => set({ adjustments })}
      />
      {subjectCount !== null && subjectCount > MANY_SUBJECTS && (
        <Banner tone="info">{t('manySubjects', { number: number(subjectCount) })}</Banner>
      )}
    </Step>
  );
}

function Identification({ draft, set, error }: Answers & { error: string | undefined }) {
  const { t } = useTranslation('incidentRisk');
  return (
    <Step number={3} title={t('step.identification')}>
      <Choices
        type="radio"
        columns={2}
        legend={t('identification.legend')}
        items={IDENTIFICATIONS.map((value) => ({
          value,
          label: t(`identification.${value}`),
          description: t(`identification.${value}Means`),
          end: `× ${figure(IDENTIFICATION[value])}`,
        }))}
        chosen={draft.identification ? [draft.identification] : []}
        onChange={([identification]) => set({ identification: identification ?? null })}
        error={error}
      />
    </Step>
  );
}

function Circumstances({ draft, set, errors }: Answers & Pick<SeverityCalculatorProps, 'errors'>) {
  const { t } = useTranslation('incidentRisk');
  return (
    <Step number={4} title={t('step.circumstances')}>
      {PARTS.map((part) => (
        <Choices
          key={part}
          type="radio"
          columns={3}
          legend={t(`loss.${part}`)}
          items={LOSSES.map((value) => ({ value, label: t(`loss.${part}_${value}`), end: signed(LOSS[value]) }))}
          chosen={draft[part] ? [draft[part]] : []}
          onChange={([value]) => set({ [part]: value })}
          error={errors[`severity.${part}`]}
        />
      ))}
      <Choices
        type="radio"
        columns={2}
        legend={t('loss.malice')}
        items={[
          { value: 'malicious', label: t('loss.malicious'), end: signed(MALICE) },
          { value: 'notMalicious', label: t('loss.notMalicious'), end: signed(0) },
        ]}
        chosen={draft.malicious === null ? [] : [draft.malicious ? 'malicious' : 'notMalicious']}
        onChange={([value]) => set({ malicious: value === 'malicious' })}
        error={errors['severity.malicious']}
      />
    </Step>
  );
}

function Score({ working, onUse }: { working: SeverityWorking | null; onUse: SeverityCalculatorProps['onUse'] }) {
  const { t } = useTranslation('incidentRisk');
  return (
    <chakra.div
      role="status"
      aria-atomic="true"
      {...(working && { position: { md: 'sticky' }, bottom: '3', zIndex: 'sticky' })}
      borderWidth="1px"
      borderColor="line.strong"
      borderRadius="card"
      bg="surface"
      p="4"
      display="flex"
      flexWrap="wrap"
      gap="3"
      alignItems="end"
      justifyContent="space-between"
    >
      {working ? (
        <Stack gap="2" flex="1" minWidth="min(100%, 18rem)">
          <Working working={working} />
          {working.level === 'LOW' && <Text textStyle="dense">{t('working.low')}</Text>}
        </Stack>
      ) : (
        <Text color="muted">{t('working.missing')}</Text>
      )}
      {working && (
        <Button size="sm" onClick={() => onUse(working)}>
          {t('working.use')}
        </Button>
      )}
    </chakra.div>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <chakra.section display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr)">
      <chakra.h4 display="flex" gap="2.5" alignItems="center" textStyle="body" fontWeight="semibold">
        <chakra.span
          aria-hidden
          display="inline-grid"
          placeItems="center"
          boxSize="6"
          borderRadius="full"
          bg="accent.soft"
          color="accent.text"
          textStyle="small"
          flexShrink="0"
        >
          {number}
        </chakra.span>
        {title}
      </chakra.h4>
      {children}
    </chakra.section>
  );
}
