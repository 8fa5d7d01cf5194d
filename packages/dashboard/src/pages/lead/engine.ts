// The parts of the engine that pages use. They are a large chunk of their own, loaded only when a lead or the scoring settings
// are opened.

export {
  BOT_CHECK,
  DEFAULT_SETTINGS,
  ENGINE_VERSION,
  explain,
  findSmallestChange,
  forChanged,
  listChanges,
  nameEntry,
  readBudget,
  readLead,
  readSettings,
  score,
} from '@leadline/engine';
