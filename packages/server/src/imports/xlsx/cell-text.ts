// The text of a shared string or of a cell with its own text: the runs in `<t>`, without the phonetic hints in `<rPh>`.

import type { XmlScanner } from './xml-scanner.ts';

/** Reads up to the closing tag of the element that has just been opened. Returns null if it isn't complete. */
export function readRichText(xml: XmlScanner, element: string): string | null {
  if (xml.isEmpty) return '';
  let text = '';
  let isText = false;
  let isPhonetic = false;
  for (;;) {
    switch (xml.next()) {
      case 'end':
        return null;
      case 'text':
        if (isText && !isPhonetic) text += xml.text();
        break;
      case 'open':
        if (xml.name === 't') isText = !xml.isEmpty;
        else if (xml.name === 'rPh') isPhonetic = !xml.isEmpty;
        break;
      case 'close':
        if (xml.name === element) return unescapeText(text);
        if (xml.name === 't') isText = false;
        else if (xml.name === 'rPh') isPhonetic = false;
    }
  }
}

/** Reads the text of a simple element such as `<v>`. */
export function readPlainText(xml: XmlScanner, element: string): string | null {
  if (xml.isEmpty) return '';
  let text = '';
  for (;;) {
    const token = xml.next();
    if (token === 'end') return null;
    if (token === 'text') text += xml.text();
    else if (token === 'close' && xml.name === element) return text;
  }
}

/** Excel writes characters that XML doesn't allow as `_x000D_`. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text
        .replace(/_x([\dA-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        .replaceAll('\0', '')
        .toWellFormed()
    : text;
