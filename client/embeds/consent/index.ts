// PokpongConsent: the consent form on any page. Public interface: types.ts; reasons for its behaviour:
// docs/decisions/019 and 060.
import { NO_STATE } from './choice.ts';
import { createDisplay } from './display.ts';
import { on } from './events.ts';
import { runQueued } from './queue.ts';
import { type Session, startSession } from './session.ts';
import type { ConsentApi, ConsentOptions, ConsentState } from './types.ts';

/** The origin of this script: the product. */
function ownOrigin(): string {
  const script =
    (document.currentScript as HTMLScriptElement | null) ??
    document.querySelector<HTMLScriptElement>('script[src*="/consent/form/script.js"]');
  return script?.src ? new URL(script.src).origin : location.origin;
}

/** Whether two starts are of the same visit; recreated functions and elements replace the former ones. */
const fingerprint = (options: ConsentOptions): string =>
  JSON.stringify(options, (_name, value: unknown) => (value instanceof Element ? 'element' : value));

/** Submits a choice of the host's own interface. */
async function submit(session: Session, purposes: readonly string[]): Promise<ConsentState> {
  const form = await session.ensureForm();
  if (!form) throw new Error('No consent form is in force.');
  const strange = purposes.find((purpose) => !form.purposes.some(({ uuid }) => uuid === purpose));
  if (strange !== undefined) throw new TypeError(`The form has no purpose ${strange}.`);
  const outcome = await session.choose(purposes, null);
  if (outcome instanceof Error) throw outcome;
  return { ...session.state };
}

function createApi(origin: string): ConsentApi {
  let session: Session | null = null;
  const display = createDisplay((one) => one === session);

  const needed = (): Session => {
    if (!session) throw new Error('PokpongConsent.init comes first.');
    return session;
  };

  return {
    init(wanted) {
      for (const name of ['workspaceUUID', 'applicationUUID'] as const)
        if (!wanted?.[name]) throw new TypeError(`PokpongConsent.init: ${name} is missing.`);
      const options = { ...wanted, apiUrl: wanted.apiUrl ?? origin };
      if (session && fingerprint(session.options) === fingerprint(options)) {
        Object.assign(session.options, options);
        return session.ready;
      }
      display.hide();
      session?.stop();
      const current: Session = startSession(options, {
        onKnown: () => display.known(current),
        onReceived: () => display.saved(current),
        onOutdated: () => display.outdated(current),
      });
      return (session = current).ready;
    },
    // The visitor's click is checked before anything is awaited: afterwards the browser no longer reports it.
    show: async ({ always = false, byVisitor = navigator.userActivation?.isActive ?? true } = {}) =>
      display.show(needed(), { always, byVisitor }),
    hide: display.hide,
    status: () => ({ ...(session?.state ?? NO_STATE) }),
    update: async (purposes) => submit(needed(), purposes),
    on,
  };
}

const stub = window.PokpongConsent;
if (stub?.queue) runQueued(stub, createApi(ownOrigin()));
// A second copy of the script leaves the first one running.
else window.PokpongConsent ??= createApi(ownOrigin());
