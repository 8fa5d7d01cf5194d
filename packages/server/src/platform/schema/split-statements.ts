// Splits an SQL file into its statements. Knows comments, strings and dollar quotes, which may contain semicolons.

export interface Statement {
  /** The comment lines before it, without their dashes. */
  readonly comments: readonly string[];
  readonly text: string;
  /** The text in lower case, with single spaces and without comments. Strings are as they are in the file. */
  readonly plain: string;
}

const TOKEN =
  /--(?<line>[^\n]*)|\/\*[\s\S]*?\*\/|(?<quoted>\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$|'(?:[^']|'')*')|(?<end>;)|(?<words>"[^"]*"|[^-/$'";]+|[\s\S])/g;

export function splitStatements(file: string): Statement[] {
  const statements: Statement[] = [];
  let comments: string[] = [];
  let text = '';
  let plain = '';
  const finish = (): void => {
    plain = plain.trim().replace(/\( /g, '(').replace(/ \)/g, ')');
    if (plain !== '') statements.push({ comments, text: text.trim(), plain });
    comments = [];
    text = '';
    plain = '';
  };
  for (const { 0: token, groups = {} } of file.matchAll(TOKEN)) {
    const { line, quoted, end, words } = groups;
    if (end !== undefined) finish();
    else {
      if (line !== undefined && plain.trim() === '') comments.push(line.trim());
      else text += token;
      if (quoted !== undefined) plain += quoted;
      if (words !== undefined) plain = appendCollapsed(plain, words.toLowerCase());
    }
  }
  finish();
  return statements;
}

function appendCollapsed(plain: string, words: string): string {
  const collapsed = words.replace(/\s+/g, ' ');
  return plain.endsWith(' ') ? plain + collapsed.trimStart() : plain + collapsed;
}
