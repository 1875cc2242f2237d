import type { PublicConsentForm } from '../../../shared/userConsent/schema.ts';

/**
 * Signals that Google's tags always read; denied from the start.
 * https://developers.google.com/tag-platform/security/guides/consent
 */
const ALWAYS = ['ad_storage', 'ad_user_data', 'ad_personalization', 'analytics_storage'];

/** Sets all signals to denied before Google's tags run, and later grants allowed ones. */
export function googleConsent(remembered: readonly string[]) {
  const layer = (window.dataLayer ??= []);
  // The tags expect an arguments object, not an array.
  const command: (...args: unknown[]) => void =
    window.gtag ??
    function () {
      layer.push(arguments);
    };
  const denied = new Set<string>();
  const deny = (signals: readonly string[]) => {
    const fresh = signals.filter((signal) => !denied.has(signal));
    if (!fresh.length) return;
    for (const signal of fresh) denied.add(signal);
    command('consent', 'default', {
      ...Object.fromEntries(fresh.map((signal) => [signal, 'denied'])),
      wait_for_update: 500,
    });
  };
  deny([...ALWAYS, ...remembered]);

  return {
    /** A form was loaded: its signals are denied until it is answered. @returns them */
    start(form: PublicConsentForm): string[] {
      const signals = form.purposes.flatMap((purpose) => purpose.signals);
      deny(signals);
      return signals;
    },
    /** Sets the allowed signals. A signal of several purposes is granted when all of them are allowed. */
    update(form: PublicConsentForm, allowed: readonly string[]): void {
      const update: Record<string, string> = {};
      for (const signal of denied) {
        const named = form.purposes.filter((purpose) => (purpose.signals as string[]).includes(signal));
        update[signal] = named.length > 0 && named.every(({ uuid }) => allowed.includes(uuid)) ? 'granted' : 'denied';
      }
      command('consent', 'update', update);
    },
  };
}
