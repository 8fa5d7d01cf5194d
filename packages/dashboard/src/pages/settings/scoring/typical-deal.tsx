// What budgets are compared with: the typical deal set under Business, unless scoring has its own.

import type { SettingsChanges } from '@leadline/contract';
import { Checkbox, NumberInput, Select, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatMoney } from '../../../components/format-number.ts';
import { TextLink } from '../../../components/text-link.tsx';
import { PAGES } from '../../../navigation/page-paths.ts';
import { listCurrencies } from '../../../regions/regions.ts';
import { isTree, setPart } from './changes.ts';
import type { Problem } from './explain-problem.ts';
import type { Deal } from './resolve-draft.ts';
import classes from './scoring.module.css';

const MAX_OPTIONS = 200;
const MAX_DIGITS = 14;

interface TypicalDealProps {
  readonly changes: SettingsChanges;
  readonly profileDeal: Deal | null;
  readonly standard: Deal;
  readonly problem: Problem | null;
  readonly onChange: (edit: (changes: SettingsChanges) => SettingsChanges) => void;
}

export function TypicalDeal({ changes, profileDeal, standard, problem, onChange }: TypicalDealProps) {
  const { typicalDeal: own } = changes;
  const inherited = profileDeal ?? standard;
  const deal: Deal = isTree(own) ? { ...inherited, ...own } : inherited;
  const set = (next: Deal | undefined): void => onChange((edited) => setPart(edited, 'typicalDeal', next));
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        {profileDeal === null ? (
          <>
            No typical deal is set under <TextLink to={PAGES.business}>Business</TextLink>, so it is{' '}
            {formatMoney(standard.amount, standard.currency)}.
          </>
        ) : (
          <>
            Under <TextLink to={PAGES.business}>Business</TextLink>, it is{' '}
            {formatMoney(profileDeal.amount, profileDeal.currency)}.
          </>
        )}
      </Text>
      <Checkbox
        label="Use another amount for scores"
        checked={own !== undefined}
        onChange={(event) => set(event.currentTarget.checked ? deal : undefined)}
      />
      {own !== undefined && <DealFields deal={deal} problem={problem} onChange={set} />}
    </Stack>
  );
}

interface DealFieldsProps {
  readonly deal: Deal;
  readonly problem: Problem | null;
  readonly onChange: (deal: Deal) => void;
}

function DealFields({ deal, problem, onChange }: DealFieldsProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const currencies = useMemo(() => listCurrencies(deal.currency), [deal.currency]);
  const problemAt = (path: string): string | null =>
    problem?.paths.includes(path) === true ? problem.text : null;
  return (
    <div className={classes.fields} data-setting="typicalDeal.amount">
      <NumberInput
        label="Amount"
        hideControls
        allowNegative={false}
        decimalScale={2}
        thousandSeparator=","
        maxLength={MAX_DIGITS + 5}
        value={typed ?? deal.amount}
        onChange={(amount) => {
          setTyped(typeof amount === 'number' ? null : amount);
          if (typeof amount === 'number') onChange({ ...deal, amount });
        }}
        onBlur={() => setTyped(null)}
        error={problemAt('typicalDeal.amount')}
      />
      <Select
        label="Currency"
        data={currencies}
        searchable
        allowDeselect={false}
        limit={MAX_OPTIONS}
        nothingFoundMessage="No such currency"
        value={deal.currency}
        onChange={(currency) => currency !== null && onChange({ ...deal, currency })}
        error={problemAt('typicalDeal.currency')}
      />
    </div>
  );
}
