// Splitting a lead into clauses, and reading its answers to the seven questions.

import { describe, expect, test } from 'vitest';
import { type Answers, type Lead, type Scored, score, splitLead } from '../src/index.ts';
import { describeTraining, readTrainedOn } from '../training/trained-on.ts';
import { makeLead, NOW } from './make-lead.ts';

const scoreOf = (fields: Partial<Lead>): Scored => score(makeLead(fields), { now: NOW });
const answersTo = (fields: Partial<Lead>): Answers => scoreOf(fields).answers;

test('the detectors were trained on the current labels', () => {
  expect(readTrainedOn()).toEqual(describeTraining());
});

describe('splitting a lead into clauses', () => {
  test.each([
    ['We need 40 laptops. Call me!', ['We need 40 laptops.', 'Call me!']],
    ['approx. 40 desks, Nr. 14, z. B. oak', ['approx. 40 desks, Nr. 14, z. B. oak']],
    ['急ぎです。見積もりをお願いします。', ['急ぎです。', '見積もりをお願いします。']],
    [
      'Our supplier closes in March and we are left alone, so we need 400 boxes every single week',
      ['Our supplier closes in March and we are left alone,', 'so we need 400 boxes every single week'],
    ],
    ['10 - 20 people - next week', ['10 - 20 people -', 'next week']],
    ['…', []],
  ])('splits "%s"', (message, clauses) => {
    expect(splitLead(makeLead({ message })).map(({ text }) => text)).toEqual(clauses);
  });

  test('keeps answers with their questions and treats the budget as an answer', () => {
    const lead = makeLead({
      budget: 'approved',
      custom_fields: { 'When does your lease end?': 'in six weeks' },
    });
    expect(splitLead(lead)).toEqual([
      { question: 'When does your lease end?', text: 'in six weeks' },
      { question: 'Budget', text: 'approved' },
    ]);
  });

  test('limits the number of clauses of a pasted book', () => {
    const clauses = splitLead(makeLead({ message: 'One sentence more. '.repeat(1_000) }));
    expect(clauses.length).toBeLessThanOrEqual(121);
  });
});

describe('the answers of a lead', () => {
  test.each([
    ['quote', 'Please send a quote for 200 hoodies'],
    ['demo', 'Could we get a demo next week?'],
    ['price', 'How much is the starter plan?'],
    ['call', 'Please call me back'],
    ['support', 'I forgot my password and can’t log in to my account'],
    ['pitch', 'We help companies like yours rank first on Google. Our SEO packages start at $499.'],
    ['job', 'I am looking for a job, please find my CV attached. 5 years of experience.'],
  ])('ask for a %s: %s', (ask, message) => {
    expect(answersTo({ message }).ask.value).toBe(ask);
  });

  test.each([
    [1, 'We need 40 laptops by Friday. Budget: 12.000 EUR.'],
    [2, 'We need 40 laptops by Friday. Budget approved: 12.000 EUR.'],
  ])('say how decided somebody is with %d, which an amount alone never settles: %s', (value, message) => {
    expect(answersTo({ message }).decided.value).toBe(value);
  });

  test('name the clause that shows them', () => {
    const { ledger } = scoreOf({
      message: 'Our boiler broke down this morning. Please send somebody today.',
    });
    const happened = ledger.find(({ code }) => code === 'happened');
    expect(happened?.text).toContain('“Our boiler broke down this morning.”');
  });

  test('say nothing if the lead says nothing', () => {
    const { ask, doubt, what, when, way } = answersTo({ message: '' });
    expect([ask.value, doubt, what.value, when.value, way.value]).toEqual(['none', null, 0, 0, 0]);
  });

  test.each([
    ['when', 2, 'When do you want to start?', 'Immediately'],
    ['when', 1, 'When do you want to start?', 'In two months'],
    ['way', 2, 'When do you want to start?', 'In three years'],
    ['way', 1, 'When do you want to start?', 'Not decided'],
    ['who', 2, 'Are you the decision maker?', 'Yes'],
    ['who', 2, 'Your role', 'CEO'],
    ['who', 1, 'Job title', 'Plumber'],
    ['who', 1, 'Company', 'Hartwell Foods'],
    ['who', 1, 'Company size', '51-200'],
    ['what', 2, 'Quantity', '40'],
    ['what', 2, 'Anzahl Gäste', 'ca. 80'],
    ['what', 2, 'How many units?', '1,200 pcs'],
  ] as const)('%s is %i if “%s” is answered with “%s”', (question, value, asked, answer) => {
    const { answers } = scoreOf({ email: 'ana@gmail.com', custom_fields: { [asked]: answer } });
    expect(answers[question]).toMatchObject({ value, probability: 1, clause: 0 });
  });

  test.each([
    ['How many years have you been in business?', '12'],
    ['Number of children', '3'],
    ['Quantity', '0'],
    ['Quantity', 'don’t know yet'],
  ])('“%s: %s” is not a quantity of what they want', (asked, answer) => {
    const { what } = answersTo({ email: 'ana@gmail.com', custom_fields: { [asked]: answer } });
    expect(what.probability === 1 && what.value === 2).toBe(false);
  });

  test('know a named company by its domain and a role', () => {
    const lead = { message: 'Please send a quote' };
    expect(answersTo({ ...lead, email: 'ana@acme.com' }).who.value).toBe(1);
    expect(answersTo({ ...lead, custom_fields: { 'Job title': 'Plumber' } }).who.value).toBe(2);
    const fields = { Company: 'Hartwell Foods', 'Company size': '51-200' };
    expect(answersTo({ ...lead, email: 'ana@gmail.com', custom_fields: fields }).who.value).toBe(2);
  });

  test('of the rules are sure where a form says it', () => {
    expect(answersTo({ message: 'Our office needs a new printer' }).who.probability).toBe(1);
  });

  test('ignore everything a pitch says, including its budget', () => {
    const { ledger } = scoreOf({
      budget: '$50,000',
      message:
        'We help companies like yours rank first on Google. Our SEO packages start at $499. Can I send you a free audit?',
    });
    expect(ledger.map(({ code }) => code)).toEqual(['ask-pitch']);
  });
});

