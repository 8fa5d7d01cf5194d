// Generated from docs/openapi.json by `npm run sdk:types`. Do not edit.

/** Numbers and booleans are read as text, null as missing; unknown fields become custom fields. Limits: 20,000 characters per text field, 200 custom fields, 256 KiB for the whole body. */
export interface Lead {
  /** The contact's name. */
  name?: string | undefined;
  /** Email address. Either `email` or `phone` is required. */
  email?: string | undefined;
  /** Phone number, preferably in international format (`+12125550123`). */
  phone?: string | undefined;
  /** The budget as the lead wrote it: `10 Lakh`, `$15k-20k/mo`. */
  budget?: string | undefined;
  /** What the lead wrote. */
  message?: string | undefined;
  /** Where the lead came from: `google`, `referral`, `facebook` … */
  source?: string | undefined;
  /** Other questions on the form and their answers. */
  custom_fields?: Readonly<Record<string, string>> | undefined;
  [field: string]: unknown;
}

export interface AiBlock {
  /** How the AI rates the message. */
  score: number;
  /** The highest score the AI can give. */
  max_score: number;
  /** `<score>/<max_score>` */
  display: string;
  impact: 'High' | 'Medium' | 'Low' | 'None';
  confidence: 'high' | 'medium' | 'low';
  /** Points the AI added to or took from the score. */
  influence_applied: number;
}

export interface ScoreData {
  score: number;
  /** How good the lead is. */
  grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
  /** What to do next. */
  priority_action: string;
  /** `<Band> (<low>-<high>%)` */
  closing_probability: string;
  /** The reasons for the score, in the order they were applied. */
  reasons: readonly string[];
  ai: AiBlock;
  /** Quality of the contact data. */
  contact_grade: 'A' | 'B' | 'C' | 'D' | 'E' | 'F';
}

export interface ScoringResult {
  success: true;
  /** Version of the scoring engine. */
  version: string;
  lead_id: string;
  data: ScoreData;
}

export interface InterfaceError {
  success: false;
  /** What is wrong and how to fix it, for people. The wording may change at any time. */
  error: string;
}

export interface ErrorBody {
  success: false;
  /** What is wrong, for programs. Codes never change their meaning. */
  code:
    | 'invalid_input'
    | 'invalid_json'
    | 'invalid_encoding'
    | 'invalid_http'
    | 'invalid_cursor'
    | 'not_an_object'
    | 'wrong_type'
    | 'too_long'
    | 'too_many_fields'
    | 'invalid_characters'
    | 'invalid_name'
    | 'missing_contact'
    | 'blocked_url'
    | 'email_taken'
    | 'wrong_password'
    | 'weak_password'
    | 'link_expired'
    | 'sso_failed'
    | 'missing_api_key'
    | 'invalid_api_key'
    | 'revoked_api_key'
    | 'expired_api_key'
    | 'misplaced_api_key'
    | 'not_signed_in'
    | 'sso_check_required'
    | 'wrong_credentials'
    | 'wrong_code'
    | 'plan_limit_reached'
    | 'spam_limit_reached'
    | 'storage_limit_reached'
    | 'test_limit_reached'
    | 'forbidden'
    | 'role_required'
    | 'scope_required'
    | 'export_not_allowed'
    | 'session_too_old'
    | 'not_a_member'
    | 'cross_site_request'
    | 'sign_up_closed'
    | 'two_factor_required'
    | 'sso_denied'
    | 'sso_login_required'
    | 'sso_email_unverified'
    | 'sso_email_taken'
    | 'sso_domain_not_allowed'
    | 'passwords_off'
    | 'invalid_setup_token'
    | 'email_not_verified'
    | 'wrong_host'
    | 'account_closed'
    | 'not_found'
    | 'invitation_expired'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'request_in_flight'
    | 'conflict'
    | 'account_switched'
    | 'changed_meanwhile'
    | 'already_member'
    | 'last_owner'
    | 'limit_reached'
    | 'name_taken'
    | 'import_in_progress'
    | 'webhook_disabled'
    | 'too_large'
    | 'import_storage_full'
    | 'unsupported_type'
    | 'expectation_failed'
    | 'idempotency_key_reused'
    | 'rate_limited'
    | 'too_many_attempts'
    | 'too_many_sign_ups'
    | 'too_many_invitations'
    | 'too_many_changes'
    | 'too_many_uploads'
    | 'headers_too_large'
    | 'internal_error'
    | 'not_available'
    | 'overloaded'
    | 'sso_unavailable'
    | 'schema_outdated';
  /** What is wrong and how to fix it, for people. The wording may change at any time. */
  error: string;
  /** The invalid field, if there is one. */
  field?: string | undefined;
  /** With `import_in_progress`: the imports to wait for. */
  import_ids?: readonly string[] | undefined;
}

export interface ExplainRequest {
  lead: Lead;
  /** A scoring result, or its `data`, to explain instead of scoring the lead again. */
  score_data?: Readonly<Record<string, unknown>> | undefined;
  /** The API key, if it is not in the header. The header wins. */
  api_key?: string | undefined;
}

/** The chance of closing, with the range it is in with 90 % certainty. */
export interface Closing {
  probability: number;
  low: number;
  high: number;
  /** “412 outcomes”, or “stated prior” if nothing was measured. */
  basis: string;
}

export interface ExplainResult {
  success: true;
  version: string;
  data: {
    headline: string;
    summary: string;
    strengths: readonly string[];
    concerns: readonly string[];
    next_steps: readonly string[];
    what_would_change: readonly string[];
  };
  closing: Closing;
}

export interface BatchRequest {
  leads: readonly Lead[];
  /** What to do if the batch exceeds the plan limit: `stop` stores nothing and returns 402; `skip` stores as many leads as fit. */
  when_full?: 'stop' | 'skip' | undefined;
}

export interface BatchResult {
  success: true;
  version: string;
  stored: number;
  /** Leads that an identical batch has already stored. */
  repeated: number;
  refused: number;
  /** One entry for each lead, in the same order. */
  data: readonly (
    | {
        success: true;
        lead_id: string;
        data: ScoreData;
      }
    | ErrorBody
  )[];
}

/** Texts of the lead are cut after 500 characters. */
export interface ListedLead {
  lead_id: string;
  person_id: string;
  received_at: string;
  name: string;
  email: string;
  phone: string;
  /** From an answer, the message or the business domain of the email. Empty if unknown. */
  company: string;
  /** The job title. Empty if unknown. */
  title: string;
  /** ISO 3166 code, from the phone number. Empty if unknown. */
  country: string;
  /** As the lead wrote it, in the budget field or in an answer. */
  budget: string;
  source: string;
  score: number;
  /** How good the lead is. */
  grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
  /** The main strength or concern, in one line. */
  why: string;
  priority_action: string;
  contact_grade: string;
  outcome: 'open' | 'won' | 'lost';
  /** Null for open leads. */
  decided: {
    outcome: 'open' | 'won' | 'lost';
    /** When it happened. */
    at: string;
    amount: number | null;
    reason: string | null;
    recorded_at: string;
    recorded_by: string | null;
  } | null;
  /** Won and lost leads have an outcome; all others are open. */
  status: 'new' | 'contacted' | 'qualified' | 'unqualified' | 'won' | 'lost';
  assignee: string | null;
  snoozed_until: string | null;
  contacted_at: string | null;
  /** Graded Spam, but a person said that it isn’t: so it is on the to-do list. */
  not_spam: boolean;
  next_activity: {
    kind: 'call' | 'email' | 'meeting';
    at: string;
  } | null;
  /** Goes up whenever the status, outcome, assignee, snooze or rescue from spam changes, no matter who changes it. Notes, feedback and scores leave it as it is. */
  revision: number;
}

export interface LeadPage {
  success: true;
  data: readonly ListedLead[];
  next_cursor: string | null;
}

export interface BulkWorkRequest {
  lead_ids: readonly string[];
  /** Won and lost leads have an outcome; all others are open. */
  status?: 'new' | 'contacted' | 'qualified' | 'unqualified' | 'won' | 'lost' | undefined;
  amount?: number | null | undefined;
  snoozed_until?: string | null | undefined;
  /** Without it, a signed-in member who marks a lead that nobody has as contacted, qualified, won or lost becomes its assignee. API keys take no leads. */
  assignee?: string | null | undefined;
  /** Null: nothing is planned. */
  next_activity?:
    | {
        kind: 'call' | 'email' | 'meeting';
        at: string;
      }
    | null
    | undefined;
  /** What was done just now, for the timeline. A planned activity of this kind is done by it, unless the request plans another one. The status stays as it is. */
  done?:
    | {
        kind: 'call' | 'email' | 'meeting';
        /** Only of a call. */
        result?: 'reached' | 'no_answer' | 'wrong_number' | undefined;
      }
    | undefined;
  /** Added to what was done or to the change of status; without both, a note of its own. */
  note?: string | undefined;
  /** By lead ID, the revision of the lead as you have seen it. Leads that have changed since stay as they are and are returned in `conflicts`. For leads without a revision, the last write wins. */
  revisions?: Readonly<Record<string, number>> | undefined;
}

export interface BulkWorkResult {
  success: true;
  data: {
    /** Leads that are now as requested, whatever they were before. */
    changed: number;
    /** IDs of leads the account does not have. */
    unknown: readonly string[];
    /** IDs of leads that have changed since the revision you sent; they stay as they are. */
    conflicts: readonly string[];
    /** By lead ID, the revisions of the others by now. */
    revisions: Readonly<Record<string, number>>;
  };
}

