// Code of other people's pages: every browser that runs the embed runs it as it stands.

/**
 * What stands in the place of the script until it is there: calls wait in a queue (client/embeds/consent/queue.ts),
 * nothing is allowed, and Google's tags are told so. Events come as the script's own do. Where the script cannot be
 * loaded, `show` rejects, and the next one loads it again.
 */
export const STUB = `window.PokpongConsent ||= ((queue) => {
  const later = (name) => (...args) => new Promise((resolve, reject) => queue.push({ name, args, resolve, reject }));
  const google = function () { (window.dataLayer ||= []).push(arguments); }, denied = 'denied';
  const signals = { ad_storage: denied, ad_user_data: denied, ad_personalization: denied, analytics_storage: denied };
  let missing = '';
  addEventListener('error', ({ target: { src } }) => {
    if (!src?.includes('/consent/form/script.js')) return;
    missing = src;
    for (const call of queue.splice(0)) call.name === 'show' ? call.reject(new Error('unreachable')) : queue.push(call);
  }, true);
  return {
    queue, hide: later('hide'), update: later('update'),
    init(options) {
      if (options.googleConsentMode) google('consent', 'default', { ...signals, wait_for_update: 500 });
      return later('init')(options);
    },
    async show(options) {
      if (missing) document.head.append(Object.assign(document.createElement('script'), { src: missing }));
      missing = '';
      return later('show')({ byVisitor: navigator.userActivation?.isActive, ...options });
    },
    status: () => ({ action: 'NO_ANSWER', purposes: [], version: null, basis: null, at: null, askAgain: false, pending: false }),
    on(type, listener) {
      const name = 'consent:' + type.replace('consent:', ''), heard = (event) => listener(event.detail);
      document.addEventListener(name, heard);
      return () => document.removeEventListener(name, heard);
    },
  };
})([]);`;
