// Detects when outside text runs, opens a dialog, makes a request or becomes an element.

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export interface ScriptTrap {
  /** Fails if anything has happened since the page was opened, or is about to. */
  expectNothing(where: string): Promise<void>;
}

export function setScriptTrap(page: Page, origin: string): ScriptTrap {
  const noticed: string[] = [];
  page.on('dialog', (dialog) => {
    noticed.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.context().on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) noticed.push(`a request to ${url}`);
  });
  page.context().on('page', (popup) => noticed.push(`a window: ${popup.url()}`));
  return {
    expectNothing: async (where) => {
      noticed.push(...(await page.evaluate(findForeignParts)));
      expect(noticed, where).toEqual([]);
    },
  };
}

/** Runs on the page. */
function findForeignParts(): string[] {
  const found = '__xss' in window ? ['a script ran'] : [];
  const elements =
    'iframe, frame, object, embed, base, portal, math, marquee, video, audio, style + img, meta[http-equiv]';
  for (const element of document.querySelectorAll(elements)) found.push(element.outerHTML.slice(0, 200));
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      // Browsers skip white space and control characters before a URL and inside its scheme.
      const address = /^(href|src|action|formaction|data|xlink:href)$/.test(name)
        ? Array.from(value, (letter) => (letter > ' ' ? letter.toLowerCase() : '')).join('')
        : '';
      const isScript =
        /^(javascript|vbscript|data:text)/.test(address) || /^(https?:)?\/\/xss\./.test(address);
      if (isScript || /^(on|srcdoc)/.test(name))
        found.push(`${element.tagName} ${name}="${value.slice(0, 200)}"`);
    }
  }
  return found;
}