/** Each filter is counted as if it were not set, so that its other values can be offered. Counts are exact if up to 1,000 leads match. If more do, counts are of the newest leads; without filters, those of tabs still are exact up to 1,000. */
export interface LeadCounts {
  success: true;
  data: {
    total: {
      count: number;
      /** There may be more than `count`. */
      is_capped: boolean;
    };
    /** With all filters except `work`, `status` and `outcome`. */
    tabs: {
      todo: {
        count: number;
        /** There may be more than `count`. */
        is_capped: boolean;
      };
      in_progress: {
        count: number;
        /** There may be more than `count`. */
        is_capped: boolean;
      };
      snoozed: {
        count: number;
        /** There may be more than `count`. */
        is_capped: boolean;
      };
      won: {
        count: number;
        /** There may be more than `count`. */
        is_capped: boolean;
      };
      lost: {
        count: number;
        /** There may be more than `count`. */
        is_capped: boolean;
      };
      unqualified: {
        count: number;
        /** There may be more than `count`. */
        is_capped: boolean;
      };
      spam: {
        count: number;
        /** There may be more than `count`. */
        is_capped: boolean;
      };
      all: {
        count: number;
        /** There may be more than `count`. */
        is_capped: boolean;
      };
    };
    /** The most common 100, most common first. */
    sources: readonly {
      /** A source; empty for leads without one. */
      value: string;
      count: number;
    }[];
    /** The most common 100, most common first. */
    assignees: readonly {
      /** `user_…`, or `none`. */
      value: string;
      count: number;
    }[];
    /** The most common 100, most common first. */
    statuses: readonly {
      /** A status. */
      value: string;
      count: number;
    }[];
    /** The most common 100, most common first. */
    countries: readonly {
      /** ISO 3166 code. Leads without a known country are not counted. */
      value: string;
      count: number;
    }[];
    /** The most common 100, most common first. */
    grades: readonly {
      /** A grade. Of the to-do list, Spam is what it has if asked for. */
      value: string;
      count: number;
    }[];
    /** From how many of the newest matching leads the values are counted, except those of filters that are set. */
    counted: number;
    /** There may be more leads than were counted. */
    is_capped: boolean;
  };
}

/** What the lead says to the questions of a salesperson. */
export interface Answers {
  /** What they ask for. Not a sale: `reschedule`, `support`, `complaint`, `leave`, `job`, `pitch`, `partner`, `press`, `study`, `donation`, `scam`, `fake`. */
  ask: {
    value:
      | 'emergency'
      | 'order'
      | 'book'
      | 'demo'
      | 'quote'
      | 'price'
      | 'call'
      | 'availability'
      | 'info'
      | 'interest'
      | 'none'
      | 'reschedule'
      | 'support'
      | 'complaint'
      | 'leave'
      | 'job'
      | 'pitch'
      | 'partner'
      | 'press'
      | 'study'
      | 'donation'
      | 'scam'
      | 'fake';
    /** How sure the reader is. */
    probability: number;
    /** The clause that shows it, counted from 0; -1 if none does. */
    clause: number;
  };
  doubt: {
    value:
      | 'reschedule'
      | 'support'
      | 'complaint'
      | 'leave'
      | 'job'
      | 'pitch'
      | 'partner'
      | 'press'
      | 'study'
      | 'donation'
      | 'scam'
      | 'fake';
    /** How sure the reader is. */
    probability: number;
    /** The clause that shows it, counted from 0; -1 if none does. */
    clause: number;
  } | null;
  /** What exactly they need. 0: not said; 1: named; 2: specific, such as a quantity. */
  what: {
    value: 0 | 1 | 2;
    /** How sure the reader is. */
    probability: number;
    /** The clause that shows it, counted from 0; -1 if none does. */
    clause: number;
  };
  /** When. 0: not said; 1: in the coming months; 2: within two weeks, or a fixed date. */
  when: {
    value: 0 | 1 | 2;
    /** How sure the reader is. */
    probability: number;
    /** The clause that shows it, counted from 0; -1 if none does. */
    clause: number;
  };
  /** Who they are. 0: not known; 1: a plausible organization or owner; 2: decides. */
  who: {
    value: 0 | 1 | 2;
    /** How sure the reader is. */
    probability: number;
    /** The clause that shows it, counted from 0; -1 if none does. */
    clause: number;
  };
  /** How decided they are. 0: not said; 1: leaning towards buying; 2: decided. */
  decided: {
    value: 0 | 1 | 2;
    /** How sure the reader is. */
    probability: number;
    /** The clause that shows it, counted from 0; -1 if none does. */
    clause: number;
  };
  /** What happened. 0: not said; 1: something changed; 2: a serious failure or pressure. */
  happened: {
    value: 0 | 1 | 2;
    /** How sure the reader is. */
    probability: number;
    /** The clause that shows it, counted from 0; -1 if none does. */
    clause: number;
  };
  /** What is in the way. 0: nothing; 1: something; 2: not now, no money or no say. */
  way: {
    value: 0 | 1 | 2;
    /** How sure the reader is. */
    probability: number;
    /** The clause that shows it, counted from 0; -1 if none does. */
    clause: number;
  };
}

export interface StoredScore {
  version: string;
  settings_version: string;
  model_version: string | null;
  score: number;
  score_without_ai: number;
  /** How good the lead is. */
  grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
  priority_action: string;
  closing_probability: string;
  closing: Closing;
  contact_grade: string;
  ai: AiBlock;
  /** Entries whose points add up to the score. */
  ledger: readonly {
    group: string;
    code: string;
    points: number;
    text: string;
  }[];
  answers: Answers;
  assessment:
    | {
        kind: 'buyer' | 'information' | 'support' | 'job-seeker' | 'vendor-pitch' | 'spam' | 'gibberish';
        answers: Answers;
        /** Clauses the AI did not read, counted from 0. */
        unread?: readonly number[] | undefined;
        /** How sure the AI is. */
        certainty: number;
        /** The model. */
        by: string;
      }
    | {
        missing: 'busy' | 'unavailable';
      }
    | null;
}

export interface LeadDetail {
  success: true;
  data: {
    lead_id: string;
    received_at: string;
    lead: {
      name: string;
      email: string;
      phone: string;
      budget: string;
      message: string;
      source: string;
      custom_fields: Readonly<Record<string, string>>;
    };
    /** From an answer, the message or the business domain of the email. Empty if unknown. */
    company: string;
    /** The job title. Empty if unknown. */
    title: string;
    result: StoredScore;
    person: {
      person_id: string;
      /** The person's newest 100 leads, this one included. */
      lead_ids: readonly string[];
    };
    outcome: 'open' | 'won' | 'lost';
    /** Oldest first: when it was scored, and its newest 200 outcomes. */
    history: readonly (
      | {
          event: 'scored';
          at: string;
          version: string;
          score: number;
        }
      | {
          event: 'outcome';
          outcome: 'open' | 'won' | 'lost';
          /** When it happened. */
          at: string;
          amount: number | null;
          reason: string | null;
          recorded_at: string;
          recorded_by: string | null;
        }
    )[];
    /** Won and lost leads have an outcome; all others are open. */
    status: 'new' | 'contacted' | 'qualified' | 'unqualified' | 'won' | 'lost';
    assignee: string | null;
    snoozed_until: string | null;
    contacted_at: string | null;
    /** Graded Spam, but a person said that it isn’t: so it is on the to-do list. */
    not_spam: boolean;
    next_activity: {
      kind: 'call' | 'email' | 'meeting';
      at: string;
    } | null;
    /** Goes up whenever the status, outcome, assignee, snooze or rescue from spam changes, no matter who changes it. Notes, feedback and scores leave it as it is. */
    revision: number;
    /** Oldest first: everything that happened to the lead, of each kind the newest 300, and the deliveries of the newest events, at most 200. */
    timeline: readonly (
      | {
          entry_id: string;
          at: string;
          event: 'received';
          source: string;
        }
      | {
          entry_id: string;
          at: string;
          event: 'scored';
          version: string;
          settings_version: string;
          /** The learned model that took part; missing if the rules scored alone. */
          model_version?: string | undefined;
          score: number;
          /** How good the lead is. */
          grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
        }
      | {
          entry_id: string;
          at: string;
          event: 'status';
          /** `user_…`, `key_…`, `operator` or `worker`. */
          by: string;
          /** Won and lost leads have an outcome; all others are open. */
          status: 'new' | 'contacted' | 'qualified' | 'unqualified' | 'won' | 'lost';
          /** Won and lost leads have an outcome; all others are open. */
          previous: 'new' | 'contacted' | 'qualified' | 'unqualified' | 'won' | 'lost';
          note: string | null;
        }
      | {
          entry_id: string;
          at: string;
          event: 'snoozed';
          /** `user_…`, `key_…`, `operator` or `worker`. */
          by: string;
          until: string | null;
        }
      | {
          entry_id: string;
          at: string;
          event: 'planned';
          /** `user_…`, `key_…`, `operator` or `worker`. */
          by: string;
          activity: {
            kind: 'call' | 'email' | 'meeting';
            at: string;
          } | null;
        }
      | {
          entry_id: string;
          at: string;
          event: 'done';
          /** `user_…`, `key_…`, `operator` or `worker`. */
          by: string;
          kind: 'call' | 'email' | 'meeting';
          result: 'reached' | 'no_answer' | 'wrong_number' | null;
          note: string | null;
        }
      | {
          entry_id: string;
          at: string;
          event: 'assigned';
          /** `user_…`, `key_…`, `operator` or `worker`. */
          by: string;
          assignee: string | null;
          previous: string | null;
          /** The routing rule that chose the assignee. */
          rule?: string | undefined;
        }
      | {
          entry_id: string;
          at: string;
          event: 'note';
          /** `user_…`, `key_…`, `operator` or `worker`. */
          by: string;
          text: string;
        }
      | {
          entry_id: string;
          at: string;
          event: 'feedback';
          /** `user_…`, `key_…`, `operator` or `worker`. */
          by: string;
          verdict: 'too_high' | 'too_low' | 'not_spam' | 'spam' | 'right';
          reason: string | null;
          /** The score it is about. */
          score: number;
          /** How good the lead is. */
          grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
        }
      | {
          entry_id: string;
          at: string;
          event: 'corrected';
          /** `user_…`, `key_…`, `operator` or `worker`. */
          by: string;
          corrections: readonly {
            field: 'name' | 'email' | 'phone' | 'company';
            from: string;
            to: string;
            /** The one whose answer is the company. */
            question?: string | undefined;
          }[];
        }
      | {
          entry_id: string;
          at: string;
          event: 'rescored';
          /** `user_…`, `key_…`, `operator` or `worker`. */
          by: string;
          version: string;
          settings_version: string;
          /** The learned model that took part; missing if the rules scored alone. */
          model_version?: string | undefined;
          score: number;
          /** How good the lead is. */
          grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
          /** The score before. */
          previous: number;
          /** How good the lead is. */
          previous_grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
          previous_version: string;
          previous_settings_version: string;
          /** The learned model that took part; missing if the rules scored alone. */
          previous_model_version?: string | undefined;
        }
      | {
          outcome: 'open' | 'won' | 'lost';
          /** When it happened. */
          at: string;
          amount: number | null;
          reason: string | null;
          recorded_at: string;
          recorded_by: string | null;
          entry_id: string;
          event: 'outcome';
        }
      | {
          entry_id: string;
          at: string;
          event: 'delivered';
          endpoint_id: string;
          /** Of the webhook event. */
          type: string;
          status: 'pending' | 'delivered' | 'failed';
        }
    )[];
  };
}

