// Questions about who somebody is. Their answers are never learned from, whatever they would predict. Words inside other
// answers that reveal the same are hidden by the engine's hideOrigins.

import { foldWord } from '@leadline/engine';

/** Names, titles, sex, religion, language and origin, in the languages that the engine reads; folded. */
const WORDS: ReadonlySet<string> = new Set(
  (
    'name names firstname lastname fullname surname forename nickname fname lname nombre nombres apellido apellidos nome cognome ' +
    'sobrenome nom prenom vorname nachname familienname naam voornaam achternaam nama imie imię nazwisko isim soyad soyadi ' +
    'имя фамилия отчество 氏名 名前 姓名 名字 الاسم नाम ' +
    'gender sex genero sexo geschlecht genre sexe sesso genere geslacht kelamin plec płeć cinsiyet пол 性別 性别 الجنس ' +
    'salutation honorific pronoun pronouns anrede tratamiento tratamento civilite aanhef sapaan hitap ' +
    'religion religious faith denomination confession konfession religione geloof godsdienst agama wyznanie din religia caste ' +
    'language languages sprache sprachen idioma idiomas langue langues lingua lingue taal talen bahasa jezyk język dil dialect ' +
    'tongue muttersprache язык 言語 语言 اللغة ' +
    'ethnicity ethnic race raza raca nationality citizenship nacionalidad nacionalidade nationalite nationalitat nazionalita ' +
    'nationaliteit staatsangehorigkeit kewarganegaraan narodowosc country pais pays paese negara kraj ulke birthplace ' +
    'birth birthday born dob geburtsdatum geburtsort nacimiento nascimento naissance nascita geboortedatum'
  )
    .split(' ')
    .map(foldWord),
);

const WORD = /[\p{L}\p{N}]+/gu;

/** "Your E-Mail *" → "your e mail": the same question however a form decorates it. */
export function foldQuestion(question: string): string {
  // camelCase and snake_case are how forms name fields: firstName, first_name.
  const spaced = question.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return (spaced.match(WORD) ?? []).map(foldWord).join(' ');
}

/** The name of one of these is not a person's: "Campaign name". */
const NAMED_THINGS: ReadonlySet<string> = new Set(
  'campaign ad adset adgroup form product plan page event package service course kampagne produkt'.split(' '),
);

/** Expects a folded question. */
export function isProtected(folded: string): boolean {
  const words = folded.split(' ');
  const namesThing = words.some((word) => NAMED_THINGS.has(word));
  return words.some((word) => WORDS.has(word) && !(namesThing && word === 'name'));
}
