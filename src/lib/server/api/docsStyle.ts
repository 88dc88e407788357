/** The look of /api/docs, whole: that page loads nothing else. */
export const stylesheet = `
:root { color: #14191f; background: #fff; scroll-padding-top: 1rem; }
body { display: grid; grid-template-columns: 20rem minmax(0, 56rem); gap: 2.5rem; margin: 0; padding: 0 1rem;
  font: 1rem/1.75 "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-right: 1px solid #dfe4e9; font-size: .875rem; }
nav h2 { margin: 1rem 0 0; border: 0; font-size: .875rem; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
main { padding: 1rem 0 6rem; }
a { color: #0b4a7f; text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid #2b7bbd; outline-offset: 2px; }
h1, h2, h3, h4 { line-height: 1.4; }
h1 { color: #0b4a7f; }
h2 { margin: 3rem 0 1rem; padding-bottom: .25rem; border-bottom: 2px solid #0b4a7f; color: #0b4a7f; }
h3 { margin: 0; font-size: 1.125rem; overflow-wrap: anywhere; }
h4 { margin: 1rem 0 .25rem; font-size: .875rem; }
b { color: #d9480f; font-size: .8125rem; }
small, .soft { color: #5a6672; font-size: .875rem; }
p { margin: .25rem 0; }
article { margin: 1.5rem 0; padding: 1rem 1.25rem; border: 1px solid #dfe4e9; border-radius: 4px; }
article:target { border-color: #2b7bbd; box-shadow: 0 0 0 1px #2b7bbd; }
code, pre { font-family: ui-monospace, Consolas, "Noto Sans Mono CJK SC", monospace; font-size: .875em; }
pre { margin: 0; padding: .75rem 1rem; overflow-x: auto; border-radius: 4px; background: #f7f8fa; }
table { width: 100%; margin: .75rem 0 0; border-collapse: collapse; font-size: .875rem; }
th, td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #eef1f4; text-align: left; vertical-align: top; }
td { overflow-wrap: anywhere; }
summary { margin-top: 1rem; cursor: pointer; font-size: .875rem; font-weight: 600; }
@media (max-width: 900px) {
  body { display: block; }
  nav { position: static; height: auto; max-height: 40vh; border: 0; border-bottom: 1px solid #dfe4e9; }
}
`
