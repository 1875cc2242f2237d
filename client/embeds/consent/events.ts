import type { ConsentApi, ConsentEventName, ConsentEvents } from './types.ts';

/** Dispatches an event on `document`. */
export const emit = <Name extends ConsentEventName>(type: Name, detail: ConsentEvents[Name]): void =>
  void document.dispatchEvent(new CustomEvent(type, { detail }));

export const on: ConsentApi['on'] = (type, listener) => {
  const name = `consent:${type.replace('consent:', '')}`;
  const receive = (event: Event) => listener((event as CustomEvent).detail);
  document.addEventListener(name, receive);
  return () => document.removeEventListener(name, receive);
};
