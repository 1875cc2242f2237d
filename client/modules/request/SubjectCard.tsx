import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Request, type StatedKey, STATED_KEYS, unconfirmedKeys } from '../../../shared/request/schema.ts';
import { mustConfirmAgain } from '../../../shared/request/stage.ts';
import { countryName } from '../../../shared/country.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { useCan } from '../../shell/session.tsx';
import { useServerNow } from '../../clock/serverTime.ts';
import { Button, Card, chakra, Fact, Facts, Link, Text, useFormat } from '../../ui/index.ts';
import { lazyScreen } from '../../ui/lazyScreen.tsx';
import { MINUTE } from '../../../shared/duration.ts';

const ConfirmKeyDialog = lazyScreen(() => import('./ConfirmKeyDialog.tsx'));

/** Who asks, since when, and the channel. Users without permission to know who asks see an explanation. */
export function SubjectCard({ request }: { request: Request }) {
  const { t } = useTranslation(['requestScreen', 'request']);
  const { date, dateTime, locale } = useFormat();
  const readsForms = useCan('requestForm.read');
  const { identity, form, application } = request;
  const now = useServerNow(MINUTE);
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
            {STATED_KEYS.map((key) => (
              <Stated key={key} name={key} value={identity[key]} isKnown={request.knownKeys.includes(key)} />
            ))}
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
                : t(Date.parse(request.verifyBy) < now ? 'unverifiedStill' : 'unverified', {
                    time: dateTime(request.verifyBy),
                  })}
        </Fact>
      </Facts>
      <ConfirmKey request={request} />
    </Card>
  );
}

/** What the request states of the data subject, and whether it was confirmed to be theirs. */
function Stated({ name, value, isKnown }: { name: StatedKey; value: string; isKnown: boolean }) {
  const { t } = useTranslation('requestScreen');
  if (value === '') return null;
  return (
    <Fact label={t(`field.${name}`)}>
      {value}{' '}
      <chakra.span textStyle="dense" color="muted">
        ({t(isKnown ? 'known.yes' : 'known.no')})
      </chakra.span>
    </Fact>
  );
}

/** Lets those who manage requests confirm what it states; until then nobody's records are found by it. */
function ConfirmKey({ request }: { request: Request }) {
  const { t } = useTranslation('requestScreen');
  const manages = useCan('request.manage');
  const [open, setOpen] = useState(false);
  const { identity, knownKeys, closedAt } = request;
  if (!manages || closedAt !== null || !identity || (!open && unconfirmedKeys(identity, knownKeys).length === 0))
    return null;
  return (
    <chakra.div mt="3">
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('known.action')}
      </Button>
      <Suspense fallback={null}>
        {open && <ConfirmKeyDialog request={request} onClose={() => setOpen(false)} />}
      </Suspense>
    </chakra.div>
  );
}
