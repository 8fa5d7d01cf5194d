// The tools in the order in which assistants see them.

import type { Tool } from '../tool.ts';
import { addNote } from './add-note.ts';
import { changeLead } from './change-lead.ts';
import { countLeads } from './count-leads.ts';
import { explainScore } from './explain-score.ts';
import { findLeads } from './find-leads.ts';
import { getLead } from './get-lead.ts';
import { getScoringSettings } from './get-scoring-settings.ts';
import { previewSettings } from './preview-settings.ts';
import { recordOutcome } from './record-outcome.ts';
import { tryScore } from './try-score.ts';
import { whoToCallNext } from './who-to-call-next.ts';

export const TOOLS: readonly Tool[] = [
  whoToCallNext,
  findLeads,
  countLeads,
  getLead,
  explainScore,
  tryScore,
  recordOutcome,
  addNote,
  changeLead,
  getScoringSettings,
  previewSettings,
];
