// All API errors. The meaning of a code never changes, but the message sent with it may change at any time.

interface ErrorKind {
  readonly status: number;
  /** The three interface calls have no code in the body, so their error message starts with this instead. */
  readonly condition: string;
}

const kinds = <const Codes extends readonly string[]>(status: number, condition: string, codes: Codes) =>
  Object.fromEntries(codes.map((code) => [code, { status, condition }])) as Record<Codes[number], ErrorKind>;

export const ERRORS = {
  ...kinds(400, 'invalid input', [
    'invalid_input',
    'invalid_json',
    'invalid_encoding',
    'invalid_http',
    'invalid_cursor',
    'not_an_object',
    'wrong_type',
    'too_long',
    'too_many_fields',
    'invalid_characters',
    'invalid_name',
    'missing_contact',
    'blocked_url',
    'email_taken',
    'wrong_password',
    'weak_password',
    'link_expired',
    'sso_failed',
  ]),
  ...kinds(401, 'missing API key', ['missing_api_key']),
  ...kinds(401, 'invalid API key', [
    'invalid_api_key',
    'revoked_api_key',
    'expired_api_key',
    'misplaced_api_key',
  ]),
  ...kinds(401, 'not signed in', ['not_signed_in', 'sso_check_required', 'wrong_credentials', 'wrong_code']),
  ...kinds(402, 'plan limit reached', [
    'plan_limit_reached',
    'spam_limit_reached',
    'storage_limit_reached',
    'test_limit_reached',
  ]),
  ...kinds(403, 'not allowed', [
    'forbidden',
    'role_required',
    'scope_required',
    'export_not_allowed',
    'session_too_old',
    'not_a_member',
    'cross_site_request',
    'sign_up_closed',
    'two_factor_required',
    'sso_denied',
    'sso_login_required',
    'sso_email_unverified',
    'sso_email_taken',
    'sso_domain_not_allowed',
    'passwords_off',
    'invalid_setup_token',
    'email_not_verified',
    'wrong_host',
  ]),
  ...kinds(403, 'account closed', ['account_closed']),
  ...kinds(404, 'not found', ['not_found', 'invitation_expired']),
  ...kinds(405, 'method not allowed', ['method_not_allowed']),
  ...kinds(408, 'request timeout', ['request_timeout']),
  ...kinds(409, 'request in flight', ['request_in_flight']),
  ...kinds(409, 'conflict', [
    'conflict',
    'account_switched',
    'changed_meanwhile',
    'already_member',
    'last_owner',
    'limit_reached',
    'name_taken',
    'import_in_progress',
    'webhook_disabled',
  ]),
  ...kinds(413, 'too large', ['too_large', 'import_storage_full']),
  ...kinds(415, 'unsupported type', ['unsupported_type']),
  ...kinds(417, 'expectation failed', ['expectation_failed']),
  ...kinds(422, 'idempotency key reused', ['idempotency_key_reused']),
  ...kinds(429, 'rate limited', [
    'rate_limited',
    'too_many_attempts',
    'too_many_sign_ups',
    'too_many_invitations',
    'too_many_changes',
    'too_many_uploads',
  ]),
  ...kinds(431, 'headers too large', ['headers_too_large']),
  ...kinds(500, 'internal error', ['internal_error']),
  ...kinds(501, 'not available', ['not_available']),
  ...kinds(503, 'overloaded', ['overloaded']),
  ...kinds(503, 'sign-in service unavailable', ['sso_unavailable']),
  ...kinds(503, 'not ready', ['schema_outdated']),
};

export type ErrorCode = keyof typeof ERRORS;

/** Sent with every error response, whatever its body. */
export const ERROR_CODE_HEADER = 'X-Error-Code';

export const isErrorCode = (text: unknown): text is ErrorCode =>
  typeof text === 'string' && Object.hasOwn(ERRORS, text);
