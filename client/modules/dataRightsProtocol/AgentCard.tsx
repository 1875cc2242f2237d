import { useTranslation } from 'react-i18next';
import type { AgentRequest } from '../../../shared/dataRightsProtocol/schema.ts';
import type { Request } from '../../../shared/request/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Card, Fact, Facts, useFormat } from '../../ui/index.ts';

/** Which agent sent a request, and its additional information; renders nothing for a request from another channel. */
export function AgentCard({ request }: { request: Request }) {
  const { t } = useTranslation('dataRightsProtocol');
  const { dateTime } = useFormat();
  const { ws } = useSession();
  const { data } = trpc.dataRightsProtocol.ofRequest.useQuery(
    { ws, id: request.id },
    { enabled: request.channel === 'DRP' },
  );
  if (!data) return null;
  const { agent, exercise, claims, callback, reportedAt } = data;
  const state = t(`card.callback.${callback}`);
  return (
    <Card title={t('card.title')}>
      <Facts>
        <Fact label={t('field.name')}>{`${agent.name} (${agent.agentId})`}</Fact>
        <Fact label={t('card.exercise')}>{exercise}</Fact>
        {claims && <Claims claims={claims} />}
        <Fact label={t('card.callbackLabel')}>
          {callback === 'REPORTED' && reportedAt ? `${state} · ${dateTime(reportedAt)}` : state}
        </Fact>
      </Facts>
    </Card>
  );
}

function Claims({ claims }: { claims: NonNullable<AgentRequest['claims']> }) {
  const { t } = useTranslation('dataRightsProtocol');
  return (
    <>
      <Fact label={t('card.reference')}>{claims.reference}</Fact>
      <Fact label={t('card.regime')}>{claims.regime}</Fact>
      <Fact label={t('card.relationships')}>{claims.relationships.join(', ')}</Fact>
      <Fact label={t('card.telephone')}>{claims.telephone}</Fact>
      <Fact label={t('card.address')}>{claims.address}</Fact>
      <Fact label={t('card.powerOfAttorney')}>{claims.powerOfAttorney}</Fact>
      <Fact label={t('card.verified')}>{claims.verified.map((what) => t(`card.what.${what}`)).join(', ')}</Fact>
    </>
  );
}
