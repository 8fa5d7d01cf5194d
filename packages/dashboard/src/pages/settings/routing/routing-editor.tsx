// The list of rules with a preview beside it. Nothing is saved until the owner says so.

import type { Routing, TeamMember } from '@leadline/contract';
import { MAX_ROUTING_RULES } from '@leadline/contract/limits';
import { LeadlineError } from '@leadline/sdk/core';
import { Alert, Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconPlus, IconRoute } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { type DraftRule, hasConditions, isSame, moveRule, newRule, toBody, toDraft } from './draft.ts';
import { PreviewPanel } from './preview-panel.tsx';
import classes from './routing.module.css';
import { RuleDialog } from './rule-dialog.tsx';
import { RuleRow } from './rule-row.tsx';
import { routingQuery, usePreview, useSaveRouting } from './use-routing.ts';

interface RoutingEditorProps {
  /** As last loaded. */
  readonly current: Routing;
  readonly people: readonly TeamMember[];
}

export function RoutingEditor({ current, people }: RoutingEditorProps) {
  const [base, setBase] = useState(current);
  const [rules, setRules] = useState(() => toDraft(current));
  const [edited, setEdited] = useState<DraftRule>(newRule);
  const [isEditing, setIsEditing] = useState(false);
  const queryClient = useQueryClient();
  const list = useRef<HTMLOListElement>(null);
  const isChanged = !isSame(rules, toDraft(base));
  const preview = usePreview(toBody(rules));
  const save = useSaveRouting((saved) => {
    reset(saved);
    notifications.show({ message: 'Saved. New leads are now assigned by these rules.' });
  });
  const isOutdated =
    current.version > base.version ||
    (save.error instanceof LeadlineError && save.error.code === 'changed_meanwhile');
  // Nothing would be lost.
  if (current.version > base.version && !isChanged) reset(current);

  function reset(to: Routing): void {
    setBase(to);
    setRules(toDraft(to));
  }

  async function loadCurrent(): Promise<void> {
    const answer = await queryClient.fetchQuery({ ...routingQuery, staleTime: 0 });
    save.reset();
    reset(answer.data);
  }

  function edit(rule: DraftRule): void {
    setEdited(rule);
    setIsEditing(true);
  }

  function keep(rule: DraftRule): void {
    const isKnown = rules.some(({ key }) => key === rule.key);
    setRules(isKnown ? rules.map((other) => (other.key === rule.key ? rule : other)) : [...rules, rule]);
    setIsEditing(false);
  }

  /** The focus stays on the button that was pressed, or moves to its opposite at the end of the list. */
  function move(index: number, by: -1 | 1): void {
    const moved = moveRule(rules, index, by);
    const key = rules[index]?.key;
    setRules(moved);
    requestAnimationFrame(() => {
      const row = list.current?.querySelector(`[data-key="${key}"]`);
      const wanted = row?.querySelector<HTMLButtonElement>(`[data-move="${by}"]:enabled`);
      (wanted ?? row?.querySelector<HTMLButtonElement>('[data-move]:enabled'))?.focus();
    });
  }

  const firstCatchAll = rules.findIndex(({ when }) => !hasConditions(when));
  const addButton = (
    <Button
      variant={rules.length === 0 ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => edit(newRule())}
      disabled={rules.length >= MAX_ROUTING_RULES}
    >
      Add rule
    </Button>
  );
  return (
    <>
      {isOutdated ? (
        <ConflictNotice onReload={() => void loadCurrent()} />
      ) : (
        <div className={classes.error}>
          <FormError error={save.error} />
        </div>
      )}
      <div className={classes.columns}>
        <div>
          {rules.length === 0 ? (
            <EmptyState icon={IconRoute} title="New leads are not assigned yet" action={addButton}>
              Add a rule to assign leads by source, grade, country, company size or an answer from your form.
              If a rule names several people, they take turns. Leads that match no rule stay unassigned.
            </EmptyState>
          ) : (
            <>
              <ol className={classes.rules} aria-label="Rules" ref={list}>
                {rules.map((rule, index) => (
                  <RuleRow
                    key={rule.key}
                    rule={rule}
                    people={people}
                    place={index + 1}
                    isLast={index === rules.length - 1}
                    isUnreachable={firstCatchAll >= 0 && index > firstCatchAll && !matchesSpam(rule)}
                    onMove={(by) => move(index, by)}
                    onEdit={() => edit(rule)}
                    onRemove={() => setRules(rules.filter(({ key }) => key !== rule.key))}
                  />
                ))}
              </ol>
              <Group mt="sm">{addButton}</Group>
            </>
          )}
          {(rules.length > 0 || isChanged) && (
            <Group className={classes.save ?? ''} gap="xs">
              <Button
                onClick={() => save.mutate({ version: base.version, rules: toBody(rules) })}
                disabled={!isChanged || isOutdated}
                loading={save.isPending}
              >
                Save rules
              </Button>
              {isChanged && (
                <Button variant="default" onClick={() => reset(base)} disabled={save.isPending}>
                  Discard changes
                </Button>
              )}
              <span className={classes.hint} role="status">
                {isChanged && 'Not saved yet'}
              </span>
            </Group>
          )}
        </div>
        <PreviewPanel preview={preview} rules={rules} people={people} />
      </div>
      <UnsavedGuard isChanged={isChanged} what="routing rules" />
      <RuleDialog
        opened={isEditing}
        rule={edited}
        isNew={!rules.some(({ key }) => key === edited.key)}
        people={people}
        seen={preview.data?.seen ?? { sources: [], countries: [], questions: [] }}
        onSubmit={keep}
        onClose={() => setIsEditing(false)}
      />
    </>
  );
}

/** Rules without conditions leave spam to the rules after them. */
const matchesSpam = ({ when }: DraftRule): boolean => when.grades?.includes('Spam') ?? false;

function ConflictNotice({ onReload }: { readonly onReload: () => void }) {
  return (
    <Alert
      color="red"
      variant="outline"
      role="alert"
      mb="md"
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <p className={classes.notice}>
        <strong>Somebody else has changed the rules.</strong> Your changes can’t be saved, because they don’t
        include theirs. Load the current rules and make your changes again.
      </p>
      <Button variant="default" size="xs" onClick={onReload}>
        Load current rules
      </Button>
    </Alert>
  );
}
