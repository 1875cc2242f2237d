/**
 * Has every node look again at the open sockets of a user once the transaction has committed: to be called wherever
 * a session ends, a person is suspended or deactivated, or a role changes.
 * Example: `await announceRevocation(trx, { userId })`, `await announceRevocation(trx, { userId, handle })`
 */
export { revoke as announceRevocation, type Revocation } from '../live/revoke.ts';
