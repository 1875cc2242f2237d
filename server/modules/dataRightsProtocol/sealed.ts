import { sealedJson } from '../../platform/crypto/sealedColumn.ts';

/** What an agent said with a request, beside who asks. */
export interface AgentFacts {
  readonly exercise: string;
  /** The number that the agent gave it; '' without one. */
  readonly reference: string;
  readonly regime: string;
  readonly relationships: readonly string[];
  readonly telephone: string;
  readonly address: string;
  readonly powerOfAttorney: string;
  /** What of whoever asks the agent has verified. */
  readonly verified: readonly ('email' | 'telephone' | 'address')[];
  /** Where it is called back; '' nowhere. */
  readonly callback: string;
}

export const sealedAgentFacts = sealedJson<AgentFacts>()({ table: 'agentRequests', column: 'facts' });