describe('a limit to a budget', () => {
  test.each(['budget 8000 euros max', 'Our budget is 20k USD max.', 'Budget maximal 9000 Euro'])(
    '“%s” is not in the way',
    (limit) => {
      const { way } = answersTo({ message: `We need a quote for five desks. ${limit}` });
      expect(way.value).toBe(0);
    },
  );

  test('doesn’t settle anything else that is in the way', () => {
    const message = 'We are only looking around, maybe in two years. Our budget is 20k USD max.';
    expect(answersTo({ message }).way.value).toBe(2);
  });
});

describe('a fake', () => {
  test.each(['test', 'test test', 'Test 123', 'asdfgh qwertz lkjhgf'])('is “%s”', (message) => {
    expect(answersTo({ message }).ask.value).toBe('fake');
  });

  const WORDS: Readonly<Record<string, readonly string[]>> = {
    English: [
      'quote',
      'price',
      'price??',
      'boiler',
      'demo pls',
      'appointment',
      'call me',
      'catalogue',
      'order',
    ],
    German: ['Angebot', 'Preis', 'Heizung', 'Termin', 'Rückruf bitte', 'Umzug', 'Preisliste', 'Bestellung'],
    French: [
      'devis',
      'prix',
      'chaudière',
      'rendez-vous',
      'rappelez-moi',
      'déménagement',
      'fenêtres',
      'commande',
    ],
    Spanish: ['presupuesto', 'precio', 'caldera', 'cita', 'llámenme', 'mudanza', 'ventanas', 'pedido'],
    Portuguese: [
      'orçamento',
      'preço',
      'caldeira',
      'consulta',
      'liguem-me',
      'mudança',
      'janelas',
      'encomenda',
    ],
    Italian: [
      'preventivo',
      'prezzo',
      'caldaia',
      'appuntamento',
      'richiamatemi',
      'trasloco',
      'finestre',
      'ordine',
    ],
    Dutch: ['offerte', 'prijs', 'cv-ketel', 'afspraak', 'bel mij', 'verhuizing', 'kozijnen', 'bestelling'],
    Indonesian: ['penawaran', 'harga', 'AC rusak', 'janji temu', 'tolong telepon saya', 'laptop', 'pesanan'],
    Hindi: ['kitne ka hai', 'price batao', 'sofa chahiye', 'call karo', 'quotation bhejo', 'order karna hai'],
    Polish: ['wycena', 'cena', 'kocioł', 'wizyta', 'proszę o telefon', 'przeprowadzka', 'okna', 'zamówienie'],
    Turkish: ['teklif', 'fiyat', 'kombi', 'randevu', 'beni arayın', 'nakliyat', 'pencere', 'sipariş'],
    Swedish: ['offert', 'pris', 'värmepump', 'boka tid', 'ring mig', 'flytt', 'fönster', 'beställning'],
    Russian: ['расчёт стоимости', 'цена', 'котёл', 'запись на приём', 'перезвоните', 'переезд', 'заказ'],
    Arabic: ['عرض سعر', 'السعر', 'مكيف', 'موعد', 'اتصل بي', 'نقل أثاث', 'نوافذ', 'طلب'],
    Japanese: ['見積もり', '価格', 'ボイラー', '予約', '電話ください', '引っ越し', 'カタログ', '注文'],
    Chinese: ['报价', '价格', '锅炉', '预约', '请给我打电话', '搬家', '目录', '订单'],
  };

  test.each(Object.entries(WORDS))('is no word for an ask, a thing or a need in %s', (_, words) => {
    for (const message of words) {
      for (const email of ['ana@acme.com', 'ana.k@gmail.com']) {
        const { answers, data } = scoreOf({ email, message });
        expect(data.grade, message).not.toBe('Spam');
        expect([answers.ask.value, answers.doubt?.value], message).not.toContain('fake');
      }
    }
  });

  test('is never what a lead that asks for something may be', () => {
    for (const message of ['Need a quote lol', 'hahaha call me', 'demo demo demo', 'CRM']) {
      const { ask, doubt } = answersTo({ message });
      if (ask.value !== 'none') expect(doubt?.value, message).not.toBe('fake');
    }
  });
});

