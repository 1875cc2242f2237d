// PokpongRequest: the request form on any page. Public interface: types.ts; reasons for its behaviour:
// docs/decisions/063.
import { createDisplay } from './display.ts';
import { optionsOf, type Session, startSession } from './session.ts';
import type { RequestApi } from './types.ts';

/** The origin of this script: the product. */
function ownOrigin(): string {
  const script =
    (document.currentScript as HTMLScriptElement | null) ??
    document.querySelector<HTMLScriptElement>('script[src*="/dsrm/form/script.js"]');
  return script?.src ? new URL(script.src).origin : location.origin;
}

/** Whether two starts are of the same visit; recreated functions and elements replace the former ones. */
const fingerprint = (options: object): string =>
  JSON.stringify(options, (_name, value: unknown) => (value instanceof Element ? 'element' : value));

function createApi(origin: string): RequestApi {
  let session: Session | null = null;
  const display = createDisplay((one) => one === session);
  return {
    init(wanted) {
      for (const name of ['workspaceUUID', 'dsrmFormId'] as const)
        if (!wanted?.[name]) throw new TypeError(`PokpongRequest.init: ${name} is missing.`);
      const options = optionsOf(wanted, origin);
      if (session && fingerprint(session.options) === fingerprint(options))
        return void Object.assign(session.options, options);
      display.hide();
      session?.stop();
      const current: Session = startSession(options, (outcome) => void display.settled(current, outcome));
      session = current;
    },
    async show() {
      if (!session) throw new Error('PokpongRequest.init comes first.');
      return display.show(session);
    },
    hide: display.hide,
  };
}

// A second copy of the script leaves the first one running.
window.PokpongRequest ??= createApi(ownOrigin());
