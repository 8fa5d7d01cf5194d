// The tables as the query builder knows them; migrations/ defines them.

import type { Generated } from 'kysely';

export interface Tables {
  plans: { name: string; monthly_leads: number | null; requests_per_minute: number };
  accounts: { id: string; email: string; plan: string; test_of: string | null; created_at: Generated<Date> };
  api_keys: {
    key_hash: Buffer;
    id: string;
    account_id: string;
    name: string;
    hint: string;
    created_at: Generated<Date>;
    expires_at: Date | null;
    last_used_at: Date | null;
  };
  usage: { account_id: string; month: string; leads: number };
  leads: {
    account_id: string;
    id: string;
    person_id: string;
    score: number;
    grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
    source: string;
    outcome: 'open' | 'won' | 'lost';
    phone: string;
    lead: unknown;
    scored: unknown;
  };
  requests: { account_id: string; fingerprint: string; body_hash: string; lead_id: string };
  contacts: {
    account_id: string;
    email: string;
    phone: string;
    name: string;
    surname: string;
    person_id: string;
    leads: Generated<number>;
  };
  outcomes: {
    account_id: string;
    lead_id: string;
    id: string;
    outcome: 'open' | 'won' | 'lost';
    at: Date;
    amount: number | null;
    reason: string | null;
    recorded_at: Generated<Date>;
  };
}
