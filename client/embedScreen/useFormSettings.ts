import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bodyOf, messageOf } from '../shell/errors.ts';
import { toast } from '../ui/index.ts';

/**
 * Saves changes of a form's settings; a change is displayed immediately, before the record is updated.
 * @param update stores the settings, and the form in the cache, so that the next change is not refused as outdated
 */
export function useFormSettings<Settings>(settings: Settings, update: (next: Settings) => Promise<void>) {
  const { t } = useTranslation('embedScreen');
  const [wanted, setWanted] = useState<Settings | null>(null);
  /** Resolves to why it could not be saved, or null. */
  const save = async (changes: Partial<Settings>): Promise<string | null> => {
    const next = { ...settings, ...changes };
    setWanted(next);
    try {
      await update(next);
      toast.success(t('settingsSaved'));
      return null;
    } catch (error) {
      return bodyOf(error)?.issues?.[0]?.reason ?? messageOf(error, t('settingsNotSaved'));
    } finally {
      setWanted(null);
    }
  };
  const saveOrReport = async (changes: Partial<Settings>) => {
    const problem = await save(changes);
    if (problem) toast.error(problem);
  };
  return { effective: wanted ?? settings, saving: wanted !== null, save, saveOrReport };
}
