import { describe, expect, it } from 'vitest';
import { EVENTS } from '../../shared/registry/events.ts';
import { isSecurityEvent } from '../../shared/registry/securityEvents.ts';

const names = Object.keys(EVENTS);
const missing = (found: readonly string[]) => found.filter((name) => !isSecurityEvent(name));

describe('the security log', () => {
  it('has every event by which a secret is issued, replaced or handed out', () => {
    const issuing = names.filter((name) =>
      /\.(rotated|\w*secretChanged|\w*Replaced|keysExported|token\w+)$/i.test(name),
    );
    expect(issuing.length).toBeGreaterThan(7);
    expect(missing(issuing)).toEqual([]);
  });

  it('has every event by which it changes who calls from outside, and where data is sent', () => {
    const moving = names.filter((name) =>
      /^(apiKey|serviceAccount|authorisedAgent|mailServer|webhook|schedule)\.(created|updated|linked|unlinked)$/.test(
        name,
      ),
    );
    expect(moving.length).toBeGreaterThan(12);
    expect(missing(moving)).toEqual([]);
  });
});
