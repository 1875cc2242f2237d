import { Building2, Clock, Database, Globe, Link2, Shredder, TriangleAlert, UserRound, Waypoints } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { countryNames, storageName, countriesOf, isAbroad, isPartyAbroad } from '../../../shared/country.ts';
import type { ProblemKey } from '../../../shared/dataMapping/lineFields.ts';
import type { MappedFlow } from '../../../shared/dataMapping/schema.ts';
import { Button, chakra, Tooltip, useFormat, VisuallyHidden } from '../../ui/index.ts';
import type { LinePurpose } from './lines.ts';
import { useLineWords } from './useLineWords.ts';
import { retentionText } from './words.ts';

export interface LineViewProps {
  flow: MappedFlow;
  purpose: LinePurpose | undefined;
  problems: readonly ProblemKey[];
  /** Why the server refused it. */
  refused?: string;
  /** Opens its form; missing where it is read-only. */
  onEdit?: () => void;
  /** Chooses a channel where there is none yet. */
  channelPicker?: ReactNode;
}

const Fact = chakra('span', {
  base: {
    display: 'flex',
    gap: '1.5',
    alignItems: 'flex-start',
    minWidth: '0',
    overflowWrap: 'anywhere',
    '& > svg': { flexShrink: 0, marginTop: '3px', color: 'muted' },
  },
});

/** A detail of a mapping entry with its icon. */
function Line({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <Fact>
      {icon}
      <span>
        <VisuallyHidden>{name}: </VisuallyHidden>
        {children}
      </span>
    </Fact>
  );
}

const ICON = { size: 14, 'aria-hidden': true } as const;
const muted = (words: string) => <chakra.span color="muted">{words}</chakra.span>;

/** Source and channel: the name of the mapping entry. */
export function SubjectCell({ flow, problems, onEdit, channelPicker }: LineViewProps) {
  const { t } = useTranslation('dataMapping');
  const { text } = useFormat();
  const subject = text(flow.dataSubjectGroup.name);
  return (
    <chakra.div display="grid" gap="1" justifyItems="start">
      <Line icon={<UserRound {...ICON} />} name={t('column.subject')}>
        {onEdit ? (
          <Button
            look="text"
            height="auto"
            whiteSpace="normal"
            textAlign="start"
            fontWeight="semibold"
            textDecorationColor="transparent"
            css={{ _hover: { textDecorationColor: 'currentColor' } }}
            onClick={onEdit}
          >
            {subject || t('problem.dataSubjectGroupId')}
          </Button>
        ) : (
          <chakra.span fontWeight="semibold">{subject || t('none')}</chakra.span>
        )}
      </Line>
      {problems.includes('channelId') && channelPicker ? (
        channelPicker
      ) : (
        <Line icon={<Waypoints {...ICON} />} name={t('column.channel')}>
          {text(flow.channel.name) || muted(t('none'))}
        </Line>
      )}
    </chakra.div>
  );
}

/** Storage and recipients. */
export function PlaceCell({ flow }: LineViewProps) {
  const { t } = useTranslation('dataMapping');
  const { locale } = useFormat();
  const { thirdParties, internalApplications } = flow;
  return (
    <chakra.div display="grid" gap="1">
      <Line
        icon={isAbroad(flow.storageSystem?.country) ? <Globe {...ICON} /> : <Database {...ICON} />}
        name={t('column.storage')}
      >
        {flow.storageSystem ? storageName(flow.storageSystem, locale) : muted(t('none'))}
      </Line>
      {thirdParties.map((party) => (
        <Line
          key={party.id}
          icon={isPartyAbroad(party) ? <Globe {...ICON} /> : <Building2 {...ICON} />}
          name={t('column.recipients')}
        >
          {party.name} {muted(isPartyAbroad(party) ? `· ${countryNames(countriesOf(party), locale)}` : '')}
        </Line>
      ))}
      {internalApplications.map(({ id, name }) => (
        <Line key={id} icon={<Link2 {...ICON} />} name={t('column.recipients')}>
          {name} {muted(`· ${t('internal')}`)}
        </Line>
      ))}
      {thirdParties.length + internalApplications.length === 0 && (
        <Line icon={<Building2 {...ICON} />} name={t('column.recipients')}>
          {muted(t('noRecipients'))}
        </Line>
      )}
    </chakra.div>
  );
}

/** Retention and deletion. */
export function EndCell({ flow, purpose }: LineViewProps) {
  const { t } = useTranslation('dataMapping');
  const { text } = useFormat();
  const words = useLineWords();
  return (
    <chakra.div display="grid" gap="1">
      <Line icon={<Clock {...ICON} />} name={t('column.retention')}>
        {retentionText(flow.retention, purpose?.content.retention, words)}
      </Line>
      <Line icon={<Shredder {...ICON} />} name={t('column.destruction')}>
        {flow.destructionMethod ? text(flow.destructionMethod.name) : muted(t('none'))}
      </Line>
      {flow.note && (
        <Tooltip content={flow.note}>
          <chakra.span tabIndex={0} color="muted" textStyle="small" lineClamp="1" overflowWrap="anywhere">
            {flow.note}
          </chakra.span>
        </Tooltip>
      )}
    </chakra.div>
  );
}

/** The problems of a mapping entry, in words. */
export function LineProblems({ problems, refused, channelPicker }: LineViewProps) {
  const { t } = useTranslation('dataMapping');
  // A missing channel is asked for in this cell.
  const listed = problems.filter((field) => field !== 'channelId' || !channelPicker);
  if (listed.length === 0 && !refused) return null;
  return (
    <chakra.ul listStyle="none" textStyle="small" color="warn.text">
      {listed.map((field) => (
        <chakra.li key={field} display="flex" gap="1" alignItems="center">
          <TriangleAlert size={13} aria-hidden />
          {t(`problem.${field}`)}
        </chakra.li>
      ))}
      {refused && (
        <chakra.li display="flex" gap="1" alignItems="center" color="danger.text">
          <TriangleAlert size={13} aria-hidden />
          {refused}
        </chakra.li>
      )}
    </chakra.ul>
  );
}
