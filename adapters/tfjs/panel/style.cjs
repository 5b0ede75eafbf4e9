'use strict';

/** The element that holds the panel in the page. Nothing that the page's styles say of it has a say. */
const HOST = {
  all: 'initial',
  display: 'block',
  position: 'fixed',
  inset: 'auto',
  margin: '0',
  padding: '0',
  border: '0',
  background: 'none',
  overflow: 'visible',
  width: 'auto',
  height: 'auto',
  'z-index': '2147483647',
};

/** Inside. The colours are those of our reports. */
const SHEET = `
.panel {
  color-scheme: light;
  --panel: #ffffff; --sunken: #f4f5f7; --line: #dde1e6; --ink: #181c21; --soft: #565f6b;
  --accent: #0a58ca; --bad: #b42318; --good: #17692f; --shadow: rgba(15, 20, 30, .18);
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono",
    "DejaVu Sans Mono", monospace;
  box-sizing: border-box;
  display: flex;
  flex-direction: column;
  width: 376px;
  max-width: calc(100vw - 16px);
  max-height: calc(100vh - 16px);
  overflow: hidden;
  direction: ltr;
  text-align: left;
  color: var(--ink);
  background: var(--panel);
  border: 1px solid var(--line);
  border-radius: 10px;
  box-shadow: 0 6px 24px var(--shadow);
  font: 13px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans",
    "DejaVu Sans", sans-serif;
  font-variant-numeric: tabular-nums;
  --tone: var(--soft);
}
@media (prefers-color-scheme: dark) {
  .panel {
    color-scheme: dark;
    --panel: #171b22; --sunken: #10141a; --line: #2a313b; --ink: #e8ecf1; --soft: #a0aab6;
    --accent: #7db4ff; --bad: #ff8a80; --good: #5fd38a; --shadow: rgba(0, 0, 0, .55);
  }
}
.panel.bad { --tone: var(--bad); }
.panel.good { --tone: var(--good); }
* { box-sizing: border-box; }
p, ol { margin: 0; padding: 0; list-style: none; }
[hidden] { display: none !important; }
.bar {
  flex: none;
  display: flex;
  align-items: center;
  gap: 2px;
  padding: 5px 6px 5px 4px;
  background: var(--sunken);
  border-bottom: 1px solid var(--line);
  border-left: 4px solid var(--tone);
  cursor: grab;
  touch-action: none;
  user-select: none;
  -webkit-user-select: none;
}
.bar:active { cursor: grabbing; }
.title { font-weight: 700; letter-spacing: -.01em; flex: none; }
.brief {
  flex: 1;
  min-width: 0;
  overflow: hidden;
  white-space: nowrap;
  text-overflow: ellipsis;
  color: var(--tone);
  font-weight: 600;
}
button {
  font: inherit;
  color: inherit;
  background: var(--panel);
  border: 1px solid var(--line);
  border-radius: 7px;
  padding: 3px 10px;
  cursor: pointer;
}
button:hover:not(:disabled) { border-color: var(--soft); }
button:disabled { color: var(--soft); cursor: default; opacity: .7; }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.bar button {
  flex: none;
  width: 26px;
  height: 26px;
  padding: 0;
  border-color: transparent;
  background: none;
  color: var(--soft);
  line-height: 1;
}
.bar button:hover { color: var(--ink); background: var(--panel); }
.bar svg { width: 14px; height: 14px; display: block; margin: auto; }
.bar path { fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.bar .dots path { stroke-width: 2.4; }
.grip { cursor: inherit; }
.body { overflow-y: auto; min-height: 0; border-left: 4px solid var(--tone); }
.headline { padding: 9px 12px 2px; color: var(--tone); font-size: 14.5px; font-weight: 700; line-height: 1.3; }
.alive { color: var(--soft); font-size: 13px; font-weight: 500; white-space: nowrap; }
.frames { padding: 0 12px; color: var(--soft); font-size: 12px; }
.spark { display: block; width: calc(100% - 24px); height: 34px; margin: 7px 12px 2px; overflow: visible; }
.spark polyline { fill: none; stroke: var(--tone); stroke-width: 1.5; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
.spark polygon { fill: var(--tone); opacity: .12; }
.places { padding: 6px 12px 0; }
.places li { padding: 5px 0 6px; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.rate { font-weight: 700; color: var(--bad); margin-right: 8px; white-space: nowrap; }
.what, .where { font-family: var(--mono); font-size: 12px; }
.op { font-weight: 600; margin-right: 6px; }
.tensor { color: var(--soft); }
.name { font-weight: 700; margin-right: 8px; }
.notes { padding: 0 12px; color: var(--soft); font-size: 12px; }
.notes li { padding-top: 5px; text-wrap: pretty; }
.actions { display: flex; align-items: center; gap: 6px; padding: 10px 12px 11px; }
.size { margin-left: auto; color: var(--soft); font-size: 12px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (forced-colors: active) { .bar, .body { border-left-color: Highlight; } }
`;

module.exports = { HOST, SHEET };
