// The leads that are shown: which one is active, which are selected, and what keys, clicks and news do to them.

import type { ListedLead, Outcome } from '@leadline/contract';
import { notifications } from '@mantine/notifications';
import { IconArrowUp } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { nameLead } from '../../components/name-lead.ts';
import { leadPath } from '../../navigation/page-paths.ts';
import { useCan } from '../../session/use-session.ts';
import { AskOutcome, type Question } from './ask-outcome.tsx';
import type { Decision } from './decide-leads.ts';
import type { Tab } from './filters.ts';
import inboxClasses from './inbox.module.css';
import classes from './lead-grid.module.css';
import { LeadGrid, type RowAction } from './lead-grid.tsx';
import { LoadMore, type More } from './load-more.tsx';
import { recallPlace } from './remember-place.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useActive } from './use-active.ts';
import type { Arrivals } from './use-arrivals.ts';
import { useInboxShortcuts } from './use-inbox-shortcuts.ts';
import { useOpenLead } from './use-open-lead.ts';
import { useKeepInView, useReturnToPlace } from './use-place.ts';
import { useRowSize } from './use-row-size.ts';
import { useSelection } from './use-selection.ts';
import { useWindowList } from './use-window-list.ts';

interface LeadListProps {
  readonly tab: Tab;
  /** The filters as one text: another is another list. */
  readonly view: string;
  readonly leads: readonly ListedLead[];
  readonly arrivals: Arrivals;
  /** They are of another search, until its own have come. */
  readonly isBusy: boolean;
  readonly more: More;
  /** While something is pointed at, selected or scrolled to, nothing may move. */
  readonly onHold: (isHeld: boolean) => void;
  readonly onDecide: (leads: readonly ListedLead[], decision: Decision) => Promise<void>;
}

