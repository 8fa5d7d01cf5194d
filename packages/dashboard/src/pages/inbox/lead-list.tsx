// The list of leads: tracks the active and selected ones, and handles keys, clicks and live updates.

import type { ListedLead, Outcome } from '@leadline/contract';
import { notifications } from '@mantine/notifications';
import { IconArrowUp } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { nameLead } from '../../components/name-lead.ts';
import { leadPath } from '../../navigation/page-paths.ts';
import type { OutcomeChange } from '../../outcomes/outcome-change.ts';
import { useCan } from '../../session/use-session.ts';
import { useTeam } from '../../work/use-team.ts';
import { isSamePlan, type LeadChange, type WorkChange } from '../../work/work-change.ts';
import { indexBeside } from './board-columns.ts';
import type { Filters, Order } from './filters.ts';
import inboxClasses from './inbox.module.css';
import boardClasses from './lead-board.module.css';
import classes from './lead-grid.module.css';
import { LeadGrid } from './lead-grid.tsx';
import { rowId } from './lead-row.tsx';
import { LoadMore, type More } from './load-more.tsx';
import type { Question } from './question-popover.tsx';
import { recallPlace } from './remember-place.ts';
import type { RowAction } from './row-action.ts';
import { useActive } from './use-active.ts';
import type { Arrivals } from './use-arrivals.ts';
import { useInboxShortcuts } from './use-inbox-shortcuts.ts';
import { useOpenLead } from './use-open-lead.ts';
import { useKeepInView, useReturnToPlace } from './use-place.ts';
import { useRowSize } from './use-row-size.ts';
import { useSelection } from './use-selection.ts';
import { useWindowList } from './use-window-list.ts';

/** The board draws every card; more are loaded by a button. */
const MAX_ON_BOARD = 200;
/** After the list is on screen, which is more urgent. */
const PRELOAD_MS = 1_000;
const loadPopover = () => import('./question-popover.tsx');
const SelectionBar = lazy(async () => ({ default: (await import('./selection-bar.tsx')).SelectionBar }));
/** Most visits don't need it. */
const LeadBoard = lazy(async () => ({ default: (await import('./lead-board.tsx')).LeadBoard }));
const QuestionPopover = lazy(async () => ({ default: (await loadPopover()).QuestionPopover }));

interface LeadListProps {
  readonly filters: Filters;
  /** The filters as a query string. */
  readonly view: string;
  readonly leads: readonly ListedLead[];
  readonly arrivals: Arrivals;
  /** Whether the results are still those of the previous search. */
  readonly isBusy: boolean;
  readonly more: More;
  /** Nothing may move while someone is hovering over, scrolling or selecting from the list. */
  readonly onUse: (isInUse: boolean) => void;
  readonly onSort: (order: Order) => void;
  readonly onWork: (leads: readonly ListedLead[], change: LeadChange) => void;
}