describe('obviously good leads', () => {
  const demo = {
    email: 'dana@northlight-hr.com',
    phone: '+12125550142',
    message: 'VP Sales here, could we get a demo next week for our team of 12?',
  };
  const procurement = {
    email: 'r.adeyemi@kestrelfoods.com',
    phone: '+442079460188',
    budget: '$100,000',
    custom_fields: {
      'Job title': 'Head of Procurement',
      'Company size': '1,000-5,000',
      'When do you plan to buy?': 'This month',
      'What do you need?': 'A quote for 40 pallet trucks',
    },
  };
  const licences = {
    email: 'ana@acme.com',
    message: 'Corporate price for 250 licences incl. audit log, purchasing closes on the 30th',
  };

  test.each([
    ['a demo for a team of 12 next week', demo],
    ['a head of procurement who buys this month, without a message', procurement],
    ['a demo to be booked', { email: 'sam@brightharbor.com', message: "I'd like to book a demo" }],
    ['a price for 250 licences', licences],
  ])('%s is at least Warm, with or without a phone number', (_, lead) => {
    expect(['Warm', 'Hot']).toContain(scoreOf(lead).data.grade);
    expect(['Warm', 'Hot']).toContain(scoreOf({ ...lead, phone: '' }).data.grade);
  });
});

describe('what readers of ledgers stumbled over', () => {
  test.each(['How much is the starter plan?', "What's your price for a team?", 'Was kostet das Paket?'])(
    '“%s” is a question to answer, not just browsing',
    (message) => {
      const { data, answers } = scoreOf({ email: 'mei@brightlane.com', message });
      expect(answers.way.value).toBe(0);
      expect(data.priority_action).toMatch(
        /^(?:Email today: send the price|Reply within two days: send the price)/,
      );
    },
  );

  test.each([
    ['Need 25 seats. Budget about 12k.', 12_000],
    ['Budget: 5000, start in May', 5_000],
    ['The budget meeting is on 12 May', null],
    ['Our budget for 40 people is not settled', null],
  ])('the budget in “%s” is %s', (message, amount) => {
    const { budget } = scoreOf({ message }).facts;
    expect(budget.stated ? (budget.max ?? budget.min) : null).toBe(amount);
  });
});