export interface DeleteResult {
  success: true;
  data: {
    lead_id?: string | undefined;
    deleted: true;
  };
}

export interface WorkRequest {
  /** Won and lost leads have an outcome; all others are open. */
  status?: 'new' | 'contacted' | 'qualified' | 'unqualified' | 'won' | 'lost' | undefined;
  amount?: number | null | undefined;
  snoozed_until?: string | null | undefined;
  /** Without it, a signed-in member who marks a lead that nobody has as contacted, qualified, won or lost becomes its assignee. API keys take no leads. */
  assignee?: string | null | undefined;
  /** Null: nothing is planned. */
  next_activity?:
    | {
        kind: 'call' | 'email' | 'meeting';
        at: string;
      }
    | null
    | undefined;
  /** What was done just now, for the timeline. A planned activity of this kind is done by it, unless the request plans another one. The status stays as it is. */
  done?:
    | {
        kind: 'call' | 'email' | 'meeting';
        /** Only of a call. */
        result?: 'reached' | 'no_answer' | 'wrong_number' | undefined;
      }
    | undefined;
  /** Added to what was done or to the change of status; without both, a note of its own. */
  note?: string | undefined;
  /** The revision of the lead as you have seen it. If it has changed since, the answer is 409 `changed_meanwhile` and nothing changes. Without it, the last write wins. */
  revision?: number | undefined;
}

export interface WorkResult {
  success: true;
  data: {
    lead_id: string;
    /** Won and lost leads have an outcome; all others are open. */
    status: 'new' | 'contacted' | 'qualified' | 'unqualified' | 'won' | 'lost';
    assignee: string | null;
    snoozed_until: string | null;
    contacted_at: string | null;
    /** Graded Spam, but a person said that it isn’t: so it is on the to-do list. */
    not_spam: boolean;
    next_activity: {
      kind: 'call' | 'email' | 'meeting';
      at: string;
    } | null;
    /** Goes up whenever the status, outcome, assignee, snooze or rescue from spam changes, no matter who changes it. Notes, feedback and scores leave it as it is. */
    revision: number;
  };
}

export interface OutcomeRequest {
  outcome: 'open' | 'won' | 'lost';
  /** When it happened. Default: now. */
  at?: string | undefined;
  amount?: number | null | undefined;
  reason?: string | null | undefined;
  /** The revision of the lead as you have seen it. If it has changed since, the answer is 409 `changed_meanwhile` and nothing changes. Without it, the last write wins. */
  revision?: number | undefined;
}

export interface OutcomeResult {
  success: true;
  data: {
    lead_id: string;
    outcome: 'open' | 'won' | 'lost';
    /** When it happened. */
    at: string;
    amount: number | null;
    reason: string | null;
    recorded_at: string;
    recorded_by: string | null;
    /** Goes up whenever the status, outcome, assignee, snooze or rescue from spam changes, no matter who changes it. Notes, feedback and scores leave it as it is. */
    revision: number;
  };
}

export interface OutcomesRequest {
  lead_ids: readonly string[];
  outcome: 'open' | 'won' | 'lost';
  reason?: string | undefined;
  /** By lead ID, the revision of the lead as you have seen it. Leads that have changed since stay as they are and are returned in `conflicts`. For leads without a revision, the last write wins. */
  revisions?: Readonly<Record<string, number>> | undefined;
}

export interface OutcomesResult {
  success: true;
  data: {
    recorded: number;
    /** IDs of leads the account does not have. */
    unknown: readonly string[];
    /** IDs of leads that have changed since the revision you sent; they stay as they are. */
    conflicts: readonly string[];
    /** By lead ID, the revisions of the others by now. */
    revisions: Readonly<Record<string, number>>;
  };
}

export interface ReplayResult {
  success: true;
  data: {
    lead_id: string;
    /** Whether the same versions gave exactly the same result. */
    identical: boolean;
    stored: StoredScore;
    replayed: StoredScore;
    /** Entries whose points differ, or that only one result has. */
    differences: readonly {
      group: string;
      code: string;
      stored_points: number | null;
      replayed_points: number | null;
    }[];
  };
}

export interface FeedbackRequest {
  verdict: 'too_high' | 'too_low' | 'not_spam' | 'spam' | 'right';
  reason?: string | undefined;
  /** The revision of the lead as you have seen it. If it has changed since, the answer is 409 `changed_meanwhile` and nothing changes. Without it, the last write wins. */
  revision?: number | undefined;
}

export interface TeamResult {
  success: true;
  data: readonly {
    user_id: string;
    name: string;
    email: string;
    role: 'viewer' | 'rep' | 'manager' | 'owner';
  }[];
}

export interface ContactRequest {
  /** Empty: unknown. */
  name?: string | undefined;
  /** Empty if there is a phone number. */
  email?: string | undefined;
  /** Empty if there is an email. */
  phone?: string | undefined;
  /** Kept as the answer to the question for the company, or to one called “Company”. */
  company?: string | undefined;
  /** Whether to score the lead again, with what the AI read then. Won and lost leads keep the score they were decided with. */
  rescore: boolean;
  /** The revision of the lead as you have seen it. If it has changed since, the answer is 409 `changed_meanwhile` and nothing changes. Without it, the last write wins. */
  revision?: number | undefined;
}

export interface View {
  view_id: string;
  name: string;
  /** The filters, as in the URL of the inbox. */
  query: string;
}

export interface ViewList {
  success: true;
  data: readonly View[];
}

export interface ViewRequest {
  name: string;
  query: string;
}

export interface ViewResult {
  success: true;
  data: View;
}

export interface Profile {
  /** ISO 4217. */
  currency: string;
  /** IANA time zone. */
  time_zone: string;
  /** From Monday (1) to Sunday (7). */
  office_days: readonly number[];
  opens_at: string;
  closes_at: string;
  typical_deal: number | null;
  /** Offered when a lead is marked as lost. Left out of a request, they stay as they are. */
  lost_reasons?: readonly string[] | undefined;
}

export interface ProfileResult {
  success: true;
  data: Profile;
}

/** A lead must meet all conditions; of a list, any one value. Without conditions, the rule matches every lead except spam, which only matches rules that name this grade. */
export interface RoutingConditions {
  sources?: readonly string[] | undefined;
  grades?: readonly ('Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam')[] | undefined;
  countries?: readonly string[] | undefined;
  company_sizes?: readonly ('tiny' | 'small' | 'medium' | 'large')[] | undefined;
  answer?:
    | {
        /** The whole question, in any case. */
        question: string;
        /** Any part of the answer, in any case. */
        contains: string;
      }
    | undefined;
}

export interface RoutingRule {
  rule_id: string;
  name: string;
  when: RoutingConditions;
  assign_to: readonly string[];
  /** People in `assign_to` who have left the account or become viewers. They are skipped. */
  left: readonly string[];
}

export interface RoutingResult {
  success: true;
  data: {
    /** 0: nobody has saved rules yet. */
    version: number;
    rules: readonly RoutingRule[];
  };
}

export interface RoutingRuleRequest {
  /** Of a saved rule, which then keeps whose turn it is. New rules have none. */
  rule_id?: string | undefined;
  name: string;
  when: RoutingConditions;
  assign_to: readonly string[];
}

export interface RoutingRequest {
  /** The version the change starts from. If somebody has saved another since, the answer is 409. */
  version: number;
  /** In order: the first rule that matches decides. */
  rules: readonly RoutingRuleRequest[];
}

