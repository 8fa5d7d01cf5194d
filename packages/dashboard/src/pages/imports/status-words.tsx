// Lists the words in the status and outcome columns with the status each becomes, and asks about those we don't know.

import type { Preview, Status } from '@leadline/contract';
import { NativeSelect, Table, Text, Title } from '@mantine/core';
import { formatCountOf } from '../../components/format-number.ts';
import { STATUS_NAMES, STATUSES } from '../../work/status-names.ts';
import classes from './imports.module.css';

/** Rows with this word are rejected. */
export const LEFT_OUT = 'left_out';

/** Keyed by the word. */
export type StatusChoices = Readonly<Record<string, Status | typeof LEFT_OUT>>;

interface StatusWordsProps {
  readonly words: Readonly<Preview['status_words']>;
  readonly choices: StatusChoices;
  readonly onChoose: (word: string, choice: Status | typeof LEFT_OUT) => void;
}

const KNOWN_CHOICES = STATUSES.map((status) => ({ value: status, label: STATUS_NAMES[status] }));

const UNKNOWN_CHOICES = [
  { value: '', label: 'Choose…', disabled: true },
  ...KNOWN_CHOICES,
  { value: LEFT_OUT, label: 'Don’t import these rows' },
];

export function StatusWords({ words, choices, onChoose }: StatusWordsProps) {
  const hasUnknown = words.some(({ status }) => status === null);
  return (
    <section aria-labelledby="statuses">
      <Title order={2} id="statuses">
        Statuses
      </Title>
      <Text c="dimmed" mb="sm">
        The words your file uses, and what each becomes.{' '}
        {hasUnknown
          ? 'Choose a status for those we don’t know.'
          : 'Change any that your team uses differently.'}
      </Text>
      <div className={classes.framed}>
        <Table layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">In the file</Table.Th>
              <Table.Th scope="col" className={classes.wide ?? ''}>
                Found in
              </Table.Th>
              <Table.Th scope="col" w={210}>
                Status
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {words.map(({ word, rows, status }) => (
              <Table.Tr key={word}>
                <Table.Th scope="row" className={classes.column ?? ''}>
                  {word}
                  <span className={classes.narrow}>{formatCountOf(rows, 'row')}</span>
                </Table.Th>
                <Table.Td className={`${classes.sample} ${classes.wide}`}>
                  {formatCountOf(rows, 'row')}
                </Table.Td>
                <Table.Td>
                  <NativeSelect
                    size="xs"
                    aria-label={`Status for ${word}`}
                    data={status === null ? UNKNOWN_CHOICES : KNOWN_CHOICES}
                    value={choiceOf(choices, word) ?? status ?? ''}
                    onChange={(event) =>
                      onChoose(word, event.currentTarget.value as Status | typeof LEFT_OUT)
                    }
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}

/** A file can have any word, even `constructor`. */
export function choiceOf(choices: StatusChoices, word: string): Status | typeof LEFT_OUT | undefined {
  return Object.hasOwn(choices, word) ? choices[word] : undefined;
}

/** What to tell the server. It rejects rows with a word that is not among them. */
export function toStatuses(choices: StatusChoices): Record<string, Status> {
  return Object.fromEntries(
    Object.entries(choices).filter((entry): entry is [string, Status] => entry[1] !== LEFT_OUT),
  );
}
