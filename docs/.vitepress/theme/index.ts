// Without the fonts that VitePress brings: the dashboard uses those of the system, too.
export { default } from 'vitepress/theme-without-fonts';
