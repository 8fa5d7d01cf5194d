// Fields that a page, an ad or a form tool adds: they say nothing about what somebody wants.

import { cached } from '../text/cached.ts';
import { foldWord } from '../text/tokenize.ts';

const TECHNICAL = new RegExp(
  `^(?:${[
    'utm.*',
    '.*clid',
    '(?:ad|ads|adset|ad set|adgroup|ad group|campaign|keyword|creative)(?: (?:id|name))?',
    '(?:lead|form|page|session|visitor|user|contact|click|caller|call|run|event|transaction|tracking|submission) id',
    '(?:page|page url|page path|landing page|url|referrer|referer|http referer)',
    '(?:ip|ip address|user agent|browser|device|platform|os|language|locale|time ?zone)',
    '(?:created|created at|created time|submitted at|timestamp|date submitted)',
    '(?:is organic|is test|recording|duration|duration sec|bot score|debug)',
  ].join('|')})$`,
  'u',
);

export const isTechnical = cached(
  (question): boolean =>
    TECHNICAL.test(
      foldWord(question)
        .replace(/[\s_-]+/g, ' ')
        .trim(),
    ),
  500,
);
