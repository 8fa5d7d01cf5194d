// Limits that the server enforces and that the dashboard checks before it sends a request.

export const MAX_BODY_BYTES = 256 * 1024;
/** More than any real form has. Fields are counted before anything is decoded. */
export const MAX_FORM_FIELDS = 2_000;
/** Of a multipart form with files. The files are dropped as they arrive; its text has the limit of any other body. */
export const MAX_MULTIPART_BYTES = 10 * 1024 * 1024;
/** What one lead takes when stored, as UTF-8 JSON. */
export const MAX_LEAD_BYTES = 256 * 1024;
export const MAX_BATCH_LEADS = 1_000;
export const MAX_BATCH_BYTES = 8 * 1024 * 1024;
export const MAX_IMPORT_BYTES = 1024 ** 3;
/** Of an Excel file. */
export const MAX_WORKBOOK_BYTES = 100 * 1024 * 1024;
export const MAX_IMPORT_COLUMNS = 500;
export const MAX_FILE_NAME_LENGTH = 200;
export const MAX_SHEET_NAME_LENGTH = 100;
/** Where the header of a file can be. */
export const MAX_HEADER_LINE = 1_000;
/** Words of a file whose status somebody chooses. */
export const MAX_STATUS_WORDS = 200;
/** Rejected rows of an import, to look at. */
export const MAX_SHOWN_REFUSALS = 100;
/** For the names of people, companies and API keys. */
export const MAX_NAME_LENGTH = 100;
export const MAX_VIEW_NAME_LENGTH = 60;
export const MAX_WEBHOOK_DESCRIPTION_LENGTH = 200;
export const MIN_WEBHOOK_RATE = 6;
export const MAX_WEBHOOK_RATE = 6_000;
export const MAX_WEBHOOK_HEADERS = 10;
export const MAX_WEBHOOK_HEADER_NAME_LENGTH = 64;
export const MAX_WEBHOOK_HEADER_VALUE_LENGTH = 1_000;
/** The maximum number of rows per page. */
export const MAX_PAGE_SIZE = 100;
export const MAX_SEARCH_LENGTH = 200;
/** How many values a filter with several can have. */
export const MAX_LISTED_VALUES = 20;
export const MAX_OUTCOMES_PER_REQUEST = 100;
export const MAX_REASON_LENGTH = 2_000;
export const MAX_LOST_REASONS = 20;
export const MAX_LOST_REASON_LENGTH = 60;
export const MAX_LEADS_PER_CHANGE = 100;
export const MAX_NOTE_LENGTH = 2_000;
/** Of a name, an email, a phone number or a company that somebody corrects. */
export const MAX_CONTACT_LENGTH = 320;
export const MAX_DEAL_VALUE = 999_999_999_999;
export const MAX_ROUTING_RULES = 50;
export const MAX_ROUTING_ASSIGNEES = 50;
/** Of one condition, such as its sources. */
export const MAX_ROUTING_VALUES = 50;
export const MAX_RULE_NAME_LENGTH = 60;
export const MAX_ROUTED_QUESTION_LENGTH = 500;
export const MAX_ROUTED_ANSWER_LENGTH = 200;
/** How many other leads from the same person are listed with a lead. */
export const MAX_LINKED_LEADS = 100;
export const MAX_RETENTION_DAYS = 36_500;
export const MAX_INSIGHTS_YEARS = 3;
/** How far back the live stream can report missed erasures. */
export const MAX_MISSED_SECONDS = 7 * 24 * 60 * 60;
export const MAX_ALLOWED_ORIGINS = 20;
/** A host name has at most 253 characters. */
export const MAX_ORIGIN_LENGTH = 300;
/** Also the defaults of an account: two weeks without use, and 90 days in all. */
export const MAX_SESSION_IDLE_MINUTES = 14 * 24 * 60;
export const MAX_SESSION_HOURS = 90 * 24;
/** Use is noted once a minute. */
export const MIN_SESSION_IDLE_MINUTES = 15;
export const MIN_SESSION_HOURS = 1;
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;

/** How long a key that expired is still listed, and how long before that its owners are told. */
export const SHOWN_EXPIRED_KEY_DAYS = 30;
export const KEY_WARNING_DAYS = 7;

/** Of the changes an account makes to the default settings, as JSON. */
export const MAX_SETTINGS_BYTES = 64 * 1024;
export const MAX_SETTINGS_NOTE_LENGTH = 200;
export const MAX_BACKTESTED_LEADS = 50_000;

/** How far what was learned from outcomes can move a score. */
export const DEFAULT_POINT_LIMIT = 30;
export const MAX_POINT_LIMIT = 60;
