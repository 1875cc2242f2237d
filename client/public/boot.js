// Runs before the first paint, as its own file because the Content-Security-Policy bans inline
// scripts: sets the colour mode and the language of the page, so that nothing flashes.
(function () {
  const root = document.documentElement;
  let mode = null;
  try {
    mode = localStorage.getItem('pokpong_theme');
  } catch {
    // Storage is blocked: the system's mode it is.
  }
  const dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.classList.add(dark ? 'dark' : 'light');
  root.style.colorScheme = dark ? 'dark' : 'light';
  // zod must not compile with new Function: the policy forbids eval and would report each try.
  globalThis.__zod_globalConfig = { jitless: true };
  const chosen = document.cookie.match(/(?:^|; )pokpong_locale=(th|en)/);
  const english = /^\/en(\/|$)/.test(location.pathname);
  root.lang = english ? 'en' : chosen ? chosen[1] : 'th';
  // The first texts, in the language of the address (client/main.tsx); in development there is no such file.
  const texts = document.currentScript.dataset[english ? 'en' : 'th'];
  if (texts) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: texts }));
})();
