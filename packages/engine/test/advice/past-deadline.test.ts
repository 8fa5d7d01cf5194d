import { describe, expect, test } from 'vitest';
import { advisePastDeadline } from '../../src/advice/advise-past-deadline.ts';

const HOURS = {
  time_zone: 'Europe/Berlin',
  office_days: [1, 2, 3, 4, 5],
  opens_at: '09:00',
  closes_at: '17:00',
};
/** A Thursday. */
const RECEIVED = new Date('2026-11-12T10:00:00Z');
const TUESDAY = new Date('2026-11-17T10:00:00Z');

const advise = (message: string, now = TUESDAY) => advisePastDeadline(message, RECEIVED, HOURS, now);

describe('a deadline that the lead stated', () => {
  test.each([
    'Please send me a quote by Friday.',
    'We like your work. Can you send us an offer before end of day Friday? Thanks',
    'Bitte schicken Sie uns bis Freitag ein Angebot.',
    'Merci de nous envoyer un devis avant vendredi',
    'I need the quote by tomorrow',
    'We need a proposal by 13 November',
    'We need a proposal by Nov 13th, 2026',
  ])('is a reason to apologize once it has passed: %s', (message) => {
    expect(advise(message)).toBe(
      'They asked for it by Fri 13 Nov, which has passed: apologize and send it today',
    );
  });

  test('asks for a reply if they wanted nothing else', () => {
    expect(advise('Let me know by Friday if you can do it.')).toContain('apologize and reply today');
  });

  test('is only mentioned if it is about something else', () => {
    expect(advise('The new tenant moves in, so it must be done by Friday.')).toBe(
      'Their date, Fri 13 Nov, has passed: ask today if they still need it',
    );
  });

  test('still counts on the day itself and until then', () => {
    const message = 'Please send me a quote by Friday.';
    expect(advise(message, new Date('2026-11-13T22:30:00Z'))).toBeNull();
    expect(advise(message, new Date('2026-11-13T23:30:00Z'))).toContain(
      'apologize and send it on the next office day',
    );
  });

  test.each([
    'Send me a quote by Thursday.',
    'Send me a quote by next Friday.',
    'Send me a quote by Friday week.',
    'Send a quote by 20 November.',
    'Send a quote by 10 November.',
    'We open by Friday, and the floor must be done by 20 December.',
    'The quote by Fridays Ltd was too high.',
    'Friday is fine for a call.',
    '',
  ])('is not read into other texts or later days: %s', (message) => {
    expect(advise(message)).toBeNull();
  });
});
