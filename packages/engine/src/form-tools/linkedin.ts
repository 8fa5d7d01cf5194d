// LinkedIn lead gen forms, as the Lead Sync API returns a response: {id, leadType, leadMetadata, formResponse: {answers:
// [{questionId, answerDetails}]}, form: {name, content: {questions}, hiddenFields}}. The questions are only there if the
// caller asked for the form too; without them, an answer has the number of its question.

import { isRecord } from '../is-record.ts';
import { Fields, listOf, nameDelivery, nameQuestion, recordsOf, textOf } from './fields.ts';
import type { Unwrapped } from './form-tool.ts';
import { readableName } from './readable-name.ts';

type Part = Readonly<Record<string, unknown>>;

export function readLinkedIn(input: Part): Unwrapped | null {
  const { formResponse } = input;
  if (!isRecord(formResponse) || !Array.isArray(formResponse.answers)) return null;
  const answers = recordsOf(formResponse.answers).filter(({ answerDetails }) => isRecord(answerDetails));
  if (answers.length === 0) return null;
  const form = isRecord(input.form) ? input.form : {};
  const content = isRecord(form.content) ? form.content : form;
  const questions = new Map(
    recordsOf(content.questions).map((question) => [idOf(question.questionId), readQuestion(question)]),
  );
  const fields = new Fields();
  for (const answer of answers) {
    if (fields.isFull) break;
    putAnswer(fields, answer, questions.get(idOf(answer.questionId)) ?? UNKNOWN);
  }
  for (const { name, value } of recordsOf(form.hiddenFields)) fields.put(readableName(textOf(name)), value);
  putConsent(fields, formResponse.consentResponses, content.legalInfo);
  fields.put('Campaign name', campaignOf(input));
  fields.putFormName(form.name);
  // The payload itself never names its source.
  fields.put('source', 'linkedin lead form');
  return { fields: fields.toObject(), deliveryId: nameDelivery('linkedin', input.id) };
}

/** Predefined fields that are not called like a field of the lead. */
const FIELD_OF_PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['FIRST_NAME', 'first_name'],
  ['LAST_NAME', 'last_name'],
  ['EMAIL', 'email'],
  ['WORK_EMAIL', 'work_email'],
  ['PHONE_NUMBER', 'phone'],
  ['WORK_PHONE_NUMBER', 'work_phone'],
]);

/** Read once, because all answers may belong to one question. */
interface Question {
  readonly predefined: unknown;
  readonly title: string;
  readonly name: string;
  readonly options: ReadonlyMap<string, string>;
}

const UNKNOWN: Question = { predefined: undefined, title: '', name: '', options: new Map() };

function readQuestion({ predefinedField, question, name, questionDetails }: Part): Question {
  const details = isRecord(questionDetails) ? questionDetails : {};
  const choices = isRecord(details.multipleChoiceQuestionDetails)
    ? details.multipleChoiceQuestionDetails
    : {};
  return {
    predefined: predefinedField,
    title: localized(question),
    name: textOf(name),
    options: new Map(recordsOf(choices.options).map(({ id, text }) => [idOf(id), localized(text)])),
  };
}

function putAnswer(fields: Fields, answer: Part, question: Question): void {
  const predefined = textOf(question.predefined ?? answer.predefinedField).toUpperCase();
  const known = FIELD_OF_PREDEFINED.get(predefined);
  const content = readContent(answer.answerDetails as Part, question);
  if (known === 'email' || known === 'phone') fields.putContact(known, known, content);
  else fields.put(known ?? nameOf(answer, question, predefined), content);
}

function nameOf(answer: Part, question: Question, predefined: string): string {
  const title = question.title || localized(answer.question);
  const id = question.name || textOf(answer.name);
  if (title !== '') return nameQuestion(title, id);
  if (predefined !== '') return readableName(predefined.toLowerCase());
  return id === '' ? `Question ${idOf(answer.questionId)}` : readableName(id);
}

const MAX_OPTIONS = 1_000;

function readContent(details: Part, { options }: Question): unknown {
  if (isRecord(details.textQuestionAnswer)) return details.textQuestionAnswer.answer;
  if (!isRecord(details.multipleChoiceAnswer)) return details;
  return listOf(details.multipleChoiceAnswer.options)
    .slice(0, MAX_OPTIONS)
    .map((option) => options.get(idOf(option)) ?? option);
}

function putConsent(fields: Fields, responses: unknown, legalInfo: unknown): void {
  const texts = new Map(
    recordsOf(isRecord(legalInfo) ? legalInfo.consents : []).map(({ id, checkLabel, consent }) => [
      idOf(id),
      localized(consent) || localized(checkLabel),
    ]),
  );
  for (const { consentId, accepted } of recordsOf(responses)) {
    const title = texts.get(idOf(consentId)) ?? '';
    fields.put(title === '' ? `Consent ${idOf(consentId)}` : title, accepted === true ? 'Yes' : 'No');
  }
}

/** Only the name: the URN in `leadMetadata` tells nobody anything. */
function campaignOf({ leadMetadataInfo }: Part): unknown {
  const info = isRecord(leadMetadataInfo) ? leadMetadataInfo.sponsoredLeadMetadataInfo : null;
  const campaign = isRecord(info) ? info.campaign : null;
  return isRecord(campaign) ? campaign.name : null;
}

/** `{"localized": {"en_US": "How many employees?"}}`, or the text itself. */
function localized(text: unknown): string {
  if (!isRecord(text)) return textOf(text);
  const texts = isRecord(text.localized) ? Object.values(text.localized) : [];
  return textOf(texts[0] ?? text.text);
}

const idOf = (id: unknown): string => (typeof id === 'number' ? String(id) : textOf(id));
