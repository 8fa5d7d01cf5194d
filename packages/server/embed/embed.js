// Shows a form that sends leads to Leadline: <script src="https://…/embed.js" data-token="ll_intake_…"></script>
// Documented in docs/sending-leads.md. Runs on pages of others: no dependencies, nothing stored, nothing global, and every
// text from an attribute is set as text, never as HTML.

(() => {
  const script =
    document.currentScript ?? document.querySelector('script[data-token][src*="embed.js"]:not([data-shown])');
  if (!(script instanceof HTMLScriptElement)) return;
  script.dataset.shown = '';
  const { token = '', fields = 'name,email*,message', target, theme, source = '' } = script.dataset;
  const isPreview = 'preview' in script.dataset;
  if (token === '' && !isPreview) {
    // biome-ignore lint/suspicious/noConsole: the only way to reach whoever pasted the script
    console.error('Leadline: the script needs data-token, an intake key that begins with ll_intake_.');
    return;
  }
  const url = new URL(`api/intake/${encodeURIComponent(token)}`, script.src);

  const TEXTS = {
    en: {
      form: 'Contact form',
      name: 'Name',
      email: 'Email',
      phone: 'Phone',
      company: 'Company',
      message: 'Message',
      budget: 'Budget',
      optional: 'optional',
      button: 'Send',
      sending: 'Sending…',
      thanks: 'Thank you. Your message has been sent.',
      required: 'Please fill in “{label}”.',
      missing: {
        name: 'Enter your name.',
        email: 'Enter your email.',
        phone: 'Enter your phone number.',
        company: 'Enter your company.',
        message: 'Enter your message.',
        budget: 'Enter your budget.',
      },
      invalidEmail: 'Please enter a valid email address.',
      contact: 'Please enter your email address or phone number.',
      busy: 'Your message could not be sent. Please try again in a minute.',
      rejected: 'Your message could not be sent. Please contact us in another way.',
      trap: 'Leave this field empty',
    },
    de: {
      form: 'Kontaktformular',
      name: 'Name',
      email: 'E-Mail',
      phone: 'Telefon',
      company: 'Firma',
      message: 'Nachricht',
      budget: 'Budget',
      optional: 'optional',
      button: 'Senden',
      sending: 'Wird gesendet …',
      thanks: 'Vielen Dank. Ihre Nachricht wurde gesendet.',
      required: 'Bitte füllen Sie „{label}“ aus.',
      missing: {
        name: 'Bitte geben Sie Ihren Namen ein.',
        email: 'Bitte geben Sie Ihre E-Mail-Adresse ein.',
        phone: 'Bitte geben Sie Ihre Telefonnummer ein.',
        company: 'Bitte geben Sie Ihre Firma ein.',
        message: 'Bitte geben Sie Ihre Nachricht ein.',
        budget: 'Bitte geben Sie Ihr Budget ein.',
      },
      invalidEmail: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
      contact: 'Bitte geben Sie Ihre E-Mail-Adresse oder Telefonnummer an.',
      busy: 'Ihre Nachricht konnte nicht gesendet werden. Bitte versuchen Sie es in einer Minute noch einmal.',
      rejected: 'Ihre Nachricht konnte nicht gesendet werden. Bitte kontaktieren Sie uns auf anderem Weg.',
      trap: 'Dieses Feld leer lassen',
    },
    es: {
      form: 'Formulario de contacto',
      name: 'Nombre',
      email: 'Correo electrónico',
      phone: 'Teléfono',
      company: 'Empresa',
      message: 'Mensaje',
      budget: 'Presupuesto',
      optional: 'opcional',
      button: 'Enviar',
      sending: 'Enviando…',
      thanks: 'Gracias. Hemos recibido su mensaje.',
      required: 'Rellene “{label}”.',
      missing: {
        name: 'Introduzca su nombre.',
        email: 'Introduzca su correo electrónico.',
        phone: 'Introduzca su teléfono.',
        company: 'Introduzca su empresa.',
        message: 'Introduzca su mensaje.',
        budget: 'Introduzca su presupuesto.',
      },
      invalidEmail: 'Introduzca un correo electrónico válido.',
      contact: 'Introduzca su correo electrónico o su teléfono.',
      busy: 'No se ha podido enviar el mensaje. Inténtelo de nuevo dentro de un minuto.',
      rejected: 'No se ha podido enviar el mensaje. Póngase en contacto con nosotros por otra vía.',
      trap: 'Deje este campo vacío',
    },
    fr: {
      form: 'Formulaire de contact',
      name: 'Nom',
      email: 'E-mail',
      phone: 'Téléphone',
      company: 'Entreprise',
      message: 'Message',
      budget: 'Budget',
      optional: 'facultatif',
      button: 'Envoyer',
      sending: 'Envoi en cours…',
      thanks: 'Merci. Votre message a été envoyé.',
      required: 'Veuillez remplir « {label} ».',
      missing: {
        name: 'Veuillez indiquer votre nom.',
        email: 'Veuillez indiquer votre adresse e-mail.',
        phone: 'Veuillez indiquer votre numéro de téléphone.',
        company: 'Veuillez indiquer votre entreprise.',
        message: 'Veuillez saisir votre message.',
        budget: 'Veuillez indiquer votre budget.',
      },
      invalidEmail: 'Veuillez saisir une adresse e-mail valide.',
      contact: 'Veuillez indiquer votre adresse e-mail ou votre numéro de téléphone.',
      busy: 'Votre message n’a pas pu être envoyé. Veuillez réessayer dans une minute.',
      rejected: 'Votre message n’a pas pu être envoyé. Veuillez nous contacter autrement.',
      trap: 'Laissez ce champ vide',
    },
  };
  const language = (script.dataset.language ?? document.documentElement.lang).slice(0, 2).toLowerCase();
  const lang = Object.hasOwn(TEXTS, language) ? language : 'en';
  const { missing, ...texts } = TEXTS[lang];
  for (const name of Object.keys(texts)) {
    // data-label-email, data-text-thanks, data-button
    const own = script.dataset[`label${name[0].toUpperCase()}${name.slice(1)}`];
    const text = own ?? script.dataset[`text${name[0].toUpperCase()}${name.slice(1)}`];
    if (text !== undefined) texts[name] = text;
  }
  texts.button = script.dataset.button ?? texts.button;

  const KINDS = {
    name: { autocomplete: 'name' },
    email: { type: 'email', autocomplete: 'email' },
    phone: { type: 'tel', autocomplete: 'tel' },
    company: { autocomplete: 'organization' },
    message: {},
    budget: { autocomplete: 'off' },
  };

  // An adopted style sheet works under a strict content security policy, where a <style> element would be blocked.
  const CSS = `
:host { all: initial; display: block; color-scheme: light;
  --accent: var(--leadline-accent, #1d4ed8); --accent-text: var(--leadline-accent-text, #fff);
  --text: var(--leadline-text, #1b1f24); --muted: var(--leadline-muted, #4d5560);
  --field: var(--leadline-field, #fff); --border: var(--leadline-border, #7b8490); --error: var(--leadline-error, #b42318);
  --radius: var(--leadline-radius, 8px); }
:host([data-theme=dark]) { color-scheme: dark }
form, .thanks { max-width: var(--leadline-width, 32rem); color: var(--text);
  font: var(--leadline-font-size, 16px)/1.5 var(--leadline-font, system-ui, sans-serif) }
form { display: grid; gap: 16px }
h2 { margin: 0; font-size: 1.35em; line-height: 1.25 }
label { display: block; margin-bottom: 4px; font-weight: 600 }
label span { color: var(--muted); font-weight: 400 }
input, textarea { box-sizing: border-box; width: 100%; padding: 10px 12px; border: 1px solid var(--border);
  border-radius: var(--radius); background: var(--field); color: inherit; font: inherit }
textarea { min-height: 7em; resize: vertical }
[aria-invalid=true] { border-color: var(--error) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
button { justify-self: start; min-height: 44px; padding: 10px 22px; border: 0; border-radius: var(--radius);
  background: var(--accent); color: var(--accent-text); font: inherit; font-weight: 600; cursor: pointer }
button[aria-disabled=true] { opacity: .75; cursor: progress }
p { margin: 0 }
.error { margin-top: 4px; color: var(--error); font-size: .9em }
.status:empty { display: none }
.trap { position: absolute; left: -10000px; width: 1px; height: 1px; overflow: hidden }
`;
  const DARK_CSS = `
:host([data-theme=dark]) { --accent: var(--leadline-accent, #9dbbff); --accent-text: var(--leadline-accent-text, #10182b);
  --text: var(--leadline-text, #f1f3f5); --muted: var(--leadline-muted, #b5bcc6); --field: var(--leadline-field, #20242a);
  --border: var(--leadline-border, #7b8490); --error: var(--leadline-error, #ffa198) }`;

  /** Creates an element with attributes and children; text is added as text. */
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  function makeField(name, isRequired) {
    const id = `leadline-${name}`;
    const control = make(name === 'message' ? 'textarea' : 'input', {
      id,
      name,
      'aria-describedby': `${id}-error`,
      ...KINDS[name],
    });
    control.required = isRequired;
    const label = make('label', { for: id }, texts[name]);
    if (!isRequired) label.append(' ', make('span', {}, `(${texts.optional})`));
    const error = make('p', { id: `${id}-error`, class: 'error status' });
    return { name, control, error, box: make('div', {}, label, control, error) };
  }

  const known = fields
    .split(',')
    .map((field) => field.trim().toLowerCase())
    .map((field) => ({ name: field.replace(/\*$/, ''), isRequired: field.endsWith('*') }))
    .filter(
      ({ name }, index, all) =>
        Object.hasOwn(KINDS, name) && all.findIndex((other) => other.name === name) === index,
    );
  const rows = known.map(({ name, isRequired }) => makeField(name, isRequired));
  const trap = make('input', { id: 'leadline-trap', name: '_website', tabindex: '-1', autocomplete: 'off' });
  const button = make('button', { type: 'submit' }, texts.button);
  const status = make('p', { class: 'error status', role: 'alert' });
  const form = make('form', { lang, novalidate: '' });
  if (script.dataset.title) form.append(make('h2', { id: 'leadline-title' }, script.dataset.title));
  form.setAttribute('aria-label', script.dataset.title ?? texts.form);
  form.append(
    ...rows.map(({ box }) => box),
    make('div', { class: 'trap', 'aria-hidden': 'true' }, make('label', { for: trap.id }, texts.trap), trap),
    button,
    status,
  );

  const host = make('div', { 'data-leadline-form': '' });
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS + DARK_CSS);
  root.adoptedStyleSheets = [sheet];
  root.append(form);

  let shownAt = 0;
  let isSending = false;
  // Measured once for the same answers; otherwise, a second try might pass the bot check and count as another lead.
  let elapsedMs = null;
  // Stays the same when a visitor tries again, so that a lost answer doesn't lead to a second lead.
  const submission = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(
    '-',
  );

  const canvas = make('canvas', { width: '1', height: '1' }).getContext('2d');

  /** Reads any CSS color, from 0 for black to 1 for white. */
  function measure(color) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return { lightness: (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255, isOpaque: alpha > 127 };
  }

  /** Whether the form is on a dark background. The page decides, not the visitor: most sites stay white for visitors who
   * prefer dark. */
  function isPageDark() {
    const parent = host.parentElement ?? document.body;
    for (let element = parent; element !== null; element = element.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      const { lightness, isOpaque } = measure(backgroundColor);
      if (isOpaque) return lightness < 0.5;
      if (backgroundImage !== 'none') break;
    }
    // There is no color to go by, so assume that the page's own text is readable.
    return measure(getComputedStyle(parent).color).lightness > 0.5;
  }

  function applyTheme() {
    const isDark = theme === 'dark' || (theme !== 'light' && isPageDark());
    host.dataset.theme = isDark ? 'dark' : 'light';
  }

  function watchTheme() {
    applyTheme();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
    const observer = new MutationObserver(applyTheme);
    for (const element of [document.documentElement, document.body])
      observer.observe(element, { attributes: true });
  }

  function show() {
    const place = target === undefined ? null : document.querySelector(target);
    if (place !== null) place.append(host);
    else if (script.isConnected && script.parentElement !== document.head) script.after(host);
    // A preview may be gone before its script has loaded.
    else if (!isPreview) document.body.append(host);
    watchTheme();
    shownAt = performance.now();
  }
  if (document.body !== null && (target === undefined || document.querySelector(target) !== null)) show();
  else document.addEventListener('DOMContentLoaded', show, { once: true });

  /** Names the field. Our sentence only fits our label. */
  function describeMissing(name) {
    const isOurs = texts[name] === TEXTS[lang][name] && texts.required === TEXTS[lang].required;
    return isOurs ? missing[name] : texts.required.replace('{label}', () => texts[name]);
  }

  const problemOf = ({ name, control }) => {
    const { validity } = control;
    if (validity.valueMissing || (control.required && control.value.trim() === ''))
      return describeMissing(name);
    return validity.valid ? '' : control.type === 'email' ? texts.invalidEmail : describeMissing(name);
  };

  function showProblem({ control, error }, problem) {
    error.textContent = problem;
    if (problem === '') control.removeAttribute('aria-invalid');
    else control.setAttribute('aria-invalid', 'true');
  }

  /** Returns false and focuses the first field with a problem, which is then read out. */
  function check() {
    for (const row of rows) showProblem(row, problemOf(row));
    const contacts = rows.filter(({ name }) => name === 'email' || name === 'phone');
    const isReachable = contacts.some(({ control }) => control.value.trim() !== '');
    const first = rows.find(({ error }) => error.textContent !== '');
    status.textContent = first === undefined && !isReachable ? texts.contact : '';
    const wrong = first ?? (isReachable ? undefined : contacts[0]);
    wrong?.control.focus();
    return wrong === undefined && isReachable;
  }

  function describe(code, status) {
    if (code === 'missing_contact') return texts.contact;
    return status === 0 || status === 409 || status === 429 || status >= 500 ? texts.busy : texts.rejected;
  }

  /** The campaign that the visitor came from. Other parts of the query may be private. */
  function readCampaign() {
    const query = new URLSearchParams(location.search);
    const read = (name) => (query.get(`utm_${name}`) ?? '').trim().slice(0, 200);
    // Without a source, the lead gets the name of the key.
    const campaign = { source: read('source') || source };
    for (const name of ['medium', 'campaign', 'term', 'content'])
      if (read(name) !== '') campaign[`utm_${name}`] = read(name);
    return campaign;
  }

  async function send() {
    elapsedMs ??= Math.round(performance.now() - shownAt);
    const body = new URLSearchParams({
      ...readCampaign(),
      page_url: location.origin + location.pathname,
      _response: 'minimal',
      _submission: submission,
      _website: trap.value,
      _elapsed_ms: String(elapsedMs),
    });
    for (const { name, control } of rows)
      if (control.value.trim() !== '') body.set(name, control.value.trim());
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers: { Accept: 'application/json' },
        credentials: 'omit',
        signal: AbortSignal.timeout(20_000),
      });
      if (response.ok) return null;
      const { code = '' } = await response.json().catch(() => ({}));
      return { code, status: response.status };
    } catch {
      return { code: '', status: 0 };
    }
  }

  function thank() {
    const thanks = make('p', { class: 'thanks', role: 'status', tabindex: '-1', lang }, texts.thanks);
    form.replaceWith(thanks);
    thanks.focus();
    host.dispatchEvent(new CustomEvent('leadline:sent', { bubbles: true, composed: true }));
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isSending || !check()) return;
    isSending = true;
    button.setAttribute('aria-disabled', 'true');
    button.textContent = texts.sending;
    const problem = isPreview ? null : await send();
    isSending = false;
    button.removeAttribute('aria-disabled');
    button.textContent = texts.button;
    if (problem === null) thank();
    else status.textContent = describe(problem.code, problem.status);
  });
  for (const row of rows) {
    row.control.addEventListener('input', () => {
      elapsedMs = null;
      if (row.error.textContent !== '') showProblem(row, problemOf(row));
    });
  }
})();
