// One rule in the list: conditions, people, and buttons to move, edit or remove it.

import type { TeamMember } from '@leadline/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { formatCountOf } from '../../../components/format-number.ts';
import rows from '../rows.module.css';
import { describeConditions } from './describe-conditions.ts';
import type { DraftRule } from './draft.ts';
import { namePerson, worksOnLeads } from './name-person.ts';
import classes from './routing.module.css';

interface RuleRowProps {
  readonly rule: DraftRule;
  readonly people: readonly TeamMember[];
  /** From 1. */
  readonly place: number;
  readonly isLast: boolean;
  /** A rule above catches every lead. */
  readonly isUnreachable: boolean;
  readonly onMove: (by: -1 | 1) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' });

export function RuleRow({
  rule,
  people,
  place,
  isLast,
  isUnreachable,
  onMove,
  onEdit,
  onRemove,
}: RuleRowProps) {
  const named = people.filter(({ user_id }) => rule.assign_to.includes(user_id));
  const members = named.filter(worksOnLeads);
  const viewers = named.length - members.length;
  const departed = rule.assign_to.length - named.length;
  return (
    <li className={classes.rule} data-key={rule.key}>
      <span className={classes.place} aria-hidden>
        {place}
      </span>
      <div className={classes.what}>
        <div className={rows.name}>
          {rule.name}
          {departed > 0 && members.length > 0 && (
            <span className={rows.tag} data-kind="warning">
              {formatCountOf(departed, 'person has left', 'people have left')}
            </span>
          )}
          {viewers > 0 && members.length > 0 && (
            <span className={rows.tag} data-kind="warning">
              {formatCountOf(viewers, 'viewer is skipped', 'viewers are skipped')}
            </span>
          )}
          {members.length === 0 && (
            <span className={rows.tag} data-kind="warning">
              {viewers === 0 ? 'Skipped: everybody has left' : 'Skipped: viewers can’t work on leads'}
            </span>
          )}
          {isUnreachable && (
            <span className={rows.tag} data-kind="warning">
              Never reached
            </span>
          )}
        </div>
        <ul className={classes.conditions} aria-label={`Conditions of ${rule.name}`}>
          {describeConditions(rule.when).map((condition) => (
            <li key={condition}>{condition}</li>
          ))}
        </ul>
        <div className={classes.people}>
          {describePeople(members.map(({ user_id }) => namePerson(people, user_id)))}
        </div>
      </div>
      <div className={rows.actions}>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={`Move ${rule.name} up`}
          data-move="-1"
          disabled={place === 1}
          onClick={() => onMove(-1)}
        >
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={`Move ${rule.name} down`}
          data-move="1"
          disabled={isLast}
          onClick={() => onMove(1)}
        >
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
        <Button variant="default" size="xs" onClick={onEdit} aria-label={`Edit ${rule.name}`}>
          Edit
        </Button>
        <Button variant="default" size="xs" onClick={onRemove} aria-label={`Remove ${rule.name}`}>
          Remove
        </Button>
      </div>
    </li>
  );
}

function describePeople(names: readonly string[]): string {
  if (names.length === 0) return 'Nobody left to assign to';
  return names.length === 1 ? `Assigned to ${names[0]}` : `${AND.format(names)} take turns`;
}
