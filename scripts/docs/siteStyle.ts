/** The look of the site of `npm run docs`, light or dark as the reader's system is. */
export const siteStyle = `
:root { color-scheme: light dark; --line: light-dark(#d9dce1, #3a3f47); --soft: light-dark(#f5f6f8, #20242a); }
body { margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr); font: 16px/1.6 system-ui, sans-serif; background: light-dark(#fff, #16191d); color: light-dark(#1d2128, #dfe3e8); }
nav { padding: 1rem; border-right: 1px solid var(--line); font-size: 0.9rem; }
nav h2 { margin: 1rem 0 0.25rem; font-size: 0.9rem; }
nav ul { margin: 0; padding: 0; list-style: none; }
input { box-sizing: border-box; width: 100%; padding: 0.4rem; font: inherit; }
main { max-width: 60rem; padding: 1rem 2rem; overflow-wrap: anywhere; }
a { color: light-dark(#0b57c2, #8ab8ff); }
pre { padding: 0.75rem; overflow: auto; background: var(--soft); border: 1px solid var(--line); font-size: 0.85rem; line-height: 1.45; }
table { border-collapse: collapse; display: block; overflow: auto; font-size: 0.9rem; }
td, th { border: 1px solid var(--line); padding: 0.3rem 0.5rem; text-align: start; vertical-align: top; }
.facts { color: light-dark(#5b6470, #9aa4b1); font-size: 0.9rem; }
.found p { margin: 0; font-size: 0.85rem; }
@media (max-width: 45rem) { body { display: block; } nav { border-right: 0; border-bottom: 1px solid var(--line); } main { padding: 1rem; } }
`
