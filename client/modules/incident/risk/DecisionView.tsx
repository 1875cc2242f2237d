import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { IncidentDecision } from '../../../../shared/incident/decision.ts';
import type { SeverityAnswers } from '../../../../shared/incident/severity.ts';
import { chakra, StatusTag, Text, useFormat } from '../../../ui/index.ts';
import { Working } from './Working.tsx';

const RISK_TONES = { NO_RISK: 'ok', POSSIBLE_RISK: 'warn', HIGH_RISK: 'warn' } as const;

/** A final decision: level, reason, the calculation of the severity, the factors considered, who and when. */
export function DecisionView({ decision }: { decision: IncidentDecision }) {
  const { t } = useTranslation(['incidentRisk', 'incident']);
  const { dateTime } = useFormat();
  const { riskLevel, description, factors, severity, by, at } = decision;
  return (
    <chakra.article display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)" data-decision={riskLevel}>
      <chakra.div display="flex" flexWrap="wrap" gap="2" rowGap="1" alignItems="center">
        <StatusTag tone={RISK_TONES[riskLevel]}>{t(`incident:riskLevel.${riskLevel}`)}</StatusTag>
        <chakra.span textStyle="dense" color="muted">
          {by ? t('decidedBy', { name: by.name }) : t('decided')} · <time dateTime={at}>{dateTime(at, 'long')}</time>
        </chakra.span>
      </chakra.div>
      <Text textStyle="dense">{t(`demands.${riskLevel}`)}</Text>
      <Part title={t('reason')}>
        <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
          {description}
        </chakra.p>
      </Part>
      {severity && (
        <Part title={t('calculator.title')}>
          <Working working={severity.working} />
          <Answers answers={severity.answers} />
          <Text textStyle="small" color="muted">
            {t('source')}
          </Text>
        </Part>
      )}
      {factors.length > 0 && (
        <Part title={t('dossier.legend')}>
          <chakra.dl display="grid" gap="2">
            {factors.map(({ factor, finding }) => (
              <div key={factor}>
                <chakra.dt fontWeight="semibold" textStyle="dense">
                  {t(`factor.${factor}`)}
                </chakra.dt>
                <chakra.dd whiteSpace="pre-wrap" overflowWrap="anywhere">
                  {finding}
                </chakra.dd>
              </div>
            ))}
          </chakra.dl>
        </Part>
      )}
    </chakra.article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <chakra.section display="grid" gap="2" gridTemplateColumns="minmax(0, 1fr)">
      <chakra.h4 textStyle="dense" color="muted" fontWeight="normal">
        {title}
      </chakra.h4>
      {children}
    </chakra.section>
  );
}

/** The answers, question by question. */
function Answers({ answers }: { answers: SeverityAnswers }) {
  const { t } = useTranslation('incidentRisk');
  const { dataKinds, adjustments, identification, confidentiality, integrity, availability, malicious } = answers;
  const rows: [string, string][] = [
    [t('step.kinds'), dataKinds.map((kind) => t(`kinds.${kind}`)).join(', ')],
    [t('step.adjustments'), adjustments.map((one) => t(`adjustments.${one}`)).join(', ') || t('none')],
    [t('step.identification'), t(`identification.${identification}`)],
    [t('loss.confidentiality'), t(`loss.confidentiality_${confidentiality}`)],
    [t('loss.integrity'), t(`loss.integrity_${integrity}`)],
    [t('loss.availability'), t(`loss.availability_${availability}`)],
    [t('loss.malice'), t(malicious ? 'loss.malicious' : 'loss.notMalicious')],
  ];
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'minmax(8rem, 14rem) minmax(0, 1fr)' }}
      columnGap="4"
      rowGap="1"
      textStyle="dense"
    >
      {rows.map(([question, answer]) => (
        <chakra.div key={question} display="contents">
          <chakra.dt color="muted" mt={{ base: '1.5', sm: '0' }}>
            {question}
          </chakra.dt>
          <dd>{answer}</dd>
        </chakra.div>
      ))}
    </chakra.dl>
  );
}
