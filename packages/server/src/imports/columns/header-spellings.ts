// The column headers that exports and forms use for each lead field, reduced to letters and digits. Order matters: the
// first spelling found in a file wins. For example, a deal stage is preferred to a lead status, which often doesn't say
// won or lost. Ambiguous words are left out, such as "state" and "estado", which can also be part of an address.

import type { ColumnMeaning } from '@leadline/contract';

type KnownMeaning = Exclude<ColumnMeaning, 'custom' | 'ignore'>;

export const HEADER_SPELLINGS: Readonly<Record<KnownMeaning, string>> = {
  name:
    'name fullname yourname leadname contactname customername clientname personname personcontact contactperson ' +
    'person dealcontactperson nombre nombrecompleto nombreyapellidos tunombre nome nomecompleto seunome nomeecognome nom ' +
    'nomcomplet nometprenom votrenom naam volledigenaam uwnaam nama namalengkap vollstandigername ihrname ' +
    'ansprechpartner imieinazwisko adsoyad isim',
  first_name:
    'firstname contactfirstname leadfirstname fname first givenname forename vorname prenom primernombre nombres ' +
    'primeironome voornaam namadepan imie',
  last_name:
    'lastname contactlastname leadlastname lname last surname familyname nachname familienname nomdefamille apellido ' +
    'apellidos sobrenome ultimonome cognome achternaam namabelakang nazwisko soyad',
  email:
    'email emailaddress primaryemail contactemail leademail personemail emailwork workemail businessemail ' +
    'companyemail youremail emailid email1 emailaddress1 mail mailaddress emailhome personalemail correo ' +
    'correoelectronico direcciondecorreo tucorreo emailadresse mailadresse ihreemail courriel adresseemail ' +
    'adressemail votreemail enderecodeemail indirizzoemail postaelettronica emailadres alamatemail adresemail eposta',
  phone:
    'phone phonenumber primaryphone contactphone leadphone personphone phonework workphone businessphone yourphone ' +
    'phoneno phone1 contactnumber tel telephone telephonenumber telefono numerotelefono numerodetelefono telefone ' +
    'telefon telefonnummer telefoon telefoonnummer mobile mobilephone mobilephonenumber mobilenumber mobileno ' +
    'phonemobile cell cellphone cellnumber celular movil cellulare handy handynummer mobil mobilnummer gsm ' +
    'whatsapp whatsappnumber whatsappphonenumber phonehome homephone otherphone nohp nomorhp nomortelepon telepon ' +
    'numertelefonu portable',
  budget:
    'budget yourbudget budgetrange projectbudget estimatedbudget estbudget budgetestimate approximatebudget ' +
    'approxbudget budgetamount budgetusd budgetinusd budgeteur budgetineur budgetgbp budgetingbp presupuesto orcamento ' +
    'budgetrahmen anggaran budzet butce dealsize estdealsize estimateddealsize',
  message:
    'message yourmessage msg inquiry enquiry comment comments howcanwehelp howcanwehelpyou projectdescription ' +
    'description details requirement requirements mensaje sumensaje comentario comentarios descripcion ' +
    'mensagem nachricht ihrenachricht kommentar anfrage beschreibung bemerkung votremessage commentaire ' +
    'messaggio bericht opmerking pesan wiadomosc mesaj',
  source:
    'leadsource source utmsource originalsource originaltrafficsource latestsource latesttrafficsource ' +
    'trafficsource sourceorigin sourcechannel leadorigin origin channel quelle leadquelle fuente origen origem fonte ' +
    'bron sumber zrodlo kaynak',
  company:
    'company companyname yourcompany companyororganization companyorganization contactcompany leadcompany ' +
    'associatedcompany primaryassociatedcompany accountname account organization organisation organizationname ' +
    'organisationname org orgname organizationnameorg personorganization dealorganization business businessname ' +
    'employer firm firma firmenname unternehmen unternehmensname betrieb organisationsname empresa ' +
    'nombredelaempresa nombreempresa compania nomedaempresa nomeempresa entreprise nomdelentreprise societe ' +
    'raisonsociale azienda nomeazienda ragionesociale societa bedrijf bedrijfsnaam organisatie perusahaan ' +
    'namaperusahaan nazwafirmy sirket sirketadi firmaadi foretag foretagsnamn virksomhed yritys компания ' +
    'организация названиекомпании 会社名 公司 公司名称',
  title:
    'jobtitle contacttitle personjobtitle jobposition jobrole jobfunction yourjobtitle yourrole yourposition position ' +
    'role designation occupation title berufsbezeichnung stellenbezeichnung funktion rolle ihrefunktion ihrerolle ' +
    'ihreposition beruf cargo puesto tucargo funcao suafuncao fonction votrefonction poste intituledeposte ' +
    'intituleduposte ruolo mansione qualifica functie functietitel uwfunctie jabatan posisi stanowisko funkcja ' +
    'gorev goreviniz unvan unvaniniz befattning stilling tehtava должность вашадолжность 役職 职位 职务',
  received_at:
    'receivedat createdate createddate createdat created createdtime createdon leadcreated leadcreatedat ' +
    'leadcreateddate leadcreatedon leadcreationtime leaddate becamealeaddate creationdate creationtime addtime ' +
    'addedtime dateadded addedon addedat datecreated timecreated submittedat submittedon ' +
    'submissiondate submissiontime submitted dealcreated dealdealcreated dealcreatedat receivedon datereceived ' +
    'inquirydate enquirydate entrydate timestamp datetime date fechadecreacion fechacreacion fechadealta fecha ' +
    'datadecriacao datacriacao datacreazione datadicreazione datedecreation creele erstelltam erstelldatum ' +
    'erstellt eingangsdatum eingangam angelegtam datum aangemaaktop aanmaakdatum tanggal datautworzenia tarih',
  outcome:
    'outcome result leadoutcome dealoutcome dealresult dealstatus dealstage opportunitystage stagename ' +
    'opportunitystatus iswon won isclosedwon closedwon isconverted converted resultado ergebnis resultat esito ' +
    'uitkomst hasil wynik',
  status:
    'leadstatus contactstatus status stage leadstage contactstage pipelinestage salesstage lifecyclestage ' +
    'lifecyclestatus pipelinestatus salesstatus prospectstatus disposition leaddisposition bearbeitungsstatus ' +
    'vertriebsphase leadphase phase etapa fase situacao statut etat durum tahap',
  assignee:
    'assignee assignedto assigneduser assignedrep assignedowner leadowner contactowner dealowner opportunityowner ' +
    'recordowner owner ownername owneremail owneremailaddress leadowneremail leadownername contactowneremail ' +
    'salesrep salesrepresentative salesperson salesagent accountexecutive accountmanager responsible ' +
    'responsibleperson responsibleuser personowner agent rep handledby managedby zustandig zustandiger ' +
    'zustandigeperson bearbeiter sachbearbeiter betreuer vertriebsmitarbeiter verantwortlich verantwortlicher ' +
    'besitzer asignadoa asignado responsable comercial vendedor vendedora propietario propietariodelcontacto ' +
    'propietariodellead responsavel proprietario proprietariodocontato proprietariodolead atribuidoa assignea ' +
    'commercial proprietaire proprietaireducontact assegnatoa responsabile commerciale verantwoordelijke ' +
    'eigenaar toegewezenaan opiekun handlowiec sorumlu pemilik',
  outcome_at:
    'outcomeat outcomedate closedate closeddate closingdate closedat closedon closetime closedtime dealclosedate ' +
    'dealclosedat dealclosedon dealclosed wondate wontime wonat wonon dealwontime dealclosetime converteddate ' +
    'convertedat convertedon conversiondate conversiontime becameacustomerdate saledate solddate orderdate ' +
    'losttime lostdate lostat deallosttime fechadecierre fechacierre datadefechamento datafechamento ' +
    'datadichiusura datedecloture abschlussdatum abgeschlossenam sluitdatum afsluitdatum',
  outcome_amount:
    'outcomeamount dealamount dealvalue wonamount wonvalue closedamount closedwonamount opportunityamount amount ' +
    'amountincompanycurrency dealsize saleamount salevalue salesvalue ordervalue orderamount revenue ' +
    'totalrevenue contractvalue value importe monto valor valordelnegocio valordonegocio montant valeur importo ' +
    'valore betrag umsatz auftragswert dealwert bedrag waarde nilai kwota tutar',
  outcome_currency:
    'outcomecurrency currency dealcurrency currencycode currencyisocode dealcurrencycode isocurrencycode ' +
    'amountcurrency wahrung moneda moeda devise valuta waluta parabirimi',
  outcome_reason:
    'outcomereason closedlostreason closedwonreason lostreason lossreason reasonlost reasonforloss reasonforlosing ' +
    'deallostreason winlossreason dispositionreason unqualifiedreason disqualificationreason disqualifiedreason ' +
    'rejectionreason closereason closedreason reason motivo motivodeperdida motivodeperda motivoperdita raison ' +
    'raisondeperte motifdeperte verlustgrund grund ablehnungsgrund reden verliesreden',
};
