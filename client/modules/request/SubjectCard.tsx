import { useTranslation } from 'react-i18next';
import type { Request } from '../../../shared/request/schema.ts';
import { mustConfirmAgain } from '../../../shared/request/stage.ts';
import { countryName } from '../../../shared/country.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { useCan } from '../../shell/session.tsx';
import { Card, Link, Text, useFormat } from '../../ui/index.ts';
import { Fact, Facts } from './facts.tsx';

/** Who asks, since when, and the channel. Users without permission to know who asks see an explanation. */
export function SubjectCard({ request }: { request: Request }) {
  const { t } = useTranslation(['requestScreen', 'request']);
  const { date, dateTime, locale } = useFormat();
  const readsForms = useCan('requestForm.read');
  const { identity, form, application } = request;
  return (
    <Card title={t('part.subject')}>
      {!identity && (
        <Text textStyle="dense" color="muted" mb="3">
          {request.anonymisedAt ? t('anonymised', { date: date(request.anonymisedAt) }) : t('hidden')}
        </Text>
      )}
      <Facts>
        {identity && (
          <>
            <Fact label={t('field.name')}>{t('fullName', identity)}</Fact>
            <Fact label={t('field.email')}>{identity.email}</Fact>
            <Fact label={t('field.telephone')}>{identity.telephone}</Fact>
            <Fact label={t('field.uid')}>{identity.uid}</Fact>
          </>
        )}
        {request.ageBand && <Fact label={t('field.ageBand')}>{t(`request:ageBand.${request.ageBand}`)}</Fact>}
        {identity?.guardian && (
          <Fact label={t('field.guardian')}>
            {[t('fullName', identity.guardian), identity.guardian.email, identity.guardian.telephone]
              .filter(Boolean)
              .join('\n')}
          </Fact>
        )}
        <Fact label={t('field.country')}>{countryName(request.country, locale)}</Fact>
        <Fact label={t('field.language')}>{t(`language.${request.language}`)}</Fact>
        <Fact label={t('field.channel')}>{t(`request:channel.${request.channel}`)}</Fact>
        <Fact label={t('field.receivedAt')}>{dateTime(request.receivedAt)}</Fact>
        <Fact label={t('field.application')}>{application.name}</Fact>
        <Fact label={t('field.form')}>
          {readsForms ? <Link href={recordAddress('requestForm', form.id)}>{form.name}</Link> : form.name}{' '}
          {t('formVersion', { version: form.version })}
        </Fact>
        <Fact label={t('field.identity')}>
          {request.verifiedAt && request.verifiedHow
            ? t('verified', {
                how: t(`request:verifiedHow.${request.verifiedHow}`),
                time: dateTime(request.verifiedAt),
              })
            : mustConfirmAgain(request)
              ? t('unverifiedAgain')
              : request.closedAt
                ? t('neverVerified')
                : t('unverified', { time: dateTime(request.verifyBy) })}
        </Fact>
      </Facts>
    </Card>
  );
}
