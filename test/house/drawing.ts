import { type ModuleFigures, type ModuleMap, modulesOf, usersOf } from './measure.ts'

const CELL = 34
const LEFT = 48
const TOP = 128
const GAP = 40
const WIDTH = 1440
const RIGHT = WIDTH - LEFT

const thousands = new Intl.NumberFormat('en')
const grouped = (value: number) => thousands.format(value)
const escaped = (value: string) => value.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const x = (column: number) => LEFT + column * CELL

function text(at: { x: number; y: number; kind: string }, words: string) {
  return `<text x="${at.x}" y="${at.y}" class="${at.kind}">${escaped(words)}</text>`
}

/** The order of the modules as a staircase: each row shows, left of its step, the modules that it imports. */
export function drawModules(house: ModuleMap): string {
  const rows = rowsOf(house)
  const height = rows.at(-1)!.y + CELL + GAP + 60
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title note">
<title id="title">The modules of Hangxie, in their order</title>
<metadata>${escaped(JSON.stringify(house))}</metadata>
<style>
${STYLE}
</style>
<rect width="${WIDTH}" height="${height}" class="paper"/>
${[...heading(house), ...rows.flatMap(row => drawRow(house, row, rows)), ...footing(house, height)].join('\n')}
</svg>
`
}

interface Row {
  module: ModuleFigures
  column: number
  y: number
  /** Title of the layer that begins in this row. */
  title: string | undefined
}

function rowsOf(house: ModuleMap): Row[] {
  const rows: Row[] = []
  house.layers.forEach(({ title, modules }, layer) => {
    modules.forEach((module, at) => {
      const column = rows.length
      rows.push({ module, column, y: TOP + layer * GAP + column * CELL, title: at === 0 ? title : undefined })
    })
  })
  return rows
}

function heading(house: ModuleMap) {
  const arrows = modulesOf(house).flatMap(({ uses }) => Object.keys(uses)).length
  const note = `Each step is a module. Left of it, in its row: what it imports, and how often. Below it: who imports it. ${arrows} arrows, none to the right of a step.`
  return [
    text({ x: LEFT, y: 46, kind: 'head' }, 'Modules, in their order'),
    `<text x="${LEFT}" y="72" class="note" id="note">${note}</text>`,
    text({ x: RIGHT - 200, y: TOP - 12, kind: 'unit' }, 'used by'),
    text({ x: RIGHT - 130, y: TOP - 12, kind: 'unit' }, 'uses'),
    text({ x: RIGHT - 70, y: TOP - 12, kind: 'unit' }, 'files'),
    text({ x: RIGHT, y: TOP - 12, kind: 'unit' }, 'lines'),
  ]
}

function drawRow(house: ModuleMap, row: Row, rows: Row[]) {
  const { module, column, y, title } = row
  const middle = y + CELL / 2 + 5
  const used = usersOf(house, module.name)
  const uses = rows.flatMap(({ module: { name }, column: at }) => {
    const imports = module.uses[name]
    return imports ? [{ at, imports }] : []
  })
  return [
    title ? text({ x: LEFT, y: y - 12, kind: 'layer' }, title) : '',
    `<line x1="${LEFT}" y1="${y + CELL}" x2="${RIGHT}" y2="${y + CELL}" class="rule"/>`,
    ...uses.flatMap(({ at, imports }) => cell({ x: x(at), y, imports })),
    `<rect x="${x(column) + 2}" y="${y + 2}" width="${CELL - 4}" height="${CELL - 4}" rx="4" class="step"/>`,
    text({ x: x(column) + CELL / 2, y: middle, kind: 'place' }, `${column + 1}`),
    `<text x="${x(column + 1) + 8}" y="${middle}"><tspan class="name">${module.name}</tspan><tspan class="purpose" dx="10">${escaped(module.purpose)}</tspan></text>`,
    text({ x: RIGHT - 200, y: middle, kind: 'figure' }, `${used.length}`),
    text({ x: RIGHT - 130, y: middle, kind: 'figure' }, `${uses.length}`),
    text({ x: RIGHT - 70, y: middle, kind: 'figure' }, grouped(module.files)),
    text({ x: RIGHT, y: middle, kind: 'figure' }, grouped(module.lines)),
  ]
}

const shadeOf = (imports: number) => (imports < 5 ? 'few' : imports < 20 ? 'some' : 'many')

function cell(at: { x: number; y: number; imports: number }) {
  const shade = shadeOf(at.imports)
  return [
    `<rect x="${at.x + 2}" y="${at.y + 2}" width="${CELL - 4}" height="${CELL - 4}" rx="4" class="${shade}"/>`,
    text({ x: at.x + CELL / 2, y: at.y + CELL / 2 + 4, kind: `count on-${shade}` }, `${at.imports}`),
  ]
}

function footing({ lines }: ModuleMap, height: number) {
  const below = `Below all of them, knowing no module: lib (${grouped(lines.lib)} lines) and ui (${grouped(lines.ui)}). Above them, knowing every one: routes, layouts, api, handlers, jobs, commands (${grouped(lines.above)}).`
  return [
    text({ x: LEFT, y: height - 46, kind: 'note' }, below),
    text(
      { x: LEFT, y: height - 22, kind: 'small' },
      'Lines and files without tests and demo content. Drawn by npm run modules.',
    ),
  ]
}

const STYLE = `text { font: 14px system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; fill: #1d2733 }
.paper { fill: #fff }
.head { font-size: 24px; font-weight: 650 }
.note { fill: #465464 }
.small { font-size: 12.5px; fill: #5c6b7a }
.layer { font-weight: 650; fill: #0b5cab }
.rule { stroke: #e6eaef }
.step { fill: #0b3d70 }
.place { fill: #fff; font-size: 12.5px; text-anchor: middle }
.name { font-weight: 650 }
.purpose { fill: #465464; font-size: 13px }
.figure, .unit { text-anchor: end; font-variant-numeric: tabular-nums }
.unit { font-size: 12.5px; fill: #5c6b7a }
.count { font-size: 12px; text-anchor: middle; font-variant-numeric: tabular-nums }
.few { fill: #e8f1fb }
.some { fill: #b9d6f2 }
.many { fill: #5b9bd8 }
.on-few, .on-some { fill: #1d3a57 }
.on-many { fill: #0a1c2e; font-weight: 650 }`