export interface RoutingPreviewRequest {
  /** In order: the first rule that matches decides. */
  rules: readonly RoutingRuleRequest[];
}

export interface RoutingPreviewResult {
  success: true;
  data: {
    from: string;
    /** How many leads were tried. */
    leads: number;
    /** Whether there are more since `from`; then the newest were tried. */
    is_capped: boolean;
    /** In the order of the rules. */
    rules: readonly {
      leads: number;
      /** The newest. */
      examples: readonly {
        lead_id: string;
        received_at: string;
        /** Or the email or phone number of a lead without a name. */
        name: string;
        source: string;
        /** How good the lead is. */
        grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
        assignee: string | null;
      }[];
      people: readonly {
        user_id: string;
        leads: number;
      }[];
    }[];
    unassigned: {
      leads: number;
      /** The newest. */
      examples: readonly {
        lead_id: string;
        received_at: string;
        /** Or the email or phone number of a lead without a name. */
        name: string;
        source: string;
        /** How good the lead is. */
        grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
        assignee: string | null;
      }[];
    };
    /** What conditions can ask for in these leads, most frequent first. */
    seen: {
      sources: readonly string[];
      countries: readonly string[];
      questions: readonly string[];
    };
  };
}

export interface ModelVerdict {
  /** `live`: published with points. `calibrated`: published without points, because only the chance of closing is certain. `wait`: not published. `retire`: the live model was replaced by the rules alone. */
  decision: 'live' | 'calibrated' | 'wait' | 'retire';
  /** `not_converged`: the training did not arrive at a usable model, so nothing was published. `live_model_slipped`: it predicts worse than the rules or the win rate. `live_model_degenerate`: its chances of closing can not be right, such as the same for every lead, or it can not be read. */
  code:
    | 'beats_current'
    | 'beats_stated'
    | 'too_few_outcomes'
    | 'no_gain'
    | 'within_noise'
    | 'not_converged'
    | 'live_model_slipped'
    | 'live_model_degenerate';
  text: string;
  missing: number | null;
}

export interface ModelVersion {
  version: number;
  model_version: string | null;
  /** `off`: nothing is learned or used. `advisory`: models are trained and measure the chance of closing, but never change a score. `on`: they also add points. */
  mode: 'off' | 'advisory' | 'on';
  /** The most points that learned entries can add or subtract in mode `on`, each and all together. */
  point_limit: number;
  trained: {
    /** How many outcomes it learned from. */
    outcomes: number;
    won: number;
    verdict: ModelVerdict;
    trained_at: string;
  } | null;
  reason: string;
  restores: number | null;
  /** `user_…`, `key_…`, `operator` or `worker`. */
  by: string;
  published_at: string;
}

/** Figures and answers that several leads gave. No personal data. */
export interface ModelReport {
  held_out: {
    outcomes: number;
    won: number;
    /** Bins of leads, lowest predictions first. `low` and `high` are the range of `observed` with 90 % certainty. */
    reliability: readonly {
      leads: number;
      won: number;
      /** The mean predicted probability. */
      predicted: number;
      /** The share that was won. */
      observed: number;
      low: number;
      high: number;
    }[];
    /** Of the top 20 %. */
    lift: {
      model: {
        /** The share of leads called, from 0 to 1. */
        called: number;
        /** The share of all wins among them. */
        found: number;
        /** How many times more wins than in as many leads picked at random. */
        lift: number;
      } | null;
      rules: {
        /** The share of leads called, from 0 to 1. */
        called: number;
        /** The share of all wins among them. */
        found: number;
        /** How many times more wins than in as many leads picked at random. */
        lift: number;
      } | null;
    };
    /** How well leads that were won are told from those that were lost; 0.5 is chance. */
    auc: {
      model: {
        value: number;
        low: number;
        high: number;
      } | null;
      rules: {
        value: number;
        low: number;
        high: number;
      } | null;
    };
    /** Win rates and predicted rates by the country of the phone number, as information: nothing is learned from it. */
    by_country: readonly {
      /** Of the phone number: two letters, `other` for countries with fewer than 10 leads together, or `unknown`. */
      country: string;
      leads: number;
      won: number;
      /** The mean predicted probability. */
      predicted: number;
      /** The share that was won. */
      observed: number;
      low: number;
      high: number;
    }[];
  } | null;
  /** What it learned, by field; those that matter most come first. */
  learned: readonly {
    label: string;
    levels: readonly {
      label: string;
      leads: number;
      won: number;
      /** Never more than `point_limit`, which is applied to each answer. */
      points: number;
      /** How such leads turned out, such as “Won 1 in 31 of such leads, 1 in 9 overall”. */
      text: string;
    }[];
  }[];
  /** Questions that were not learned from, and why. */
  left_out: readonly {
    question: string;
    reason: string;
    detail: string;
  }[];
  /** Up to 300 of the newest leads, scored again by the rules and the trained model as if somebody else had written them: under other names, and with words that reveal who somebody is swapped. The AI takes no part. */
  swaps: readonly {
    swapped: 'name' | 'gender' | 'religion' | 'country' | 'dialect';
    /** Leads in which there was something to swap. */
    leads: number;
    /** Leads whose score changed. */
    changed: number;
    /** The largest change of a score, up or down. */
    max_points: number;
  }[];
}

export interface PastTraining {
  outcomes: number;
  won: number;
  /** `live`: published with points. `calibrated`: published without points, because only the chance of closing is certain. `wait`: not published. `retire`: the live model was replaced by the rules alone. */
  decision: 'live' | 'calibrated' | 'wait' | 'retire';
  auc: {
    model: {
      value: number;
      low: number;
      high: number;
    } | null;
    rules: {
      value: number;
      low: number;
      high: number;
    } | null;
  } | null;
  trained_at: string;
}

