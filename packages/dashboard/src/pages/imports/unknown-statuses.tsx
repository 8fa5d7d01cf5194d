// Asks what the words in the status and outcome columns stand for that we don't know.

import type { Preview, Status } from '@leadline/contract';
import { NativeSelect, Table, Text, Title } from '@mantine/core';
import { formatCountOf } from '../../components/format-number.ts';
import { STATUS_NAMES, STATUSES } from '../../work/status-names.ts';
import classes from './imports.module.css';

/** Rows with this word are rejected. */
export const LEFT_OUT = 'left_out';

/** Keyed by the word. */
export type StatusChoices = Readonly<Record<string, Status | typeof LEFT_OUT>>;

interface UnknownStatusesProps {
  readonly words: Readonly<Preview['unknown_statuses']>;
  readonly choices: StatusChoices;
  readonly onChoose: (word: string, choice: Status | typeof LEFT_OUT) => void;
}

const CHOICES = [
  { value: '', label: 'Choose…', disabled: true },
  ...STATUSES.map((status) => ({ value: status, label: STATUS_NAMES[status] })),
  { value: LEFT_OUT, label: 'Don’t import these rows' },
];

export function UnknownStatuses({ words, choices, onChoose }: UnknownStatusesProps) {
  return (
    <section aria-labelledby="statuses">
      <Title order={2} id="statuses">
        Statuses
      </Title>
      <Text c="dimmed" mb="sm">
        These words in your file are not statuses we know. Choose what each one means.
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
            {words.map(({ word, rows }) => (
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
                    data={CHOICES}
                    value={choiceOf(choices, word) ?? ''}
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
