// Words for how often an amount is paid: an hour, im Monat, par an, per bulan.

import type { AddPhrases } from './meaning.ts';

export function addPeriodWords(add: AddPhrases): void {
  add(
    { kind: 'period', period: 'hour' },
    `
      per hour | an hour | a hour | hourly | / hour | / hr | / h | per hr | hr | hrs rate | ph |
      pro stunde | die stunde | / std | / stunde | stundensatz | je stunde | par heure | de l heure |
      la hora | por hora | / hora | a hora | all ora | l ora | / ora | per uur | / uur | het uur | per jam |
      / jam | godz | / godz | в час | / час | saatlik`,
  );
  add(
    { kind: 'period', period: 'day' },
    `
      per day | a day | daily | / day | / d | day rate | pd | pro tag | am tag | / tag | tagessatz |
      je tag | taglich | par jour | / jour | la journee | tjm | al dia | por dia | / dia | diaria | diario |
      diarios | diarias | al giorno | / giorno | per dag | / dag | per hari | / hari | sehari | roz |
      в день | gunluk | 毎日`,
  );
  add(
    { kind: 'period', period: 'week' },
    `
      per week | a week | weekly | / week | / wk | per wk | p w | pw | each week | every week | pro woche |
      die woche | in der woche | / woche | wochentlich | par semaine | / semaine | hebdo | por semana |
      a la semana | semanal | semanales | semanais | / semana | alla settimana | a settimana | / settimana |
      settimanali | per week | / week | wekelijks | per minggu | / minggu | seminggu | hafte | haftalik |
      tygodniowo`,
  );
  add(
    { kind: 'period', period: 'month' },
    `
      per month | a month | monthly | / month | / mo | / mth | / mon | / m | per mo | per mth | p m | pm |
      pcm | pmpm | p / m | mo | each month | every month | the month | monatlich* | pro monat | im monat |
      / monat | je monat | den monat | mtl | par mois | / mois | mensuel* | chaque mois | le mois | al mes |
      por mes | mensual | mensuales | mensualmente | cada mes | / mes | mes | ao mes | mensal | mensais |
      mensalmente | por mes | / mes | al mese | / mese | mensile | mensili | mensilmente | ogni mese |
      p / maand | per maand | / maand | maandelijks* | p m d | per bulan | / bulan | / bln | per bln |
      perbulan | sebulan | bulanan | tiap bulan | mahine | mahina | mahine ka | har mahine | maheene |
      mahine mein | miesiecznie | / mc | / mies | na miesiac | aylik | ayda | / ay | в месяц | / мес | мес |
      ежемесячно | / man | manad | i manaden | per manad | / mnd | om maneden | i maneden | pr maned | pr md | / md | 月 | 月額 | 毎月 | 每月 | 월 | mesicne |
      / thang | mot thang | شهريا | في الشهر | महीना | महीने | kuukausi | / kk`,
  );
  add(
    { kind: 'period', period: 'quarter' },
    `
      per quarter | a quarter | quarterly | / quarter | / qtr | / q | per qtr | each quarter |
      every quarter | pro quartal | im quartal | / quartal | quartalsweise | par trimestre | / trimestre |
      trimestriel* | por trimestre | al trimestre | trimestral | trimestrales | trimestrais | a trimestre |
      trimestrale | per kwartaal | / kwartaal | per kuartal | per triwulan | kwartalnie | ceyreklik`,
  );
  add(
    { kind: 'period', period: 'year' },
    `
      per year | a year | yearly | / year | / yr | / y | per yr | per annum | p a | p / a | pa | lpa | / annum |
      annual | annually | each year | every year | for the year | annum | pro jahr | im jahr | / jahr |
      jahrlich* | je jahr | par an | / an | annuel* | par annee | chaque annee | al ano | por ano | anual |
      anuales | anuais | anualmente | / ano | ao ano | all anno | l anno | / anno | annuo | annui |
      annuale | annuali | per jaar | / jaar | jaarlijks* | per tahun | / tahun | / thn | setahun |
      pertahun | tahunan | saal | salana | har saal | saal ka | rocznie | / rok | na rok | yillik | yilda |
      / yil | в год | / год | ежегодно | per ar | / ar | om aret | 年間 | 年額 | 每年 | 年 | rocne | / nam |
      سنويا`,
  );
  add(
    { kind: 'period', period: 'hour', noun: true },
    'hours | hour | hrs | stunden | stunde | heures | horas | ore | uren | uur | jam',
  );
  add(
    { kind: 'period', period: 'day', noun: true },
    'days | day | tage | tag | jours | jour | dias | dia | giorni | giorno | dagen | dag | hari | din',
  );
  add(
    { kind: 'period', period: 'week', noun: true },
    `
      weeks | week | wochen | woche | semaines | semaine | semanas | semana | settimane | settimana |
      weken | minggu`,
  );
  add(
    { kind: 'period', period: 'month', noun: true },
    'months | month | monate | monat | mois | meses | mesi | mese | maanden | maand | bulan | mahino',
  );
  add(
    { kind: 'period', period: 'quarter', noun: true },
    'quarters | quartale | trimestres | trimestri | kwartalen',
  );
  add(
    { kind: 'period', period: 'year', noun: true },
    'years | year | yrs | jahre | jahr | ans | anos | anni | anno | jaren | jaar | tahun',
  );
}