export interface Training {
  job_id: string;
  status: 'queued' | 'running' | 'finished' | 'failed';
  progress: {
    leads: number | null;
    done: number;
  };
  error: string | null;
  /** `user_…`, `key_…`, `operator` or `worker`. */
  by: string;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

/** `live` is the newest version, `latest` what the latest training found, `training` how far the latest one is. Each is null if there is none. */
export interface ModelResult {
  success: true;
  data: {
    /** 0: nothing has been published yet. */
    version: number;
    /** `off`: nothing is learned or used. `advisory`: models are trained and measure the chance of closing, but never change a score. `on`: they also add points. */
    mode: 'off' | 'advisory' | 'on';
    /** The most points that learned entries can add or subtract in mode `on`, each and all together. */
    point_limit: number;
    live: ModelVersion | null;
    latest: {
      /** How many outcomes it learned from. */
      outcomes: number;
      won: number;
      verdict: ModelVerdict;
      trained_at: string;
      report: ModelReport;
    } | null;
    /** The last 50 trainings that are still kept, oldest first, to show how the AUC develops. */
    history: readonly PastTraining[];
    training: Training | null;
    /** So far. */
    outcomes: {
      won: number;
      lost: number;
      /** Recorded since the latest training was started. */
      since_training: number;
    };
  };
}

export interface ModelRequest {
  /** The version you have seen. If another has been published since, the answer is 409. */
  version: number;
  /** `off`: nothing is learned or used. `advisory`: models are trained and measure the chance of closing, but never change a score. `on`: they also add points. */
  mode: 'off' | 'advisory' | 'on';
  /** The most points that learned entries can add or subtract in mode `on`, each and all together. */
  point_limit: number;
}

export interface ModelVersionList {
  success: true;
  /** Newest first. */
  data: readonly ModelVersion[];
  next_before: number | null;
}

/** The mode and the limit stay as they are. */
export interface RollBackModelRequest {
  /** The version you have seen. If another has been published since, the answer is 409. */
  version: number;
  /** The version whose model is published again. 0: rules alone. */
  to: number;
  /** Why it was rolled back. */
  note?: string | undefined;
}

export interface ModelDrift {
  drift_id: string;
  /** `share`: the share of leads with this source or answer. `win_rate`: how many of them were won. `calibration`: how many leads with the same shown chance of closing were won. */
  kind: 'share' | 'win_rate' | 'calibration';
  field: string | null;
  level: string | null;
  /** The shift in a sentence. */
  text: string;
  /** Before the shift. Of a calibration, `share` is that of leads with the same chances. */
  before: {
    /** From 0 to 1. */
    share: number;
    /** Leads with the level, or leads that were won. */
    count: number;
    /** Leads received, or leads won or lost in time. */
    leads: number;
  };
  /** Since then, when it was found. */
  after: {
    /** From 0 to 1. */
    share: number;
    /** Leads with the level, or leads that were won. */
    count: number;
    /** Leads received, or leads won or lost in time. */
    leads: number;
  };
  shown_chance: number | null;
  horizon_weeks: number | null;
  since: string;
  /** `acknowledged`: an owner has seen it. `passed`: the leads are as before again. `settled`: it has lasted for half a year, so it is normal now. */
  status: 'open' | 'acknowledged' | 'passed' | 'settled';
  raised_at: string;
  closed_at: string | null;
  closed_by: string | null;
}

/** `looked_at` is when it was last looked for drift; null before that. */
export interface ModelDriftsResult {
  success: true;
  data: {
    looked_at: string | null;
    /** Open ones first, then the latest. At most 50. */
    drifts: readonly ModelDrift[];
  };
}

/** What differs from the defaults, in the same structure: `{"grades": {"hot": 75}}`. Everything else keeps its default. */
export type SettingsChanges = Readonly<Record<string, unknown>>;

/** `changes` is null if there is no draft. */
export interface SettingsDraft {
  /** Counts the changes of the draft. 0: there has never been one. */
  revision: number;
  changes: SettingsChanges | null;
  settings: Readonly<Record<string, unknown>> | null;
  based_on: number | null;
  by: string | null;
  saved_at: string | null;
}

export interface SettingGroup {
  id: string;
  label: string;
  about: string;
  settings: readonly {
    /** Where it is in the settings. */
    path: string;
    label: string;
    /** The reason behind the default. */
    why: string;
    min: number;
    max: number;
  }[];
}

export interface SettingsResult {
  success: true;
  data: {
    live: {
      /** 0: the defaults. */
      version: number;
      /** What scores call this version. */
      settings_version: string;
      changes: SettingsChanges;
      /** All settings, as the engine reads them. */
      settings: Readonly<Record<string, unknown>>;
      note: string | null;
      by: string | null;
      published_at: string | null;
    };
    typical_deal: {
      amount: number;
      currency: string;
      from: 'settings' | 'profile' | 'default';
    };
    draft: SettingsDraft;
    /** All settings, as the engine reads them. */
    defaults: Readonly<Record<string, unknown>>;
    /** What each number means. */
    groups: readonly SettingGroup[];
    /** What a question can be about. */
    question_topics: readonly string[];
  };
}

/** `changes: null` discards the draft. */
export interface SettingsDraftRequest {
  /** The revision the change starts from. If somebody has saved another since, the answer is 409. */
  revision: number;
  changes: SettingsChanges | null;
}

export interface SettingsDraftResult {
  success: true;
  data: SettingsDraft;
}

/** Tries the draft or, with `changes`, these changes. Send one of the two. */
export interface BacktestRequest {
  /** The revision of the draft that you have seen. */
  draft_revision?: number | undefined;
  changes?: SettingsChanges | undefined;
}

/** `data` is null if there has never been one. */
export interface BacktestResult {
  success: true;
  data: {
    job_id: string;
    status: 'queued' | 'running' | 'finished' | 'failed';
    progress: {
      leads: number | null;
      done: number;
    };
    error: string | null;
    /** `user_…`, `key_…`, `operator` or `worker`. */
    by: string;
    created_at: string;
    started_at: string | null;
    finished_at: string | null;
    /** The live version that the changes are compared with. */
    version: number;
    changes: SettingsChanges;
    result: {
      /** How many leads were scored. */
      leads: number;
      /** Whether the account has more; then those with outcomes were scored first, and the newest of the rest. */
      is_capped: boolean;
      /** Leads with another score. */
      changed: number;
      /** Leads with another grade. */
      moved: number;
      /** How many leads go from each grade to each, without those that are zero. */
      grades: readonly {
        /** How good the lead is. */
        before: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
        /** How good the lead is. */
        after: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
        leads: number;
      }[];
      /** Those that rise most, by score and then by grade, at most 20. */
      rising: readonly {
        lead_id: string;
        /** Or the email or phone number of a lead without a name. */
        name: string;
        received_at: string;
        before: {
          score: number;
          /** How good the lead is. */
          grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
        };
        after: {
          score: number;
          /** How good the lead is. */
          grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
        };
      }[];
      /** Those that fall most, by score and then by grade, at most 20. */
      falling: readonly {
        lead_id: string;
        /** Or the email or phone number of a lead without a name. */
        name: string;
        received_at: string;
        before: {
          score: number;
          /** How good the lead is. */
          grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
        };
        after: {
          score: number;
          /** How good the lead is. */
          grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
        };
      }[];
      outcomes: {
        won: number;
        lost: number;
      };
      agreement: {
        before: {
          /** With its 95 % interval, from 400 bootstrap samples. */
          auc: {
            value: number;
            low: number;
            high: number;
          };
          /** With its 95 % interval, from 400 bootstrap samples. */
          lift: {
            value: number;
            low: number;
            high: number;
          };
        };
        after: {
          /** With its 95 % interval, from 400 bootstrap samples. */
          auc: {
            value: number;
            low: number;
            high: number;
          };
          /** With its 95 % interval, from 400 bootstrap samples. */
          lift: {
            value: number;
            low: number;
            high: number;
          };
        };
        difference: {
          /** With its 95 % interval, from 400 bootstrap samples. */
          auc: {
            value: number;
            low: number;
            high: number;
          };
          /** With its 95 % interval, from 400 bootstrap samples. */
          lift: {
            value: number;
            low: number;
            high: number;
          };
        };
      } | null;
    } | null;
  } | null;
}

/** Publishes the draft or, with `changes`, these changes. Send one of the two. */
export interface PublishSettingsRequest {
  /** The live version you have seen. If another has been published since, the answer is 409. */
  version: number;
  /** The revision of the draft that you have seen. */
  draft_revision?: number | undefined;
  changes?: SettingsChanges | undefined;
  /** Why it was changed. */
  note?: string | undefined;
}

export interface SettingsVersion {
  /** 0: the defaults. */
  version: number;
  /** What scores call this version. */
  settings_version: string;
  changes: SettingsChanges;
  /** Why it was changed. */
  note: string;
  restores: number | null;
  /** `user_…`, `key_…`, `operator` or `worker`. */
  by: string;
  published_at: string;
}

export interface SettingsVersionResult {
  success: true;
  data: SettingsVersion;
}

export interface RollBackSettingsRequest {
  /** The live version you have seen. If another has been published since, the answer is 409. */
  version: number;
  /** The version to publish again. 0: the defaults. */
  to: number;
  /** Why it was changed. */
  note?: string | undefined;
}

export interface SettingsVersionList {
  success: true;
  /** Newest first. */
  data: readonly SettingsVersion[];
  next_before: number | null;
}

/** `data` is null if there has never been one. */
export interface RescoreResult {
  success: true;
  data: {
    job_id: string;
    status: 'queued' | 'running' | 'finished' | 'failed';
    progress: {
      leads: number | null;
      done: number;
    };
    error: string | null;
    /** `user_…`, `key_…`, `operator` or `worker`. */
    by: string;
    created_at: string;
    started_at: string | null;
    finished_at: string | null;
    /** The version that open leads are scored by. */
    version: number;
    /** Leads that have another score or grade now. */
    changed: number;
  } | null;
}

export interface InsightsResult {
  success: true;
  data: {
    from: string;
    to: string;
    /** Of the account’s profile; the days and weeks below are in it. */
    time_zone: string;
    leads: number;
    open: number;
    /** Leaves out leads graded Spam, except in the entry for that grade. */
    win: {
      won: number;
      lost: number;
      rate: number | null;
      low: number | null;
      high: number | null;
    };
    /** The amounts of won leads, in `currency`. Wins without an amount add nothing. */
    revenue: number;
    /** Of the account’s profile, ISO 4217. */
    currency: string;
    grades: {
      Hot: number;
      Warm: number;
      Cool: number;
      Cold: number;
      Spam: number;
    };
    /** Ten ranges of ten points, including `to`; the last one also includes 100. */
    scores: readonly {
      from: number;
      to: number;
      leads: number;
      /** How many of them are graded Spam. */
      spam: number;
    }[];
    /** By day, or by week starting on Monday for periods of 120 days or more. `at` is the start of the day or week and may be before `from`. Days and weeks without leads are included. */
    over_time: readonly {
      at: string;
      grades: {
        Hot: number;
        Warm: number;
        Cool: number;
        Cold: number;
        Spam: number;
      };
    }[];
    unit: 'day' | 'week';
    /** The 20 sources with the most leads, then all remaining ones as one entry. Of each day, or week if `unit` is week, only the 1,000 most common sources are kept apart. */
    sources: readonly {
      source: string | null;
      /** All spellings counted here, which differ only in upper and lower case; `source` is the most common. Filter leads by all of them: `source=Google&source=google`. */
      spellings: readonly string[];
      leads: number;
      hot: number;
      spam: number;
      /** Leaves out leads graded Spam, except in the entry for that grade. */
      win: {
        won: number;
        lost: number;
        rate: number | null;
        low: number | null;
        high: number | null;
      };
      /** The amounts of won leads, in `currency`. Wins without an amount add nothing. */
      revenue: number;
      /** The same source in the period of `previous`. */
      previous: {
        leads: number;
        /** Leaves out leads graded Spam, except in the entry for that grade. */
        win: {
          won: number;
          lost: number;
          rate: number | null;
          low: number | null;
          high: number | null;
        };
        /** The amounts of won leads, in `currency`. Wins without an amount add nothing. */
        revenue: number;
      };
    }[];
    by_grade: readonly {
      grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
      leads: number;
      open: number;
      /** Leaves out leads graded Spam, except in the entry for that grade. */
      win: {
        won: number;
        lost: number;
        rate: number | null;
        low: number | null;
        high: number | null;
      };
      /** The amounts of won leads, in `currency`. Wins without an amount add nothing. */
      revenue: number;
    }[];
    /** Time from receiving a lead to the first contact, around the clock. A lead counts as contacted when its status first changes from new, at the latest when its outcome is recorded. Without Spam. */
    contact: {
      contacted: number;
      median_hours: number | null;
      /** Under an hour, 4 hours, a day, three days, longer, and no contact. */
      ranges: readonly {
        label: string;
        /** False for leads without a recorded contact. */
        is_contacted: boolean;
        leads: number;
        /** Leaves out leads graded Spam, except in the entry for that grade. */
        win: {
          won: number;
          lost: number;
          rate: number | null;
          low: number | null;
          high: number | null;
        };
      }[];
    };
    /** By current assignee: up to 100 with the most leads, then those assigned to nobody. Without Spam. A person who leaves keeps the leads that were won or lost. */
    by_rep: readonly {
      user_id: string | null;
      name: string | null;
      leads: number;
      contacted: number;
      median_contact_hours: number | null;
      /** Leaves out leads graded Spam, except in the entry for that grade. */
      win: {
        won: number;
        lost: number;
        rate: number | null;
        low: number | null;
        high: number | null;
      };
      /** The amounts of won leads, in `currency`. Wins without an amount add nothing. */
      revenue: number;
    }[];
    /** The period just before, for comparison. It is as long as the part of the period that has passed. */
    previous: {
      from: string;
      to: string;
      leads: number;
      hot: number;
      spam: number;
      /** Leaves out leads graded Spam, except in the entry for that grade. */
      win: {
        won: number;
        lost: number;
        rate: number | null;
        low: number | null;
        high: number | null;
      };
      /** The amounts of won leads, in `currency`. Wins without an amount add nothing. */
      revenue: number;
      contacted: number;
      median_contact_hours: number | null;
    };
    /** Time from receiving a lead to its outcome. */
    speed: {
      /** Leads won or lost at a known time after they were received. Imported outcomes may have no time. */
      decided: number;
      median_hours: number | null;
      /** Under an hour, a day, three days, a week, 30 days, and longer. */
      ranges: readonly {
        label: string;
        won: number;
        lost: number;
      }[];
    };
  };
}

export interface LostReasonsResult {
  success: true;
  data: {
    /** Those of the account’s profile, most common first. */
    reasons: readonly {
      reason: string;
      leads: number;
    }[];
    /** Leads with a reason that is not listed. */
    other: number;
    /** Leads without a reason. */
    none: number;
    /** Lost leads received in the period, without spam. */
    counted: number;
    /** There may be older lost leads that were not counted. */
    is_capped: boolean;
  };
}

export interface Import {
  import_id: string;
  status:
    | 'uploading'
    | 'ready'
    | 'queued'
    | 'running'
    | 'finished'
    | 'stopped'
    | 'cancelled'
    | 'failed'
    | 'undoing'
    | 'undone';
  file_name: string;
  file_bytes: number;
  format: string | null;
  sheet: string | null;
  /** The sheets of an Excel file. */
  sheets: readonly string[];
  header_line: number | null;
  mapping: Readonly<
    Record<
      string,
      | 'name'
      | 'first_name'
      | 'last_name'
      | 'email'
      | 'phone'
      | 'budget'
      | 'message'
      | 'source'
      | 'company'
      | 'title'
      | 'received_at'
      | 'status'
      | 'assignee'
      | 'outcome'
      | 'outcome_at'
      | 'outcome_amount'
      | 'outcome_currency'
      | 'outcome_reason'
      | 'custom'
      | 'ignore'
    >
  > | null;
  /** What to do when the plan limit is reached: `stop` the import, or `skip` the remaining rows. */
  when_full: 'stop' | 'skip';
  progress: {
    bytes_read: number;
    rows_read: number;
    stored: number;
    refused: number;
    /** Stored leads without an assignee, although the file names one: not a member, more than one, or a viewer. */
    unassigned: number;
    /** Rows with the same values as an earlier one, which are one lead. */
    repeated: number;
    /** Stored leads without a date or a deal value of the file; see `/warnings`. */
    warnings: number;
    /** Leads that were deleted because the import was undone. */
    removed: number;
  };
  can_undo_until: string | null;
  /** How many of the refused rows are not in the download, because too many were refused to keep them all. */
  refused_not_kept: number;
  error: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

export interface ImportList {
  success: true;
  /** The newest 100. */
  data: readonly Import[];
}

export interface ImportPreview {
  columns: readonly {
    name: string;
    meaning:
      | 'name'
      | 'first_name'
      | 'last_name'
      | 'email'
      | 'phone'
      | 'budget'
      | 'message'
      | 'source'
      | 'company'
      | 'title'
      | 'received_at'
      | 'status'
      | 'assignee'
      | 'outcome'
      | 'outcome_at'
      | 'outcome_amount'
      | 'outcome_currency'
      | 'outcome_reason'
      | 'custom'
      | 'ignore';
    sample: string | null;
    skipped_because: 'team_note' | 'record_id' | 'record_date' | 'progress' | 'owner' | 'added_by_us' | null;
  }[];
  /** The first rows of the file as they are, one of which is the header. Empty for NDJSON. */
  top_rows: readonly {
    line: number;
    /** The first ones, shortened. */
    cells: readonly string[];
  }[];
  /** The first rows, scored but not stored. */
  rows: readonly {
    line: number;
    /** The lead read from this row. */
    lead?: unknown | undefined;
    score?: number | undefined;
    grade?: string | undefined;
    /** Won and lost leads have an outcome; all others are open. */
    status?: 'new' | 'contacted' | 'qualified' | 'unqualified' | 'won' | 'lost' | undefined;
    outcome?: string | undefined;
    /** The deal value of a lead that was won or lost. */
    outcome_amount?: number | undefined;
    /** The name of the member. */
    assignee?: string | undefined;
    /** Whom the file names, if that is not a member, or more than one. */
    unknown_assignee?: string | undefined;
    /** Whom the file names, if that is a viewer, who can’t work on leads. */
    viewer_assignee?: string | undefined;
    received_at?: string | undefined;
    /** Why the lead is stored without a date or a deal value of the file. */
    warning?: string | undefined;
    /** Why the row would be rejected. */
    error?: string | undefined;
  }[];
  /** Up to 50 words in the status and outcome columns with the status that each becomes unless `statuses` says otherwise: unknown ones first, then the most frequent. Looks at the first megabyte of the file, at most 20,000 rows. */
  status_words: readonly {
    /** As the file has it, shortened. */
    word: string;
    /** How many rows of the first megabyte have it. */
    rows: number;
    status: 'new' | 'contacted' | 'qualified' | 'unqualified' | 'won' | 'lost' | null;
  }[];
  date_order: {
    /** How dates with slashes are read: is 03/04/2026 the 3rd of April or the 4th of March? */
    order: 'day_first' | 'month_first';
    /** Whether the columns decide: one has a date like 25/03/2026, and none has one like 03/25/2026. */
    is_certain: boolean;
    /** How many dates can be read either way. */
    dates: number;
    /** The first of them. */
    example: string;
  } | null;
  /** Leads that will be stored without a date or a deal value of the file. Looks at the first megabyte of the file, at most 20,000 rows. */
  warnings: readonly {
    /** `date`: the date can’t be read. `currency`: the deal value is in another currency than the account’s. */
    kind: 'date' | 'currency';
    column: string;
    currency: string | null;
    rows: number;
    /** The first ten. */
    lines: readonly number[];
    /** What is wrong with the first of them. */
    example: string;
  }[];
  /** Words in the status and outcome columns that are not known, most frequent first, also those in `statuses`. Looks at the first megabyte of the file, at most 20,000 rows. */
  unknown_statuses: readonly {
    /** As the file has it, shortened. */
    word: string;
    /** How many rows of the first megabyte have it. */
    rows: number;
  }[];
}

export interface UploadResult {
  success: true;
  data: {
    import_id: string;
    status:
      | 'uploading'
      | 'ready'
      | 'queued'
      | 'running'
      | 'finished'
      | 'stopped'
      | 'cancelled'
      | 'failed'
      | 'undoing'
      | 'undone';
    file_name: string;
    file_bytes: number;
    format: string | null;
    sheet: string | null;
    /** The sheets of an Excel file. */
    sheets: readonly string[];
    header_line: number | null;
    mapping: Readonly<
      Record<
        string,
        | 'name'
        | 'first_name'
        | 'last_name'
        | 'email'
        | 'phone'
        | 'budget'
        | 'message'
        | 'source'
        | 'company'
        | 'title'
        | 'received_at'
        | 'status'
        | 'assignee'
        | 'outcome'
        | 'outcome_at'
        | 'outcome_amount'
        | 'outcome_currency'
        | 'outcome_reason'
        | 'custom'
        | 'ignore'
      >
    > | null;
    /** What to do when the plan limit is reached: `stop` the import, or `skip` the remaining rows. */
    when_full: 'stop' | 'skip';
    progress: {
      bytes_read: number;
      rows_read: number;
      stored: number;
      refused: number;
      /** Stored leads without an assignee, although the file names one: not a member, more than one, or a viewer. */
      unassigned: number;
      /** Rows with the same values as an earlier one, which are one lead. */
      repeated: number;
      /** Stored leads without a date or a deal value of the file; see `/warnings`. */
      warnings: number;
      /** Leads that were deleted because the import was undone. */
      removed: number;
    };
    can_undo_until: string | null;
    /** How many of the refused rows are not in the download, because too many were refused to keep them all. */
    refused_not_kept: number;
    error: string | null;
    created_at: string;
    started_at: string | null;
    finished_at: string | null;
    /** Whether the same file was uploaded before; this is that import. */
    is_known: boolean;
    preview: ImportPreview | null;
  };
}

export interface ImportResult {
  success: true;
  data: Import;
}

export interface ImportPreviewResult {
  success: true;
  data: ImportPreview;
}

export interface ImportSheet {
  sheet: string;
}

export interface ImportHeader {
  /** The line of one of the `top_rows`. */
  line: number;
}

export interface ImportStart {
  /** What each column maps to. Columns left out keep the detected mapping. */
  mapping?:
    | Readonly<
        Record<
          string,
          | 'name'
          | 'first_name'
          | 'last_name'
          | 'email'
          | 'phone'
          | 'budget'
          | 'message'
          | 'source'
          | 'company'
          | 'title'
          | 'received_at'
          | 'status'
          | 'assignee'
          | 'outcome'
          | 'outcome_at'
          | 'outcome_amount'
          | 'outcome_currency'
          | 'outcome_reason'
          | 'custom'
          | 'ignore'
        >
      >
    | undefined;
  /** Which status words of a status or outcome column stand for. Other words keep the status they are known by, and rows with other unknown words are rejected. */
  statuses?:
    | Readonly<Record<string, 'new' | 'contacted' | 'qualified' | 'unqualified' | 'won' | 'lost'>>
    | undefined;
  /** How dates with slashes are read: is 03/04/2026 the 3rd of April or the 4th of March? */
  date_order?: 'day_first' | 'month_first' | undefined;
  /** What to do when the plan limit is reached: `stop` the import, or `skip` the remaining rows. */
  when_full?: 'stop' | 'skip' | undefined;
}

export interface WebhookHeader {
  name: string;
  /** Printable ASCII. Without it, a header that is already set keeps its value. */
  value?: string | undefined;
}

export interface WebhookRequest {
  /** Where to send events. Must be https on port 443 or 8443, at a public address. */
  url: string;
  description?: string | undefined;
  /** `slack`: messages for a Slack-compatible incoming webhook. */
  format?: 'standard' | 'slack' | undefined;
  events?:
    | readonly (
        | 'lead.scored'
        | 'lead.outcome'
        | 'lead.status'
        | 'usage.threshold'
        | 'import.finished'
        | 'model.drift'
      )[]
    | undefined;
  /** Only send `lead.scored` for leads of this grade or better. `Spam`: for all leads. */
  min_grade?: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam' | undefined;
  max_per_minute?: number | null | undefined;
  /** Headers to send with each delivery, such as Authorization. Replaces all that are set. Values are stored encrypted and never shown again. */
  headers?: readonly WebhookHeader[] | undefined;
}

export interface NewWebhookResult {
  success: true;
  data: {
    webhook_id: string;
    url: string;
    description: string;
    /** `slack`: messages for a Slack-compatible incoming webhook. */
    format: 'standard' | 'slack';
    events: readonly (
      | 'lead.scored'
      | 'lead.outcome'
      | 'lead.status'
      | 'usage.threshold'
      | 'import.finished'
      | 'model.drift'
    )[];
    /** How good the lead is. */
    min_grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
    max_per_minute: number | null;
    headers: readonly {
      name: string;
      /** The last characters of the value, if it is long enough. */
      hint: string;
    }[];
    enabled: boolean;
    disabled_reason: 'by_hand' | 'gone' | 'failing' | null;
    disabled_at: string | null;
    failing_since: string | null;
    created_at: string;
    /** `whsec_…`, for verifying signatures. Only shown once. */
    secret: string;
  };
}

export interface Webhook {
  webhook_id: string;
  url: string;
  description: string;
  /** `slack`: messages for a Slack-compatible incoming webhook. */
  format: 'standard' | 'slack';
  events: readonly (
    | 'lead.scored'
    | 'lead.outcome'
    | 'lead.status'
    | 'usage.threshold'
    | 'import.finished'
    | 'model.drift'
  )[];
  /** How good the lead is. */
  min_grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
  max_per_minute: number | null;
  headers: readonly {
    name: string;
    /** The last characters of the value, if it is long enough. */
    hint: string;
  }[];
  enabled: boolean;
  disabled_reason: 'by_hand' | 'gone' | 'failing' | null;
  disabled_at: string | null;
  failing_since: string | null;
  created_at: string;
}

export interface WebhookList {
  success: true;
  data: readonly Webhook[];
}

export interface WebhookResult {
  success: true;
  data: Webhook;
}

export interface WebhookChanges {
  /** Where to send events. Must be https on port 443 or 8443, at a public address. */
  url?: string | undefined;
  description?: string | undefined;
  /** `slack`: messages for a Slack-compatible incoming webhook. */
  format?: 'standard' | 'slack' | undefined;
  events?:
    | readonly (
        | 'lead.scored'
        | 'lead.outcome'
        | 'lead.status'
        | 'usage.threshold'
        | 'import.finished'
        | 'model.drift'
      )[]
    | undefined;
  /** Only send `lead.scored` for leads of this grade or better. `Spam`: for all leads. */
  min_grade?: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam' | undefined;
  max_per_minute?: number | null | undefined;
  /** Headers to send with each delivery, such as Authorization. Replaces all that are set. Values are stored encrypted and never shown again. */
  headers?: readonly WebhookHeader[] | undefined;
  /** Switches the endpoint on or off. */
  enabled?: boolean | undefined;
}

export interface TestSent {
  success: true;
  data: {
    event_id: string;
  };
}

export interface Delivery {
  /** The `webhook-id` header; the same on every attempt. */
  event_id: string;
  event: string;
  lead_id: string | null;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  created_at: string;
  last_attempt_at: string | null;
  next_attempt_at: string | null;
  response_status: number | null;
  response_excerpt: string | null;
  error: string | null;
}

export interface DeliveryPage {
  success: true;
  /** With `status`, a page looks at the next 20,000 deliveries and may be short or empty; `next_cursor` leads on. */
  data: readonly Delivery[];
  next_cursor: string | null;
}

export interface QueuedResult {
  success: true;
  data: {
    /** The number of deliveries queued. */
    queued: number;
  };
}

/** The field of the CRM that each value goes to. Null: it is not sent. */
export interface CrmMapping {
  title?: string | null | undefined;
  name?: string | null | undefined;
  first_name?: string | null | undefined;
  last_name?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  company?: string | null | undefined;
  message?: string | null | undefined;
  source?: string | null | undefined;
  score?: string | null | undefined;
  grade?: string | null | undefined;
  reasons?: string | null | undefined;
  next_step?: string | null | undefined;
  received_at?: string | null | undefined;
  link?: string | null | undefined;
}

export interface CrmConnection {
  vendor: 'odoo' | 'hubspot' | 'pipedrive' | 'salesforce';
  url: string;
  database: string;
  login: string;
  /** Whether leads are sent to the CRM. */
  pushes: boolean;
  /** Whether won and lost deals of the CRM become outcomes of leads. */
  pulls: boolean;
  /** Only leads of this grade or better are added to the CRM. Spam never is. */
  min_grade: 'Hot' | 'Warm' | 'Cool' | 'Cold';
  mapping: CrmMapping;
  fields:
    | readonly {
        name: string;
        label: string;
        type: string;
      }[]
    | null;
  record_url: string | null;
  /** Leads that are about to be sent. */
  waiting: number;
  /** Leads that could not be sent. */
  skipped: number;
  /** Records of the CRM that belong to leads. */
  records: number;
  failing_since: string | null;
  error: string | null;
  paused_at: string | null;
  next_run_at: string;
  created_at: string;
}

export interface CrmResult {
  success: true;
  data: CrmConnection | null;
}

export interface CrmRequest {
  vendor: 'odoo' | 'hubspot' | 'pipedrive' | 'salesforce';
  /** Where the CRM is. HubSpot doesn’t need it. */
  url?: string | undefined;
  /** For Odoo. */
  database?: string | undefined;
  /** The user of Odoo, or the consumer key of an app of Salesforce. */
  login?: string | undefined;
  /** Of Odoo: an API key; HubSpot: the access token of a private app; Pipedrive: an API token; Salesforce: the consumer secret. Stored encrypted and never shown again. */
  api_key: string;
  /** For Salesforce. Without it, the app signs in as itself (client credentials). */
  refresh_token?: string | undefined;
  /** Whether leads are sent to the CRM. */
  pushes?: boolean | undefined;
  /** Whether won and lost deals of the CRM become outcomes of leads. */
  pulls?: boolean | undefined;
  /** Only leads of this grade or better are added to the CRM. Spam never is. */
  min_grade?: 'Hot' | 'Warm' | 'Cool' | 'Cold' | undefined;
  /** Also sends open leads of the last days, up to 20,000. */
  existing_days?: number | undefined;
}

export interface CrmChanges {
  /** Whether leads are sent to the CRM. */
  pushes?: boolean | undefined;
  /** Whether won and lost deals of the CRM become outcomes of leads. */
  pulls?: boolean | undefined;
  /** Only leads of this grade or better are added to the CRM. Spam never is. */
  min_grade?: 'Hot' | 'Warm' | 'Cool' | 'Cold' | undefined;
  mapping?: CrmMapping | undefined;
  /** `false` also resumes a sync that failed for five days. */
  paused?: boolean | undefined;
}

export interface CrmNote {
  lead_id: string;
  /** In a preview, what a sync would do; otherwise, why the lead was skipped. */
  code:
    | 'create'
    | 'update'
    | 'unchanged'
    | 'superseded'
    | 'duplicate_email'
    | 'gone'
    | 'rejected'
    | 'below_grade';
  record_id: string | null;
  /** Fields of the CRM. */
  writes: readonly string[];
  /** Fields that somebody edited in the CRM. */
  keeps: readonly string[];
}

export interface CrmRun {
  run_id: string;
  kind: 'connect' | 'sync' | 'preview';
  status: 'queued' | 'running' | 'finished' | 'failed';
  /** What was done, in a sentence. */
  summary: string;
  counts: Readonly<Record<string, number>>;
  /** Up to 50. */
  notes: readonly CrmNote[];
  error: string | null;
  created_at: string;
  finished_at: string | null;
}

export interface CrmRunList {
  success: true;
  data: readonly CrmRun[];
}

export interface CrmRunRequest {
  /** `sync`: now, and skipped leads again. `preview`: what a sync would do with the ten newest leads; changes nothing. */
  kind: 'sync' | 'preview';
}

export interface CrmRunResult {
  success: true;
  data: CrmRun;
}

export interface Received {
  request_id: string;
  received_at: string;
  mode: 'live' | 'test';
  /** Without the key of an intake URL. */
  path: string;
  content_type: string;
  /** The first 16,000 characters as received, without secrets. */
  body: string;
  is_cut: boolean;
  status: number;
  code: string | null;
  error: string | null;
  tool: string | null;
  lead_id: string | null;
}

export interface PersonExport {
  success: true;
  data: {
    exported_at: string;
    /** As in `GET /api/leads/{id}`, but with all outcomes. */
    leads: readonly {
      lead_id: string;
      received_at: string;
      lead: {
        name: string;
        email: string;
        phone: string;
        budget: string;
        message: string;
        source: string;
        custom_fields: Readonly<Record<string, string>>;
      };
      /** From an answer, the message or the business domain of the email. Empty if unknown. */
      company: string;
      /** The job title. Empty if unknown. */
      title: string;
      result: StoredScore;
      person: {
        person_id: string;
        /** The person's newest 100 leads, this one included. */
        lead_ids: readonly string[];
      };
      outcome: 'open' | 'won' | 'lost';
      /** Oldest first: when it was scored, and its newest 200 outcomes. */
      history: readonly (
        | {
            event: 'scored';
            at: string;
            version: string;
            score: number;
          }
        | {
            event: 'outcome';
            outcome: 'open' | 'won' | 'lost';
            /** When it happened. */
            at: string;
            amount: number | null;
            reason: string | null;
            recorded_at: string;
            recorded_by: string | null;
          }
      )[];
      /** Won and lost leads have an outcome; all others are open. */
      status: 'new' | 'contacted' | 'qualified' | 'unqualified' | 'won' | 'lost';
      assignee: string | null;
      snoozed_until: string | null;
      contacted_at: string | null;
      /** Graded Spam, but a person said that it isn’t: so it is on the to-do list. */
      not_spam: boolean;
      next_activity: {
        kind: 'call' | 'email' | 'meeting';
        at: string;
      } | null;
      /** Goes up whenever the status, outcome, assignee, snooze or rescue from spam changes, no matter who changes it. Notes, feedback and scores leave it as it is. */
      revision: number;
      /** Oldest first: everything that happened to the lead, of each kind the newest 300, and the deliveries of the newest events, at most 200. */
      timeline: readonly (
        | {
            entry_id: string;
            at: string;
            event: 'received';
            source: string;
          }
        | {
            entry_id: string;
            at: string;
            event: 'scored';
            version: string;
            settings_version: string;
            /** The learned model that took part; missing if the rules scored alone. */
            model_version?: string | undefined;
            score: number;
            /** How good the lead is. */
            grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
          }
        | {
            entry_id: string;
            at: string;
            event: 'status';
            /** `user_…`, `key_…`, `operator` or `worker`. */
            by: string;
            /** Won and lost leads have an outcome; all others are open. */
            status: 'new' | 'contacted' | 'qualified' | 'unqualified' | 'won' | 'lost';
            /** Won and lost leads have an outcome; all others are open. */
            previous: 'new' | 'contacted' | 'qualified' | 'unqualified' | 'won' | 'lost';
            note: string | null;
          }
        | {
            entry_id: string;
            at: string;
            event: 'snoozed';
            /** `user_…`, `key_…`, `operator` or `worker`. */
            by: string;
            until: string | null;
          }
        | {
            entry_id: string;
            at: string;
            event: 'planned';
            /** `user_…`, `key_…`, `operator` or `worker`. */
            by: string;
            activity: {
              kind: 'call' | 'email' | 'meeting';
              at: string;
            } | null;
          }
        | {
            entry_id: string;
            at: string;
            event: 'done';
            /** `user_…`, `key_…`, `operator` or `worker`. */
            by: string;
            kind: 'call' | 'email' | 'meeting';
            result: 'reached' | 'no_answer' | 'wrong_number' | null;
            note: string | null;
          }
        | {
            entry_id: string;
            at: string;
            event: 'assigned';
            /** `user_…`, `key_…`, `operator` or `worker`. */
            by: string;
            assignee: string | null;
            previous: string | null;
            /** The routing rule that chose the assignee. */
            rule?: string | undefined;
          }
        | {
            entry_id: string;
            at: string;
            event: 'note';
            /** `user_…`, `key_…`, `operator` or `worker`. */
            by: string;
            text: string;
          }
        | {
            entry_id: string;
            at: string;
            event: 'feedback';
            /** `user_…`, `key_…`, `operator` or `worker`. */
            by: string;
            verdict: 'too_high' | 'too_low' | 'not_spam' | 'spam' | 'right';
            reason: string | null;
            /** The score it is about. */
            score: number;
            /** How good the lead is. */
            grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
          }
        | {
            entry_id: string;
            at: string;
            event: 'corrected';
            /** `user_…`, `key_…`, `operator` or `worker`. */
            by: string;
            corrections: readonly {
              field: 'name' | 'email' | 'phone' | 'company';
              from: string;
              to: string;
              /** The one whose answer is the company. */
              question?: string | undefined;
            }[];
          }
        | {
            entry_id: string;
            at: string;
            event: 'rescored';
            /** `user_…`, `key_…`, `operator` or `worker`. */
            by: string;
            version: string;
            settings_version: string;
            /** The learned model that took part; missing if the rules scored alone. */
            model_version?: string | undefined;
            score: number;
            /** How good the lead is. */
            grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
            /** The score before. */
            previous: number;
            /** How good the lead is. */
            previous_grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
            previous_version: string;
            previous_settings_version: string;
            /** The learned model that took part; missing if the rules scored alone. */
            previous_model_version?: string | undefined;
          }
        | {
            outcome: 'open' | 'won' | 'lost';
            /** When it happened. */
            at: string;
            amount: number | null;
            reason: string | null;
            recorded_at: string;
            recorded_by: string | null;
            entry_id: string;
            event: 'outcome';
          }
        | {
            entry_id: string;
            at: string;
            event: 'delivered';
            endpoint_id: string;
            /** Of the webhook event. */
            type: string;
            status: 'pending' | 'delivered' | 'failed';
          }
      )[];
    }[];
    /** Their contact details, normalized for search. */
    contacts: readonly {
      person_id: string;
      email: string;
      phone: string;
      name: string;
    }[];
    /** Which webhook endpoints their leads were sent to, and when. */
    deliveries: readonly unknown[];
    /** Rejected rows of import files. */
    refused_rows: readonly unknown[];
    /** Requests of the last week, as received. */
    received: readonly Received[];
  };
}

export interface EraseRequest {
  email?: string | undefined;
  phone?: string | undefined;
}

export interface EraseResult {
  success: true;
  data: {
    leads: number;
    contacts: number;
    deliveries: number;
    refused_rows: number;
    /** Logged requests. */
    received: number;
    /** Records in the CRM that their leads were sent to. They stay there: delete them in the CRM. */
    crm_records: number;
  };
}

export interface Retention {
  days: number | null;
}

export interface RetentionResult {
  success: true;
  data: Retention;
}

export interface AuditPage {
  success: true;
  data: readonly {
    entry_id: string;
    at: string;
    /** `key_…`, `user_…`, `operator`, or `worker` for the system. */
    actor: string;
    actor_name: string | null;
    action: string;
    subject: string;
    subject_name: string | null;
    details: unknown;
  }[];
  next_cursor: string | null;
}

export interface SetupResult {
  success: true;
  data: {
    /** A key that can send leads has been used. */
    is_connected: boolean;
    /** A lead has been received or imported. */
    has_leads: boolean;
    /** The account has at least two members. */
    has_team: boolean;
    /** A webhook announces events, in Slack or elsewhere. */
    has_alerts: boolean;
    /** An outcome has been recorded. */
    has_outcomes: boolean;
  };
}

export interface UsageResult {
  success: true;
  data: {
    plan: string;
    /** `YYYY-MM`, UTC. */
    month: string;
    used: number;
    limit: number | null;
    left: number | null;
    /** Leads graded Spam don’t count, unless they were imported or somebody says they aren’t. */
    spam: {
      /** Leads graded Spam, which are not in `used`. */
      not_counted: number;
      limit: number | null;
    };
    resets_at: string;
    /** What the account stores, test leads included. Deleting leads frees it. */
    storage: {
      used_bytes: number;
      limit_bytes: number | null;
    };
  };
}

export interface ListedRequest {
  request_id: string;
  received_at: string;
  mode: 'live' | 'test';
  /** Without the key of an intake URL. */
  path: string;
  content_type: string;
  /** The first 16,000 characters as received, without secrets. */
  body: string;
  is_cut: boolean;
  status: number;
  code: string | null;
  error: string | null;
  tool: string | null;
  lead_id: string | null;
  key_name: string | null;
  person: string | null;
}

export interface ReceivedList {
  success: true;
  /** Newest first. */
  data: readonly ListedRequest[];
}
