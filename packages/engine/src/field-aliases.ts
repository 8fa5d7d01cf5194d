// Maps the field names that form builders and their users choose to the fields of a lead.

import { foldWord } from './text/tokenize.ts';

export type TextField = 'name' | 'email' | 'phone' | 'budget' | 'message' | 'source';
export type AliasedField = TextField | 'first' | 'last';

export const TEXT_FIELDS: readonly TextField[] = ['name', 'email', 'phone', 'budget', 'message', 'source'];

/** Folded to letters and digits. */
const ALIASES: Readonly<Record<AliasedField, string>> = {
  name:
    'fullname yourname yourfullname contactname leadname customername personname contactperson whatsyourname ' +
    'whatisyourname whatsyourfullname whatisyourfullname nombre nombrecompleto tunombre nome nomecompleto seunome nom ' +
    'nomcomplet votrenom naam volledigenaam uwnaam nama namalengkap vollstandigername ihrname imieinazwisko adsoyad isim',
  first:
    'firstname fname givenname forename yourfirstname whatsyourfirstname whatisyourfirstname vorname prenom ' +
    'primernombre nombres primeironome voornaam namadepan imie',
  last:
    'lastname lname surname familyname yourlastname whatsyourlastname whatisyourlastname nachname familienname ' +
    'nomdefamille apellido apellidos sobrenome ultimonome cognome achternaam namabelakang nazwisko soyad',
  email:
    'emailaddress youremail youremailaddress useremail workemail workemailaddress businessemail companyemail ' +
    'contactemail emailid mail mailaddress correo correoelectronico tucorreo emailadresse ihreemail courriel ' +
    'adresseemail adressemail votreemail indirizzoemail emailadres alamatemail adresemail eposta',
  phone:
    'phonenumber yourphone yourphonenumber userphone phoneno workphone contactphone contactnumber tel ' +
    'telephone telephonenumber telefono numerotelefono numerodetelefono telefone telefon telefonnummer telefonnr ' +
    'telefoonnummer mobile mobilenumber mobileno mobilephone cell cellphone cellnumber celular movil cellulare ' +
    'handy handynummer handynr mobil mobilnummer mobilnr mobiltelefon rufnummer gsm whatsapp ' +
    'whatsappnumber nohp nomorhp nomortelepon telepon numertelefonu portable',
  budget:
    'yourbudget budgetrange projectbudget estimatedbudget presupuesto orcamento budgetrahmen anggaran budzet butce',
  message:
    'yourmessage msg comment comments commentormessage inquiry enquiry mensaje sumensaje mensagem nachricht ihrenachricht ' +
    'votremessage messaggio bericht pesan wiadomosc mesaj howcanwehelp howcanwehelpyou projectdescription',
  source: 'leadsource utmsource trafficsource origin quelle fuente origem fonte bron sumber zrodlo kaynak',
};

const FIELD_BY_ALIAS: ReadonlyMap<string, AliasedField> = new Map([
  ...Object.entries(ALIASES).flatMap(([field, words]) =>
    words.split(' ').map((word) => [word, field as AliasedField] as const),
  ),
  ...TEXT_FIELDS.map((field) => [field, field] as const),
]);

/** Longer names are questions, and folding them takes time. */
const MAX_NAME_LENGTH = 64;
/** No alias has letters of other scripts, some of which fold to eighteen letters each. */
const OTHER_SCRIPTS = /[\u0370-\u1dff\u2e80-\ud7ff\ufb50-\ufdff\ufe70-\ufefe]/;

/** The text before its first letter of another script. */
export const latinStart = (text: string): string => text.split(OTHER_SCRIPTS, 1)[0] as string;

export const findField = (name: string): AliasedField | null =>
  name.length <= MAX_NAME_LENGTH && !OTHER_SCRIPTS.test(name)
    ? (FIELD_BY_ALIAS.get(foldName(name)) ?? null)
    : null;

/** `Your E-Mail *` → `youremail` */
export const foldName = (name: string): string => foldWord(name).replace(/[^\p{L}\p{N}]/gu, '');
