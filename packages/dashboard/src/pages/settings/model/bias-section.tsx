// Whether scores depend on who somebody is: the account's own leads under other names, and rates by country.

import type { AccountModel } from '@leadline/contract';
import { Table, Text } from '@mantine/core';
import { formatBounds, formatCount, formatShare } from '../../../components/format-number.ts';
import { Section } from '../section.tsx';
import {
  type Country,
  describeCountries,
  describeSwaps,
  nameCountry,
  SWAP_NAMES,
  type Swap,
} from './describe-swaps.ts';
import classes from './model.module.css';

type Report = NonNullable<AccountModel['latest']>['report'];

export function BiasSection({ report: { swaps, held_out: heldOut } }: { readonly report: Report }) {
  if (swaps.length === 0) return null;
  const countries = heldOut?.by_country ?? [];
  return (
    <Section
      title="Bias report"
      description="For information: nothing here is used to score leads. It covers the rules and the model, without the AI."
      isWide
    >
      <div className={classes.halves}>
        <SwapTable swaps={swaps} />
        {countries.length > 0 && <CountryTable countries={countries} />}
      </div>
    </Section>
  );
}

function SwapTable({ swaps }: { readonly swaps: readonly Swap[] }) {
  return (
    <div>
      <h3 className={classes.subtitle}>Your leads, as if others had written them</h3>
      <Text size="sm" mb="xs">
        Up to 300 of your newest leads were scored again with these parts swapped.{' '}
        <strong>{describeSwaps(swaps)}</strong>
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table has to be scrollable by keyboard */}
      <section className={classes.frame} tabIndex={0} aria-label="Swap test">
        <Table fz="sm" verticalSpacing={6} className={classes.levels ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Swapped</Table.Th>
              <Table.Th data-figure>Leads</Table.Th>
              <Table.Th data-figure>Changed</Table.Th>
              <Table.Th data-figure>Most points</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {swaps.map(({ swapped, leads, changed, max_points }) => (
              <Table.Tr key={swapped}>
                <Table.Th scope="row" fw={400}>
                  {SWAP_NAMES[swapped]}
                </Table.Th>
                <Table.Td data-figure>{formatCount(leads)}</Table.Td>
                <Table.Td data-figure>{leads === 0 ? '–' : formatCount(changed)}</Table.Td>
                <Table.Td data-figure>{leads === 0 ? '–' : formatCount(max_points)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </div>
  );
}

function CountryTable({ countries }: { readonly countries: readonly Country[] }) {
  return (
    <div>
      <h3 className={classes.subtitle}>By country of the phone number</h3>
      <Text size="sm" mb="xs">
        Predicted and actual win rates, with the likely range (90%). {describeCountries(countries)}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table has to be scrollable by keyboard */}
      <section className={classes.frame} tabIndex={0} aria-label="Win rates by country">
        <Table fz="sm" verticalSpacing={6} className={classes.levels ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Country</Table.Th>
              <Table.Th data-figure>Leads</Table.Th>
              <Table.Th data-figure>Predicted</Table.Th>
              <Table.Th data-figure>Won</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {countries.map(({ country, leads, predicted, observed, low, high }) => (
              <Table.Tr key={country}>
                <Table.Th scope="row" fw={400}>
                  {nameCountry(country)}
                </Table.Th>
                <Table.Td data-figure>{formatCount(leads)}</Table.Td>
                <Table.Td data-figure>{formatShare(predicted)}</Table.Td>
                <Table.Td data-figure>
                  {formatShare(observed)} ({formatBounds(low, high)})
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </div>
  );
}
