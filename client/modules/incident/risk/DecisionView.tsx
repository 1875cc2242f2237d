import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { IncidentDecision } from '../../../../shared/incident/decision.ts';
import type { SeverityAnswers } from '../../../../shared/incident/severity.ts';
import { chakra, Facts, Text, useFormat } from '../../../ui/index.ts';
import { RiskTag } from '../words.tsx';
import { Working } from './Working.tsx';

/** A final decision: level, reason, the calculation of the severity, the factors considered, who and when. */
export function DecisionView({ decision }: { decision: IncidentDecision }) {
  const { t } = useTranslation(['incidentRisk', 'incident']);
  const { dateTime } = useFormat();
  const { riskLevel, description, factors, severity, by, at } = decision;
  return (
    <chakra.article display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)" data-decision={riskLevel}>
      <chakra.div display="flex" flexWrap="wrap" gap="2" rowGap="1" alignItems="center">
        <RiskTag risk={riskLevel} />
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
  return <Facts layout="beside" rows={rows} />;
}
