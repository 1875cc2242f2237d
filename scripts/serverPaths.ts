/** What the server answers itself in `npm run dev` (a pattern of Vite's); all else is the client's. */
export const SERVER_PATHS =
  '^/(trpc|api|files-api|encrypt-decrypt-api|request-answer-api|healthz|readyz|[.]well-known|oauth/[^?]+|sdk/.*|consent/forms?/.*|dsrm/forms?/.*|drp/.*|notices/.*)([/?]|$)';
