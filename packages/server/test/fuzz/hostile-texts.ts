// Long repetitive texts that make a careless regular expression backtrack.

const UNITS = [
  ...[' ', '\t', '\n', '\r\n', '\u00a0', '\u200b', ' .', '. ', ', ', ' - '],
  ...['1', '0', '9,', '1.', '1 ', '1,000', '1-', '1/', '1:', '+1', '(1', '1)', '1e', '1k', '1k-', '1m '],
  ...['$', '$1', '€1 ', '1€', '1 usd ', '10 lakh ', '1 million ', 'between 1 and ', '1 to ', '₹', '٣', '１'],
  ...[
    'a',
    'A',
    'aA',
    'a1',
    'a ',
    'a b',
    'a.',
    'a-',
    'a_',
    "a'",
    'é',
    'e\u0301',
    '\u0301',
    'ß',
    'İ',
    'ﷺ',
    '中',
    '한',
  ],
  ...['@', 'a@', '@a', 'a@b', 'a@b.', 'a@b.c ', 'a@b.c,', 'mailto:', '.com', '-.', '.-', '_.', '+a@'],
  ...[
    'http://',
    'https://a.b/',
    'www.',
    'a.b ',
    'http://a?b=',
    '//',
    '/',
    '\\',
    '%',
    '%20',
    '&amp;',
    '?a=b&',
  ],
  ...['(', ')', '()', '[', ']', '[]', '{', '{}', '<', '<a>', '</', '"', "'", '`', '“', '""', '\'"'],
  ...['👩🏽‍💻', '😀', '🇩🇪', '\u{10ffff}', '\u202e', '!', '?', '!?', '…', '*', '#', '|', ';', '=', '~', '^'],
  ...['not ', 'no ', 'we need ', 'by friday ', 'next week ', 'asap ', '5 employees ', 'ceo ', 'unsubscribe '],
];

/** Texts that repeat one unit and end with a character that no pattern matches. */
export const HOSTILE_TEXTS: readonly { readonly unit: string; readonly make: (length: number) => string }[] =
  UNITS.map((unit) => ({
    unit,
    make: (length) =>
      `x${unit.repeat(Math.ceil(length / unit.length)).slice(0, length - 2)}`.toWellFormed().concat('¬'),
  }));

/** Questions whose answers the engine analyzes. */
export const QUESTIONS = [
  'What is your budget?',
  'When do you want to start?',
  'Company size',
  'Job title',
  'Website',
];
