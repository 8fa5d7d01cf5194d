// The form for one rule.

import type { CompanySize, RoutingConditions, RoutingPreview, TeamMember } from '@leadline/contract';
import {
  MAX_ROUTED_ANSWER_LENGTH,
  MAX_ROUTED_QUESTION_LENGTH,
  MAX_ROUTING_VALUES,
  MAX_RULE_NAME_LENGTH,
} from '@leadline/contract/limits';
import {
  Autocomplete,
  Button,
  Checkbox,
  Group,
  Modal,
  Stack,
  TagsInput,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { GRADES, type Grade } from '../../../components/grade.ts';
import { validateFilled } from '../../../components/validate.ts';
import { CountryField, validateCountryText } from './country-field.tsx';
import { SIZES } from './describe-conditions.ts';
import type { DraftRule } from './draft.ts';
import { namePerson, worksOnLeads } from './name-person.ts';
import { useClosingList } from './use-closing-list.ts';

interface RuleDialogProps {
  readonly opened: boolean;
  readonly rule: DraftRule;
  readonly isNew: boolean;
  readonly people: readonly TeamMember[];
  /** What recent leads have, to choose from. */
  readonly seen: RoutingPreview['seen'];
  readonly onSubmit: (rule: DraftRule) => void;
  readonly onClose: () => void;
}

interface Values {
  name: string;
  assignTo: string[];
  sources: string[];
  grades: string[];
  countries: string[];
  /** Typed, but not chosen yet. */
  countryText: string;
  companySizes: string[];
  question: string;
  contains: string;
}

const SIZE_NAMES = Object.keys(SIZES) as CompanySize[];

export function RuleDialog({ opened, isNew, onClose, ...rest }: RuleDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={isNew ? 'Add rule' : 'Edit rule'} size="lg">
      <RuleForm isNew={isNew} onClose={onClose} {...rest} />
    </Modal>
  );
}

function RuleForm({ rule, isNew, people, seen, onSubmit, onClose }: Omit<RuleDialogProps, 'opened'>) {
  const { when } = rule;
  const sourceList = useClosingList();
  const form = useForm<Values>({
    initialValues: {
      name: rule.name,
      assignTo: rule.assign_to,
      sources: when.sources ?? [],
      grades: when.grades ?? [],
      countries: when.countries ?? [],
      countryText: '',
      companySizes: when.company_sizes ?? [],
      question: when.answer?.question ?? '',
      contains: when.answer?.contains ?? '',
    },
    validate: {
      name: validateFilled('a name'),
      assignTo: (chosen) => (chosen.length === 0 ? 'Choose at least one person' : null),
      countryText: validateCountryText,
      question: (question, { contains }) =>
        question.trim() === '' && contains.trim() !== '' ? 'Enter the question' : null,
      contains: (contains, { question }) =>
        contains.trim() === '' && question.trim() !== '' ? 'Enter a part of the answer' : null,
    },
  });

  function submit(values: Values): void {
    // People who have left or become viewers are no longer offered, but stay in the rule in case they return.
    const stayed = rule.left.filter((userId) => rule.assign_to.includes(userId));
    const chosen = values.assignTo.filter((userId) => !stayed.includes(userId));
    onSubmit({
      ...rule,
      name: values.name.trim(),
      assign_to: [...chosen, ...stayed],
      when: toConditions(values),
    });
  }

  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="Shown in the timeline of every lead this rule assigns."
          maxLength={MAX_RULE_NAME_LENGTH}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Checkbox.Group
          label="Assign to"
          description="Owners, managers and reps. Several people take turns."
          {...form.getInputProps('assignTo')}
        >
          <Group gap="md" mt={6}>
            {people.filter(worksOnLeads).map(({ user_id }) => (
              <Checkbox key={user_id} value={user_id} label={namePerson(people, user_id)} />
            ))}
          </Group>
        </Checkbox.Group>
        <div>
          <Title order={3}>Conditions</Title>
          <Text size="sm" c="dimmed">
            Optional. A lead must meet all of them. Without any, the rule matches every lead except spam.
          </Text>
        </div>
        <Checkbox.Group label="Grade" {...form.getInputProps('grades')}>
          <Group gap="md" mt={6}>
            {GRADES.map((grade) => (
              <Checkbox key={grade} value={grade} label={grade} />
            ))}
          </Group>
        </Checkbox.Group>
        <TagsInput
          label="Source"
          description="Choose from recent sources, or type one and press Enter."
          data={[...seen.sources]}
          maxTags={MAX_ROUTING_VALUES}
          onClick={sourceList.open}
          onSearchChange={(text) => text !== '' && sourceList.open()}
          {...sourceList.props}
          {...form.getInputProps('sources')}
        />
        <CountryField
          label="Country"
          description="From the phone number."
          seen={seen.countries}
          maxValues={MAX_ROUTING_VALUES}
          text={form.values.countryText}
          onText={(text) => form.setFieldValue('countryText', text)}
          {...form.getInputProps('countries')}
          error={form.errors.countries ?? form.errors.countryText}
        />
        <Checkbox.Group
          label="Company size"
          description="As stated in the form."
          {...form.getInputProps('companySizes')}
        >
          <Group gap="md" mt={6}>
            {SIZE_NAMES.map((size) => (
              <Checkbox key={size} value={size} label={SIZES[size]} />
            ))}
          </Group>
        </Checkbox.Group>
        <Group align="flex-start" grow preventGrowOverflow={false}>
          <Autocomplete
            label="Question"
            description="The whole question in your form."
            data={[...seen.questions]}
            maxLength={MAX_ROUTED_QUESTION_LENGTH}
            {...form.getInputProps('question')}
          />
          <TextInput
            label="Answer contains"
            description="Any part of the answer."
            maxLength={MAX_ROUTED_ANSWER_LENGTH}
            autoComplete="off"
            {...form.getInputProps('contains')}
          />
        </Group>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">{isNew ? 'Add' : 'Done'}</Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

function toConditions(values: Values): RoutingConditions {
  const { sources, countries, question, contains } = values;
  return {
    ...(sources.length > 0 && { sources }),
    ...(values.grades.length > 0 && { grades: values.grades as Grade[] }),
    ...(countries.length > 0 && { countries }),
    ...(values.companySizes.length > 0 && { company_sizes: values.companySizes as CompanySize[] }),
    ...(question.trim() !== '' && { answer: { question: question.trim(), contains: contains.trim() } }),
  };
}
