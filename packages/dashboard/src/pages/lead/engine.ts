// The parts of the engine this page uses, in their own chunk: it is large, so it is only loaded when a lead is opened.

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
