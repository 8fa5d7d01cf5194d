// What this page uses of the engine, in a chunk of its own: it is large, so it comes when a lead is looked at.

export {
  DEFAULT_SETTINGS,
  ENGINE_VERSION,
  explain,
  findSmallestChange,
  forChanged,
  listChanges,
  nameEntry,
  readBudget,
  readLead,
  score,
} from '@leadline/engine';
