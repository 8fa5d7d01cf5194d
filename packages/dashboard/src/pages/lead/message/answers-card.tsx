// The form's questions and answers, and how each answer was interpreted.

import type { Scored } from '@leadline/engine';
import { nameQuestion } from '../../../components/name-question.ts';
import { signPoints } from '../format-points.ts';
import type { Lead } from '../lead-query.ts';
import { Section } from '../section.tsx';
import type { Engine } from '../use-engine.ts';
import classes from './answers-card.module.css';
import { describeAnswer } from './describe-answer.ts';
import type { MarkedLead } from './mark-lead.ts';
import { MarkedText } from './marked-text.tsx';

interface AnswersCardProps {
  readonly lead: Lead;
  readonly marked: MarkedLead;
  readonly engine: Engine | undefined;
  readonly scored: Scored | null;
}

export function AnswersCard({ lead, marked, engine, scored }: AnswersCardProps) {
  return (
    <Section title="Form answers">
      <dl className={classes.answers}>
        {Object.keys(lead.custom_fields).map((question) => (
          <div key={question} className={classes.pair}>
            <dt>{nameQuestion(question)}</dt>
            <dd>
              <span className={classes.answer} dir="auto">
                <MarkedText
                  segments={
                    marked.answers.get(question) ?? [{ text: lead.custom_fields[question] ?? '', labels: [] }]
                  }
                />
              </span>
              {engine !== undefined && scored !== null && (
                <ReadAs engine={engine} question={question} scored={scored} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

interface ReadAsProps {
  readonly engine: Engine;
  readonly question: string;
  readonly scored: Scored;
}

function ReadAs({ engine, question, scored }: ReadAsProps) {
  const { text, points } = describeAnswer(engine, question, scored);
  return (
    <span className={classes.read}>
      {text}
      {points !== null && (
        <b className="figures" data-sign={Math.sign(points)}>
          {' '}
          {signPoints(points)}
        </b>
      )}
    </span>
  );
}
