import { NOTICE_POINTS } from '../../../shared/privacyNotice/draft.ts';
import type { Words } from '../../records/fields.ts';

/** A section as screens name it: with its subject where it is a point that every notice must answer. */
export function pointLabel({ t }: Words, section: string): string {
  const point = NOTICE_POINTS.find((one) => one === section);
  return point ? t('point.label', { section, name: t(`point.name.${point}`) }) : t('point.section', { section });
}
