// How the site shows Markdown that is also read in the repository. Links to files that only the repository has become text; the
// API serves its own description.

import { posix } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

const OF_THE_REPOSITORY =
  /^(?:\.\.|decisions\/|architecture\.md|nightly\.md|releasing\.md|.*\.(?:mjs|php|py)$)/;

export function showFilesAsText(md: MarkdownRenderer): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    const folder = posix.dirname((env as { relativePath?: string }).relativePath ?? '');
    for (const { children } of tokens) {
      let isText = false;
      for (const token of children ?? []) {
        const href = token.attrGet('href') ?? '';
        if (token.type === 'link_open' && href === 'openapi.json') {
          token.attrSet('href', '../api/openapi.json');
        } else if (token.type === 'link_open' && !/^(?:[a-z]+:|#)/.test(href)) {
          isText = OF_THE_REPOSITORY.test(posix.normalize(posix.join(folder, href)));
        }
        if (isText && (token.type === 'link_open' || token.type === 'link_close')) {
          isText = token.type === 'link_open';
          token.type = 'text';
          token.tag = '';
          token.nesting = 0;
        }
      }
    }
  });
}

/** The site’s pages are Vue components, which would evaluate `{{ … }}`. */
export function keepBraces(md: MarkdownRenderer): void {
  const { code_inline: render } = md.renderer.rules;
  md.renderer.rules.code_inline = (tokens, index, ...rest) => {
    tokens[index]?.attrSet('v-pre', '');
    return render?.(tokens, index, ...rest) ?? '';
  };
}
