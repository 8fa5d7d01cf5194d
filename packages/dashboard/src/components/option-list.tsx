// A list of options for a popover: filter by typing, move with the arrow keys, choose with Enter or a click.

// biome-ignore-all lint/a11y/useFocusableInteractive: the list or the field has the focus and names the active option
// biome-ignore-all lint/a11y/useSemanticElements: a real select can't be filtered or show more than text
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './option-list.module.css';

export interface Option<Value extends string = string> {
  readonly value: Value;
  /** Found by typing a part of it. */
  readonly label: string;
  readonly icon?: ReactNode;
  /** Shown on the right, like a count. */
  readonly hint?: ReactNode;
  readonly isChosen?: boolean;
  readonly isDisabled?: boolean;
  /** Heading above the first option of a group. */
  readonly group?: string;
}

interface OptionListProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly onChoose: (value: Value) => void;
  readonly isMulti?: boolean;
  /** Shows a field to filter the options. */
  readonly placeholder?: string;
  /** For options that come from a search: called with the text, and nothing is filtered here. */
  readonly onSearch?: (text: string) => void;
  readonly empty?: ReactNode;
  /** Begins with the first option, even if another one is chosen. */
  readonly startsAtTop?: boolean;
}

export function OptionList<Value extends string>(props: OptionListProps<Value>) {
  const { label, options, onChoose, isMulti = false, placeholder, onSearch, empty = 'Nothing found' } = props;
  const { startsAtTop = false } = props;
  const [text, setText] = useState('');
  const [active, setActive] = useState(() =>
    placeholder === undefined && !startsAtTop ? Math.max(0, findChosen(options)) : 0,
  );
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const shown = onSearch === undefined ? filterOptions(options, text) : options;
  const index = Math.min(active, shown.length - 1);

  useEffect(() => {
    const option = list.current?.querySelector<HTMLElement>('[data-active]');
    if (option && list.current) showInside(list.current, option);
  });

  function choose(at: number): void {
    const option = shown[at];
    if (option === undefined || option.isDisabled) return;
    setActive(at);
    onChoose(option.value);
  }

  function press(event: KeyboardEvent): void {
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setActive(index + 1 < shown.length ? index + 1 : 0),
      ArrowUp: () => setActive(index > 0 ? index - 1 : shown.length - 1),
      Enter: () => choose(index),
      ...(placeholder === undefined
        ? { ' ': () => choose(index), Home: () => setActive(0), End: () => setActive(shown.length - 1) }
        : {}),
    };
    const run = moves[event.key];
    if (run === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    run();
  }

  const activeId = index < 0 ? undefined : `${listId}-${index}`;
  const focusProps = { 'aria-activedescendant': activeId, onKeyDown: press, 'data-autofocus': true };
  return (
    <>
      {placeholder !== undefined && (
        <input
          className={classes.field}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-label={placeholder}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setActive(0);
            onSearch?.(event.currentTarget.value);
          }}
          {...focusProps}
        />
      )}
      <div
        ref={list}
        id={listId}
        role="listbox"
        className={classes.list}
        aria-label={label}
        aria-multiselectable={isMulti || undefined}
        {...(placeholder === undefined ? { ...focusProps, tabIndex: 0 } : {})}
      >
        {shown.map((option, at) => (
          <Row
            key={option.value}
            id={`${listId}-${at}`}
            option={option}
            isActive={at === index}
            isMulti={isMulti}
            startsGroup={option.group !== shown[at - 1]?.group}
            onChoose={() => choose(at)}
            onPoint={() => setActive(at)}
          />
        ))}
      </div>
      {shown.length === 0 && (
        <p className={classes.empty} role="status">
          {empty}
        </p>
      )}
    </>
  );
}

interface RowProps {
  readonly id: string;
  readonly option: Option;
  readonly isActive: boolean;
  readonly isMulti: boolean;
  readonly startsGroup: boolean;
  readonly onChoose: () => void;
  readonly onPoint: () => void;
}

function Row({ id, option, isActive, isMulti, startsGroup, onChoose, onPoint }: RowProps) {
  const { label, icon, hint, isChosen = false, isDisabled = false, group } = option;
  return (
    <>
      {startsGroup && group !== undefined && (
        <div className={classes.group} role="presentation">
          {group}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys */}
      <div
        id={id}
        role="option"
        className={classes.option}
        aria-selected={isChosen}
        aria-disabled={isDisabled || undefined}
        data-active={isActive || undefined}
        // Keeps the focus where the keys are handled.
        onPointerDown={(event) => event.preventDefault()}
        onPointerMove={() => isActive || onPoint()}
        onClick={onChoose}
      >
        {isMulti && <span className={classes.check} data-checked={isChosen || undefined} aria-hidden />}
        {icon}
        <span className={classes.label} dir="auto">
          {label}
        </span>
        {hint !== undefined && <span className={classes.hint}>{hint}</span>}
      </div>
    </>
  );
}

/** `scrollIntoView` would also scroll the page, to where the popover is before it has its place. */
function showInside(list: HTMLElement, option: HTMLElement): void {
  const frame = list.getBoundingClientRect();
  const { top, bottom } = option.getBoundingClientRect();
  if (top < frame.top) list.scrollTop -= frame.top - top;
  else if (bottom > frame.bottom) list.scrollTop += bottom - frame.bottom;
}

function findChosen(options: readonly Option[]): number {
  return options.findIndex(({ isChosen }) => isChosen);
}

/** Every word has to be part of the label. */
export function filterOptions<O extends Option>(options: readonly O[], text: string): readonly O[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return options.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