export function LeadList({ tab, view, leads, arrivals, isBusy, more, onHold, onDecide }: LeadListProps) {
  const canDecide = useCan('rep');
  const grid = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const size = useRowSize();
  const active = useActive(leads, recallPlace(view)?.leadId ?? null);
  const selection = useSelection(leads);
  const list = useWindowList(body, leads.length, active.index, size);
  const [isPointedAt, setPointedAt] = useState(false);
  const [asked, setQuestion] = useState<Question | null>(null);
  const askedIndex = findAsked(leads, asked);
  const question =
    asked?.at === 'row' ? (askedIndex < 0 ? null : asked) : selection.ids.size > 0 ? asked : null;
  // What it was about has left the list, or is no longer selected: it must not come up again with the next selection.
  const isMoot = asked !== null && question === null;
  const leaveMoot = useEffectEvent(() => {
    const [about] = asked?.at === 'row' ? asked.leads : [];
    if (about !== undefined)
      notifications.show({ message: `${nameLead(about)} was decided or deleted by somebody else just now.` });
    leaveQuestion();
  });
  useEffect(() => {
    if (isMoot) leaveMoot();
  }, [isMoot]);
  const isHeld = !list.isAtTop || isPointedAt || selection.ids.size > 0 || question !== null;
  useEffect(() => {
    onHold(isHeld);
    return () => onHold(false);
  }, [isHeld, onHold]);
  const openLead = useOpenLead(view, leads);
  useReturnToPlace(view, grid);
  useKeepInView(leads, body, list.firstInView, size.height);

  function activate(index: number): void {
    const next = Math.max(0, Math.min(leads.length - 1, index));
    active.set(next);
    list.scrollTo(next);
    grid.current?.focus({ preventScroll: true });
  }

  function step(by: number): void {
    activate(active.index === null ? list.firstInView() : active.index + by);
  }

  function select(leadId: string, isRange: boolean): void {
    if (isRange) selection.extendTo(leadId);
    else selection.toggle(leadId);
  }

  /** What may be said more is asked for, and so is whether many are meant. */
  function decide(targets: readonly ListedLead[], outcome: Outcome, at: Question['at']): void {
    const changing = targets.filter((lead) => lead.outcome !== outcome);
    if (changing.length === 0 || isBusy) return;
    if (outcome === 'open') send(changing, { outcome });
    else setQuestion({ outcome, leads: changing, at });
  }

  function send(targets: readonly ListedLead[], decision: Decision): void {
    leaveQuestion();
    selection.clear();
    void onDecide(targets, decision);
  }

  /** Those that somebody else has decided since the question came up stay as they are. */
  function sendUnchanged(targets: readonly ListedLead[], decision: Decision): void {
    const shown = new Map(leads.map(({ lead_id, outcome }) => [lead_id, outcome]));
    const unchanged = targets.filter(({ lead_id, outcome }) => shown.get(lead_id) === outcome);
    const left = targets.length - unchanged.length;
    if (left > 0)
      notifications.show({
        message: `${left === 1 ? '1 lead was' : `${left} leads were`} decided or deleted by somebody else just now, and left alone.`,
      });
    if (unchanged.length > 0) send(unchanged, decision);
    else leaveQuestion();
  }

  /** The popover goes with its question, and cannot give the focus back itself. */
  function leaveQuestion(): void {
    setQuestion(null);
    grid.current?.focus({ preventScroll: true });
  }

  function decideByKey(outcome: Outcome): void {
    if (selection.ids.size > 0) decide(selectedLeads(), outcome, 'bar');
    else if (active.lead !== null) decide([active.lead], outcome, 'row');
  }

  function selectedLeads(): readonly ListedLead[] {
    return leads.filter(({ lead_id }) => selection.ids.has(lead_id));
  }

  function act(action: RowAction, leadId: string, event: MouseEvent): void {
    const index = leads.findIndex(({ lead_id }) => lead_id === leadId);
    const lead = leads[index];
    if (lead === undefined) return;
    if (action !== 'go') active.set(index);
    if (action === 'go') go(index, event);
    else if (action === 'select') select(leadId, event.shiftKey);
    else decide([lead], action, 'row');
  }

  function go(index: number, event: MouseEvent): void {
    const isLink = (event.target as HTMLElement).closest('a') !== null;
    if (event.metaKey || event.ctrlKey || event.shiftKey) {
      // The browser does it for the link itself.
      const leadId = leads[index]?.lead_id;
      if (!isLink && leadId !== undefined && !event.shiftKey) window.open(leadPath(leadId), '_blank');
      return;
    }
    event.preventDefault();
    // Who marks text to copy it wants to stay.
    if (window.getSelection()?.isCollapsed !== false) openLead(index);
  }

  function press(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(window.innerHeight / size.height) - 3);
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      PageDown: () => step(page),
      PageUp: () => step(-page),
      Home: () => activate(0),
      End: () => activate(leads.length - 1),
    };
    const onRow: Readonly<Record<string, () => void>> = {
      Enter: () => active.index !== null && openLead(active.index),
      ' ': () => active.lead !== null && canDecide && select(active.lead.lead_id, event.shiftKey),
    };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const run = moves[event.key] ?? (event.target === grid.current ? onRow[event.key] : undefined);
    if (run === undefined) return;
    event.preventDefault();
    run();
  }

  function clear(): void {
    if (selection.ids.size > 0) selection.clear();
    else active.set(null);
  }

  useInboxShortcuts(canDecide, {
    step,
    open: () => active.index !== null && openLead(active.index),
    select: (isRange) => active.lead !== null && select(active.lead.lead_id, isRange),
    decide: decideByKey,
    clear,
  });

  async function reveal(): Promise<void> {
    const first = await arrivals.reveal();
    // Once it is drawn.
    requestAnimationFrame(() => {
      window.scrollTo(0, 0);
      if (first > 0) list.scrollTo(first);
    });
  }

  return (
    <div className={classes.frame}>
      <div className={classes.pill} role="status">
        {arrivals.waiting > 0 && (
          <button type="button" onClick={reveal}>
            <IconArrowUp size={15} aria-hidden />
            {arrivals.waiting === 1 ? '1 new lead' : `${arrivals.waiting} new leads`}
          </button>
        )}
      </div>
      <LeadGrid
        tab={tab}
        grid={grid}
        body={body}
        leads={leads}
        list={list}
        size={size}
        activeIndex={active.index}
        selected={selection.ids}
        fresh={arrivals.fresh}
        canDecide={canDecide}
        hasMore={more.hasMore}
        isBusy={isBusy}
        onAct={act}
        onKeyDown={press}
        onKeyboardFocus={() => active.index === null && active.set(list.firstInView())}
        onPoint={setPointedAt}
        onSelectAll={() => (selection.ids.size === leads.length ? selection.clear() : selection.selectAll())}
      >
        {question?.at === 'row' && (
          <AskOutcome
            question={question}
            onAnswer={(decision) => send(question.leads, decision)}
            onClose={leaveQuestion}
            anchorClass={classes.anchor}
            anchorTop={(askedIndex + 1) * size.height - 12}
          />
        )}
      </LeadGrid>
      <LoadMore more={more} lastDrawn={list.indexes.at(-1) ?? 0} loaded={leads.length} />
      {selection.ids.size > 0 && (
        <SelectionBar
          count={selection.ids.size}
          canReopen={selectedLeads().some(({ outcome }) => outcome !== 'open')}
          onDecide={(outcome) => decide(selectedLeads(), outcome, 'bar')}
          onClear={selection.clear}
        >
          {question?.at === 'bar' && (
            <AskOutcome
              question={question}
              onAnswer={(decision) => sendUnchanged(question.leads, decision)}
              onClose={leaveQuestion}
              anchorClass={inboxClasses.barAnchor}
            />
          )}
        </SelectionBar>
      )}
    </div>
  );
}

/** Where the lead stands that is asked about. It may have left the list meanwhile, or somebody else has decided it. */
function findAsked(leads: readonly ListedLead[], asked: Question | null): number {
  const about = asked?.at === 'row' ? asked.leads[0] : undefined;
  return leads.findIndex(({ lead_id, outcome }) => lead_id === about?.lead_id && outcome === about.outcome);
}
