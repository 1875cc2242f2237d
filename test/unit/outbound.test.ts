import { describe, expect, it } from 'vitest';
import { isCallable, isPublicAddress, postOutbound } from '../../server/platform/http/outbound.ts';
import { startCallbackReceiver } from '../helpers/agents.ts';

describe('an address provided by a stranger', () => {
  const strict = { toPrivateNetwork: false };

  it('is called only on the public Internet by https', () => {
    expect(isCallable('https://agent.example/status', strict)).toBe(true);
    for (const address of [
      'http://agent.example/status',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://169.254.169.254/latest/meta-data',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://user@agent.example/',
      'https://',
    ])
      expect([address, isCallable(address, strict)]).toEqual([address, false]);
    expect(isCallable('http://127.0.0.1:3000/', { toPrivateNetwork: true })).toBe(true);
  });

  it('is public or not', () => {
    const isPublic = ['8.8.8.8', '203.0.114.1', '2606:4700::1111', '2001:4860:4860::8888'];
    const isNot =
      '0.0.0.0 10.1.2.3 100.64.0.1 127.9.9.9 169.254.1.1 172.31.0.1 192.168.1.1 224.0.0.1 255.255.255.255 :: ::1 ::ffff:8.8.8.8 fc00::1 fe80::1 ff02::1 2002:7f00:1:: 64:ff9b::1 agent.example'.split(
        ' ',
      );
    expect(isPublic.filter((address) => !isPublicAddress(address))).toEqual([]);
    expect(isNot.filter(isPublicAddress)).toEqual([]);
  });

  it('does not resolve to the inside by a name', async () => {
    const outbound = { ...strict, timeoutMs: 2000 };
    await expect(postOutbound('https://localhost:1/', {}, outbound)).rejects.toMatchObject({ code: 'EACCES' });
    const receiver = await startCallbackReceiver();
    await expect(postOutbound(receiver.url, {}, outbound)).rejects.toThrow('may not be called');
    expect(receiver.received).toEqual([]);
    await receiver.close();
  });
});
