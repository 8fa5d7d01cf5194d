// The parts of the engine this page uses. They are a large chunk of their own, loaded only when a lead is opened.

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