export function LeadList(props: LeadListProps) {
  const { filters, view, leads, arrivals, isBusy, more, onUse, onWork } = props;
  const team = useTeam();
  const canRecord = useCan('rep');
  const grid = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const size = useRowSize();
  const active = useActive(leads, recallPlace(view)?.leadId ?? null);
  const selection = useSelection(leads);
  const list = useWindowList(body, leads.length, active.index, size);
  const [isHovered, setHovered] = useState(false);
  const [asked, setQuestion] = useState<Question | null>(null);
  const askedIndex = findAsked(leads, asked);
  const question =
    asked?.at === 'row' ? (askedIndex < 0 ? null : asked) : selection.ids.size > 0 ? asked : null;
  // The leads have left the list or been deselected, so the dialog must not reappear with the next selection.
  const isMoot = asked !== null && question === null;
  const closeMoot = useEffectEvent(() => {
    const [lead] = asked?.at === 'row' ? asked.leads : [];
    if (lead !== undefined)
      notifications.show({ message: `Someone else just updated or deleted ${nameLead(lead)}.` });
    closeQuestion();
  });
  useEffect(() => {
    if (isMoot) closeMoot();
  }, [isMoot]);
  /** The board is short enough to be drawn as a whole. */
  const firstInView = (): number => (filters.isBoard ? 0 : list.firstInView());
  const isInUse = !list.isAtTop || isHovered || selection.ids.size > 0 || question !== null;
  useEffect(() => {
    onUse(isInUse);
    return () => onUse(false);
  }, [isInUse, onUse]);
  useEffect(() => {
    const timer = window.setTimeout(() => void loadPopover().catch(() => {}), PRELOAD_MS);
    return () => window.clearTimeout(timer);
  }, []);
  const openLead = useOpenLead(view, leads, more.hasMore);
  useReturnToPlace(view, grid);
  useKeepInView(leads, body, firstInView, size.height);

  function activate(index: number): void {
    const next = Math.max(0, Math.min(leads.length - 1, index));
    active.set(next);
    show(next);
    grid.current?.focus({ preventScroll: true });
  }

  function show(index: number): void {
    const lead = leads[index];
    if (!filters.isBoard) list.scrollTo(index);
    else if (lead !== undefined)
      document.getElementById(rowId(lead.lead_id))?.scrollIntoView({ block: 'nearest' });
  }

  function step(by: number): void {
    activate(active.index === null ? firstInView() : active.index + by);
  }

  function stepAside(by: 1 | -1): void {
    if (active.index !== null) activate(indexBeside(leads, active.index, by));
  }

  function select(leadId: string, isRange: boolean): void {
    if (isRange) selection.extendTo(leadId);
    else selection.toggle(leadId);
  }

  /** Asks for details before marking leads as won or lost, which also guards against changing many by accident. */
  function setOutcome(targets: readonly ListedLead[], outcome: Outcome, at: Question['at']): void {
    const changing = targets.filter((lead) => lead.outcome !== outcome);
    if (changing.length === 0 || isBusy) return;
    if (outcome === 'open') send(changing, { outcome });
    else setQuestion({ kind: outcome, leads: changing, at });
  }

  /** Asks for the status, the assignee or the time to come back to the leads. */
  function ask(targets: readonly ListedLead[], kind: WorkQuestion, at: Question['at']): void {
    // Closed leads have nothing to come back to, and nothing that comes next.
    const fitting =
      kind === 'snooze' || kind === 'plan' ? targets.filter(({ outcome }) => outcome === 'open') : targets;
    if (fitting.length > 0 && !isBusy) setQuestion({ kind, leads: fitting, at });
  }

  function work(targets: readonly ListedLead[], change: WorkChange): void {
    closeQuestion();
    const changing = targets.filter((lead) => changes(lead, change));
    if (changing.length === 0 || isBusy) return;
    selection.clear();
    onWork(changing, change);
  }

  function send(targets: readonly ListedLead[], change: OutcomeChange): void {
    closeQuestion();
    selection.clear();
    onWork(targets, change);
  }

  /** The dialog is unmounted, so it can't return the focus itself. */
  function closeQuestion(): void {
    setQuestion(null);
    grid.current?.focus({ preventScroll: true });
  }

  /** Keys act on the selected leads, or else on the active one. */
  function byKey(run: (targets: readonly ListedLead[], at: Question['at']) => void): void {
    if (selection.ids.size > 0) run(selectedLeads(), 'bar');
    else if (active.lead !== null) run([active.lead], 'row');
  }

  function selectedLeads(): readonly ListedLead[] {
    return leads.filter(({ lead_id }) => selection.ids.has(lead_id));
  }

  function act(action: RowAction, leadId: string, event: MouseEvent): void {
    const index = leads.findIndex(({ lead_id }) => lead_id === leadId);
    const lead = leads[index];
    if (lead === undefined) return;
    if (action !== 'go') active.set(index);
    // The link calls by itself.
    if (action === 'call') return;
    if (action === 'go') go(index, event);
    else if (action === 'select') select(leadId, event.shiftKey);
    else if (action === 'contacted') work([lead], { status: action });
    else if (action === 'won' || action === 'lost' || action === 'open') setOutcome([lead], action, 'row');
    else ask([lead], action, 'row');
  }

  function go(index: number, event: MouseEvent): void {
    const isLink = (event.target as HTMLElement).closest('a') !== null;
    if (event.metaKey || event.ctrlKey || event.shiftKey) {
      // The browser already does this for the link itself.
      const leadId = leads[index]?.lead_id;
      if (!isLink && leadId !== undefined && !event.shiftKey) window.open(leadPath(leadId), '_blank');
      return;
    }
    event.preventDefault();
    // Selecting text to copy it must not open the lead.
    if (window.getSelection()?.isCollapsed !== false) openLead(index);
  }

  function press(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(window.innerHeight / size.height) - 3);
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      ...(filters.isBoard ? { ArrowRight: () => stepAside(1), ArrowLeft: () => stepAside(-1) } : {}),
      PageDown: () => step(page),
      PageUp: () => step(-page),
      Home: () => activate(0),
      End: () => activate(leads.length - 1),
    };
    const onRow: Readonly<Record<string, () => void>> = {
      Enter: () => active.index !== null && openLead(active.index),
      ' ': () => active.lead !== null && canRecord && select(active.lead.lead_id, event.shiftKey),
    };
    // The popover is outside of the grid, but React passes its events on to us.
    const isInside = event.target instanceof Node && grid.current?.contains(event.target) === true;
    if (!isInside || event.ctrlKey || event.metaKey || event.altKey) return;
    const run = moves[event.key] ?? (event.target === grid.current ? onRow[event.key] : undefined);
    if (run === undefined) return;
    event.preventDefault();
    run();
  }

  function clear(): void {
    if (selection.ids.size > 0) selection.clear();
    else active.set(null);
  }

  useInboxShortcuts(canRecord, {
    step,
    open: () => active.index !== null && openLead(active.index),
    select: (isRange) => active.lead !== null && select(active.lead.lead_id, isRange),
    setOutcome: (outcome) => byKey((targets, at) => setOutcome(targets, outcome, at)),
    ask: (kind) => byKey((targets, at) => ask(targets, kind, at)),
    markContacted: () => byKey((targets) => work(targets, { status: 'contacted' })),
    clear,
  });

  async function reveal(): Promise<void> {
    const first = await arrivals.reveal();
    // Wait until the rows are rendered.
    requestAnimationFrame(() => {
      window.scrollTo(0, 0);
      if (first > 0) show(first);
    });
  }

  const rowQuestion = question?.at === 'row' && (
    <Suspense>
      <QuestionPopover
        key={question.kind}
        question={question}
        target={
          <span
            className={filters.isBoard ? boardClasses.anchor : classes.anchor}
            style={filters.isBoard ? undefined : { top: (askedIndex + 1) * size.height - 12 }}
            aria-hidden
          />
        }
        onAsk={(outcome) => setOutcome(question.leads, outcome, 'row')}
        onOutcome={(change) => send(question.leads, change)}
        onWork={(change) => work(question.leads, change)}
        onClose={closeQuestion}
      />
    </Suspense>
  );
  const shared = {
    team,
    grid,
    leads,
    selected: selection.ids,
    canRecord,
    hasMore: more.hasMore,
    isBusy,
    onAct: act,
    onKeyDown: press,
    onKeyboardFocus: () => active.index === null && active.set(firstInView()),
    onHover: setHovered,
  };

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
      {filters.isBoard ? (
        <Suspense>
          <LeadBoard {...shared} active={active.lead} askedId={leads[askedIndex]?.lead_id ?? null}>
            {rowQuestion}
          </LeadBoard>
        </Suspense>
      ) : (
        <LeadGrid
          {...shared}
          filters={filters}
          body={body}
          list={list}
          size={size}
          activeIndex={active.index}
          fresh={arrivals.fresh}
          onSelectAll={() =>
            selection.ids.size === leads.length ? selection.clear() : selection.selectAll()
          }
          onSort={props.onSort}
        >
          {rowQuestion}
        </LeadGrid>
      )}
      <LoadMore
        more={more}
        lastDrawn={filters.isBoard ? leads.length : (list.indexes.at(-1) ?? 0)}
        loaded={leads.length}
        isManual={filters.isBoard && leads.length >= MAX_ON_BOARD}
      />
      {selection.ids.size > 0 && (
        <Suspense>
          <SelectionBar
            count={selection.ids.size}
            canReopen={selectedLeads().some(({ outcome }) => outcome !== 'open')}
            onOutcome={(outcome) => setOutcome(selectedLeads(), outcome, 'bar')}
            onAsk={(kind) => ask(selectedLeads(), kind, 'bar')}
            onClear={selection.clear}
          >
            {question?.at === 'bar' && (
              <Suspense>
                <QuestionPopover
                  key={question.kind}
                  question={question}
                  target={<span className={inboxClasses.barAnchor} aria-hidden />}
                  onAsk={(outcome) => setOutcome(question.leads, outcome, 'bar')}
                  onOutcome={(change) => send(question.leads, change)}
                  onWork={(change) => work(question.leads, change)}
                  onClose={closeQuestion}
                />
              </Suspense>
            )}
          </SelectionBar>
        </Suspense>
      )}
    </div>
  );
}

/** The index of the lead the dialog is about, which may have left the list or been given an outcome by someone else. */
function findAsked(leads: readonly ListedLead[], asked: Question | null): number {
  const lead = asked?.at === 'row' ? asked.leads[0] : undefined;
  return leads.findIndex(({ lead_id, outcome }) => lead_id === lead?.lead_id && outcome === lead.outcome);
}

type WorkQuestion = Exclude<Question['kind'], 'won' | 'lost'>;

/** Whether the lead would be different afterwards. */
function changes(
  lead: ListedLead,
  { status, assignee, snoozed_until: until, next_activity: next }: WorkChange,
): boolean {
  return (
    (status !== undefined && status !== lead.status) ||
    (assignee !== undefined && assignee !== lead.assignee) ||
    (until !== undefined && until !== lead.snoozed_until) ||
    (next !== undefined && !isSamePlan(next, lead.next_activity))
  );
}
