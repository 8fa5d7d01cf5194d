// Recognizes columns that say nothing about what the lead asked for: what the team wrote later, IDs and dates of records,
// progress in a pipeline. As custom fields they would be scored like answers, so by default they are not imported.

import type { ColumnMeaning, SkipReason } from '@leadline/contract';
import { foldWords } from './fold-words.ts';

type Listed = 'team_note' | 'record_id' | 'record_date' | 'progress' | 'owner';

/** Reduced to letters and digits, like the spellings of the lead fields. */
const SPELLINGS: Readonly<Record<Listed, string>> = {
  team_note:
    'notes note notesforsales crmnotes crmnote lastnote latestnote lastactivitynote lastcomment latestcomment ' +
    'nextstep nextsteps nextaction nextactivity followup followups lastactivity lastactivitytype activity ' +
    'activities history communicationlog log leadscore score hubspotscore leadrating rating leadgrade grade ' +
    'qualityrating tags tag label labels lists segment notiz notizen aktennotiz gesprachsnotiz ' +
    'gesprachsnotizen telefonnotiz vermerk vermerke bewertung nachstesteps nachsteschritte wiedervorlage notas nota ' +
    'observaciones observacoes anotaciones anotacoes seguimiento etiquetas proximopaso remarques annotation ' +
    'annotations suivi prochaineetape osservazioni annotazioni notities notitie notatka notatki uwagi notlar ' +
    'catatan etiquettes',
  record_id:
    'id recordid leadid contactid dealid personid accountid opportunityid companyid organizationid ' +
    'organisationid customerid clientid userid uid uuid guid ownerid leadnumber recordnumber crmid hubspotid ' +
    'salesforceid zohoid pipedriveid externalid externalsystemid sourceid leadsourceid campaignid adid adgroupid ' +
    'adsetid formid submissionid responseid entryid entrynumber gclid fbclid msclkid clickid hubspotownerid ' +
    'associatedcontactids associatedcompanyids recordtypeid rownumber rowid rownum lfdnr kundennummer leadnummer ' +
    'datensatzid numerocliente iddelcontacto identifiant ipaddress userip useragent',
  record_date:
    'modified modifiedat modifiedon modifieddate modifiedtime lastmodified lastmodifiedat lastmodifiedon ' +
    'lastmodifieddate lastmodifiedtime updated updatedat updatedon updateddate updatetime lastupdated lastupdatedat ' +
    'lastupdate lastupdatedate lastactivitydate lastactivitytime lastcontacted lastcontactedat lastcontactdate ' +
    'lastcontact firstcontacted firstcontactdate firstcontactedat nextactivitydate nextactivitytime nextfollowup ' +
    'nextfollowupdate followupdate lastcalled lastcalldate lastemailed lastseen lastlogin recentsalesemaildate ' +
    'expectedclosedate dealexpectedclosedate importedat importdate exportedat exportdate dateentered assigneddate ' +
    'ownerassigneddate geandertam anderungsdatum zuletztgeandert letzteanderung letzterkontakt ' +
    'letzteraktivitat letzteaktivitat aktualisiertam fechademodificacion fechamodificacion ultimamodificacion ' +
    'ultimocontacto fechadeultimocontacto ultimaactividad datademodificacao ultimocontato datemodification ' +
    'datedemodification derniermodification dernieremodification derniercontact datamodifica ultimamodifica ' +
    'gewijzigdop laatstecontact datamodyfikacji',
  progress:
    'pipeline dealpipeline dealname dealtitle dealtype dealprobability probability winprobability closeprobability ' +
    'forecast forecastcategory weightedvalue dealweightedvalue weightedamount forecastamount isclosed substatus ' +
    'statusreason leadstatusreason stagehistory daysinstage numberofactivities totalactivities ' +
    'numberofcontactattempts callattempts attempts timescontacted numberoftimescontacted wahrscheinlichkeit ' +
    'abschlusswahrscheinlichkeit probabilidad probabilidade probabilite',
  owner:
    'createdby createdbyid createdbyname modifiedby lastmodifiedby lastmodifiedbyid updatedby enteredby addedby ' +
    'importedby salesteam ownerteam hubspotteam territory salesterritory erstelltvon angelegtvon geandertvon ' +
    'creadopor modificadopor criadopor creepar modifiepar creatoda aangemaaktdoor vertriebsteam',
};

const REASON_BY_SPELLING = new Map<string, SkipReason>(
  Object.entries(SPELLINGS).flatMap(([reason, words]) =>
    words.split(' ').map((word) => [word, reason as Listed] as const),
  ),
);

/** "Rep notes", "Internal comments (sales)", "Notes from call" */
const TEAM_NOTE =
  /^(?:rep|reps|sales|sales rep|agent|internal|call|crm|follow up|followup|meeting|private|our|team|staff|sdr|bdr|owner|account|qualification|discovery|demo|admin|office|lead|contact|deal|interne?r?|vertriebs?)\s(?:[\p{L}]+\s)?(?:notes?|comments?|remarks?|feedback|log|summary|notiz(?:en)?|bemerkung(?:en)?|kommentare?)$|^(?:notes?|comments?|notiz(?:en)?) (?:from|by|of|zum|vom|internal|intern|sales|rep|crm)\b/u;

/** Only one column has each of these meanings. What others of the same name say is the team's, too. */
const REASON_BY_MEANING: Partial<Record<ColumnMeaning, SkipReason>> = {
  received_at: 'record_date',
  status: 'progress',
  assignee: 'owner',
  outcome: 'progress',
  outcome_at: 'progress',
  outcome_currency: 'progress',
  outcome_reason: 'progress',
};

const COMMENT = /comment|kommentar|bemerk|opmerk|coment/i;

/** Takes the folded spellings of a header, the lead field that they would stand for if no other column did, and the
 * columns that were assigned to lead fields. */
export function findSkipReason(
  header: string,
  spellings: Iterable<string>,
  meaning: ColumnMeaning | null,
  assigned: ReadonlyMap<ColumnMeaning, string>,
): SkipReason | null {
  for (const spelling of spellings) {
    const reason = REASON_BY_SPELLING.get(spelling);
    if (reason !== undefined) return reason;
  }
  if (TEAM_NOTE.test(foldWords(header))) return 'team_note';
  if (meaning === null) return null;
  // A file with a message and comments has the lead's words in the message.
  if (meaning === 'message' && assigned.has('message') && COMMENT.test(header)) return 'team_note';
  if ((meaning === 'outcome_reason' || meaning === 'outcome_currency') && !assigned.has(meaning)) return null;
  return REASON_BY_MEANING[meaning] ?? null;
}

/** Where the values of a column go that loses its meaning to another one. */
export const meaningWithout = (meaning: ColumnMeaning): ColumnMeaning =>
  meaning === 'ignore' || REASON_BY_MEANING[meaning] !== undefined ? 'ignore' : 'custom';
