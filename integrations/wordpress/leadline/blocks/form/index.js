// The block in the editor: its options and a placeholder. The form itself is only shown on the page, because it sends real leads.

((wp) => {
  const { createElement: el, Fragment } = wp.element;
  const { __ } = wp.i18n;
  const { InspectorControls, useBlockProps } = wp.blockEditor;
  const { PanelBody, Placeholder, SelectControl, TextControl } = wp.components;

  function Edit({ attributes, setAttributes }) {
    const bind = (name) => ({
      value: attributes[name],
      onChange: (value) => setAttributes({ [name]: value }),
      __next40pxDefaultSize: true,
      __nextHasNoMarginBottom: true,
    });
    const controls = el(
      PanelBody,
      { title: __('Form', 'leadline') },
      el(TextControl, {
        ...bind('fields'),
        label: __('Fields', 'leadline'),
        help: __(
          'Any of name, email, phone, company, message and budget. * marks required ones.',
          'leadline',
        ),
      }),
      el(TextControl, { ...bind('title'), label: __('Heading', 'leadline') }),
      el(TextControl, { ...bind('button'), label: __('Text of the button', 'leadline') }),
      el(SelectControl, {
        ...bind('language'),
        label: __('Language', 'leadline'),
        options: [
          { value: '', label: __('Language of the page', 'leadline') },
          { value: 'en', label: 'English' },
          { value: 'de', label: 'Deutsch' },
          { value: 'es', label: 'Español' },
          { value: 'fr', label: 'Français' },
        ],
      }),
      el(SelectControl, {
        ...bind('theme'),
        label: __('Colors', 'leadline'),
        options: [
          { value: '', label: __('Suit the page', 'leadline') },
          { value: 'light', label: __('Light', 'leadline') },
          { value: 'dark', label: __('Dark', 'leadline') },
        ],
      }),
      el(TextControl, {
        ...bind('source'),
        label: __('Source', 'leadline'),
        help: __('The source of its leads. Without one, it is the name of the form key.', 'leadline'),
      }),
    );
    const summary = el(Placeholder, {
      icon: 'feedback',
      label: __('Leadline form', 'leadline'),
      instructions: attributes.fields.replaceAll(',', ', '),
    });
    return el(Fragment, null, el(InspectorControls, null, controls), el('div', useBlockProps(), summary));
  }

  wp.blocks.registerBlockType('leadline/form', { edit: Edit, save: () => null });
})(window.wp);
