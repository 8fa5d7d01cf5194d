// Status, next step, assignee, snooze and note of a lead: to change, or only to read.

import type { Facts } from '@leadline/engine';
import { useCan } from '../../../session/use-session.ts';
import type { NoteDraft } from '../../../work/note-draft.ts';
import { StatusBadge } from '../../../work/status-badge.tsx';
import type { LeadData } from '../lead-query.ts';
import type { LeadWork } from '../use-lead-work.ts';
import classes from './lead-header.module.css';
import { NextControls } from './next-controls.tsx';
import { NoteBox } from './note-box.tsx';
import { OwnerControls, useAssigneeName } from './owner-controls.tsx';
import { StatusControl } from './status-control.tsx';

interface LeadControlsProps {
  readonly data: LeadData;
  readonly work: LeadWork;
  readonly draft: NoteDraft;
  /** Null until the engine is loaded. */
  readonly facts: Facts | null;
}

export function LeadControls({ data, work, draft, facts }: LeadControlsProps) {
  const canWork = useCan('rep');
  if (!canWork) return <ReadOnlyControls data={data} />;
  return (
    <div className={classes.work}>
      <StatusControl data={data} work={work} facts={facts} />
      {data.outcome === 'open' && <NextControls data={data} work={work} />}
      <OwnerControls data={data} work={work} />
      <div className={classes.note}>
        <NoteBox work={work} draft={draft} />
      </div>
    </div>
  );
}

function ReadOnlyControls({ data }: { readonly data: LeadData }) {
  const assignee = useAssigneeName(data.assignee);
  return (
    <p className={classes.meta}>
      <StatusBadge status={data.status} />
      <span>Assignee: {assignee ?? 'nobody'}</span>
    </p>
  );
}
