// Migrations from before releases had to work with the schema after them. To upgrade across one of these, stop all processes
// first.

const NAMES = `0001_store 0002_worker 0003_ai 0004_dashboard 0005_functions 0006_error_codes 0007_import_limits 0008_storage
  0009_privileges_and_versions 0010_setup_tokens 0011_sign_in_security 0012_account_deletion 0013_account_rate
  0014_request_log 0015_rare_filters 0016_work 0017_allowed_origins 0018_workbooks 0019_search 0020_routing 0021_alerts
  0022_contact_times 0023_settings 0024_shown_keys 0025_not_spam 0026_team_changes 0027_models`;

export const BEFORE_THE_RULE: ReadonlySet<string> = new Set(NAMES.split(/\s+/));
