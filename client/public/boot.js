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
  // The language of the address; at the root the chosen one.
  const chosen = location.pathname === '/' && document.cookie.includes('pokpong_locale=en');
  root.lang = chosen || /^\/en(\/|$)/.test(location.pathname) ? 'en' : 'th';
  // What the page begins with is asked for at once, in one call; the program takes the answer (client/ahead.ts). A page
  // that is drawn by none of our servers, as in development, says nothing of it.
  const { start, first } = document.currentScript.dataset;
  if (start === undefined) return;
  const search = new URLSearchParams(location.search);
  const ws = search.get('workspace');
  const calls = [['shell.start', ws ? { ws } : {}]];
  // The list as it comes; an address that says more of it wants another part.
  if (first && ws && search.size === 1) {
    const [procedure, input] = JSON.parse(first);
    calls.push([procedure, { ws, ...input }]);
  }
  const input = encodeURIComponent(JSON.stringify(Object.fromEntries(calls.map(([, one], index) => [index, one]))));
  const answer = fetch(`/trpc/${calls.map(([procedure]) => procedure)}?batch=1&input=${input}`, {
    headers: { accept: 'application/json', 'accept-language': root.lang },
  });
  answer.catch(() => {});
  globalThis.pokpongAhead = { pathname: location.pathname, search: location.search, calls, answer };
})();
