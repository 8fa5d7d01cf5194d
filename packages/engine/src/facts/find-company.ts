// The company and job title of a lead, from form fields, the message or the email domain. They are shown to the sales
// rep. That they are given shows who writes; what they are called does not affect the score.

import type { Lead } from '../lead.ts';
import { cached } from '../text/cached.ts';
import { foldWord } from '../text/tokenize.ts';
import type { EmailFact } from './read-email.ts';

const COMPANY_FIELDS = new Set(
  (
    'company companyname yourcompany business businessname organisation organization organisationname organizationname employer firm ' +
    'firma firmenname unternehmen unternehmensname betrieb empresa nombredelaempresa nombreempresa nomedaempresa nomeempresa entreprise ' +
    'societe raisonsociale nomdelentreprise azienda nomeazienda ragionesociale societa bedrijf bedrijfsnaam organisatie perusahaan ' +
    'namaperusahaan nazwafirmy sirket sirketadi firmaadi foretag компания организация названиекомпании 会社名 公司 公司名称 الشركة اسمالشركة'
  ).split(' '),
);
const TITLE_FIELDS = new Set(
  (
    'jobtitle title yourrole role position yourposition jobrole whatisyourrole whatisyourjobtitle designation occupation iama ' +
    'funktion position berufsbezeichnung ihrefunktion ihrerolle rolle cargo puesto tucargo funcao suafuncao fonction votrefonction poste ' +
    'ruolo mansione qualifica functie uwfunctie jabatan posisi stanowisko funkcja gorev goreviniz unvan unvaniniz titel roll befattning ' +
    'должность вашадолжность 役職 职位 职务 المسمىالوظيفي الوظيفة'
  ).split(' '),
);

const MAX_LENGTH = 80;

type Texts = Pick<Lead, 'custom_fields' | 'message'>;

export function findCompany(
  { custom_fields: fields, message }: Texts,
  email: EmailFact | null,
): string | null {
  return (
    findIn(fields, COMPANY_FIELDS) ??
    findIntroduction(message)?.company?.trim() ??
    (email?.kind === 'business' || email?.kind === 'role' ? email.domain : null)
  );
}

export const findJobTitle = ({ custom_fields: fields, message }: Texts): string | null =>
  findIn(fields, TITLE_FIELDS) ?? findIntroduction(message)?.title?.trim() ?? null;

const MAX_SEARCHED = 600;

/** "I'm the head of procurement at Hartwell Foods", "Facility manager at Nordhaus here" */
const INTRODUCTION =
  /\b(?:i am|i'm|i’m|im|this is [\p{L}' -]{2,40},)\s+(?:the |an? |our )?(?<title>(?:[\p{L}&/-]+ ){0,4}?(?:manager|director|head(?: of(?: [\p{L}&-]+){1,3})?|owner|founder|co-founder|ceo|cto|cfo|coo|vp(?: of)?(?: [\p{L}&-]+){0,2}|buyer|engineer|architect|principal|partner|president|lead|officer|administrator|coordinator|assistant))\s+(?:at|of|for|from|with)\s+(?<company>\p{Lu}[\p{L}\p{N}&'’.-]*(?: \p{Lu}[\p{L}\p{N}&'’-]*){0,3})/iu;

const MAY_INTRODUCE = /\b(?:i am|i.?m|this is)\b/i;

const findIntroduction = (message: string): Record<string, string | undefined> | undefined =>
  MAY_INTRODUCE.test(message) ? INTRODUCTION.exec(message.slice(0, MAX_SEARCHED))?.groups : undefined;

/** What form fields with common names say about the writer. */
export function writerFieldOf(question: string, answer: string): 'company' | 'title' | null {
  if (answer.length > MAX_LENGTH) return null;
  const name = foldName(question);
  return TITLE_FIELDS.has(name) ? 'title' : COMPANY_FIELDS.has(name) ? 'company' : null;
}

function findIn(fields: Readonly<Record<string, string>>, names: ReadonlySet<string>): string | null {
  for (const name of Object.keys(fields)) {
    const value = fields[name] as string;
    if (value.length <= MAX_LENGTH && names.has(foldName(name))) return value;
  }
  return null;
}

const foldName = cached(
  (name): string => (name.length > MAX_LENGTH ? '' : foldWord(name).replace(/[^\p{L}\p{N}]/gu, '')),
  500,
);
